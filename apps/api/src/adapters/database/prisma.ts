import { PrismaPg } from '@prisma/adapter-pg'
import { Pool, type ClientBase } from 'pg'
import { PrismaClient, type Prisma } from '../../generated/prisma/client.js'
import type { Log } from '../../kernel/log.js'
import { Client, type ConnectionSettings } from './connection.js'
import { ConnectionTurns } from './connection-turns.js'
import { statementNames } from './statement-names.js'

export interface PrismaOptions {
  readonly connection: ConnectionSettings
  /** Connections at most; a request waits for a free one rather than opening more. */
  readonly poolSize?: number
  /** Time limit of a statement, in milliseconds. */
  readonly statementTimeout?: number
  /** False behind a pooler that gives each transaction another connection and knows no statements by name. */
  readonly preparesStatements?: boolean | undefined
  /** False behind such a pooler too, where a setting stays with a connection that others get next. */
  readonly bindsConnections?: boolean
  readonly log: Log
  /** Function that creates the client; absent: the usual one. */
  readonly clientOf?: (options: Prisma.PrismaClientOptionsWithAdapter) => PrismaClient
}

/** Longer than any statement of ours takes, in milliseconds; a stuck one must not keep its connection. */
const STATEMENT_TIMEOUT = 15_000
const CONNECT_TIMEOUT = 5_000

/** Further time that a server which answers at all may take to say so; one that does not is given up then. */
const ANSWER_TIMEOUT = 5_000

/** Sets limits by statements, since few poolers know parameters for these two. */
async function bind(client: ClientBase, timeout: number): Promise<void> {
  const names = ['statement_timeout', 'idle_in_transaction_session_timeout']
  await client.query(names.map((name) => `SET ${name} = ${timeout}`).join('; '))
}

/** The pool is given out only to be looked at; the client ends it when it is disconnected. */
export function createPrisma({
  connection,
  poolSize = 10,
  statementTimeout = STATEMENT_TIMEOUT,
  preparesStatements = true,
  bindsConnections = true,
  log,
  clientOf = (options) => new PrismaClient(options),
}: PrismaOptions): {
  readonly prisma: PrismaClient
  readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  readonly turns: ConnectionTurns
} {
  const lost = (error: Error) => log.warn({ reason: error.message }, 'a database connection was lost')
  const pool = new Pool({
    ...connection,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: statementTimeout + ANSWER_TIMEOUT,
    application_name: 'engine-api',
    Client,
    ...(bindsConnections && { onConnect: (client) => bind(client, statementTimeout) }),
  })
  // Between the pool, which lets go of a connection, and Prisma, which listens to it a moment later, a server that
  // stops would be an unhandled error, and so the end of the process. Queries on the connection fail all the same.
  pool.on('connect', (client) => client.on('error', () => {}))
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    onPoolError: lost,
    onConnectionError: lost,
    ...(preparesStatements && { statementNameGenerator: statementNames() }),
  })
  const prisma = clientOf({
    adapter,
    errorFormat: 'minimal',
    transactionOptions: { maxWait: CONNECT_TIMEOUT, timeout: statementTimeout },
  })
  return { prisma, pool, turns: new ConnectionTurns(poolSize, CONNECT_TIMEOUT) }
}
