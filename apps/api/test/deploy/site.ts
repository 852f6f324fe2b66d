import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBucketServer, type BucketServer } from '../bucket.js'
import { freePort } from '../../load/src/server/ports.js'
import { openBalancer, Replicas } from '../../load/src/soak/balancer.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { startApi, type ApiProcess } from '../process/api-process.js'
import { environmentOf, isOfApi, root } from './deployment.js'

export const initialToken = 'a-token-for-the-first-of-all'

type Environment = Record<string, string>

/** The services of the compose file on this machine, with its environment; only addresses are others. */
export interface Site {
  readonly apis: readonly ApiProcess[]
  /** Tells whether the proxy counts exactly this number of API replicas, and the console, as ready. */
  isReady(replicas: number): boolean
  close(): Promise<void>
}

/** The proxy that people and CLIs reach: it ends TLS, and forwards to the given address. */
export interface Front {
  readonly url: string
  leadTo(url: string): void
}

/** The two addresses where a proxy listens: for all clients, and for the console. */
export interface Proxy {
  readonly outer: string
  readonly inner: string
  close(): Promise<unknown>
}

export type OpenProxy = (apis: Replicas, consoles: Replicas) => Promise<Proxy>

export async function openSite(front: Front, openProxy: OpenProxy): Promise<Site> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    while (closing.length > 0) await closing.pop()?.()
  }
  try {
    return { ...(await open(front, openProxy, closing)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  front: Front,
  openProxy: OpenProxy,
  closing: (() => Promise<unknown>)[],
): Promise<Omit<Site, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-site-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const database = await createTestDatabase({ empty: true })
  closing.push(() => database.drop())
  const bucket = await openBucketServer()
  closing.push(() => bucket.close())

  const given = {
    SITE: new URL(front.url).host,
    POSTGRES_PASSWORD: 'secretofpostgres',
    POSTGRES_API_PASSWORD: 'secretofapi',
    STORAGE_PASSWORD: 'secretofstorage',
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    INITIAL_ADMIN_CREATION_TOKEN: initialToken,
  }
  const apis = await Promise.all(
    ['api-1', 'api-2'].map((name) =>
      startApi(folder, onThisMachine(environmentOf(name, given), database, bucket)),
    ),
  )
  closing.push(() => Promise.all(apis.map((api) => end(api.child))))
  const replicas = new Replicas(
    apis.map(({ url }) => url),
    '/readyz',
  )
  closing.push(async () => replicas.close())
  const consolePort = await freePort()
  const consoles = new Replicas([`http://127.0.0.1:${consolePort}`], '/healthz')
  closing.push(async () => consoles.close())
  const proxy = await openProxy(replicas, consoles)
  closing.push(() => proxy.close())
  const consoleServer = startConsole({
    ...environmentOf('console', given),
    API_URL: proxy.inner,
    HOST: '127.0.0.1',
    CONSOLE_PORT: String(consolePort),
  })
  closing.push(() => end(consoleServer))
  front.leadTo(proxy.outer)
  return { apis, isReady: (count) => replicas.ready.size === count && consoles.areAllReady }
}

/** A proxy of our own, by the table of the compose file's. */
export const openOwnProxy: OpenProxy = async (apis, consoles) => {
  const outer = await openBalancer((path) => (isOfApi(path) ? apis : consoles))
  // As http://proxy:8080 does: what the console has signed is left as it is.
  const inner = await openBalancer(() => apis, { keepForwarded: true })
  const close = (): Promise<unknown> => Promise.all([outer.close(), inner.close()])
  return { outer: outer.url, inner: inner.url, close }
}

/** Changes only the addresses of network, database and storage, and the credentials of the storage. */
function onThisMachine(env: Environment, database: TestDatabase, bucket: BucketServer): Environment {
  const storage = new URL(env['STORAGE_URL'] ?? '')
  storage.hostname = 'files'
  storage.searchParams.set('endpoint', bucket.endpoint)
  return {
    ...env,
    ...database.env,
    STORAGE_URL: storage.href,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    TRUSTED_PROXIES: '127.0.0.1/32',
    // Those of other tests are off.
    API_RATE_LIMIT: env['API_RATE_LIMIT'] ?? '',
  }
}

/** Starts it by the program of the image. */
export function startConsole(env: Environment): ChildProcess {
  return spawn(join(root, 'deploy/run'), ['console'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
  })
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
