import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { TeamFormQuery } from '~/app/(signed-in)/organizations/[name]/(member)/teams/values'
import { EditTeam } from './edit-team'

export default async function EditTeamPage({ params }: PageProps<'/organizations/[name]/teams/[id]/edit'>) {
  const { id, name } = await params
  const organization = await requireOrganization(name, 'TEAMS_WRITE')
  const { team } = await ask(TeamFormQuery, { id: decodeURIComponent(id) })
  if (team?.organization.id !== organization.id) notFound()
  return <EditTeam found={team} />
}
