import { titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { OrganizationWorkspaces } from './workspaces'

type Props = PageProps<'/organizations/[name]/workspaces'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Workspaces')

export default function WorkspacesPage() {
  return <OrganizationWorkspaces />
}
