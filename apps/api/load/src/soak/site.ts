import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Closing } from '../server/program.js'
import { startPostgres } from '../server/served-postgres.js'
import { ServerProcess, unlimited } from '../server/server-process.js'
import { openBalancer, Replicas } from './balancer.js'

export const setUpToken = 'the first of all in a soak'
const startPatience = 120_000

interface SiteOptions {
  /** An empty one, for the database and the files. */
  readonly folder: string
  readonly replicas: number
  /** `s3://…`; undefined: a folder that the replicas share. */
  readonly storageUrl?: string | undefined
  /** Receives what the replicas say of warnings and errors. */
  readonly onLine: (line: string) => void
}

/** One process of the API after the other, at the same address. */
export interface Replica {
  readonly origin: string
  /** Resolves when it serves. */
  start(): Promise<void>
  /** Tells it to stop; resolves with its exit code, null after a kill. */
  end(): Promise<number | null>
}

/** Replicas of the API over one PostgreSQL and one storage, and a balancer before them. */
export interface Site {
  readonly databaseUrl: string
  readonly url: string
  readonly replicas: readonly Replica[]
  readonly serving: Replicas
}

/** Starts all replicas at once on an empty database. */
export async function openSite(options: SiteOptions, closing: Closing): Promise<Site> {
  const { folder, replicas: count, storageUrl, onLine } = options
  const postgres = await startPostgres(join(folder, 'postgres'))
  closing.push(() => postgres.stop())
  const env = {
    ...unlimited(join(folder, 'platform'), postgres.url),
    ...(storageUrl !== undefined && { STORAGE_URL: storageUrl }),
    INITIAL_ADMIN_CREATION_TOKEN: setUpToken,
    DRAIN_SECONDS: '2',
    LOG_LEVEL: 'warn',
  }
  const replicas: ServerProcess[] = []
  while (replicas.length < count) replicas.push(await ServerProcess.create(env, { onLine }))
  closing.push(() => Promise.all(replicas.map((replica) => replica.end('SIGKILL'))))
  const origins = replicas.map(({ origin }) => origin)
  const serving = new Replicas(origins, '/readyz')
  closing.push(async () => serving.close())
  const balancer = await openBalancer(() => serving)
  closing.push(() => balancer.close())
  const site = { databaseUrl: postgres.url, url: balancer.url, replicas, serving }
  await startAll(site)
  return site
}

async function startAll({ replicas, serving }: Site, started = replicas): Promise<void> {
  await Promise.all(started.map((replica) => replica.start()))
  const deadline = performance.now() + startPatience
  while (!serving.areAllReady) {
    if (performance.now() > deadline) throw new Error('a replica did not become ready')
    await sleep(20)
  }
}

/** Tells replicas to stop, and starts them again; answers what was not as it is to be. */
export async function restart(site: Site, replicas: readonly Replica[]): Promise<string[]> {
  const codes = await Promise.all(replicas.map((replica) => replica.end()))
  await startAll(site, replicas)
  return codes.filter((code) => code !== 0).map((code) => `one ended with ${code}`)
}

/** Makes the first administrator, and answers the token. */
export async function setUp({ url }: Site): Promise<string> {
  const answer = await fetch(`${url}/admin/initial-admin-user?token=${encodeURIComponent(setUpToken)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'root', email: 'root@example.com', password: 'correct horse battery' }),
  })
  if (answer.status !== 201) throw new Error(`no administrator: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}
