'use client'

import { Grid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { MemberDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { FactList } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useMemberActions } from '../actions'
import { MemberBadge } from '../member-badge'
import { nameOf } from '../member-name'
import { MemberDetail, type FoundMember } from './queries'
import { TeamsOfMember } from './teams-of-member'

/** A member of the organization: who it is, and which teams give which rights. */
export function Member({ id, initial }: { id: string; initial: MemberDetailQuery }) {
  const { data } = useQuery({ ...query('organizations', MemberDetail, { id }), initialData: initial })
  // Removed a moment ago: the page is about to be left.
  const member = data.organizationMembership ?? initial.organizationMembership
  return member ? <Detail member={member} /> : null
}

function Detail({ member }: { member: FoundMember }) {
  const router = useRouter()
  const { name } = useOrganization()
  const actionsOf = useMemberActions(() => router.push(paths.members(name)))
  return (
    <>
      <PageHeader
        title={nameOf(member)}
        beside={<MemberBadge status={member.status} />}
        actions={<PageActions actions={actionsOf(member)} />}
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <TeamsOfMember member={member} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Section title="Facts">
            <FactList
              facts={[
                ['E-mail', member.email],
                [
                  member.status === 'ACTIVE' ? 'Member since' : 'Invited',
                  <Moment key="since" at={member.createdAt} />,
                ],
                ...(member.invitationExpiresAt === null
                  ? []
                  : [['Link good until', <Moment key="until" at={member.invitationExpiresAt} />] as const]),
              ]}
              labelWidth="6.5rem"
            />
          </Section>
        </Grid.Col>
      </Grid>
    </>
  )
}
