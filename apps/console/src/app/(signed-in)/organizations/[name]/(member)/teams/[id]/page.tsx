import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { TeamDetail } from './queries'
import { Team } from './team'

export default async function TeamPage({ params }: PageProps<'/organizations/[name]/teams/[id]'>) {
  const { id, name } = await params
  const organization = await requireOrganization(name)
  const found = await ask(TeamDetail, { id: decodeURIComponent(id) })
  if (found.team?.organization.id !== organization.id) notFound()
  return <Team id={found.team.id} initial={found} />
}
