import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificatesFault } from '@engine/shared/environment'
import { isUnavailable } from '../../kernel/errors.js'
import { hostAndPort } from '../../kernel/host-and-port.js'
import { untrusted } from '../../kernel/trust.js'
import { Client, DatabaseStartError, errorCode, messageOf, type ConnectionSettings } from './connection.js'

const OLDEST_MAJOR = 15

/** Time limit for a server to come up, in milliseconds: it is often started at the same moment as the API. */
const TIMEOUT = 30_000

/**
 * Time in milliseconds after which a message says what is waited for, though no connection has failed yet.
 */
const MESSAGE_DELAY = 1000

/** Codes of a server that is starting; waiting does not help against any other. */
const TRANSIENT = new Set([
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
  readonly timeout?: number
}

/**
 * Waits until the server behind the URL answers. Throws DatabaseStartError, which names the server but never the
 * password, when it does not come up, refuses the role, is older than PostgreSQL 15, or its database is not UTF-8.
 */
export async function waitForServer(options: ServedOptions): Promise<ConnectionSettings> {
  const { databaseUrl, variable = 'DATABASE_URL', onProgress = () => {}, timeout = TIMEOUT } = options
  const fault = addressFault(databaseUrl)
  if (fault !== undefined) throw new DatabaseStartError(`${variable} ${fault}.`)
  const connection: ConnectionSettings = { connectionString: databaseUrl }
  const deadline = performance.now() + timeout
  let isTold = false
  const tell = ({ host, port, database }: Client) => {
    if (!isTold) onProgress(`Waiting for PostgreSQL at ${serverOf(host, port)}/${database}`)
    isTold = true
  }
  for (;;) {
    const client = new Client({ ...connection, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    const quiet = setTimeout(tell, MESSAGE_DELAY, client)
    try {
      await client.connect()
      await refuseUnfit(client, variable)
      return connection
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error
      if (!isTransient(error) || performance.now() > deadline)
        throw unreachable(client, variable, connectionReason(error))
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
    return unreachable(new Client({ connectionString: databaseUrl }), 'DATABASE_URL', connectionReason(cause))
  return new DatabaseStartError(
    `The embedded PostgreSQL ended during the start: ${connectionReason(cause)}. Start the platform again.`,
  )
}

const EXAMPLES =
  'postgresql://user@host:5432/database or, by a socket, postgresql://user@/database?host=/var/run/postgresql'

/**
 * Fault of an address that no connection can use, to stand after the name of its variable; undefined without
 * one.
 */
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
    const authorities = parameters.get('sslrootcert')
    // Of an empty file it would trust the public authorities.
    const wrong = authorities && certificatesFault(authorities, (path) => readFileSync(path, 'utf8'))
    if (wrong) return `has a wrong sslrootcert: ${wrong}`
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

/** Tells whether waiting may help. pg gives a connection that took too long no specific code. */
function isTransient(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isTransient)
  const code = errorCode(error)
  return code === undefined ? /timeout|terminated/i.test(messageOf(error)) : TRANSIENT.has(code)
}

/** Reason from the server or the system. Prisma says it last, after what it was doing itself. */
function connectionReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(connectionReason).join('; ')
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
    untrusted,
    'If your own CA signed the certificate, name its file by sslrootcert=/path/to/ca.pem in the address. ',
  ],
]

function placeOf({ host, port, database }: Client): string {
  return `${serverOf(host, port)}, database ${database}`
}

/** Place of a server; the folder of a socket is no host. */
const serverOf = (host: string, port: number): string =>
  host.startsWith('/') ? `${host}:${port}` : hostAndPort(host, port)

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
