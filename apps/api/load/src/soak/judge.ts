import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import type { Window } from './disturb.js'
import type { Ledger, Write } from './ledger.js'
import { downloadKind, steady } from './readers.js'
import type { Request, Traffic } from './traffic.js'

/** A promise, what was found of it, and each thing that breaks it. */
export interface Verdict {
  readonly promise: string
  readonly found: string
  readonly breaks: readonly string[]
}

/** What a kill may lose, in milliseconds. */
const lost = 1000

/** In which disturbance a request was under way; undefined where in none that may fail it. */
export function windowOf(windows: readonly Window[], { begunAt, endedAt }: Request): Window | undefined {
  return windows.find(({ from, to }) => begunAt <= to && endedAt >= from)
}

/** Outside the moments of a kill, or of PostgreSQL's absence, every request is answered as it is to be. */
export function judgeRequests(told: readonly Request[], windows: readonly Window[]): Verdict {
  const failed = told.filter(({ fault }) => fault !== '')
  const breaks = failed.filter((each) => !windowOf(windows, each))
  const [first] = told
  return {
    promise: 'no request fails but when a process is killed or PostgreSQL is away',
    found: `${failed.length} of ${told.length} failed, ${breaks.length} of these at no such moment`,
    breaks: breaks.map(({ asked, fault, begunAt, requestId }) => {
      const at = `${((begunAt - (first?.begunAt ?? 0)) / 1000).toFixed(2)} s`
      return `${requestId} at ${at}: ${asked.method ?? 'GET'} ${asked.path}: ${fault}`
    }),
  }
}

/** Every acknowledged write is there, and an unknown one is one or the other. */
export async function judgeThings(traffic: Traffic, { things }: Ledger): Promise<Verdict> {
  const breaks: string[] = []
  for (const { name, states, look } of things) {
    const state = await look(traffic)
    if (states.some((each) => isDeepStrictEqual(each, state))) continue
    breaks.push(
      `${name}: ${JSON.stringify(state)} instead of ${states.map((each) => JSON.stringify(each)).join(' or ')}`,
    )
  }
  return {
    promise: 'every acknowledged write is there afterwards',
    found: `${things.length} things looked at, ${breaks.length} of them not as acknowledged`,
    breaks,
  }
}

/** One entry for each acknowledged write, and none or one for those of unknown outcome. */
export async function judgeAudit(databaseUrl: string, { writes }: Ledger): Promise<Verdict> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string; action: string; count: number }>(
    'SELECT request_id AS id, action, count(*)::int AS count FROM audit_events GROUP BY request_id, action',
  )
  await client.end()
  const counts = new Map(rows.map(({ id, action, count }) => [`${id} ${action}`, count]))
  const countOf = ({ requestId, action }: Write): number => counts.get(`${requestId} ${action}`) ?? 0
  const watched = writes.filter(({ action }) => action !== '')
  const breaks = watched.filter((write) => {
    const count = countOf(write)
    return write.isAcknowledged ? count !== 1 : count > 1
  })
  const acknowledged = watched.filter(({ isAcknowledged }) => isAcknowledged).length
  return {
    promise: 'every acknowledged write is audited exactly once',
    found: `${acknowledged} acknowledged, ${watched.length - acknowledged} of unknown outcome, ${breaks.length} not so audited`,
    breaks: breaks.map((write) => `${write.requestId} ${write.action}: ${countOf(write)} entries`),
  }
}

/** What was counted lies between what was answered, less the last second of each killed process, and what was asked. */
export async function judgeDownloads(
  traffic: Traffic,
  told: readonly Request[],
  windows: readonly Window[],
): Promise<Verdict> {
  const kills = windows.filter(({ what }) => what === 'SIGKILL')
  const isLost = ({ endedAt, replica }: Request): boolean =>
    kills.some((kill) => kill.replica === replica && endedAt >= kill.from - lost && endedAt <= kill.to)
  const breaks: string[] = []
  const found: string[] = []
  for (const address of steady) {
    const asked = told.filter((each) => each.asked.kind === downloadKind && each.asked.path.includes(address))
    const answered = asked.filter(({ fault }) => fault === '')
    const least = answered.filter((each) => !isLost(each)).length
    const path = `/v2/modules/${address}/downloads/summary`
    const { bytes } = await traffic.ask({ kind: 'afterwards', path, status: 200 })
    const { data } = JSON.parse(bytes.toString()) as { data: { attributes: { total: number } } }
    const { total } = data.attributes
    found.push(`${total} (${least} to ${asked.length})`)
    if (total < least || total > asked.length)
      breaks.push(
        `${address}: ${total} counted, ${answered.length} answered, ${asked.length} asked, at least ${least}`,
      )
  }
  return { promise: 'downloads are counted', found: found.join(', '), breaks }
}
