'use client'

import { useState } from 'react'
import type { Column } from './data-table'
import { useHydrated } from './hydrated'
import { agoText } from './text'

const style = { dateStyle: 'medium', timeStyle: 'short' } as const

const exactly = (at: string): string => `${at.replace('T', ' ').replace('Z', '')} UTC`

/** A moment in the reader's zone; the exact one in UTC is in its title. The server knows no zone, so it shows UTC. */
export function Moment({ at }: { at: string }) {
  const zone = useHydrated() ? {} : { timeZone: 'UTC' }
  return (
    <time dateTime={at} title={exactly(at)} suppressHydrationWarning>
      {new Intl.DateTimeFormat('en-GB', { ...style, ...zone }).format(new Date(at))}
    </time>
  )
}

/** How long ago a moment was when it came in sight; the exact one is in its title. */
export function Ago({ at }: { at: string }) {
  const [now] = useState(() => new Date())
  return (
    <time dateTime={at} title={exactly(at)} suppressHydrationWarning>
      {agoText(new Date(at), now)}
    </time>
  )
}

/** A column of moments, such as when each row was made. */
export const momentColumn = <Row,>(
  key: string,
  header: string,
  width: number,
  atOf: (row: Row) => string,
): Column<Row> => ({ key, header, width, cell: (row) => <Moment at={atOf(row)} />, text: atOf })
