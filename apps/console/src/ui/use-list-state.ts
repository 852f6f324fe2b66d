'use client'

import { useSearchParams } from 'next/navigation'
import type { FlagWords } from './flag-words'
import type { ListOrders } from './list-order'
import { readListState, shownAt, type ListState } from './list-state'

type Narrowing<Flag extends string> = {
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
  words = {} as Record<Flag, FlagWords>,
  choices = {},
  orders,
  prefix = '',
}: Narrowing<Flag> = {}) {
  const params = useSearchParams()
  const flags = Object.keys(words) as Flag[]
  const names = Object.keys(choices)
  const read = { get: (name: string) => params.get(prefix + name) }
  const state = readListState(read, { flags, choices: names }, orders)
  const onChange = shownAt<ListState<Flag>>((query) => {
    const next = new URLSearchParams(window.location.search)
    for (const name of [...flags, ...names, 'search', 'order', 'page']) next.delete(prefix + name)
    for (const [name, value] of Object.entries(query)) if (value) next.set(prefix + name, value)
    return window.location.pathname + (next.size > 0 ? `?${next}` : '')
  })
  return { state, onChange, words, choices, orders }
}
