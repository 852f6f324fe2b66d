'use client'

import { graphql } from '~/data/generated'
import type { UserFilter, UserOrderField } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { PeopleDrawing } from '~/ui/feedback/drawings'
import { NewButton } from '~/ui/links'
import type { ListOrders } from '~/ui/lists/list-order'
import { ListPage } from '~/ui/lists/list-page'
import type { ListState } from '~/ui/lists/list-state'
import { menuColumn } from '~/ui/lists/row-menu'
import { useList } from '~/ui/lists/use-list'
import { useBulkActs } from '../bulk-acts/use-bulk-acts'
import { useUserActions } from './actions'
import { columns } from './columns'

const UserList = graphql(`
  query UserList($filter: UserFilter!, $orderBy: UserOrder, $page: PageInput!) {
    users(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...UserRow
      }
    }
    activeAdministrators: users(filter: { isSiteAdmin: true, isSuspended: false }, page: { size: 1 }) {
      totalCount
    }
  }
`)

const words = {
  administrator: { name: 'Role', yes: 'Administrator', no: 'No administrator' },
  suspended: { name: 'Access', yes: 'Suspended', no: 'Not suspended' },
}

const orders: ListOrders<UserOrderField> = {
  fields: { username: 'USERNAME', email: 'EMAIL', created: 'CREATED_AT' },
  own: 'username',
}

const filterOf = ({ search, flags: chosen }: ListState<keyof typeof words>): UserFilter => ({
  ...(search !== '' && { search }),
  ...(chosen.administrator !== undefined && { isSiteAdmin: chosen.administrator }),
  ...(chosen.suspended !== undefined && { isSuspended: chosen.suspended }),
})

export function Users() {
  const list = useList(UserList, {
    noun: 'user',
    name: 'users',
    words,
    orders,
    variables: (state) => ({ filter: filterOf(state) }),
    pick: (data) => data.users,
  })
  const mayWrite = useMay('USERS_WRITE')
  const actionsOf = useUserActions(list.data?.activeAdministrators.totalCount)
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf: ({ username }) => username,
    matching: { users: filterOf(list.state) },
    kinds: ['USER_SUSPENSION'],
    isAllowed: mayWrite,
  })
  return (
    <ListPage
      {...list}
      selection={selection}
      between={bar}
      newButton={mayWrite && <NewButton href={paths.userNew()}>New user</NewButton>}
      icon={PeopleDrawing}
      columns={[...columns, mayWrite && menuColumn(({ username }) => username, actionsOf, 1.5)]}
      failureTitle="Users could not be loaded"
      hint="Search for part of the user name or of the e-mail address, or remove a filter."
    >
      Users appear here after they are added.
    </ListPage>
  )
}
