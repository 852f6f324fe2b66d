import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask, requirePermission } from '~/session/ask'
import { UserDetail } from './queries'
import { User } from './user'

type Props = PageProps<'/users/[id]'>

const find = cache(async (id: string) => {
  await requirePermission('USERS_READ')
  return ask(UserDetail, { id: decodeURIComponent(id) })
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { user } = await find((await params).id)
  return { title: `${user?.username ?? 'Not found'} · Users` }
}

export default async function UserPage({ params }: Props) {
  const found = await find((await params).id)
  if (!found.user) notFound()
  return <User id={found.user.id} initial={found} />
}
