import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { WorkspaceFormQuery } from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/values'
import { EditWorkspace } from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/workspace-form'

type Props = PageProps<'/organizations/[name]/workspaces/[id]/edit'>

export default async function EditWorkspacePage({ params }: Props) {
  const { thing } = await requireThing(
    params,
    WorkspaceFormQuery,
    (data) => data.workspace,
    'WORKSPACES_WRITE',
  )
  return <EditWorkspace found={thing} />
}
