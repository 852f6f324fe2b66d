import { requirePermission } from '~/session/ask'
import { Users } from './users'

export default async function UsersPage() {
  await requirePermission('USERS_READ')
  return <Users />
}
