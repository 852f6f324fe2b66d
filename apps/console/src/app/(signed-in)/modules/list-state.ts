import type {
  RegistryModuleFilter,
  RegistryModuleOrder,
  RegistryModuleOrderField,
} from '../../../data/generated/graphql'
import type { FlagWords } from '../../../ui/filter-bar'
import { orderBy, type ListOrders } from '../../../ui/list-order'
import type { ListState } from '../../../ui/list-state'

/** The yes-or-no questions a list of modules can be narrowed by. */
export const flags = ['published', 'verified'] as const

type Flag = (typeof flags)[number]

export type ModuleListState = ListState<Flag>

export const words: Record<Flag, FlagWords> = {
  published: { name: 'Publication', yes: 'Published', no: 'Not published' },
  verified: { name: 'Trust', yes: 'Verified', no: 'Not verified' },
}

export const orders: ListOrders<RegistryModuleOrderField> = {
  fields: { name: 'NAME', downloads: 'DOWNLOADS', updated: 'UPDATED_AT' },
  own: 'name',
}

/** What is asked of the API for a state; without an organization, for those of all that the viewer sees. */
export const questionOf = (
  { search, flags: chosen, ...rest }: ModuleListState,
  organization: string | undefined,
): { filter: RegistryModuleFilter; orderBy: RegistryModuleOrder | null } => ({
  filter: {
    ...(organization !== undefined && { organization }),
    ...(search !== '' && { search }),
    ...chosen,
  },
  orderBy: orderBy(rest, orders),
})
