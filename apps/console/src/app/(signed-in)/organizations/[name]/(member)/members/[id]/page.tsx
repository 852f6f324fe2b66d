import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { MemberDetail } from './queries'
import { Member } from './member'

export default async function MemberPage({ params }: PageProps<'/organizations/[name]/members/[id]'>) {
  const { thing, data } = await requireThing(params, MemberDetail, (found) => found.organizationMembership)
  return <Member id={thing.id} initial={data} />
}
