'use client'

import { useSearchParams } from 'next/navigation'
import type { FlagWords } from './flag-words'
import type { ListOrders } from './list-order'
import { useListPreferences } from './list-preferences-provider'
import { readListState, shownAt, type ListState } from './list-state'

type Narrowing<Flag extends string> = {
  /** Names the list where pages of other sizes, columns and views can be chosen. */
  name?: string
  /** The yes-or-no questions the list can be narrowed by. */
  words?: Readonly<Record<Flag, FlagWords>>
  /** The values it can be narrowed by, and what each is called. */
  choices?: Readonly<Record<string, string>>
  /** What it can be sorted by. */
  orders?: ListOrders
  /** Begins the names in the address where there is more than one list on a page. */
  prefix?: string
}

/** What a list shows, as the address says, and the way to show something else of it; all that a `SearchedList` needs. */
export function useListState<Flag extends string = never>({
  name = '',
  words = {} as Record<Flag, FlagWords>,
  choices = {},
  orders,
  prefix = '',
}: Narrowing<Flag> = {}) {
  const params = useSearchParams()
  const { preferences } = useListPreferences()
  const flags = Object.keys(words) as Flag[]
  const names = Object.keys(choices)
  const read = { get: (each: string) => params.get(prefix + each) }
  const state = readListState(read, { flags, choices: names }, orders)
  const onChange = shownAt<ListState<Flag>>((query) => {
    const next = new URLSearchParams(window.location.search)
    for (const each of [...flags, ...names, 'search', 'order', 'size', 'hide', 'page'])
      next.delete(prefix + each)
    for (const [each, value] of Object.entries(query)) if (value) next.set(prefix + each, value)
    return window.location.pathname + (next.size > 0 ? `?${next}` : '')
  })
  const size = state.size ?? preferences.size
  const hidden = state.hidden ?? preferences.hidden[name] ?? []
  return { state, onChange, words, choices, orders, name, size, hidden }
}
