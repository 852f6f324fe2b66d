import type { Metadata } from 'next'
import { requirePermission } from '~/session/ask'
import { Users } from './users'

export const metadata: Metadata = { title: 'Users' }

export default async function UsersPage() {
  await requirePermission('USERS_READ')
  return <Users />
}
