import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization, titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { EditTeam } from './edit-team'
import { TeamFormQuery } from './queries'

type Props = PageProps<'/organizations/[name]/teams/[id]/edit'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Edit · Teams')

export default async function EditTeamPage({ params }: Props) {
  const { id, name } = await params
  const organization = await requireOrganization(name, 'TEAMS_WRITE')
  const { team } = await ask(TeamFormQuery, { id: decodeURIComponent(id) })
  if (team?.organization.id !== organization.id) notFound()
  return <EditTeam found={team} />
}
