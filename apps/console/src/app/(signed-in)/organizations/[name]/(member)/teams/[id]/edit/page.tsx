import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { EditTeam } from '~/app/(signed-in)/organizations/[name]/(member)/teams/team-form'
import { TeamFormQuery } from '~/app/(signed-in)/organizations/[name]/(member)/teams/values'

export default async function EditTeamPage({ params }: PageProps<'/organizations/[name]/teams/[id]/edit'>) {
  const { thing: team } = await requireThing(params, TeamFormQuery, (data) => data.team, 'TEAMS_WRITE')
  return <EditTeam found={team} />
}
