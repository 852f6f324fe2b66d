import { titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { Teams } from './teams'

type Props = PageProps<'/organizations/[name]/teams'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Teams')

export default function TeamsPage() {
  return <Teams />
}
