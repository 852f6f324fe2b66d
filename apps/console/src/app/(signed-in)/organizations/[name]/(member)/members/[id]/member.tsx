'use client'

import { useQuery } from '@tanstack/react-query'
import type { MemberDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useVisit } from '~/shell/recent-things'
import { BesideFacts } from '~/ui/beside-facts'
import type { Fact } from '~/ui/fact-list'
import { Monogram } from '~/ui/monogram'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useMemberActions } from '../actions'
import { MemberBadge } from '../member-badge'
import { nameOf } from '../member-name'
import { MemberDetail, type FoundMember } from './queries'
import { TeamsOfMember } from './teams-of-member'

/** A member of the organization: who it is, and which teams give which rights. */
export function Member({ id, initial }: { id: string; initial: MemberDetailQuery }) {
  const { data } = useQuery({ ...query(MemberDetail, { id }), initialData: initial })
  // Removed a moment ago: the page is about to be left.
  const member = data.organizationMembership ?? initial.organizationMembership
  return member ? <Detail member={member} /> : null
}

function Detail({ member }: { member: FoundMember }) {
  const router = useRouter()
  const { name } = useOrganization()
  useVisit({ kind: 'MEMBER', label: nameOf(member), path: paths.member(name, member.id), hint: name })
  const actionsOf = useMemberActions(() => router.push(paths.members(name)))
  return (
    <>
      <PageHeader
        title={nameOf(member)}
        tab={`${nameOf(member)} · Members · ${name}`}
        mark={<Monogram of="person" size="lg" name={nameOf(member)} />}
        beside={<MemberBadge status={member.status} />}
        actions={<PageActions actions={actionsOf(member)} />}
      />
      <BesideFacts facts={factsOf(member)}>
        <TeamsOfMember member={member} />
      </BesideFacts>
    </>
  )
}

const factsOf = ({ email, status, createdAt, invitationExpiresAt }: FoundMember): Fact[] => [
  ['E-mail', email],
  [status === 'ACTIVE' ? 'Member since' : 'Invited', <Moment key="since" at={createdAt} />],
  ...(invitationExpiresAt === null
    ? []
    : [['Link expires', <Moment key="until" at={invitationExpiresAt} />] as const]),
]
