import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { NewTeam } from '../team-form'

export default async function NewTeamPage({ params }: PageProps<'/organizations/[name]/teams/new'>) {
  await requireOrganization((await params).name, 'TEAMS_WRITE')
  return <NewTeam />
}
