import type { SiteOrganizationFilter, SiteOrganizationOrderField } from '~/data/generated/graphql'
import type { FlagWords } from '~/ui/flag-words'
import type { ListOrders } from '~/ui/list-order'
import type { ListState } from '~/ui/list-state'

/** The yes-or-no questions a list of organizations can be narrowed by. */
export const flags = ['disabled', 'sharing'] as const

type Flag = (typeof flags)[number]

export type OrganizationListState = ListState<Flag>

export const words: Record<Flag, FlagWords> = {
  disabled: { name: 'Availability', yes: 'Disabled', no: 'Active' },
  sharing: { name: 'Modules', yes: 'Shares modules', no: 'Shares none' },
}

export const orders: ListOrders<SiteOrganizationOrderField> = {
  fields: { name: 'NAME', workspaces: 'WORKSPACES', created: 'CREATED_AT' },
  own: 'name',
}

export const filterOf = ({ search, flags: chosen }: OrganizationListState): SiteOrganizationFilter => ({
  ...(search !== '' && { search }),
  ...(chosen.disabled !== undefined && { isDisabled: chosen.disabled }),
  ...(chosen.sharing !== undefined && { isModuleProducer: chosen.sharing }),
})
