import type { RegistryModuleFilter, RegistryModuleOrder } from '../../../data/generated/graphql'
import type { FlagWords } from '../../../ui/filter-bar'
import type { ListState } from '../../../ui/list-state'

/** The yes-or-no questions a list of modules can be narrowed by. */
export const flags = ['published', 'verified'] as const

type Flag = (typeof flags)[number]

export type ModuleListState = ListState<Flag>

export const words: Record<Flag, FlagWords> = {
  published: { name: 'Publication', yes: 'Published', no: 'Not published' },
  verified: { name: 'Trust', yes: 'Verified', no: 'Not verified' },
}

const orders = { name: 'By name', updated: 'Last changed', downloads: 'Most downloads' } as const

export const orderWords: Readonly<Record<string, string>> = orders

const orderOf: Readonly<Record<string, RegistryModuleOrder>> = {
  name: 'NAME',
  updated: 'UPDATED',
  downloads: 'DOWNLOADS',
}

/** What is asked of the API for a state; without an organization, for those of all that the viewer sees. */
export const questionOf = (
  { search, flags: chosen, order }: ModuleListState,
  organization: string | undefined,
): { filter: RegistryModuleFilter; order: RegistryModuleOrder } => ({
  filter: {
    ...(organization !== undefined && { organization }),
    ...(search !== '' && { search }),
    ...chosen,
  },
  order: orderOf[order ?? 'name'] ?? 'NAME',
})
