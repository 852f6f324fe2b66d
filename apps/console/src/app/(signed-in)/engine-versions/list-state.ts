import type { EngineVersionFilter, EngineVersionOrderField } from '~/data/generated/graphql'
import type { ListOrders } from '~/ui/list-order'
import type { ListState } from '~/ui/list-state'

/** The yes-or-no questions a list of engine versions can be narrowed by. */
export const words = {
  enabled: { name: 'Availability', yes: 'Enabled', no: 'Disabled' },
  official: { name: 'Origin', yes: 'Official', no: 'Not official' },
  beta: { name: 'Maturity', yes: 'Beta', no: 'Not beta' },
  deprecated: { name: 'Life', yes: 'Deprecated', no: 'Not deprecated' },
  used: { name: 'Use', yes: 'In use', no: 'Unused' },
}

export const orders: ListOrders<EngineVersionOrderField> = {
  fields: { version: 'VERSION', usage: 'USAGE', created: 'CREATED_AT' },
  own: '-version',
}

export const filterOf = ({ search, flags: chosen }: ListState<keyof typeof words>): EngineVersionFilter => ({
  ...(search !== '' && { search }),
  ...chosen,
})
