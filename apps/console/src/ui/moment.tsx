'use client'

import { useState } from 'react'
import type { Column } from './lists/data-table'
import { useHydrated } from './hydrated'
import { useListPreferences } from './lists/list-preferences-provider'
import { relativeText } from './text'
import { Nothing } from './texts'

const styles = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  exact: { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
  shortDay: { day: 'numeric', month: 'short', timeZone: 'UTC' },
} as const

const written = (at: string, style: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', style).format(new Date(at))

/** `26 Nov 2026`: the day of a moment in UTC, or a day that the API tells as `2026-11-26`. */
export const dayText = (at: string): string => written(at, styles.day)

/** `26 Nov`, where the year goes without saying: on the axis of a chart. */
export const shortDayText = (at: string): string => written(at, styles.shortDay)

const exactly = (at: string): string => `${written(at, styles.exact)} UTC`

/** A moment in the reader's zone; the exact one in UTC is in its title. The server knows no zone, so it shows UTC. */
export function Moment({ at }: { at: string | null }) {
  const zone = useHydrated() ? {} : { timeZone: 'UTC' }
  if (at === null) return <Nothing />
  return (
    <time dateTime={at} title={exactly(at)} suppressHydrationWarning>
      {written(at, { ...styles.moment, ...zone })}
    </time>
  )
}

/** Distance of a moment when it came in sight; its title has the exact time. */
export function Ago({ at }: { at: string }) {
  const [now] = useState(() => new Date())
  return (
    <time dateTime={at} title={exactly(at)} suppressHydrationWarning>
      {relativeText(new Date(at), now)}
    </time>
  )
}

/** A moment in a list: how far away it is, or when it is for those who chose that. */
export function ListMoment({ at }: { at: string | null | undefined }) {
  const { times } = useListPreferences().preferences
  if (at === null || at === undefined) return <Nothing />
  return times === 'exact' ? <Moment at={at} /> : <Ago at={at} />
}

/** A column of moments, such as when each row was made. */
export const momentColumn = <Row,>(
  key: string,
  header: string,
  width: number,
  atOf: (row: Row) => string | null | undefined,
  place?: Column<Row>['place'],
): Column<Row> => ({
  key,
  header,
  width,
  ...(place && { place }),
  cell: (row) => <ListMoment at={atOf(row)} />,
})
