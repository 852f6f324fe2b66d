import type {
  RegistryModuleFilter,
  RegistryModuleOrder,
  RegistryModuleOrderField,
} from '~/data/generated/graphql'
import type { FlagWords } from '~/ui/flag-words'
import { orderBy, type ListOrders } from '~/ui/list-order'
import type { ListState } from '~/ui/list-state'

const wordsOfOne = {
  published: { name: 'Publication', yes: 'Published', no: 'Not published' },
  verified: { name: 'Trust', yes: 'Verified', no: 'Not verified' },
}

/** The yes-or-no questions a list of modules can be narrowed by. */
const words = { shared: { name: 'Owner', yes: 'Shared with me', no: 'Mine' }, ...wordsOfOne }

type Flag = keyof typeof words

type ModuleListState = ListState<Flag>

/** Within one organization they are all shared, or none is. */
export const wordsIn = (organization: string | undefined): Record<Flag, FlagWords> =>
  (organization === undefined ? words : wordsOfOne) as Record<Flag, FlagWords>

/** Why nothing is shown for a state that narrows the list, and what to do about it. */
export function nothingOf({ search, flags: chosen }: ModuleListState): { noMatch: string; hint: string } {
  const isOnly = (shared: boolean) =>
    search === '' && chosen.shared === shared && Object.keys(chosen).length === 1
  if (isOnly(true))
    return {
      noMatch: 'No modules are shared with you',
      hint: 'Which organizations share their modules, and with whom, is decided by the administrators of this site.',
    }
  if (isOnly(false))
    return {
      noMatch: 'Your organizations have no modules yet',
      hint: 'What others share with you is in the whole list.',
    }
  return {
    noMatch: 'No module matches',
    hint: 'Look for a part of the name, of the provider or of the description, or drop a filter.',
  }
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
