import { titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { SigningKeys } from './signing-keys'

type Props = PageProps<'/organizations/[name]/signing-keys'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Signing keys')

export default function SigningKeysPage() {
  return <SigningKeys />
}
