import type { Metadata } from 'next'
import { requirePermission } from '~/session/ask'
import { NewUser } from './new-user'

export const metadata: Metadata = { title: 'New · Users' }

export default async function NewUserPage() {
  await requirePermission('USERS_WRITE')
  return <NewUser />
}
