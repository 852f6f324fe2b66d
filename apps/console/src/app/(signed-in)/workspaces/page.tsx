import { requirePermission } from '~/session/ask'
import { Workspaces } from './workspaces'

export default async function SiteWorkspacesPage() {
  await requirePermission('SITE_ORGANIZATIONS_READ')
  return <Workspaces />
}
