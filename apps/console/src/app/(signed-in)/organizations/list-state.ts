import type { SiteOrganizationFilter, SiteOrganizationOrderField } from '~/data/generated/graphql'
import type { ListOrders } from '~/ui/list-order'
import type { ListState } from '~/ui/list-state'

/** The yes-or-no questions a list of organizations can be narrowed by. */
export const words = {
  disabled: { name: 'Availability', yes: 'Disabled', no: 'Active' },
  sharing: { name: 'Modules', yes: 'Shares modules', no: 'Shares none' },
}

export const orders: ListOrders<SiteOrganizationOrderField> = {
  fields: { name: 'NAME', workspaces: 'WORKSPACES', created: 'CREATED_AT' },
  own: 'name',
}

export const filterOf = ({
  search,
  flags: chosen,
}: ListState<keyof typeof words>): SiteOrganizationFilter => ({
  ...(search !== '' && { search }),
  ...(chosen.disabled !== undefined && { isDisabled: chosen.disabled }),
  ...(chosen.sharing !== undefined && { isModuleProducer: chosen.sharing }),
})
