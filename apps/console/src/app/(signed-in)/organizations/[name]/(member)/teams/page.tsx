'use client'

import { IconUsersGroup } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { TeamOrderField, TeamRowFragment } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { NameLink, NewButton } from '~/ui/links'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { count } from '~/ui/plural'
import { menuColumn } from '~/ui/row-menu'
import { useListState } from '~/ui/use-list-state'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useTeamActions } from './actions'
import { RightsBadges } from './rights'
import { visibilityWords } from './visibility'

export const TeamRow = graphql(`
  fragment TeamRow on Team {
    id
    name
    visibility
    members(page: { size: 1 }) {
      totalCount
    }
    ...TeamRightsFacts
    ...TeamActionFacts
  }
`)

const TeamList = graphql(`
  query TeamList($name: String!, $search: String, $orderBy: TeamOrder, $page: PageInput!) {
    organization(name: $name) {
      teams(search: $search, orderBy: $orderBy, page: $page) {
        nodes {
          ...TeamRow
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
    }
  }
`)

const label = 'Teams'

const orders: ListOrders<TeamOrderField> = {
  fields: { name: 'NAME', members: 'MEMBERS' },
  own: 'name',
}

const columns = (organization: string): readonly Column<TeamRowFragment>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 4,
    place: 'title',
    cell: ({ id, name }) => <NameLink href={paths.team(organization, id)}>{name}</NameLink>,
  },
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
    cell: ({ visibility }) => visibilityWords[visibility].label,
  },
  { key: 'members', header: 'Members', width: 2, cell: ({ members }) => count(members.totalCount, 'member') },
]

/** The teams of the organization, and what each of them may do. */
export default function TeamsPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('TEAMS_WRITE')
  const narrowing = useListState({ name: 'teams', orders })
  const { state } = narrowing
  const list = useQueryKeepingPrevious(TeamList, {
    name,
    search: state.search,
    orderBy: orderBy(state, orders),
    page: { number: state.page, size: narrowing.size },
  })
  const found = list.data?.organization?.teams
  const actionsOf = useTeamActions()
  const newButton = mayWrite && <NewButton href={paths.teamNew(name)}>New team</NewButton>
  const shown = columns(name)

  return (
    <>
      <PageHeader title={label} tab={`${label} · ${name}`} actions={newButton} />
      <SearchedList
        searchLabel="Search teams"
        {...narrowing}
        label={label}
        columns={mayWrite ? [...shown, menuColumn((team) => team.name, actionsOf, 1.5)] : shown}
        list={list}
        found={found}
        expected={3}
        failureTitle="The teams could not be loaded"
        noMatch="No team matches"
        hint="Search for part of the name."
      >
        <Empty icon={IconUsersGroup} title="No teams yet" action={newButton}>
          A team gives its members rights.
        </Empty>
      </SearchedList>
    </>
  )
}
