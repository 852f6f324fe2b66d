import { percentile } from '../bench/client.js'
import type { Verdict } from './judge.js'
import type { Request } from './traffic.js'

/** How many breaks of one promise are told. */
const shown = 20

/** A row for each kind of request: how many, which failed, and how long those took that were answered. */
export function tableOf(told: readonly Request[]): string[] {
  const kinds = [...new Set(told.map(({ asked }) => asked.kind))].sort()
  return [
    line(['request', 'sent', 'failed', 'p50 ms', 'p95 ms', 'longest']),
    ...kinds.map((kind) =>
      rowOf(
        kind,
        told.filter(({ asked }) => asked.kind === kind),
      ),
    ),
    rowOf('all', told),
  ]
}

function rowOf(kind: string, told: readonly Request[]): string {
  const answered = told.filter(({ fault }) => fault === '')
  const times = answered.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const ms = (part: number): string => (times.length === 0 ? '' : percentile(times, part).toFixed(0))
  return line([kind, `${told.length}`, `${told.length - answered.length}`, ms(0.5), ms(0.95), ms(1)])
}

const line = ([first = '', ...others]: readonly string[]): string =>
  first.padEnd(28) + others.map((cell) => cell.padStart(9)).join('')

export function linesOf({ promise, found, breaks }: Verdict): string[] {
  const more = breaks.length - shown
  return [
    `${breaks.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}: ${found}`,
    ...breaks.slice(0, shown).map((each) => `          ${each}`),
    ...(more > 0 ? [`          and ${more} more`] : []),
  ]
}
