import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { WorkspaceDetail } from './queries'
import { Workspace } from './workspace'

export default async function WorkspacePage({ params }: PageProps<'/organizations/[name]/workspaces/[id]'>) {
  const { thing, data } = await requireThing(params, WorkspaceDetail, (found) => found.workspace)
  return <Workspace id={thing.id} initial={data} />
}
