import { graphql } from '~/data/generated'
import type { MemberRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { WithMonogram } from '~/ui/monogram'
import { Moment } from '~/ui/moment'
import { Dimmed, Small } from '~/ui/texts'
import { MemberBadge } from './member-badge'
import { nameOf } from './member-name'

export const MemberRow = graphql(`
  fragment MemberRow on OrganizationMembership {
    id
    status
    email
    createdAt
    user {
      username
    }
    teams(page: { size: 100 }) {
      nodes {
        id
        name
      }
      totalCount
    }
    ...MemberActionFacts
  }
`)

export const columns = (organization: string): readonly Column<MemberRowFragment>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 4.5,
    place: 'title',
    cell: (member) => (
      <WithMonogram of="person" name={nameOf(member)}>
        <NameLink href={paths.member(organization, member.id)}>{nameOf(member)}</NameLink>
        {member.user && <Small>{member.email}</Small>}
      </WithMonogram>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 2,
    place: 'below',
    cell: ({ status }) => <MemberBadge status={status} />,
  },
  { key: 'teams', header: 'Teams', width: 3.5, cell: ({ teams }) => <TeamNames teams={teams} /> },
  { key: 'since', header: 'Since', width: 2.6, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

const shown = 3

/** The first few by name; the page of the member has all. */
function TeamNames({ teams: { nodes, totalCount } }: Pick<MemberRowFragment, 'teams'>) {
  if (totalCount === 0) return <Dimmed>none</Dimmed>
  const names = nodes.slice(0, shown).map(({ name }) => name)
  return `${names.join(', ')}${totalCount > shown ? ` and ${totalCount - shown} more` : ''}`
}
