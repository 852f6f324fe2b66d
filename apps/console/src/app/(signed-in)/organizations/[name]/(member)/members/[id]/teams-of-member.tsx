'use client'

import { Alert, Anchor, Select, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { DataTable } from '~/ui/data-table'
import { Section } from '~/ui/section'
import { toastDone } from '~/ui/toast'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { RightsBadges } from '~/app/(signed-in)/organizations/[name]/(member)/teams/rights'
import { takeOutColumn } from '~/app/(signed-in)/organizations/[name]/(member)/teams/take-out'
import { useJoinTeam, useLeaveTeam } from '../changes'
import { nameOf } from '../member-name'
import { useTeamOptions } from '../team-options'
import type { FoundMember } from './queries'

type Team = FoundMember['teams']['nodes'][number]

const columnsIn = (organization: string): readonly Column<Team>[] => [
  {
    key: 'name',
    header: 'Team',
    width: 4,
    place: 'title',
    cell: (team) => (
      <Anchor component={Link} href={paths.team(organization, team.id)} fw={600} inherit>
        {team.name}
      </Anchor>
    ),
  },
  { key: 'rights', header: 'Rights', width: 5, cell: (team) => <RightsBadges team={team} /> },
]

/** The teams of a member; owners put people in and take them out. */
export function TeamsOfMember({ member }: { member: FoundMember }) {
  const { name } = useOrganization()
  const mayWrite = useMayHere('TEAMS_WRITE')
  const leave = useLeaveTeam()
  const person = nameOf(member)
  const teams = member.teams.nodes

  async function remove(team: Team) {
    const { userErrors } = await leave.mutateAsync({ id: team.id, membershipIds: [member.id] })
    if (userErrors.length === 0) toastDone(`${person} is no longer in ${team.name}.`)
  }

  const columns = columnsIn(name)
  const taking = takeOutColumn<Team>((team) => `Take ${person} out of ${team.name}`, remove)

  return (
    <Section title="Teams">
      <Stack gap="md">
        {leave.data && leave.data.userErrors.length > 0 && (
          <Alert color="red" role="alert">
            {leave.data.userErrors.map(({ message }) => message).join('. ')}
          </Alert>
        )}
        {teams.length === 0 ? (
          <Text size="sm" c="dimmed">
            In no team: {person} looks, and changes nothing.
          </Text>
        ) : (
          <DataTable
            label="Teams"
            columns={mayWrite ? [...columns, taking] : columns}
            rows={teams}
            rowKey={({ id }) => id}
          />
        )}
        {mayWrite && <AddToTeam member={member} />}
      </Stack>
    </Section>
  )
}

function AddToTeam({ member }: { member: FoundMember }) {
  const join = useJoinTeam()
  const picker = useTeamOptions()
  const taken = new Set(member.teams.nodes.map(({ id }) => id))
  const options = picker.data.filter(({ value }) => !taken.has(value))

  async function add(id: string | null) {
    const team = options.find(({ value }) => value === id)
    if (!team) return
    picker.onSearchChange('')
    const { userErrors } = await join.mutateAsync({ id: team.value, membershipIds: [member.id] })
    if (userErrors.length === 0) toastDone(`${nameOf(member)} is in ${team.label}.`)
  }

  return (
    <Select
      label="Add to a team"
      maw={420}
      {...picker}
      data={options}
      value={null}
      onChange={(id) => void add(id).catch(() => undefined)}
      error={join.data?.userErrors.map(({ message }) => message).join('. ')}
    />
  )
}
