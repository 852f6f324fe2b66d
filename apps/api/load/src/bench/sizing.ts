import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connected } from '#api/adapters/database/connection.js'
import { startedBy } from '../server/child-processes.js'
import { letGo, say, temporaryFolder, type Closing, type Say } from '../server/program.js'
import { ServerProcess } from '../server/server-process.js'
import { askAtOnce } from './asking.js'
import { connections, publishRateOf } from './hot.js'
import { figure, tableOf } from './report.js'
import { hotKinds, knownModules } from './requests.js'
import { setStage, usageTeller, type Stage } from './stage.js'
import type { Usage } from './usage-teller.js'

/** The number of modules that an organization has on average, each with ten versions. */
const modulesEach = 25

const organizations = [10, 200, 2_000]

/** The kinds of requests whose rates are measured, by their names in the bench of many clients. */
const asked = ['versions', 'list, always another', 'search, always another'] as const

/** Time for which the API is idle before its memory is measured, in milliseconds. */
const idle = 4_000
const sampledEvery = 250

type Figure =
  | (typeof asked)[number]
  | 'published versions'
  | 'API, idle, MB'
  | 'API, most, MB'
  | 'database on disk, MB'
  | 'database in memory, MB'
  | 'connections to the database'

/** Measures what one process of the API and its database need, for installations of several sizes. */
export async function measureSizing(seconds: number, closing: Closing, tell: Say): Promise<void> {
  const measured: Readonly<Record<Figure, number>>[] = []
  for (const count of organizations) {
    const before = closing.length
    const folder = await temporaryFolder('bench-sizing', closing)
    const size = { organizations: count, modules: count * modulesEach }
    const stage = await setStage(folder, size, closing, (text) => say(`filling ${count}: ${text}`))
    measured.push(await measureOne(stage, seconds, closing))
    await letGo(closing, before)
  }
  const columns = organizations.map((count) => count.toLocaleString('en'))
  const row = tableOf(columns, tell, { first: 'organizations', last: '' })
  row(
    'versions of modules',
    organizations.map((count) => (count * modulesEach * 10).toLocaleString('en')),
  )
  for (const name of Object.keys(measured[0] ?? {}) as Figure[])
    row(
      isRate(name) ? `${name}, a second` : name,
      measured.map((figures) => figure(figures[name], 0)),
    )
}

const isRate = (name: Figure): boolean => name === 'published versions' || asked.some((each) => each === name)

/** Asks one process by many clients at once, for each kind of request, while its memory and its connections are watched. */
async function measureOne(stage: Stage, seconds: number, closing: Closing): Promise<Record<Figure, number>> {
  const api = await ServerProcess.started(stage.env, closing, { preload: usageTeller })
  const memory = async () => (await api.ask<Usage>({ type: 'usage' })).memory / 1e6
  await sleep(idle)
  const idleMemory = await memory()
  const [known] = await knownModules(stage.databaseUrl)
  if (!known) throw new Error('there is no module that the member may use')
  const rates: Partial<Record<Figure, number>> = {}
  return connected({ connectionString: stage.databaseUrl }, async (client) => {
    const work = async () => {
      for (const kind of hotKinds(known, true)) {
        const name = asked.find((each) => each === kind.name)
        if (!name) continue
        const headers = { authorization: `Bearer ${stage.callers[kind.by]}` }
        const slice = await askAtOnce(api.origin, { ...kind, headers }, seconds, connections)
        rates[name] = slice.times.length / slice.seconds
      }
      rates['published versions'] = await publishRateOf(stage, api, seconds, closing)
    }
    const [most = 0, inDatabase = 0, open = 0] = await mostOf(work, [
      memory,
      () => memoryOfDatabase(client),
      () => openConnections(client),
    ])
    return {
      ...(rates as Record<Figure, number>),
      'API, idle, MB': idleMemory,
      'API, most, MB': most,
      'database on disk, MB': await bytesOnDisk(client),
      'database in memory, MB': inDatabase,
      'connections to the database': open,
    }
  })
}

/** Runs the work, and samples figures meanwhile; returns the largest of each. */
async function mostOf(
  work: () => Promise<void>,
  figures: readonly (() => Promise<number>)[],
): Promise<number[]> {
  const most = figures.map(() => 0)
  const working = { isOver: false }
  const sampling = (async () => {
    while (!working.isOver) {
      for (const [n, sample] of figures.entries()) most[n] = Math.max(most[n] ?? 0, await sample())
      await sleep(sampledEvery)
    }
  })()
  await work().finally(() => (working.isOver = true))
  await sampling
  return most
}

async function openConnections(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? NaN
}

async function bytesOnDisk(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  )
  return Number(rows[0]?.bytes) / 1e6
}

/** The memory of all processes of the server in MB, with each shared page counted once; NaN where the system does not tell. */
async function memoryOfDatabase(client: Client): Promise<number> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
  const note = await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'latin1')
  const [parent = ''] = note.split('\n')
  const all = [Number(parent), ...(await startedBy(Number(parent)))]
  // A process may end meanwhile.
  const parts = await Promise.all(
    all.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')),
  )
  const kilobytes = parts.flatMap((text) => /^Pss:\s+(\d+)/m.exec(text)?.[1] ?? [])
  return kilobytes.length === 0 ? NaN : kilobytes.reduce((sum, each) => sum + Number(each), 0) / 1e3
}
