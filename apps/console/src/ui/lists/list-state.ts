import { isOrder, type ListOrders } from './list-order'

/** State of a list that can be searched, filtered and paged; all of it is in the address. */
export type ListState<Flag extends string = string> = {
  search: string
  /** A flag that is absent does not matter. */
  flags: Partial<Record<Flag, boolean>>
  /** Chosen values by filter, such as `{ provider: 'aws,gcp' }`, separated by commas; absent without any. */
  choices?: Readonly<Record<string, string>>
  /** Column that sorts the list, with `-` first for descending; absent for the default order. */
  order?: string
  /** Rows a page, and which columns are left out; absent where they are as this browser prefers. */
  size?: number
  hidden?: readonly string[]
  /** Number of the page, from 1. */
  page: number
}

/** Numbers of rows that a page may have. */
export const pageSizes: readonly number[] = [20, 50, 100]

export const emptyListState: ListState<never> = { search: '', flags: {}, page: 1 }

/** Filters of a list other than its search: yes-or-no filters, and names of values. */
export type Narrowings<Flag extends string> = {
  flags: readonly Flag[]
  choices?: readonly string[]
  /** Tells whether an address may contain this value; by default any. */
  isChoice?: ((name: string, value: string) => boolean) | undefined
}

/** Words of a yes-or-no filter: its name and its two answers. */
export type FlagWords = { name: string; yes: string; no: string }

/** Reads the state of a list from an address. What makes no sense there counts as absent. */
export function readListState<Flag extends string>(
  params: Pick<URLSearchParams, 'get'>,
  { flags, choices = [], isChoice = () => true }: Narrowings<Flag>,
  orders?: ListOrders,
): ListState<Flag> {
  const values = choices.flatMap((name) => {
    const value = params.get(name)?.trim()
    return value && isChoice(name, value) ? [[name, value] as const] : []
  })
  const chosen: ListState<Flag>['flags'] = {}
  for (const flag of flags) {
    const text = params.get(flag)
    if (text === 'true' || text === 'false') chosen[flag] = text === 'true'
  }
  const order = params.get('order') ?? ''
  const size = Number(params.get('size'))
  const hidden = params.get('hide') ?? ''
  return {
    search: (params.get('search') ?? '').trim(),
    flags: chosen,
    ...(values.length > 0 && { choices: Object.fromEntries(values) }),
    ...(orders && isOrder(order, orders) && { order }),
    ...(pageSizes.includes(size) && { size }),
    ...(/^[a-z][a-z,-]{0,199}$/.test(hidden) && { hidden: hidden.split(',') }),
    page: readPage(params),
  }
}

/** The number of the page in an address. */
function readPage(params: Pick<URLSearchParams, 'get'>): number {
  const page = params.get('page') ?? ''
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1
}

/** The query of the address that shows this state. */
export function queryOf({
  search,
  flags,
  choices,
  order,
  size,
  hidden,
  page,
}: ListState): Record<string, string | undefined> {
  const texts = Object.entries(flags).map(([flag, value]) => [flag, value?.toString()] as const)
  return {
    search,
    ...Object.fromEntries(texts),
    ...choices,
    order,
    size: size?.toString(),
    hide: hidden?.join(','),
    page: page === 1 ? undefined : String(page),
  }
}

/** The same as a text, without what is absent. */
export function queryTextOf(state: ListState): string {
  const given = Object.entries(queryOf(state)).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return new URLSearchParams(given).toString()
}

/** The same without the search and the filters, sorted and laid out as before. */
export function withoutFilters<Flag extends string>({
  search: _,
  flags: __,
  choices: ___,
  ...rest
}: ListState<Flag>): ListState<Flag> {
  return { ...rest, ...emptyListState }
}

/** Returns the state with another page size; the page keeps its first row. */
export function withSize<State extends ListState>(state: State, size: number, before: number): State {
  return { ...state, size, page: Math.floor(((state.page - 1) * before) / size) + 1 }
}

/** Sorted so, from the start. */
export function inOrder<State extends ListState>(state: State, order: string | undefined): State {
  const { order: _, ...rest } = state
  return { ...rest, ...(order !== undefined && { order }), page: 1 } as State
}

/** Returns the first page of the state with another value of a filter, or without it. */
export function withChoice<State extends ListState>(
  state: State,
  name: string,
  value: string | undefined,
): State {
  const { choices: { [name]: _, ...others } = {}, ...rest } = state
  const choices = { ...others, ...(value !== undefined && { [name]: value }) }
  return { ...rest, ...(Object.keys(choices).length > 0 && { choices }), page: 1 } as State
}

/** The chosen values of a filter, for one that takes several. */
export const valuesOf = ({ choices = {} }: Pick<ListState, 'choices'>, name: string): string[] =>
  choices[name]?.split(',').filter(Boolean) ?? []

/** Returns the first page of the state with a value of a filter added, or removed where it is chosen. */
export function toggled<State extends ListState>(state: State, name: string, value: string): State {
  const values = valuesOf(state, name)
  const others = values.filter((each) => each !== value)
  const next = others.length < values.length ? others : [...values, value]
  return withChoice(state, name, next.join(',') || undefined)
}

export const isFiltered = ({ search, flags, choices = {} }: ListState): boolean =>
  search !== '' || Object.keys(flags).length > 0 || Object.keys(choices).length > 0

/** Shows a state of a list by its address. While a text is typed, one entry in the history is enough. */
export const shownAt =
  <State extends ListState>(pathOf: (query: Record<string, string | undefined>) => string) =>
  (state: State, typing = false): void => {
    const path = pathOf(queryOf(state))
    if (typing) window.history.replaceState(null, '', path)
    else window.history.pushState(null, '', path)
  }
