import type { Prisma, PrismaClient } from '../../generated/prisma/client.js'
import { neverCurrent, type Invalidations } from '../../kernel/invalidation.js'
import { systemClock, type Clock } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { UsesExchange } from '../../kernel/uses.js'
import type { ConnectionSettings } from './connection.js'
import { InvalidationSubscriber } from './invalidation-subscriber.js'
import { warnOfClock } from './clock-check.js'
import { startEmbeddedPostgres } from './embedded.js'
import { unavailability, violatedConstraint } from './failures.js'
import { migrate } from './migrate.js'
import { noticePooler } from './poolers.js'
import { createPrisma, type PrismaOptions } from './prisma.js'
import { Pulse } from './pulse.js'
import { prepareRuntimeRole } from './runtime-role.js'
import { startFault, waitForServer } from './served.js'
import { createPrismaOf, createTransactions } from './transactions.js'
import { createUsesExchange } from './uses-exchange.js'

export interface OpenOptions extends Pick<PrismaOptions, 'poolSize' | 'log'> {
  /** Absent: wherever no pooler gives each transaction another connection. */
  readonly preparesStatements?: boolean | undefined
  /** A PostgreSQL server; absent: the embedded one in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** The same as the role that owns its tables; absent: that of `databaseUrl`. */
  readonly migrationDatabaseUrl?: string | undefined
  /** The retention of the audit log, in months; absent: for ever. */
  readonly auditRetention?: number | undefined
  readonly dataDir: string
  /** The number of processes that share it; absent: one. */
  readonly processes?: number
  readonly onProgress?: (text: string) => void
  /** Clock for the subscription to invalidations; absent: nothing is cached. */
  readonly clock?: Clock
  /** The release that opens it; absent: whether a newer one has written the embedded database is not looked at. */
  readonly release?: string
}

export interface Database {
  readonly prisma: PrismaClient
  readonly invalidations: Invalidations
  readonly transactions: Transactions
  readonly usesExchange: UsesExchange
  readonly prismaOf: (ctx: OperationContext) => Prisma.TransactionClient
  readonly violatedConstraint: (error: unknown) => string | undefined
  /** Connection settings for those who need a separate connection (notifications). */
  readonly connection: ConnectionSettings
  /** Connections of the pool: in use, idle, and requests that wait for one. */
  connections(): Readonly<Record<'used' | 'idle' | 'waiting', number>>
  /** Tells whether the database answers within two seconds; also when the pool is busy. */
  ping(): Promise<boolean>
  /** Calls the listener each time the embedded server ends without being asked to; it is started again by itself. */
  onLost(listener: (reason: string) => void): void
  close(): Promise<void>
}

/** A database with all migrations applied, without connections. */
interface PreparedDatabase extends Pick<Reached, 'connection' | 'stop'> {
  readonly ways: Ways
  readonly onLost: Database['onLost']
}

type Ways = Partial<Awaited<ReturnType<typeof noticePooler>>>

/** Brings up the one database with all migrations applied. Throws DatabaseStartError, whose message says what to do. */
export async function prepareDatabase(options: Omit<OpenOptions, 'poolSize'>): Promise<PreparedDatabase> {
  const { log } = options
  const listeners: ((reason: string) => void)[] = []
  const onLost = (reason: string) => {
    log.error({ reason }, 'the database was lost')
    for (const listener of listeners) listener(reason)
  }
  const { owner, connection, migrated, stop } = await reachDatabase(options, onLost)
  try {
    await migrate({ connection: owner, log })
    await prepareRuntimeRole({ ...options, owner, runtime: connection })
    await migrated()
    const ways = options.databaseUrl === undefined ? {} : await noticePooler(connection, options)
    return { connection, stop, ways, onLost: (listener) => void listeners.push(listener) }
  } catch (error) {
    await stop()
    throw startFault(unavailability(error) ?? error, options.databaseUrl)
  }
}

/** Opens the one database with all migrations applied. Throws DatabaseStartError, whose message says what to do. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { onLost, ...prepared } = await prepareDatabase(options)
  try {
    return { ...(await connectDatabase({ ...options, ...prepared.ways }, prepared)), onLost }
  } catch (error) {
    await prepared.stop()
    throw startFault(unavailability(error) ?? error, options.databaseUrl)
  }
}

/** A database that another process of the same program has prepared. */
export interface SharedDatabase {
  readonly ways: Ways
  /** Absent: that of `DATABASE_URL`. */
  readonly connection?: ConnectionSettings
}

/** Opens a database that another process has prepared and will stop. */
export async function joinDatabase(
  { ways, connection }: SharedDatabase,
  options: OpenOptions,
): Promise<Database> {
  const { databaseUrl = '', onProgress = () => {} } = options
  const reached = connection ?? (await waitForServer({ databaseUrl, onProgress }))
  return connectDatabase({ ...options, ...ways }, { connection: reached, stop: async () => {} })
}

/** The same of a database whose migrations and roles are as they must be. */
export async function connectDatabase(
  options: Pick<OpenOptions, 'log' | 'poolSize' | 'preparesStatements' | 'clock'> &
    Pick<PrismaOptions, 'clientOf' | 'bindsConnections'>,
  { connection, stop }: Pick<Reached, 'connection' | 'stop'>,
): Promise<Database> {
  const { log } = options
  const { prisma, pool, turns } = createPrisma({ ...options, connection })
  await warnOfClock(prisma, systemClock, log)
  const pulse = new Pulse(connection)
  const follower = options.clock && new InvalidationSubscriber(connection, options.clock, log)
  await follower?.start()
  const invalidations = follower ?? neverCurrent
  return {
    prisma,
    invalidations,
    transactions: createTransactions(prisma, invalidations, turns),
    usesExchange: createUsesExchange(prisma),
    prismaOf: createPrismaOf(prisma, turns),
    violatedConstraint,
    connection,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + turns.waiting,
    }),
    ping: () => pulse.beats(),
    onLost: () => {},
    async close() {
      follower?.close()
      await pulse.close()
      await prisma.$disconnect()
      await stop()
    },
  }
}

export interface Reached {
  /** Connection as the role that owns everything: for migrations, backups, and restoring them. */
  readonly owner: ConnectionSettings
  /** Connection as the role of the running API. */
  readonly connection: ConnectionSettings
  /** Notes that the migrations of this release are applied; to be called then. */
  migrated(): Promise<void>
  stop(): Promise<void>
}

/** The database as it is, without its migrations. */
export async function reachDatabase(
  options: Omit<OpenOptions, 'poolSize'>,
  onLost: (reason: string) => void = () => {},
): Promise<Reached> {
  const { databaseUrl, migrationDatabaseUrl, dataDir, log, release, onProgress = () => {} } = options
  if (databaseUrl === undefined) {
    const settings = connectionsFor(options.processes)
    const embedded = await startEmbeddedPostgres({ dataDir, log, onProgress, onLost, release, settings })
    const { connection: owner, runtime: connection, migrated, stop } = embedded
    return { owner, connection, migrated, stop }
  }
  const connection = await waitForServer({ databaseUrl, onProgress })
  const owner =
    migrationDatabaseUrl === undefined
      ? connection
      : await waitForServer({
          databaseUrl: migrationDatabaseUrl,
          variable: 'MIGRATION_DATABASE_URL',
          onProgress,
        })
  return { owner, connection, migrated: async () => {}, stop: async () => {} }
}

/** The connections of a process of the API: its pool, its pulse and its subscription. */
const connectionsOfProcess = 12
/**
 * The number of processes that the connections of the embedded server are enough for, with room for backups
 * and people.
 */
const processesWithRoom = 4

/** The settings of the embedded server for more processes than it has room for. */
const connectionsFor = (processes = 1): Readonly<Record<string, string>> =>
  processes <= processesWithRoom ? {} : { max_connections: String(connectionsOfProcess * (processes + 1)) }
