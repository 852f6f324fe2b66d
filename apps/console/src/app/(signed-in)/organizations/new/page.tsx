import { requirePermission } from '~/session/ask'
import { NewOrganization } from './new-organization'

export default async function NewOrganizationPage() {
  await requirePermission('ORGANIZATIONS_CREATE')
  return <NewOrganization />
}
