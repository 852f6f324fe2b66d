import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { TeamDetail } from './queries'
import { Team } from './team'

type Props = PageProps<'/organizations/[name]/teams/[id]'>

const find = cache(async (id: string) => ask(TeamDetail, { id: decodeURIComponent(id) }))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, name } = await params
  const { team } = await find(id)
  return { title: `${team?.name ?? 'Not found'} · Teams · ${decodeURIComponent(name)}` }
}

export default async function TeamPage({ params }: Props) {
  const { id, name } = await params
  const organization = await requireOrganization(name)
  const found = await find(id)
  if (found.team?.organization.id !== organization.id) notFound()
  return <Team id={found.team.id} initial={found} />
}
