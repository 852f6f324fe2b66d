import { Badge, Group } from '@mantine/core'
import type { UserDetailQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { DataTable, type Column } from '~/ui/data-table'
import { NameLink, TextLink } from '~/ui/links'
import { ListSection } from '~/ui/section'
import { Dimmed, Note } from '~/ui/texts'

type Found = NonNullable<NonNullable<UserDetailQuery['user']>['organizations']>
type Organization = Found['nodes'][number]

const columns: readonly Column<Organization>[] = [
  {
    key: 'organization',
    header: 'Organization',
    width: 4,
    place: 'title',
    cell: ({ name, isDisabled }) => (
      <Group gap={8}>
        <NameLink href={paths.organization(name)}>{name}</NameLink>
        {isDisabled && <Badge color="red">Disabled</Badge>}
      </Group>
    ),
  },
  { key: 'role', header: 'Role', width: 2, cell: ({ isOwner }) => (isOwner ? 'Owner' : 'Member') },
  { key: 'teams', header: 'Teams', width: 5, cell: (organization) => <Teams of={organization} /> },
]

/** The organizations of a user, and the teams there. */
export const OrganizationsOf = ({ found: { nodes, totalCount } }: { found: Found }) => (
  <ListSection title="Organizations" about={totalCount === 0 && <Note mt="xs">Not a member of any.</Note>}>
    {nodes.length > 0 && (
      <DataTable label="Organizations" columns={columns} rows={nodes} rowKey={({ id }) => id} />
    )}
    {totalCount > nodes.length && (
      <Note px="md" py="sm">
        And {(totalCount - nodes.length).toLocaleString('en')} more.
      </Note>
    )}
  </ListSection>
)

function Teams({ of: { name, teams } }: { of: Organization }) {
  if (teams.totalCount === 0) return <Dimmed>–</Dimmed>
  return (
    <Group gap={8}>
      {teams.nodes.map((team) => (
        <TextLink key={team.id} href={paths.team(name, team.id)}>
          {team.name}
        </TextLink>
      ))}
      {teams.totalCount > teams.nodes.length && (
        <Dimmed>and {teams.totalCount - teams.nodes.length} more</Dimmed>
      )}
    </Group>
  )
}
