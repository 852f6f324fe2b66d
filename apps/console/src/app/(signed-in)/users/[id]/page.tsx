import { notFound } from 'next/navigation'
import { ask, requirePermission } from '~/session/ask'
import { UserDetail } from './queries'
import { User } from './user'

export default async function UserPage({ params }: PageProps<'/users/[id]'>) {
  await requirePermission('USERS_READ')
  const found = await ask(UserDetail, { id: decodeURIComponent((await params).id) })
  if (!found.user) notFound()
  return <User id={found.user.id} initial={found} />
}
