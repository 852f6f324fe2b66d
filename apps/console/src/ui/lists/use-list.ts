'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import type { TypedDocumentString } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { request } from '~/data/request'
import { listFile } from '~/paths'
import type { FetchPage } from './every-row'
import { type ListOrders, orderBy } from './list-order'
import { useListPreferences } from './list-preferences-provider'
import { type FlagWords, inOrder, type ListState, readListState, shownAt, withSize } from './list-state'
import type { Noun } from './noun'
import type { Connection } from './paged-list'

type PageNeeded = { page: { number?: number; size?: number } }

/** Order of a list in the API, from the variables of its document. */
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
  /** Tells whether an address may contain this value. */
  isChoice?: (name: string, value: string) => boolean
  orders?: ListOrders<Field> | undefined
  /** Begins the names in the address where there is more than one list on a page. */
  prefix?: string
  pageName?: string
  /** True for a list with tall rows by default, which the viewer can turn into a table. */
  rows?: boolean
}

type Asked<Variables> = Omit<Variables, 'page' | 'orderBy'>

type Question<Data, Variables, Row, Flag extends string> = Narrowing<Flag, FieldOf<Variables>> & {
  noun: Noun
  /** Variables other than page and order; a function of the state for a list with filters. */
  variables?: Asked<Variables> | ((state: ListState<Flag>, layout: Layout) => Asked<Variables>)
  /** The list within what was found; its document names the rows alone, and `codegen.ts` asks for the rest. */
  pick: (data: Data) => Connection<Row> | null | undefined
  /** Rows a page, where they cannot be chosen. */
  size?: number
  /** Columns that are left out until they are chosen. */
  without?: readonly string[]
  enabled?: boolean
}

/** Layout of a list: its hidden columns, and whether it has tall rows. */
type Layout = { hidden: readonly string[]; tall: boolean }

/** Asks for the page of a list that the address names; all that a `List` or a `PagedList` shows. */
export function useList<Data, Variables extends PageNeeded, Row, Flag extends string = never>(
  document: TypedDocumentString<Data, Variables>,
  {
    noun,
    variables,
    pick,
    size: fixed = 20,
    without = [],
    enabled = true,
    ...of
  }: Question<Data, Variables, Row, Flag>,
) {
  const { orders, name = '', rows = false } = of
  const narrowing = useListState(of)
  const { state, asked, ask } = narrowing
  const layout = useLayout({ name, fixed, without, rows }, narrowing)
  const { size } = layout
  const given = typeof variables === 'function' ? variables(state, layout) : variables
  const wanted = { ...given, ...(orders && { orderBy: orderBy(state, orders) }) }
  const variablesOf = (page: PageNeeded['page']) => ({ ...wanted, page }) as unknown as Variables
  const list = useQueryKeepingPrevious(document, variablesOf({ number: state.page, size }), { enabled })
  const fetchPage: FetchPage<Row> = async (page) =>
    pick(await request(document, variablesOf(page))) ?? undefined
  return {
    ...narrowing,
    ...layout,
    name,
    noun,
    list,
    data: list.data,
    found: (list.data && pick(list.data)) ?? undefined,
    fetchPage,
    /** The address of the whole list as a file. */
    file: listFile(name, wanted),
    onPage: (page: number) => ask({ ...asked(), page }),
    ...(orders && {
      sorting: {
        orders,
        order: state.order,
        onOrder: (order: string | undefined) => ask(inOrder(asked(), order)),
      },
    }),
  }
}

/** The part of a list that is shown, as the address says, and the way to show another. */
export type ListView<Flag extends string> = {
  state: ListState<Flag>
  /** Returns the state requested last; the address, and with it the state, follows a little later. */
  asked: () => ListState<Flag>
  /** `typing` is true while a text grows, which should leave one history entry, not one a letter. */
  ask: (state: ListState<Flag>, typing?: boolean) => void
}

function useListState<Flag extends string, Field extends string>({
  words = {} as Record<Flag, FlagWords>,
  choices = {},
  isChoice,
  orders,
  prefix = '',
  pageName = `${prefix}page`,
}: Narrowing<Flag, Field>) {
  const params = useSearchParams()
  const flags = Object.keys(words) as Flag[]
  const names = Object.keys(choices)
  const nameOf = (each: string) => (each === 'page' ? pageName : prefix + each)
  const read = { get: (each: string) => params.get(nameOf(each)) }
  const state = readListState(read, { flags, choices: names, isChoice }, orders)
  const last = useRef(state)
  const shown = JSON.stringify(state)
  useEffect(() => {
    last.current = JSON.parse(shown) as ListState<Flag>
  }, [shown])
  const show = shownAt<ListState<Flag>>((query) => {
    const next = new URLSearchParams(window.location.search)
    for (const each of [...flags, ...names, 'search', 'order', 'size', 'hide', 'page'])
      next.delete(nameOf(each))
    for (const [each, value] of Object.entries(query)) if (value) next.set(nameOf(each), value)
    return window.location.pathname + (next.size > 0 ? `?${next}` : '')
  })
  const narrowed: ListView<Flag> = {
    state,
    asked: () => last.current,
    ask: (next, typing) => {
      last.current = next
      show(next, typing)
    },
  }
  return { ...narrowed, words, choices }
}

/** The size of pages and the columns that are left out. Where a list has a name both can be chosen: this browser keeps them. */
function useLayout<Flag extends string>(
  { name, fixed, without, rows }: { name: string; fixed: number; without: readonly string[]; rows: boolean },
  { state, asked, ask }: ListView<Flag>,
) {
  const { preferences, keep } = useListPreferences()
  if (name === '') return { size: fixed, hidden: [], tall: false }
  const size = state.size ?? preferences.size
  const tables = preferences.tables.filter((each) => each !== name)
  return {
    size,
    hidden: state.hidden ?? preferences.hidden[name] ?? without,
    onSize: (wanted: number) => {
      keep({ size: wanted })
      ask(withSize(asked(), wanted, size))
    },
    onHide: (keys: readonly string[]) => {
      keep({ hidden: { ...preferences.hidden, [name]: keys } })
      ask({ ...asked(), hidden: keys })
    },
    tall: rows && !preferences.tables.includes(name),
    ...(rows && { onTall: (tall: boolean) => keep({ tables: tall ? tables : [...tables, name] }) }),
  }
}
