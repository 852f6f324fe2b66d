import type { Metadata } from 'next'
import { requirePermission } from '../../../session/ask'
import { Organizations } from './organizations'

export const metadata: Metadata = { title: 'Organizations' }

export default async function OrganizationsPage() {
  await requirePermission('SITE_ORGANIZATIONS_READ')
  return <Organizations />
}
