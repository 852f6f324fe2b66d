import { requirePermission } from '~/session/ask'
import { NewUser } from './new-user'

export default async function NewUserPage() {
  await requirePermission('USERS_WRITE')
  return <NewUser />
}
