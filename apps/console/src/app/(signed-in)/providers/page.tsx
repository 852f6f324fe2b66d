import { requirePermission } from '~/session/ask'
import { Providers } from './providers'

export default async function SiteProvidersPage() {
  await requirePermission('SITE_ORGANIZATIONS_READ')
  return <Providers />
}
