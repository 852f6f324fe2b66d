import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { WorkspaceDetail } from './queries'
import { Workspace } from './workspace'

export default async function WorkspacePage({ params }: PageProps<'/organizations/[name]/workspaces/[id]'>) {
  const { id, name } = await params
  const organization = await requireOrganization(name)
  const found = await ask(WorkspaceDetail, { id: decodeURIComponent(id) })
  if (found.workspace?.organization.id !== organization.id) notFound()
  return <Workspace id={found.workspace.id} initial={found} />
}
