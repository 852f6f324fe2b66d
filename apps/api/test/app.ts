import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request, { type Test } from 'supertest'
import { connectDatabase, type Database } from '../src/adapters/database/open.js'
import { createPrisma } from '../src/adapters/database/prisma.js'
import { prepareRuntimeRole } from '../src/adapters/database/runtime-role.js'
import { createLog } from '../src/adapters/logs/logger.js'
import { ReadmeThreads } from '../src/adapters/markdown/readme-threads.js'
import { keyring } from '../src/adapters/secrets/keys.js'
import { PasswordStrengthThread } from '../src/adapters/secrets/password-strength.js'
import { createPasswords } from '../src/adapters/secrets/passwords.js'
import { RegistryDocuments } from '../src/adapters/public-registry/registry-documents.js'
import { tokenValues } from '../src/adapters/secrets/tokens.js'
import { smtpMail } from '../src/adapters/mail/smtp.js'
import { createMetrics } from '../src/adapters/metrics/metrics.js'
import { ComparisonThreads } from '../src/adapters/module-source/comparison-threads.js'
import { ModuleReader } from '../src/adapters/module-source/module-reader.js'
import { openHclThreads } from '../src/adapters/module-source/open.js'
import { openOutbound } from '../src/adapters/outbound/open.js'
import { StateThreads } from '../src/adapters/states/state-threads.js'
import { openDiskStorage } from '../src/adapters/storage/disk.js'
import { reserving } from '../src/adapters/storage/reserve.js'
import { createApp, type App } from '../src/app.js'
import { readConfig } from '../src/config.js'
import type { PrismaClient } from '../src/generated/prisma/client.js'
import { Drain } from '../src/http/drain.js'
import type { Infrastructure } from '../src/infrastructure.js'
import { anonymous } from '../src/kernel/actor.js'
import type { Log } from '../src/kernel/log.js'
import type { Storage } from '../src/kernel/storage.js'
import { StorageReserve } from '../src/kernel/storage-reserve.js'
import { timeouts } from '../src/kernel/timeouts.js'
import type { Transactions } from '../src/kernel/transaction.js'
import { release } from '../src/release.js'
import { TestClock } from './clock.js'
import { createTestDatabase } from './database.js'
import { Makers } from './makers.js'
import { onFinished } from './on-finished.js'
import { prismaClients } from './prisma-clients.js'
import { asRuntime } from './server.js'
import { expectConformance } from './reference/conformance.js'

const schedule = { type: 'system', name: 'the schedule' } as const

/** Parts that take seconds to load and store nothing of an app: all apps of a worker share them, until it ends. */
const shared = {
  modules: new ModuleReader(openHclThreads()),
  // A README without end is ended sooner than in production: what is tested is that it is.
  readmes: new ReadmeThreads({ timeLimit: 1500 }),
  comparer: new ComparisonThreads(),
  passwordStrength: new PasswordStrengthThread(),
  states: new StateThreads(),
}

export interface TestApp {
  readonly url: string
  /** Asks over a real socket, as a client would; an answer that is not as the OpenAPI document says is refused. */
  readonly http: Http
  readonly services: App['services']
  readonly overload: App['overload']
  /** The interval job of a second where several processes share a database. */
  reconcile(): Promise<void>
  /** The interval job that does what is due by now. */
  doWhatIsDue(): Promise<void>
  readonly clock: TestClock
  /** Runs the work once, right before the next transaction begins: as late as anything can happen to a request. */
  beforeNextWrite(work: () => Promise<void>): void
  readonly make: Makers
  readonly storage: Storage
  /** The disk of its files, as `STORAGE_RESERVE` sees it; each reading counts for a second. */
  readonly disk: { free: number }
  /** Folder of its files. */
  readonly filesFolder: string
  /** Address of the database for the role that owns it. */
  readonly databaseUrl: string
  /** Client for reads and preparations past the services, as the owner of the tables. */
  readonly prisma: PrismaClient
  /** Stops the app, which otherwise happens when its starter has finished; for a test of the time afterwards. */
  stop(): Promise<void>
}

/** Key for another process of the same platform. */
export const testSecretKey = 'a secret for tests of 32 bytes or more'

/**
 * The whole app on a separate database and folder, with a clock that the test moves. Limits are off. With `beside` it
 * is a second process of that app's platform: it shares the database and the clock. Its log lines go to `logged`, and
 * `replaced` takes the place of parts of its infrastructure, such as a time limit that a test waits for.
 * It stops by itself after the test, or, where it is awaited at the top of a file, after the file's last one.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  beside?: TestApp,
  logged?: Log,
  replaced: Partial<Infrastructure> = {},
): Promise<TestApp> {
  const [testDatabase, folder] = await Promise.all([
    beside ? { url: beside.databaseUrl, drop: async () => {} } : createTestDatabase(),
    mkdtemp(join(tmpdir(), 'engine-test-')),
  ])
  const config = readConfig({
    ...(process.env['ENGINE_TEST_WITHOUT_CACHE'] && { ANSWER_CACHE_LIMIT: '0' }),
    API_RATE_LIMIT: '0',
    REGISTRY_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://registry.test',
    DATA_DIR: folder,
    ...env,
  })
  const clock = beside?.clock ?? new TestClock()
  const log = logged ?? createLog(config.logLevel)
  const clients = prismaClients()
  const options = { log, clientOf: clients.turnedTo, ...(config.answerCacheLimit > 0 && { clock }) }
  // As in production: as a role that owns nothing. What a start does to a database was done to the template.
  const connection = { connectionString: asRuntime(testDatabase.url) }
  if (config.auditRetention !== undefined) {
    const owner = { connectionString: testDatabase.url }
    await prepareRuntimeRole({ owner, runtime: connection, auditRetention: config.auditRetention, log })
  }
  const database = await connectDatabase(options, { connection, stop: async () => {} })
  const disk = { free: Infinity }
  const storageReserve = new StorageReserve(async () => disk.free, config.storageReserve ?? 0, clock)
  const storage = reserving(await openDiskStorage(join(folder, 'files')), storageReserve)
  const { modules, readmes, comparer, passwordStrength, states } = shared
  const ring = keyring([testSecretKey])
  const drain = new Drain()
  let meanwhile: (() => Promise<void>) | undefined
  const transactions: Transactions = {
    ...database.transactions,
    run: async (ctx, work, first) => {
      const before = ctx.connection ? undefined : meanwhile
      if (before) meanwhile = undefined
      await before?.()
      return database.transactions.run(ctx, work, first)
    },
  }
  const registryDocuments = new RegistryDocuments()
  onFinished(() => registryDocuments.close())
  const app = await createApp({
    config,
    database: { of: database.prismaOf, violatedConstraint: database.violatedConstraint },
    transactions,
    invalidations: database.invalidations,
    usesExchange: database.usesExchange,
    passwords: createPasswords(),
    passwordStrength,
    tokenValues,
    keyring: ring,
    storage,
    storageReserve,
    readModule: modules.read,
    indexWords: modules.indexWords,
    comparer,
    readState: (state, readFor) => states.read(state, readFor, ring),
    compareStates: (former, newer) => states.compare(former, newer),
    listStateResources: (id, blocks, range) => states.list(id, blocks, range, ring),
    renderReadme: (...readme) => readmes.render(...readme),
    colorCode: (...code) => readmes.color(...code),
    registryDocuments,
    clock,
    outbound: openOutbound(config),
    timeouts,
    mail: smtpMail(config.smtpUrl, config.consoleUrl),
    log,
    writeAuditLine: undefined,
    metrics: createMetrics(log, release),
    drain,
    health: { isReady: async () => !drain.hasBegun && (await database.ping()) },
    isStrict: true,
    ...replaced,
  })
  const owner = createPrisma({
    connection: { connectionString: testDatabase.url },
    clientOf: clients.turnedTo,
    log,
  })
  const prisma = invalidating(owner.prisma, database)
  const server = await listen(createServer(app.listener))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let stopped: Promise<void> | undefined
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await app.stop()
    await owner.prisma.$disconnect()
    await database.close()
    await clients.leave()
    await testDatabase.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const stop = () => (stopped ??= close())
  onFinished(stop)
  return {
    url,
    http: checking(url, config.aliases),
    services: app.services,
    overload: app.overload,
    reconcile: () =>
      app.background.run('limits', { actor: anonymous, face: 'system', requestId: 'test', clock, log }),
    doWhatIsDue: () =>
      app.background.run('due-dates', { actor: schedule, face: 'system', requestId: 'test', clock, log }),
    clock,
    beforeNextWrite: (work) => void (meanwhile = work),
    make: new Makers(app.services, prisma, clock, log),
    storage,
    disk,
    filesFolder: join(folder, 'files'),
    databaseUrl: testDatabase.url,
    prisma,
    stop,
  }
}

/** Makes a test's writes past the services invalidate the cache before it continues, as the services' own do. */
function invalidating(prisma: PrismaClient, { invalidations }: Database): PrismaClient {
  const reading = /^(find|count|aggregate|groupBy)/
  const extended = prisma.$extends({
    query: {
      async $allOperations({ operation, args, query }) {
        const answer: unknown = await query(args)
        if (!reading.test(operation)) await invalidations.waitUntilCurrent()
        return answer
      },
    },
  })
  return extended as unknown as PrismaClient
}

const methods = ['get', 'head', 'post', 'patch', 'put', 'delete', 'options'] as const

type Http = Readonly<Record<(typeof methods)[number], (path: string) => Test>>

function checking(url: string, aliases: readonly string[]): Http {
  const ask = request(url)
  const checked = methods.map((method) => [
    method,
    (path: string) =>
      ask[method](path).expect(({ status, headers, text = '', request: { url: asked } }) => {
        const exchange = {
          method: method.toUpperCase(),
          path: new URL(asked).pathname,
          status,
          headers,
          text,
        }
        expectConformance(exchange, aliases)
      }),
  ])
  return Object.fromEntries(checked) as Http
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}
