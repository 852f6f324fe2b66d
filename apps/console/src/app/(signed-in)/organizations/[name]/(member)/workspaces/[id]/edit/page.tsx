import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { EditWorkspace } from './edit-workspace'
import { WorkspaceFormQuery } from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/values'

export default async function EditWorkspacePage({
  params,
}: PageProps<'/organizations/[name]/workspaces/[id]/edit'>) {
  const { id, name } = await params
  const organization = await requireOrganization(name, 'WORKSPACES_WRITE')
  const { workspace } = await ask(WorkspaceFormQuery, { id: decodeURIComponent(id) })
  if (workspace?.organization.id !== organization.id) notFound()
  return <EditWorkspace found={workspace} />
}
