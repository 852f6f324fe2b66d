'use client'

import { useHydrated } from './hydrated'

const style = { dateStyle: 'medium', timeStyle: 'short' } as const

/** A moment in the reader's zone; the exact one in UTC is in its title. The server knows no zone, so it shows UTC. */
export function Moment({ at }: { at: string }) {
  const zone = useHydrated() ? {} : { timeZone: 'UTC' }
  const exact = `${at.replace('T', ' ').replace('Z', '')} UTC`
  return (
    <time dateTime={at} title={exact} suppressHydrationWarning>
      {new Intl.DateTimeFormat('en-GB', { ...style, ...zone }).format(new Date(at))}
    </time>
  )
}
