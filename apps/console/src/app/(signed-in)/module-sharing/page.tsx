import { requirePermission } from '~/session/ask'
import { ModuleSharing } from './module-sharing'

export default async function ModuleSharingPage() {
  await requirePermission('SITE_ORGANIZATIONS_READ')
  return <ModuleSharing />
}
