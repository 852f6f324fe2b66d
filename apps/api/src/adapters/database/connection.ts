import { Client as PgClient, type ClientConfig } from 'pg'
import { OperatorFault } from '../../kernel/operator-fault.js'

/** Settings of a connection to one database, for pg's clients and pools and for Prisma's adapter alike. */
export type ConnectionSettings = ClientConfig

/** A method of pg's client that its types leave out. */
const { getStartupConf } = PgClient.prototype as unknown as {
  getStartupConf(this: PgClient): Readonly<Record<string, string>>
}

/**
 * A client whose moments are UTC and ISO, whatever the server's time zone: Prisma's adapter reads and writes them so. It
 * says so as it connects, by parameters that poolers know and keep with the client. pg has no option for these two.
 */
export class Client extends PgClient {
  getStartupConf(): Readonly<Record<string, string>> {
    return { ...getStartupConf.call(this), TimeZone: 'UTC', DateStyle: 'ISO, MDY' }
  }
}

/** The database cannot be brought up. The message is for the person who starts the process: it says what to do. */
export class DatabaseStartError extends OperatorFault {
  override readonly name = 'DatabaseStartError'
}

/** Opens a separate connection for the work. Once it is lost, the next statement fails. */
export async function connected<T>(
  connection: ConnectionSettings,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs long work in one transaction; a failure undoes it. */
export async function inTransaction(client: PgClient, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN; SET LOCAL statement_timeout = 0')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** The SQLSTATE or system code of a failure, if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Error about a folder that could not be created or written to. */
export function unwritable(folder: string, error: unknown): DatabaseStartError {
  const code = errorCode(error)
  const known = { ENOSPC: 'the disk is full', EEXIST: 'a file is in its place', EROFS: 'it is read-only' }
  const why = known[code as keyof typeof known] ?? messageOf(error)
  return new DatabaseStartError(
    `The database's folder ${folder} cannot be used: ${why}. Set DATA_DIR to a folder that this user may write to.`,
  )
}
