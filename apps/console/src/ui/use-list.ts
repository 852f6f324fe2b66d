'use client'

import { useSearchParams } from 'next/navigation'
import type { TypedDocumentString } from '../data/generated/graphql'
import { useQueryKeepingPrevious } from '../data/query'
import { request } from '../data/request'
import type { FetchPage } from './list-csv'
import { type ListOrders, orderBy } from './list-order'
import { useListPreferences } from './list-preferences-provider'
import { type FlagWords, inOrder, type ListState, readListState, shownAt, showPage } from './list-state'
import type { Connection, Noun } from './paged-list'

type PageNeeded = { page: { number?: number; size?: number } }

/** What the API calls the orders of the list that a document asks for. */
type FieldOf<Variables> = Variables extends { orderBy?: infer Order }
  ? NonNullable<Order> extends { field: infer Field extends string }
    ? Field
    : string
  : string

type Narrowing<Flag extends string, Field extends string> = {
  /** Names the list where pages of other sizes, columns and views can be chosen. */
  name?: string
  /** The yes-or-no questions the list can be narrowed by. */
  words?: Readonly<Record<Flag, FlagWords>>
  /** The values it can be narrowed by, and what each is called. */
  choices?: Readonly<Record<string, string>>
  /** What it can be sorted by. */
  orders?: ListOrders<Field> | undefined
  /** Begins the names in the address where there is more than one list on a page. */
  prefix?: string
  /** The name of the page in the address. */
  pageName?: string
}

type Asked<Variables> = Omit<Variables, 'page' | 'orderBy'>

type Question<Data, Variables, Row, Flag extends string> = Narrowing<Flag, FieldOf<Variables>> & {
  noun: Noun
  /** What is asked for, beside the page and the order; by the state where it can be narrowed. */
  variables?: Asked<Variables> | ((state: ListState<Flag>) => Asked<Variables>)
  pick: (data: Data) => Connection<Row> | null | undefined
  /** Rows a page, where they cannot be chosen. */
  size?: number
  enabled?: boolean
}

/** Asks for the page of a list that the address names; all that a `List` or a `PagedList` shows. */
export function useList<Data, Variables extends PageNeeded, Row, Flag extends string = never>(
  document: TypedDocumentString<Data, Variables>,
  { noun, variables, pick, size: fixed = 20, enabled = true, ...of }: Question<Data, Variables, Row, Flag>,
) {
  const { orders, name = '', prefix = '', pageName = `${prefix}page` } = of
  const narrowing = useListState({ ...of, pageName })
  const { state, onChange } = narrowing
  const size = name === '' ? fixed : narrowing.size
  const given = typeof variables === 'function' ? variables(state) : variables
  const asked = { ...given, ...(orders && { orderBy: orderBy(state, orders) }) }
  const variablesOf = (page: PageNeeded['page']) => ({ ...asked, page }) as unknown as Variables
  const list = useQueryKeepingPrevious(document, variablesOf({ number: state.page, size }), { enabled })
  const fetchPage: FetchPage<Row> = async (page) =>
    pick(await request(document, variablesOf(page))) ?? undefined
  return {
    ...narrowing,
    noun,
    size,
    list,
    data: list.data,
    found: (list.data && pick(list.data)) ?? undefined,
    fetchPage,
    onPage: (page: number) => showPage(page, pageName),
    ...(orders && {
      sorting: {
        orders,
        order: state.order,
        onOrder: (order: string | undefined) => onChange(inOrder(state, order)),
      },
    }),
  }
}

/** What a list shows, as the address says, and the way to show something else of it. */
function useListState<Flag extends string, Field extends string>({
  name = '',
  words = {} as Record<Flag, FlagWords>,
  choices = {},
  orders,
  prefix = '',
  pageName = `${prefix}page`,
}: Narrowing<Flag, Field>) {
  const params = useSearchParams()
  const { preferences } = useListPreferences()
  const flags = Object.keys(words) as Flag[]
  const names = Object.keys(choices)
  const nameOf = (each: string) => (each === 'page' ? pageName : prefix + each)
  const read = { get: (each: string) => params.get(nameOf(each)) }
  const state = readListState(read, { flags, choices: names }, orders)
  const onChange = shownAt<ListState<Flag>>((query) => {
    const next = new URLSearchParams(window.location.search)
    for (const each of [...flags, ...names, 'search', 'order', 'size', 'hide', 'page'])
      next.delete(nameOf(each))
    for (const [each, value] of Object.entries(query)) if (value) next.set(nameOf(each), value)
    return window.location.pathname + (next.size > 0 ? `?${next}` : '')
  })
  const size = state.size ?? preferences.size
  const hidden = state.hidden ?? preferences.hidden[name] ?? []
  return { state, onChange, words, choices, orders, name, size, hidden }
}
