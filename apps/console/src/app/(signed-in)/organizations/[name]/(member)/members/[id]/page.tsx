import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { nameOf } from '../member-name'
import { Member } from './member'
import { MemberDetail } from './queries'

type Props = PageProps<'/organizations/[name]/members/[id]'>

const find = cache(async (id: string) => ask(MemberDetail, { id: decodeURIComponent(id) }))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, name } = await params
  const { organizationMembership: member } = await find(id)
  return { title: `${member ? nameOf(member) : 'Not found'} · Members · ${decodeURIComponent(name)}` }
}

export default async function MemberPage({ params }: Props) {
  const { id, name } = await params
  const organization = await requireOrganization(name)
  const found = await find(id)
  if (found.organizationMembership?.organization.id !== organization.id) notFound()
  return <Member id={found.organizationMembership.id} initial={found} />
}
