import type { EngineVersionFilter } from '../../../data/generated/graphql'

/** The yes-or-no questions a list of engine versions can be narrowed by. */
export const flags = ['enabled', 'official', 'beta', 'deprecated', 'used'] as const
export type Flag = (typeof flags)[number]

/** What is shown of the list; all of it is in the address. */
export type ListState = {
  search: string
  /** A flag that is absent does not matter. */
  flags: Partial<Record<Flag, boolean>>
  /** From 1. */
  page: number
}

/** Reads the state from an address. What makes no sense there counts as absent. */
export function readListState(params: Pick<URLSearchParams, 'get'>): ListState {
  const chosen: ListState['flags'] = {}
  for (const flag of flags) {
    const text = params.get(flag)
    if (text === 'true' || text === 'false') chosen[flag] = text === 'true'
  }
  const page = params.get('page') ?? ''
  return {
    search: (params.get('search') ?? '').trim(),
    flags: chosen,
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

/** The query of the address that shows this state. */
export function queryOf({ search, flags: chosen, page }: ListState): Record<string, string | undefined> {
  const texts = flags.map((flag) => [flag, chosen[flag]?.toString()] as const)
  return { search, ...Object.fromEntries(texts), page: page === 1 ? undefined : String(page) }
}

export const filterOf = ({ search, flags: chosen }: ListState): EngineVersionFilter => ({
  ...(search !== '' && { search }),
  ...chosen,
})

export const isFiltered = ({ search, flags: chosen }: ListState): boolean =>
  search !== '' || Object.keys(chosen).length > 0
