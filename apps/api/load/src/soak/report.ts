import { percentile } from '../bench/client.js'
import type { Window } from './disturb.js'
import { windowOf, type Verdict } from './judge.js'
import type { Request } from './traffic.js'

/** How many breaks of one promise are told. */
const shown = 20

/** A row for each kind of request: how many, which failed when, and how long those took that were answered. */
export function tableOf(told: readonly Request[], windows: readonly Window[]): string[] {
  const kinds = [...new Set(told.map(({ asked }) => asked.kind))].sort()
  const rows = kinds.map((kind) =>
    rowOf(
      kind,
      told.filter(({ asked }) => asked.kind === kind),
      windows,
    ),
  )
  return [
    line(['', 'sent', 'answered', 'failed at', 'failed while', 'failed', 'p50', 'p95', 'longest']),
    line(['request', '', '', 'a SIGKILL', 'no PostgreSQL', 'else', 'ms', 'ms', 'ms']),
    ...rows,
    rowOf('all', told, windows),
  ]
}

function rowOf(kind: string, told: readonly Request[], windows: readonly Window[]): string {
  const failed = told.filter(({ fault }) => fault !== '')
  const during = failed.map((each) => windowOf(windows, each)?.what)
  const count = (what: Window['what'] | undefined) => during.filter((each) => each === what).length
  const answered = told.filter(({ fault }) => fault === '')
  const times = answered.map(({ begunAt, endedAt }) => endedAt - begunAt).sort((a, b) => a - b)
  const ms = (part: number): string => (times.length === 0 ? '' : percentile(times, part).toFixed(0))
  const numbers = [told.length, answered.length, count('SIGKILL'), count('PostgreSQL'), count(undefined)]
  return line([kind, ...numbers.map(String), ms(0.5), ms(0.95), ms(1)])
}

const widths = [28, 8, 10, 11, 15, 8, 6, 6, 9]

function line(cells: readonly string[]): string {
  const [first = '', ...others] = cells
  return first.padEnd(widths[0] ?? 0) + others.map((cell, n) => cell.padStart(widths[n + 1] ?? 0)).join('')
}

export function linesOf({ promise, found, breaks }: Verdict): string[] {
  const more = breaks.length - shown
  return [
    `${breaks.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}: ${found}`,
    ...breaks.slice(0, shown).map((each) => `          ${each}`),
    ...(more > 0 ? [`          and ${more} more`] : []),
  ]
}
