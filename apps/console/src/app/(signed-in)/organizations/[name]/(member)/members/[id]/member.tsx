'use client'

import { Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import { removeColumn } from '~/app/(signed-in)/organizations/[name]/(member)/teams/remove-column'
import { RightsBadges } from '~/app/(signed-in)/organizations/[name]/(member)/teams/rights'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { MemberDetailQuery } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { useVisit } from '~/shell/recent-things'
import { DetailLayout } from '~/ui/detail-layout'
import { type Column, DataTable } from '~/ui/lists/data-table'
import type { Fact } from '~/ui/fact-list'
import { hiddenOf } from '~/ui/lists/found-options'
import { nameColumn } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { Monogram } from '~/ui/monogram'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { count } from '~/ui/text'
import { Note, Problems } from '~/ui/texts'
import { toastDone } from '~/ui/feedback/toast'
import { useMemberActions } from '../actions'
import { MemberBadge, nameOf } from '../member-name'
import { type FoundMember, MemberDetail } from './queries'

// As large as a page may be at first without it.
const AddToTeam = dynamic(async () => (await import('./add-to-team')).AddToTeam)

export function Member({ id, initial }: { id: string; initial: MemberDetailQuery }) {
  const { found: member } = useFound(MemberDetail, { id }, initial, (data) => data.organizationMembership)
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
        afterTitle={<MemberBadge status={member.status} />}
        actions={<PageActions actions={actionsOf(member)} />}
      />
      <DetailLayout facts={factsOf(member)}>
        <TeamsOfMember member={member} />
      </DetailLayout>
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

type Team = FoundMember['teams']['nodes'][number]

const columnsIn = (organization: string): readonly Column<Team>[] => [
  nameColumn('Team', 4, ({ id }) => paths.team(organization, id)),
  { key: 'rights', header: 'Rights', width: 5, cell: (team) => <RightsBadges team={team} /> },
]

/** The teams of a member; owners put people in and take them out. */
function TeamsOfMember({ member }: { member: FoundMember }) {
  const { name } = useOrganization()
  const mayWrite = useMayHere('TEAMS_WRITE')
  const leave = useChange('teamMembershipsRemove')
  const person = nameOf(member)
  const teams = member.teams.nodes

  async function remove(team: Team) {
    const { userErrors } = await leave.mutateAsync({ id: team.id, membershipIds: [member.id] })
    if (userErrors.length === 0) toastDone(`${person} is no longer in ${team.name}.`)
  }

  const columns = columnsIn(name)
  const taking = removeColumn<Team>((team) => `Remove ${person} from ${team.name}`, remove)

  return (
    <Section title="Teams">
      <Stack gap="md">
        <Problems texts={leave.data?.userErrors.map(({ message }) => message) ?? []} />
        {teams.length === 0 ? (
          <Note>In no team: {person} can read, but not change anything.</Note>
        ) : (
          <DataTable
            label="Teams"
            columns={mayWrite ? [...columns, taking] : columns}
            rows={teams}
            rowKey={({ id }) => id}
          />
        )}
        {hiddenOf(member.teams) > 0 && (
          <Note>
            And {count(hiddenOf(member.teams), 'more team')}: the page of each team lists its members.
          </Note>
        )}
        {mayWrite && <AddToTeam member={member} />}
      </Stack>
    </Section>
  )
}
