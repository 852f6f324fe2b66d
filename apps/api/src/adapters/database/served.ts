import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../../kernel/errors.js'
import { Client, DatabaseStartError, errorCode, messageOf, type ConnectionSettings } from './connection.js'

const OLDEST_MAJOR = 15

/** How long a server may take to come up, in milliseconds: it is often started at the same moment as the API. */
const PATIENCE = 30_000

/** After how long, in milliseconds, it is told what is waited for, though no connection has failed yet. */
const QUIET = 1000

/** What a server answers, or does not, while it is starting; anything else will not pass by waiting. */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03',
  '53300',
])

export interface ServedOptions {
  readonly databaseUrl: string
  /** The variable that the address comes from. */
  readonly variable?: string
  readonly onProgress?: (text: string) => void
  readonly patience?: number
}

/**
 * Waits until the server behind the URL answers. Throws DatabaseStartError, which names the server but never the
 * password, when it does not come up, refuses the role, is older than PostgreSQL 15, or its database is not UTF-8.
 */
export async function waitForServer(options: ServedOptions): Promise<ConnectionSettings> {
  const { databaseUrl, variable = 'DATABASE_URL', onProgress = () => {}, patience = PATIENCE } = options
  const fault = addressFault(databaseUrl)
  if (fault !== undefined) throw new DatabaseStartError(`${variable} ${fault}.`)
  const connection: ConnectionSettings = { connectionString: databaseUrl }
  const deadline = performance.now() + patience
  let isTold = false
  const tell = ({ host, port, database }: Client) => {
    if (!isTold) onProgress(`Waiting for PostgreSQL at ${host}:${port}/${database}`)
    isTold = true
  }
  for (;;) {
    const client = new Client({ ...connection, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    const quiet = setTimeout(tell, QUIET, client)
    try {
      await client.connect()
      await refuseUnfit(client, variable)
      return connection
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error
      if (!mayPass(error) || performance.now() > deadline)
        throw unreachable(client, variable, reasonOf(error))
      tell(client)
      await sleep(500)
    } finally {
      clearTimeout(quiet)
      await client.end().catch(() => {})
    }
  }
}

/** Words the failure of a start whose database went away as that of one that is not there; others stay. */
export function startFault(error: unknown, databaseUrl: string | undefined): unknown {
  if (!isUnavailable(error)) return error
  const { cause } = error.internal as { cause?: unknown }
  if (databaseUrl !== undefined)
    return unreachable(new Client({ connectionString: databaseUrl }), 'DATABASE_URL', reasonOf(cause))
  return new DatabaseStartError(
    `The embedded PostgreSQL ended during the start: ${reasonOf(cause)}. Start the platform again.`,
  )
}

const EXAMPLES =
  'postgresql://user@host:5432/database or, by a socket, postgresql://user@/database?host=/var/run/postgresql'

/** Why no connection can be made by this address, to stand behind the name of its variable; undefined where one can. */
export function addressFault(databaseUrl: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) return `is not an address such as ${EXAMPLES}`
  const parameters = new URLSearchParams(databaseUrl.replace(/^[^?]*\??/, ''))
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(databaseUrl) ?? []
  if (hosts.includes(',') || parameters.get('host')?.includes(','))
    return (
      'names several hosts, of which only one can be used: name the address that leads to the server that takes ' +
      'writes, such as that of a pooler or a load balancer'
    )
  try {
    // pg reads the address, and the files of certificates that it names, as soon as a client is made.
    void new Client({ connectionString: databaseUrl })
    // Prisma's own tools understand `schema`, pg does not: another one than public would go unnoticed.
    const schema = parameters.get('schema') ?? 'public'
    if (schema === 'public') return undefined
    return `asks for the schema ${schema} by "schema"; ask by "options=-c search_path=${schema}" (URL-encoded)`
  } catch (error) {
    return errorCode(error) === 'ERR_INVALID_URL'
      ? `is not an address such as ${EXAMPLES}`
      : `cannot be read: ${messageOf(error)}`
  }
}

/** pg gives a connection that took too long no code of its own. */
function mayPass(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(mayPass)
  const code = errorCode(error)
  return code === undefined ? /timeout|terminated/i.test(messageOf(error)) : PASSING.has(code)
}

/** What the server or the system said. Prisma says it last, after what it was doing itself. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  const last = messageOf(error).trim().split('\n').at(-1) ?? ''
  return (/Message: `(.*)`$/.exec(last)?.[1] ?? last).replace(/\.$/, '')
}

function unreachable(client: Client, variable: string, why: string): DatabaseStartError {
  const advice = ADVICE.find(([reason]) => reason.test(why))?.[1] ?? ''
  return new DatabaseStartError(
    `PostgreSQL at ${placeOf(client)} cannot be used: ${why}. ${advice}See ${variable}.`,
  )
}

/** The advice about reasons that do not give it themselves. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /unsupported startup parameter/,
    'A pooler does not pass this on: leave it out of the address, and set it on the role, such as by ' +
      'ALTER ROLE name SET search_path = name. ',
  ],
  [
    /self[- ]signed certificate|unable to (verify the first|get (local )?issuer) certificate/,
    'If the certificate is of a CA of your own, name its file by sslrootcert=/path/to/ca.pem in the address. ',
  ],
]

function placeOf({ host, port, database }: Client): string {
  return `${host}:${port}, database ${database}`
}

async function refuseUnfit(client: Client, variable: string): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
  )
  const { version, encoding } = rows[0] ?? { version: '', encoding: '' }
  if (Number.parseInt(version, 10) < OLDEST_MAJOR)
    throw new DatabaseStartError(
      `PostgreSQL at ${placeOf(client)} is version ${version}; the API needs ${OLDEST_MAJOR} or newer. See ${variable}.`,
    )
  if (encoding !== 'UTF8')
    throw new DatabaseStartError(
      `PostgreSQL at ${placeOf(client)} stores text as ${encoding}; the API needs UTF8. Make another database with ` +
        `CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0, and name it in ${variable}.`,
    )
}
