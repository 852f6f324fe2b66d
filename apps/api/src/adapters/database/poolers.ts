import type { Log } from '../../kernel/log.js'
import { connected, type Client, type ConnectionSettings } from './connection.js'
import type { PrismaOptions } from './prisma.js'

/** Number of looks at both connections: other processes may use a pooler's connections meanwhile. */
const ATTEMPTS = 4

interface Ways extends Pick<PrismaOptions, 'bindsConnections'> {
  readonly preparesStatements: boolean
}

/**
 * Tells how connections may be used there. Behind a pooler that gives each transaction another connection nothing may stay
 * with one: neither a prepared statement, unless the operator insists, nor a setting.
 */
export async function noticePooler(
  connection: ConnectionSettings,
  { preparesStatements, log }: { readonly preparesStatements?: boolean | undefined; readonly log: Log },
): Promise<Ways> {
  const pooled = await connected(connection, async (client) => {
    if (!(await isBehindPooler(client))) return undefined
    if (!(await connected(connection, (other) => sharesConnections(client, other)))) return undefined
    return settingsOf(client)
  })
  if (pooled === undefined) return { preparesStatements: preparesStatements ?? true, bindsConnections: true }
  log.warn({}, preparesStatements ? insisted : turnedOff)
  if (pooled.timeout === '0') log.warn({}, unbound(pooled.role))
  return { preparesStatements: preparesStatements ?? false, bindsConnections: false }
}

const turnedOff =
  'a pooler gives each transaction another connection to PostgreSQL: prepared statements are off ' +
  '(DATABASE_PREPARED_STATEMENTS)'

const insisted =
  'a pooler gives each transaction another connection to PostgreSQL: DATABASE_PREPARED_STATEMENTS=on needs one that ' +
  'knows prepared statements, such as PgBouncer from 1.21 with max_prepared_statements; else requests fail'

const unbound = (role: string): string =>
  `no statement has a time limit behind this pooler: execute ALTER ROLE "${role}" SET statement_timeout = '15s', and the ` +
  'same of idle_in_transaction_session_timeout'

const serverOf = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0

/** A pooler makes up the number that a server gives its client. */
async function isBehindPooler(client: Client): Promise<boolean> {
  return (client as unknown as { processID: number }).processID !== (await serverOf(client))
}

/**
 * Tells whether a pooler shares connections: neither happens if each client has a separate connection to the
 * server.
 */
async function sharesConnections(client: Client, other: Client): Promise<boolean> {
  const own = new Set<number>()
  const others = new Set<number>()
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    own.add(await serverOf(client))
    others.add(await serverOf(other))
  }
  return own.size > 1 || others.size > 1 || [...own].some((pid) => others.has(pid))
}

async function settingsOf(client: Client) {
  const { rows } = await client.query<{ role: string; timeout: string }>(
    `SELECT current_user AS role, current_setting('statement_timeout') AS timeout`,
  )
  return rows[0]
}
