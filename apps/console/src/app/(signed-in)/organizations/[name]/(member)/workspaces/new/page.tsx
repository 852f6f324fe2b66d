import { requireOrganization, titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { NewWorkspace } from './new-workspace'

type Props = PageProps<'/organizations/[name]/workspaces/new'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'New · Workspaces')

export default async function NewWorkspacePage({ params }: Props) {
  await requireOrganization((await params).name, 'WORKSPACES_WRITE')
  return <NewWorkspace />
}
