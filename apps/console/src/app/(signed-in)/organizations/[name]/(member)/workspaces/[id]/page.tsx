import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization, titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { EditWorkspace } from './edit-workspace'
import { WorkspaceFormQuery } from './queries'

type Props = PageProps<'/organizations/[name]/workspaces/[id]'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Edit · Workspaces')

export default async function EditWorkspacePage({ params }: Props) {
  const { id, name } = await params
  const organization = await requireOrganization(name, 'WORKSPACES_WRITE')
  const { workspace } = await ask(WorkspaceFormQuery, { id: decodeURIComponent(id) })
  if (workspace?.organization.id !== organization.id) notFound()
  return <EditWorkspace found={workspace} />
}
