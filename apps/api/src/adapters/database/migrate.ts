import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { escapeIdentifier } from 'pg'
import type { Log } from '../../kernel/log.js'
import {
  Client,
  DatabaseStartError,
  inTransaction,
  messageOf,
  type ConnectionSettings,
} from './connection.js'

export interface MigrateOptions {
  readonly connection: ConnectionSettings
  /** The folder of the migrations; the repository's own when absent. */
  readonly migrationsDir?: string
  readonly log: Log
}

interface Migration {
  readonly name: string
  readonly sql: string
}

/** A row of Prisma's own table. */
interface Applied {
  readonly name: string
  readonly checksum: string
  readonly finished: boolean
}

/** Prisma's own table, so that its command can go on where this has been, and the other way round. */
const RECORD = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

/** The lock that Prisma's own command takes, so that it and this never migrate at once. */
export const MIGRATION_LOCK = 72707369

/**
 * Applies the migrations that the database lacks, each in one transaction, and answers their names. Any number
 * of processes may do it at once. Throws DatabaseStartError when one fails or when the database's history is
 * not the beginning of this release's. The outcome is that of `prisma migrate deploy`.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { connection, log, migrationsDir = findMigrations() } = options
  const known = await readMigrations(migrationsDir)
  const client = new Client(connection)
  client.on('error', (error) => log.warn({ reason: error.message }, 'the connection that migrates was lost'))
  await client.connect()
  try {
    const applied: string[] = []
    const schema = await demandSchema(client)
    if (pendingOf(known, await appliedTo(client)).length === 0) return []
    await demandRights(client, schema)
    for (;;) {
      const name = await applyNext(client, known)
      if (name === undefined) return applied
      log.info({ migration: name }, 'migration applied')
      applied.push(name)
    }
  } finally {
    await client.end()
  }
}

/** The repository's prisma/migrations, seen from the sources and from the build alike. */
export function findMigrations(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, 'prisma', 'migrations')
    if (existsSync(join(found, 'migration_lock.toml'))) return found
  }
  throw new DatabaseStartError(`No prisma/migrations in any folder above ${import.meta.dirname}.`)
}

/** Names of the migrations of this release, the newest last. */
export async function migrationNames(folder = findMigrations()): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder)
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  )
}

async function appliedTo(client: Client): Promise<Applied[]> {
  // Read from the catalog itself: `to_regclass` may answer from what the connection has cached before it had the lock.
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE relname = '_prisma_migrations' AND nspname = ANY (current_schemas(false))
     ) AS found`,
  )
  if (!rows[0]?.found) return []
  const applied = await client.query<Applied>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )
  return applied.rows
}

/** The migrations still to be applied. Throws where the database's history cannot be continued. */
function pendingOf(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  for (const { name, checksum, finished } of applied) {
    const migration = known.find((candidate) => candidate.name === name)
    if (!finished) throw new DatabaseStartError(failedEarlier(name))
    if (!migration) {
      throw new DatabaseStartError(
        `The database holds the migration ${name}, which this release does not know: a newer release has used it. ` +
          'Start that release, or restore the database from before.',
      )
    }
    if (!checksumsOf(migration.sql).includes(checksum)) {
      throw new DatabaseStartError(
        `The migration ${name} was changed after the database had applied it. Restore its file as it was; ` +
          'what is to change goes into a new migration.',
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  return known.filter(({ name }) => !done.has(name))
}

function failedEarlier(name: string): string {
  return (
    `The migration ${name} was begun by another tool and never finished. See what it left, put that right, and ` +
    `mark it with: prisma migrate resolve --rolled-back ${name} (or --applied).`
  )
}

/** Prisma's checksum is that of the file; a checkout may have turned its line ends. */
function checksumsOf(sql: string): string[] {
  const unix = sql.replaceAll('\r\n', '\n')
  return [sql, unix, unix.replaceAll('\n', '\r\n')].map(checksumOf)
}

const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

interface Schema {
  readonly schema: string
  readonly role: string
}

/** The first schema of the search path that the role may use. */
async function demandSchema(client: Client): Promise<Schema> {
  const { rows } = await client.query<{ schema: string | null; role: string; path: string }>(
    `SELECT current_schema() AS schema, current_user AS role, current_setting('search_path') AS path`,
  )
  const { schema, role, path } = rows[0] ?? { schema: null, role: '', path: '' }
  if (schema !== null) return { schema, role }
  throw new DatabaseStartError(
    `The role ${role} has no schema to use: of its search path ${path} none is there, or it has no right to it. ` +
      `As an administrator of the server, execute CREATE SCHEMA name AUTHORIZATION ${escapeIdentifier(role)} in this database.`,
  )
}

async function demandRights(client: Client, { schema, role }: Schema): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(`SELECT has_schema_privilege($1, 'CREATE') AS may`, [
    schema,
  ])
  if (rows[0]?.may) return
  const right = `GRANT USAGE, CREATE ON SCHEMA ${escapeIdentifier(schema)} TO ${escapeIdentifier(role)}`
  throw new DatabaseStartError(
    `The role ${role} cannot migrate: permission denied for schema ${schema}. Set MIGRATION_DATABASE_URL to the role that ` +
      `owns the tables or, as an administrator of the server, execute ${right} in this database.`,
  )
}

/**
 * Applies the first that is pending, if any, and answers its name. Its record is part of its transaction, so a kill leaves
 * both or none; so is the lock, since a pooler may give the next transaction another connection.
 */
async function applyNext(client: Client, known: readonly Migration[]): Promise<string | undefined> {
  let migration: Migration | undefined
  const work = async (): Promise<void> => {
    await client.query('SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const [next] = pendingOf(known, await appliedTo(client))
    if (next === undefined) return
    migration = next
    await client.query(RECORD)
    await client.query(next.sql)
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), clock_timestamp(), 1)`,
      [checksumOf(next.sql), next.name],
    )
  }
  await inTransaction(client, work).catch((error: unknown) => {
    if (migration === undefined) throw error
    const reason = withAdvice(messageOf(error))
    throw new DatabaseStartError(`The migration ${migration.name} failed and was undone: ${reason}`)
  })
  return migration?.name
}

/** Adds advice: not every user may create an extension, and the role of the running API may change nothing. */
function withAdvice(reason: string): string {
  if (/must be owner of|permission denied for (schema|table)/.test(reason))
    return `${reason}. Set MIGRATION_DATABASE_URL to the role that owns the tables.`
  const extension = /extension "(\w+)"/.exec(reason)?.[1]
  if (extension === undefined) return reason
  return (
    `${reason}. Ask the server's administrator to execute CREATE EXTENSION ${extension} in this database (its files ` +
    'come with PostgreSQL, on some systems in a package named contrib), then start again.'
  )
}
