'use client'

import { useRef, useState } from 'react'

export type Selection<Row> = {
  /** Selected rows: some of the visible ones, or those of all that match where they were fetched. */
  rows: readonly Row[]
  /** True if all that match are selected, on whatever page. */
  isAll: boolean
  /** Number of visible rows. */
  shown: number
  has: (id: string) => boolean
  /** `isRange` does the same with the rows between this one and the last that was set. */
  set: (id: string, isSelected: boolean, isRange?: boolean) => void
  setAll: (isSelected: boolean) => void
  /** Selects all that match, also on other pages; with their rows where something is said of each. */
  setMatching: (rows?: readonly Row[]) => void
  nameOf: (row: Row) => string
}

/** Selection in a list: some of its visible rows, or all that match `question`. */
export function useSelection<Row extends { id: string }>(
  shown: readonly Row[],
  question: string,
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [matching, setMatching] = useState<{ question: string; rows: readonly Row[] | undefined }>()
  const last = useRef<string>(undefined)
  const isAll = matching?.question === question
  const inSight = shown.filter(({ id }) => picked.has(id))
  const rows = isAll ? (matching.rows ?? shown) : inSight
  const ids = inSight.map(({ id }) => id)
  if (picked.size > ids.length) setPicked(new Set(ids))
  if (matching && !isAll) setMatching(undefined)
  const keep = (chosen: readonly string[]) => {
    setPicked(new Set(chosen))
    setMatching(undefined)
  }
  const selected = new Set(rows.map(({ id }) => id))
  return {
    rows,
    isAll,
    shown: shown.length,
    nameOf,
    has: (id) => selected.has(id),
    set: (id, isSelected, isRange = false) => {
      const all = shown.map((row) => row.id)
      const before = all.filter((each) => selected.has(each))
      keep(withRange(all, before, isRange ? (last.current ?? id) : id, id, isSelected))
      last.current = id
    },
    setAll: (isSelected) => keep(isSelected ? shown.map(({ id }) => id) : []),
    setMatching: (found) => {
      setPicked(new Set(shown.map(({ id }) => id)))
      setMatching({ question, rows: found })
    },
  }
}

/** Returns the selection after all rows from one to another were set, in the order of the list. */
export function withRange(
  all: readonly string[],
  before: readonly string[],
  from: string,
  to: string,
  isSelected: boolean,
): string[] {
  const [start, end] = [all.indexOf(from), all.indexOf(to)].sort((a, b) => a - b)
  // What the range begins with may be out of sight by now.
  const range = new Set(start === undefined || start < 0 ? [to] : all.slice(start, (end ?? start) + 1))
  return all.filter((id) => (range.has(id) ? isSelected : before.includes(id)))
}
