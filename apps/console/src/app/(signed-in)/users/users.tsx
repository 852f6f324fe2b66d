'use client'

import { IconUsers } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { UserRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { NewButton } from '~/ui/links'
import { orderBy } from '~/ui/list-order'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { menuColumn } from '~/ui/row-menu'
import { useListQuery } from '~/ui/use-list-query'
import { useListState } from '~/ui/use-list-state'
import { useUserActions } from './actions'
import { columns } from './columns'
import { filterOf, orders, words } from './list-state'

const UserList = graphql(`
  query UserList($filter: UserFilter!, $orderBy: UserOrder, $page: PageInput!) {
    users(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...UserRow
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
    activeAdministrators: users(filter: { isSiteAdmin: true, isSuspended: false }, page: { size: 1 }) {
      totalCount
    }
  }
`)

const label = 'Users'

export function Users() {
  const narrowing = useListState({ name: 'users', words, orders })
  const { state } = narrowing
  const listed = useListQuery(
    UserList,
    { filter: filterOf(state), orderBy: orderBy(state, orders) },
    narrowing,
    (data) => data.users,
  )
  const mayWrite = useMay('USERS_WRITE')
  const shown = useColumns(mayWrite, listed.list.data?.activeAdministrators.totalCount)

  return (
    <>
      <PageHeader
        title={label}
        actions={mayWrite && <NewButton href={paths.userNew()}>New user</NewButton>}
      />
      <SearchedList
        searchLabel="Search users"
        {...narrowing}
        label={label}
        columns={shown}
        {...listed}
        failureTitle="Users could not be loaded"
        noMatch="No user matches"
        hint="Search for part of the user name or of the e-mail address, or remove a filter."
      >
        <Empty icon={IconUsers} title="No users yet">
          Users appear here after they are added.
        </Empty>
      </SearchedList>
    </>
  )
}

/** The columns, and for those who may change something the menu of each row. */
function useColumns(
  mayWrite: boolean,
  activeAdministrators: number | undefined,
): readonly Column<UserRowFragment>[] {
  const actionsOf = useUserActions(activeAdministrators)
  if (!mayWrite) return columns
  return [...columns, menuColumn(({ username }) => username, actionsOf, 1.5)]
}
