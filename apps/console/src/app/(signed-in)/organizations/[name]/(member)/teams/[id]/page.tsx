import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { TeamDetail } from './queries'
import { Team } from './team'

export default async function TeamPage({ params }: PageProps<'/organizations/[name]/teams/[id]'>) {
  const { thing, data } = await requireThing(params, TeamDetail, (found) => found.team)
  return <Team id={thing.id} initial={data} />
}
