import type { UserFilter, UserOrderField } from '~/data/generated/graphql'
import type { ListOrders } from '~/ui/list-order'
import type { ListState } from '~/ui/list-state'

/** The yes-or-no questions a list of users can be narrowed by. */
export const words = {
  administrator: { name: 'Role', yes: 'Administrator', no: 'No administrator' },
  suspended: { name: 'Access', yes: 'Suspended', no: 'Not suspended' },
}

export const orders: ListOrders<UserOrderField> = {
  fields: { username: 'USERNAME', email: 'EMAIL', created: 'CREATED_AT' },
  own: 'username',
}

export const filterOf = ({ search, flags: chosen }: ListState<keyof typeof words>): UserFilter => ({
  ...(search !== '' && { search }),
  ...(chosen.administrator !== undefined && { isSiteAdmin: chosen.administrator }),
  ...(chosen.suspended !== undefined && { isSuspended: chosen.suspended }),
})
