import { requireOrganization, titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { NewTeam } from './new-team'

type Props = PageProps<'/organizations/[name]/teams/new'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'New · Teams')

export default async function NewTeamPage({ params }: Props) {
  await requireOrganization((await params).name, 'TEAMS_WRITE')
  return <NewTeam />
}
