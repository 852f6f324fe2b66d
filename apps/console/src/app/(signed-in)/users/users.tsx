'use client'

import { IconPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { UserRowFragment } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/link-button'
import { orderBy } from '~/ui/list-order'
import { readListState, shownAt } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { menuColumn } from '~/ui/row-menu'
import { useUserActions } from './actions'
import { columns } from './columns'
import { filterOf, flags, orders, words, type UserListState } from './list-state'

const UserList = graphql(`
  query UserList($filter: UserFilter!, $orderBy: UserOrder, $page: PageInput!) {
    users(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...UserRow
      }
      pageInfo {
        number
        size
        totalPages
      }
      totalCount
    }
    activeAdministrators: users(filter: { isSiteAdmin: true, isSuspended: false }, page: { size: 1 }) {
      totalCount
    }
  }
`)

const label = 'Users'

const show = shownAt<UserListState>(paths.users)

export function Users() {
  const state = readListState(useSearchParams(), flags, orders)
  const list = useQuery({
    ...query('users', UserList, {
      filter: filterOf(state),
      orderBy: orderBy(state, orders),
      page: { number: state.page, size: 20 },
    }),
    placeholderData: keepPreviousData,
  })
  const mayWrite = useMay('USERS_WRITE')
  const shown = useColumns(mayWrite, list.data?.activeAdministrators.totalCount)

  return (
    <>
      <PageHeader title={label} actions={mayWrite && <NewButton />} />
      <SearchedList
        searchLabel="Search users"
        words={words}
        orders={orders}
        state={state}
        onChange={show}
        label={label}
        columns={shown}
        list={list}
        found={list.data?.users}
        failureTitle="Users could not be loaded"
        noMatch="No user matches"
        hint="Look for a part of the user name or of the e-mail address, or drop a filter."
      >
        <Empty icon={<IconUsers size={28} stroke={1.5} />} title="No users yet">
          All who sign in here are users, so this should not be.
        </Empty>
      </SearchedList>
    </>
  )
}

const NewButton = () => (
  <LinkButton href={paths.userNew()} leftSection={<IconPlus size={16} />}>
    New user
  </LinkButton>
)

/** The columns, and for those who may change something the menu of each row. */
function useColumns(
  mayWrite: boolean,
  activeAdministrators: number | undefined,
): readonly Column<UserRowFragment>[] {
  const actionsOf = useUserActions(activeAdministrators)
  if (!mayWrite) return columns
  return [...columns, menuColumn(({ username }) => username, actionsOf, 1.5)]
}
