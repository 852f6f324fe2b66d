import { requireOrganization, titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { OrganizationTokens } from './tokens'

type Props = PageProps<'/organizations/[name]/tokens'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Tokens')

export default async function OrganizationTokensPage({ params }: Props) {
  await requireOrganization((await params).name, 'ORGANIZATION_TOKENS_WRITE')
  return <OrganizationTokens />
}
