import type { Metadata } from 'next'
import { requirePermission } from '~/session/ask'
import { NewOrganization } from './new-organization'

export const metadata: Metadata = { title: 'New · Organizations' }

export default async function NewOrganizationPage() {
  await requirePermission('ORGANIZATIONS_CREATE')
  return <NewOrganization />
}
