import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { Member } from './member'
import { MemberDetail } from './queries'

export default async function MemberPage({ params }: PageProps<'/organizations/[name]/members/[id]'>) {
  const { id, name } = await params
  const organization = await requireOrganization(name)
  const found = await ask(MemberDetail, { id: decodeURIComponent(id) })
  if (found.organizationMembership?.organization.id !== organization.id) notFound()
  return <Member id={found.organizationMembership.id} initial={found} />
}
