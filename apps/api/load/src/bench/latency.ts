import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { ServerProcess } from '../server/server-process.js'
import { demand, Traffic } from '../server/traffic.js'
import type { Closing, Say } from '../server/program.js'
import { Dice } from './dice.js'
import { usesKinds } from './module-uses.js'
import type { Options } from './options.js'
import { figure, percentile, tableOf, timesOf, type Target } from './report.js'
import { knownModules, readingKinds, searchKinds, type Kind } from './requests.js'
import { startBare, type Stage } from './stage.js'
import { publisher, stateWriter } from './writing.js'

const publishRow = 'publish a version: number and upload'
const stateRow = 'write a state of 1 MB: announce, upload'

/** Milliseconds of processor time by process, so far. */
type Used = () => Promise<ReadonlyMap<number, number>>

/**
 * Sends every request that `only` names this number of times, by one client; prints the lines of the table as they
 * come. Nothing is answered from memory: the part of hot requests measures that.
 */
export async function measureLatency(
  stage: Stage,
  { count, only }: Options,
  closing: Closing,
  tell: Say,
): Promise<void> {
  const { callers, databaseUrl } = stage
  const api = await ServerProcess.started({ ...stage.env, ANSWER_CACHE_LIMIT: '0' }, closing)
  const as = (token: string) => new Traffic(api.origin, token, 'bench', closing)
  const clients = { administrator: as(callers.administrator), member: as(callers.member) }
  const used = await processorTimes(databaseUrl, api.pid, closing)

  const list = await clients.administrator.ask({ kind: 'list', path: '/v1/modules', status: 200 })
  const bareTimes = await timeBare(demand(list).bytes.toString(), closing)
  const row = tableOf(['asked by', 'p50 ms', 'p95 ms', 'times bare', 'CPU ms'], tell)
  const told = (
    name: string,
    by: string,
    times: readonly number[],
    targets: Target[] = [],
    spent?: number,
  ) => {
    const middle = percentile(times, 0.5)
    const cells = [middle, percentile(times, 0.95), middle / percentile(bareTimes, 0.5), spent]
    row(name, [by, ...cells.map((cell) => figure(cell, 1))], targets)
  }
  told('a bare handler, the bytes of a list', '', bareTimes)
  const reading = readingKinds(await knownModules(databaseUrl))
  const kinds = [...reading, ...searchKinds(), ...(await usesKinds(databaseUrl))]
  for (const kind of kinds.filter(({ name }) => name.includes(only))) {
    const { times, spent } = await timeKind(clients[kind.by], used, kind, count)
    told(kind.name, kind.by, times, [[`${kind.within}`, percentile(times, 0.95) <= kind.within]], spent)
  }
  if (publishRow.includes(only)) {
    const times = await timesOf(await publisher(clients.member), Math.ceil(count / 4), 3)
    told(publishRow, 'member', times, [['100', percentile(times, 0.95) <= 100]])
  }
  if (stateRow.includes(only)) {
    const times = await timesOf(await stateWriter(clients.administrator), Math.ceil(count / 4), 3)
    told(stateRow, 'administrator', times, [['p50 150', percentile(times, 0.5) <= 150]])
  }
}

async function timeBare(body: string, closing: Closing): Promise<readonly number[]> {
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const bare = await startBare(closing)
  await bare.ask({
    type: 'answer',
    answer: { status: 200, headers, base64: Buffer.from(body).toString('base64') },
  })
  const client = new Traffic(bare.origin, '', 'bench', closing)
  return timesOf(() => client.ask({ kind: 'bare', path: '/', status: 200 }), 1_000, 200)
}

async function timeKind(client: Traffic, used: Used, { name, path, status }: Kind, count: number) {
  const dice = new Dice(11)
  const ask = async () => demand(await client.ask({ kind: name, path: path(dice), status }))
  await timesOf(ask, 0)
  const before = await used()
  const times = await timesOf(ask, count, 0)
  const spent = [...(await used())].reduce((sum, [pid, now]) => sum + now - (before.get(pid) ?? 0), 0)
  return { times, spent: spent / count }
}

/**
 * Tells the processor time of a process of the API and of those of the database that work for it. Unlike time by the
 * clock it hardly depends on what else the machine does.
 */
async function processorTimes(databaseUrl: string, api: number, closing: Closing): Promise<Used> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  closing.push(() => client.end())
  return async () => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'engine-api'`,
    )
    const pids = [api, ...rows.map(({ pid }) => pid)]
    return new Map(await Promise.all(pids.map(async (pid) => [pid, await usedBy(pid)] as const)))
  }
}

/** Clock ticks a second, as Linux counts them for programs. */
const ticksPerSecond = 100

/**
 * Reads the processor time in user and kernel mode: the 14th and 15th field; the second is a name that may hold
 * anything. NaN where the system does not tell.
 */
async function usedBy(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
