import { titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { Providers } from './providers'

type Props = PageProps<'/organizations/[name]/providers'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Providers')

export default function ProvidersPage() {
  return <Providers />
}
