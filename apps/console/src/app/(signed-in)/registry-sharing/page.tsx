import { requirePermission } from '~/session/ask'
import { RegistrySharing } from './registry-sharing'

export default async function RegistrySharingPage() {
  await requirePermission('SITE_ORGANIZATIONS_READ')
  return <RegistrySharing />
}
