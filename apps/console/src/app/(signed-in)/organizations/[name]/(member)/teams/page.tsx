'use client'

import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { TeamListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { PeopleDrawing } from '~/ui/feedback/drawings'
import { nameColumn, NewButton } from '~/ui/links'
import { ListPage } from '~/ui/lists/list-page'
import { menuColumn } from '~/ui/lists/row-menu'
import { useList } from '~/ui/lists/use-list'
import { useTeamActions } from './actions'
import { RightsBadges, visibilityWords } from './rights'

const TeamList = graphql(`
  query TeamList($name: String!, $search: String, $orderBy: TeamOrder, $page: PageInput!) {
    organization(name: $name) {
      teams(search: $search, orderBy: $orderBy, page: $page) {
        nodes {
          visibility
          ...TeamRightsFacts
          ...TeamActionFacts
        }
      }
    }
  }
`)

type Row = NonNullable<TeamListQuery['organization']>['teams']['nodes'][number]

const columns = (organization: string): readonly Column<Row>[] => [
  nameColumn('Name', 4, ({ id }) => paths.team(organization, id)),
  {
    key: 'rights',
    header: 'Rights',
    width: 4.5,
    place: 'below',
    cell: (team) => <RightsBadges team={team} />,
  },
  {
    key: 'visibility',
    header: 'Visibility',
    width: 2.6,
    place: 'below',
    cell: ({ visibility }) => visibilityWords[visibility].label,
  },
  numberColumn('members', 'Members', 2, ({ members }) => members.totalCount),
]

export default function TeamsPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('TEAMS_WRITE')
  const list = useList(TeamList, {
    noun: 'team',
    name: 'teams',
    orders: { fields: { name: 'NAME', members: 'MEMBERS' }, own: 'name' },
    variables: ({ search }) => ({ name, search }),
    pick: (data) => data.organization?.teams,
  })
  const actionsOf = useTeamActions()
  return (
    <ListPage
      {...list}
      within={name}
      newButton={mayWrite && <NewButton href={paths.teamNew(name)}>New team</NewButton>}
      icon={PeopleDrawing}
      download={false}
      columns={[...columns(name), mayWrite && menuColumn((team) => team.name, actionsOf, 1.5)]}
      expected={3}
      hint="Search for part of the name."
    >
      A team gives its members rights.
    </ListPage>
  )
}
