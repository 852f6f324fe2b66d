import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { NewWorkspace } from './new-workspace'

export default async function NewWorkspacePage({
  params,
}: PageProps<'/organizations/[name]/workspaces/new'>) {
  await requireOrganization((await params).name, 'WORKSPACES_WRITE')
  return <NewWorkspace />
}
