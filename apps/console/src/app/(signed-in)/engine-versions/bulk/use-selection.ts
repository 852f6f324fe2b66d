'use client'

import { useState } from 'react'

export type Selection<Row> = {
  /** Those that are selected, of the rows in sight. */
  rows: readonly Row[]
  /** How many are in sight. */
  shown: number
  has: (id: string) => boolean
  set: (id: string, isSelected: boolean) => void
  setAll: (isSelected: boolean) => void
}

/** Which rows of a page are selected. What goes out of sight is not selected any more. */
export function useSelection<Row extends { id: string }>(shown: readonly Row[]): Selection<Row> {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const rows = shown.filter(({ id }) => picked.has(id))
  const keep = (ids: readonly string[]) => setPicked(new Set(ids))
  const ids = rows.map(({ id }) => id)
  if (picked.size > ids.length) keep(ids)
  return {
    rows,
    shown: shown.length,
    has: (id) => picked.has(id),
    set: (id, isSelected) => keep(isSelected ? [...ids, id] : ids.filter((each) => each !== id)),
    setAll: (isSelected) => keep(isSelected ? shown.map(({ id }) => id) : []),
  }
}
