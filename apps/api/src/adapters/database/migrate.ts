import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import { Pool } from 'pg'
import type { Log } from '../../kernel/log.js'
import { DatabaseStartError, messageOf, type ConnectionSettings } from './connection.js'
import { EVERYTHING, openSchemaEngine } from './schema-engine.js'

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
  const pool = new Pool({ ...connection, max: 1, idleTimeoutMillis: 0 })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'the connection that migrates was lost'))
  try {
    if (pendingOf(known, await appliedTo(pool)).length === 0) return []
    await pool.query(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    )
    await pool.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const pending = pendingOf(known, await appliedTo(pool))
    if (pending.length > 0) await applyAll(pool, known, pending, log)
    return pending.map(({ name }) => name)
  } finally {
    await pool.end()
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names
      .sort()
      .map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  )
}

async function appliedTo(pool: Pool): Promise<Applied[]> {
  const { rows } = await pool.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  )
  if (!rows[0]?.found) return []
  const applied = await pool.query<Applied>(
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
  return [sql, unix, unix.replaceAll('\n', '\r\n')].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  )
}

async function applyAll(pool: Pool, known: Migration[], pending: Migration[], log: Log): Promise<void> {
  const engine = await openSchemaEngine(pool, 'datasource db {\n  provider = "postgresql"\n}\n')
  try {
    for (const migration of pending) {
      await applyLast(pool, engine, known.slice(0, known.indexOf(migration) + 1))
      log.info({ migration: migration.name }, 'migration applied')
    }
  } finally {
    engine.free()
  }
}

/** Applies the last of the given migrations. Its record is part of its transaction, so a kill leaves both or none. */
async function applyLast(pool: Pool, engine: SchemaEngine, migrations: Migration[]): Promise<void> {
  await pool.query('BEGIN')
  try {
    await engine.applyMigrations({ migrationsList: listFor(migrations), filters: EVERYTHING })
    await pool.query('COMMIT')
  } catch (error) {
    await pool.query('ROLLBACK')
    throw new DatabaseStartError(
      `The migration ${migrations.at(-1)?.name} failed and was undone: ${withAdvice(firstLines(error))}`,
    )
  }
}

/** The engine's words before the trace of its insides. */
function firstLines(error: unknown): string {
  return (
    messageOf(error)
      .split(/\n\s+0: /)[0]
      ?.trim() ?? ''
  )
}

/**
 * Not every user of a database may create an extension, and not every server has its files. The role of the running API
 * may change nothing at all.
 */
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

function listFor(migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: 'prisma/migrations',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}
