import { setTimeout as sleep } from 'node:timers/promises'
import { connected } from '#api/adapters/database/connection.js'
import { Dice } from '../bench/dice.js'
import { figure, percentile, tableOf } from '../bench/report.js'
import type { Closing, Say } from '../server/program.js'
import { dataOf, Failed, Traffic, type Request } from '../server/traffic.js'
import { restart, setUp, type Site } from './site.js'
import {
  consumers,
  downloadKind,
  organization,
  publish,
  read,
  steady,
  stories,
  Work,
  type Story,
} from './work.js'

/** Number of each that work at once. */
const readers = 6
const writersOfAStory = 2

const pauseAfterFailure = 200

interface SoakOptions {
  /** Seed of all dice. */
  readonly seed: number
  /** Duration of the load. */
  readonly seconds: number
  /** Seconds between restarts of a replica. */
  readonly every: number
}

/** Lets readers and writers use a site whose replicas are restarted in turn, and judges what they saw. */
export async function soak(
  site: Site,
  { seed, seconds, every }: SoakOptions,
  closing: Closing,
  say: Say,
): Promise<Verdict[]> {
  const token = await setUp(site)
  const traffic = new Traffic(site.url, token, 'soak', closing)
  await prepare(traffic)
  const stop = begin(traffic, seed)
  const faults: string[] = []
  const begun = performance.now()
  const until = (second: number) => sleep(begun + second * 1000 - performance.now())
  for (let n = 1; n * every < seconds; n++) {
    await until(n * every)
    const replicas = site.replicas.slice(n % site.replicas.length).slice(0, 1)
    faults.push(...(await restart(site, replicas)))
    const passed = Math.round((performance.now() - begun) / 1000)
    say(`${n * every} s: a replica was restarted, ready again at ${passed} s`)
  }
  await until(seconds)
  await stop()
  tellRequests(traffic.told, say)

  // What was in memory alone counts for nothing.
  faults.push(...(await restart(site, site.replicas)))
  const afterwards = new Traffic(site.url, token, 'afterwards', closing)
  return [
    {
      promise: 'a replica that is told to stop ends with 0',
      found: `${faults.length} did not`,
      breaks: faults,
    },
    judgeRequests('no request fails, and each sees within a second what was written before', traffic.told),
    await judgeLooks(traffic, afterwards),
    await judgeAudit(site.databaseUrl, traffic.told),
    await judgeDownloads(traffic.told, afterwards),
  ]
}

/** Creates the organizations and modules that readers and writers use. */
async function prepare(traffic: Traffic): Promise<void> {
  const work = new Work(new Dice(0), 0, traffic)
  const set = { kind: 'set up', method: 'POST', path: '/api/v2/organizations', status: 201 } as const
  for (const name of [organization, ...consumers]) {
    const attributes = { name, email: `${name}@example.com` }
    await work.traffic.write({ ...set, data: { type: 'organizations', attributes } })
  }
  for (const address of steady) await publish(work, address)
}

/**
 * Starts readers and writers, each with separate dice, so that the seed decides what each does. Returns a function that
 * stops them, after each has finished its story.
 */
function begin(traffic: Traffic, seed: number) {
  let isOver = false
  let dice = seed
  let storiesBegun = 0
  const loop = async (step: (dice: Dice) => Promise<boolean>, longest: number): Promise<void> => {
    const own = new Dice(++dice)
    while (!isOver) {
      // What failed is not asked again at once, or an absence would fill the table.
      await sleep((await step(own)) ? own.between(0, longest) : pauseAfterFailure)
    }
  }
  const write = (story: Story) => async (own: Dice) => {
    try {
      await story(new Work(own, ++storiesBegun, traffic))
      return true
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      return false
    }
  }
  const reading = Array.from({ length: readers }, () => loop((own) => read(own, traffic), 20))
  const writing = stories.flatMap((story) =>
    Array.from({ length: writersOfAStory }, () => loop(write(story), 100)),
  )
  const all = Promise.all([...reading, ...writing])
  return async () => {
    isOver = true
    await all
  }
}

/** A promise, what was found of it, and each thing that breaks it. */
interface Verdict {
  readonly promise: string
  readonly found: string
  readonly breaks: readonly string[]
}

function judgeRequests(promise: string, told: readonly Request[]): Verdict {
  const breaks = told.flatMap(({ asked, fault, requestId }) =>
    fault === '' ? [] : [`${requestId}: ${asked.method ?? 'GET'} ${asked.path}: ${fault}`],
  )
  return { promise, found: `${breaks.length} of ${told.length} failed`, breaks }
}

/** Checks each thing once more, in a separate traffic. */
async function judgeLooks({ looks }: Traffic, afterwards: Traffic): Promise<Verdict> {
  for (const look of looks.values()) await look(afterwards).catch(() => {})
  return judgeRequests('every write is there afterwards', afterwards.told)
}

async function judgeAudit(databaseUrl: string, told: readonly Request[]): Promise<Verdict> {
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

async function judgeDownloads(told: readonly Request[], afterwards: Traffic): Promise<Verdict> {
  const breaks: string[] = []
  for (const address of steady) {
    const answered = told.filter(
      ({ asked, fault }) => asked.kind === downloadKind && asked.path.includes(address) && fault === '',
    )
    const path = `/v2/modules/${address}/downloads/summary`
    const { attributes } = dataOf(await afterwards.ask({ kind: 'look', path, status: 200 }))
    const total = attributes['total']
    if (total !== answered.length) breaks.push(`${address}: ${total} counted, ${answered.length} answered`)
  }
  return { promise: 'every download is counted once', found: `${breaks.length} modules miscounted`, breaks }
}

/** Maximum number of breaks of one promise that are printed. */
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
function tellRequests(told: readonly Request[], tell: Say): void {
  const row = tableOf(['sent', 'failed', 'p50 ms', 'p95 ms', 'longest'], tell, { last: '' })
  const kinds = [...new Set(told.map(({ asked }) => asked.kind))].sort()
  for (const kind of [...kinds, 'all']) {
    const sent = kind === 'all' ? told : told.filter(({ asked }) => asked.kind === kind)
    const answered = sent.filter(({ fault }) => fault === '')
    const times = answered.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    const percentiles = [0.5, 0.95, 1].map((part) => figure(percentile(times, part), 0))
    row(kind, [`${sent.length}`, `${sent.length - answered.length}`, ...percentiles])
  }
}
