import type { RegistryModuleFilter, RegistryModuleOrderField } from '~/data/generated/graphql'
import type { FlagWords } from '~/ui/flag-words'
import { type ListOrders } from '~/ui/list-order'
import type { ListState } from '~/ui/list-state'

const wordsOfOne = {
  published: { name: 'Publication', yes: 'Published', no: 'Not published' },
  verified: { name: 'Trust', yes: 'Trusted', no: 'Not trusted' },
}

/** The yes-or-no questions a list of modules can be narrowed by. */
const words = { shared: { name: 'Owner', yes: 'Shared with me', no: 'Mine' }, ...wordsOfOne }

type Flag = keyof typeof words

type ModuleListState = ListState<Flag>

/** Within one organization they are all shared, or none is. */
export const wordsIn = (organization: string | undefined): Record<Flag, FlagWords> =>
  (organization === undefined ? words : wordsOfOne) as Record<Flag, FlagWords>

/** Why nothing is shown for a state that narrows the list, and what to do about it. */
export function nothingOf({ search, flags: chosen, choices: values }: ModuleListState): {
  noMatch: string
  hint: string
} {
  const isOnly = (shared: boolean) =>
    search === '' && !values && chosen.shared === shared && Object.keys(chosen).length === 1
  if (isOnly(true))
    return {
      noMatch: 'No modules are shared with you',
      hint: 'Which organizations share their modules, and with whom, is decided by the administrators of this site.',
    }
  if (isOnly(false))
    return {
      noMatch: 'Your organizations have no modules yet',
      hint: 'Modules shared with you are in the full list.',
    }
  return {
    noMatch: 'No module matches',
    hint: 'Search for a name, an input, an output, a resource or words of the README, or remove a filter.',
  }
}

const orders: ListOrders<RegistryModuleOrderField> = {
  fields: { name: 'NAME', downloads: 'DOWNLOADS', updated: 'UPDATED_AT' },
  own: 'name',
}

/** What a search finds lies by relevance, by no column. */
export const ordersOf = (isSearch: boolean): ListOrders<RegistryModuleOrderField> =>
  isSearch ? { ...orders, own: 'relevance', ownLabel: 'Relevance' } : orders

const choices = { organization: 'Organization', provider: 'Provider' }

/** Within one organization its name is no choice. */
export const choicesIn = (organization: string | undefined): Readonly<Record<string, string>> =>
  organization === undefined ? choices : { provider: choices.provider }

/** What is asked of the API for a state; without an organization, for those of all that the viewer sees. */
export const filterOf = (
  { search, flags: chosen, choices: values }: ModuleListState,
  organization: string | undefined,
): RegistryModuleFilter => ({
  ...values,
  ...(organization !== undefined && { organization }),
  ...(search !== '' && { search }),
  ...chosen,
})
