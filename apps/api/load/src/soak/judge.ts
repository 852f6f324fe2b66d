import { connected } from '#api/adapters/database/connection.js'
import { figure, percentile, tableOf } from '../bench/report.js'
import type { Say } from '../server/program.js'
import { downloadKind, steady } from './readers.js'
import type { Request, Traffic } from '../server/traffic.js'

/** A promise, what was found of it, and each thing that breaks it. */
export interface Verdict {
  readonly promise: string
  readonly found: string
  readonly breaks: readonly string[]
}

export function judgeRequests(promise: string, told: readonly Request[]): Verdict {
  const breaks = told.flatMap(({ asked, fault, requestId }) =>
    fault === '' ? [] : [`${requestId}: ${asked.method ?? 'GET'} ${asked.path}: ${fault}`],
  )
  return { promise, found: `${breaks.length} of ${told.length} failed`, breaks }
}

/** Looks at each thing once more, as a traffic of its own. */
export async function judgeLooks({ looks }: Traffic, afterwards: Traffic): Promise<Verdict> {
  for (const look of looks.values()) await look(afterwards).catch(() => {})
  return judgeRequests('every write is there afterwards', afterwards.told)
}

export async function judgeAudit(databaseUrl: string, told: readonly Request[]): Promise<Verdict> {
  const { rows } = await connected({ connectionString: databaseUrl }, (client) =>
    client.query<{ id: string; action: string; count: number }>(
      'SELECT request_id AS id, action, count(*)::int AS count FROM audit_events GROUP BY request_id, action',
    ),
  )
  const counts = new Map(rows.map(({ id, action, count }) => [`${id} ${action}`, count]))
  const writes = told.filter(({ asked, fault }) => asked.action !== undefined && fault === '')
  const breaks = writes.flatMap(({ requestId, asked }) => {
    const count = counts.get(`${requestId} ${asked.action}`) ?? 0
    return count === 1 ? [] : [`${requestId} ${asked.action}: ${count} entries`]
  })
  const found = `${writes.length} writes, ${breaks.length} of them not`
  return { promise: 'every write is audited exactly once', found, breaks }
}

export async function judgeDownloads(told: readonly Request[], afterwards: Traffic): Promise<Verdict> {
  const breaks: string[] = []
  for (const address of steady) {
    const answered = told.filter(
      ({ asked, fault }) => asked.kind === downloadKind && asked.path.includes(address) && fault === '',
    )
    const path = `/v2/modules/${address}/downloads/summary`
    const { bytes } = await afterwards.ask({ kind: 'look', path, status: 200 })
    const { data } = JSON.parse(bytes.toString()) as { data: { attributes: { total: number } } }
    const { total } = data.attributes
    if (total !== answered.length) breaks.push(`${address}: ${total} counted, ${answered.length} answered`)
  }
  return { promise: 'every download is counted once', found: `${breaks.length} modules miscounted`, breaks }
}

/** How many breaks of one promise are told. */
const shown = 20

export function linesOf({ promise, found, breaks }: Verdict): string[] {
  const more = breaks.length - shown
  return [
    `${breaks.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}: ${found}`,
    ...breaks.slice(0, shown).map((each) => `          ${each}`),
    ...(more > 0 ? [`          and ${more} more`] : []),
  ]
}

/** Tells a row for each kind of request: how many, which failed, and how long those took that were answered. */
export function tellRequests(told: readonly Request[], tell: Say): void {
  const row = tableOf(['sent', 'failed', 'p50 ms', 'p95 ms', 'longest'], tell, '')
  const kinds = [...new Set(told.map(({ asked }) => asked.kind))].sort()
  for (const kind of [...kinds, 'all']) {
    const sent = kind === 'all' ? told : told.filter(({ asked }) => asked.kind === kind)
    const answered = sent.filter(({ fault }) => fault === '')
    const times = answered.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    const percentiles = [0.5, 0.95, 1].map((part) => figure(percentile(times, part), 0))
    row(kind, [`${sent.length}`, `${sent.length - answered.length}`, ...percentiles])
  }
}
