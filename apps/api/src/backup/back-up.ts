import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { escapeIdentifier, type Client } from 'pg'
import { connected, type ConnectionSettings } from '../adapters/database/connection.js'
import { migrationsOf, readRows, tablesOf } from '../adapters/database/tables.js'
import { copyKey } from '../adapters/secrets/keys.js'
import { openDiskStorage } from '../adapters/storage/disk.js'
import { syncFolder } from '../adapters/storage/files.js'
import type { Storage } from '../kernel/storage.js'
import { BackupFault, filesIn, keyIn, manifestIn, rowsIn, type Manifest } from './format.js'

export interface Source {
  readonly connection: ConnectionSettings
  readonly storage: Storage
  /** Path of the platform's key; undefined where the configuration names the key. */
  readonly keyFile: string | undefined
}

type Say = (text: string) => void
type BackedUpFile = Manifest['files'][number]

/** Maximum number of tries: a file may be removed while it is read, but not each time. */
const mostSnapshots = 5

/**
 * Writes everything of a platform, running or not, to a new folder, which appears when it is complete and safe from a
 * power cut. The rows are those of one moment, and the files those that these rows name. Returns what was written.
 */
export async function backUp(source: Source, folder: string, say: Say): Promise<Manifest> {
  await refuseExisting(folder)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(join(unfinished, 'database'), { recursive: true, mode: 0o700 })
  const copies = await openDiskStorage(filesIn(unfinished))
  const files = new Map<string, BackedUpFile>()
  for (let attempt = 1; attempt <= mostSnapshots; attempt++) {
    // Before the rows, so that hardly any file is left to copy after them, and no removal comes between.
    const namedFiles = await inTransaction(source.connection, storedFilesOf)
    await copyFiles(source.storage, copies, namedFiles, files, say)
    const rows = await inTransaction(source.connection, (client) => writeRows(client, unfinished, say))
    if (!(await copyFiles(source.storage, copies, rows.named, files, say))) continue
    const { migrations, tables } = rows
    const copied = await keepNamed(copies, files, rows.named)
    const madeAt = new Date().toISOString()
    const manifest: Manifest = { format: 1, madeAt, migrations, tables, files: copied }
    if (source.keyFile !== undefined) await copyKey(source.keyFile, keyIn(unfinished))
    await writeFile(manifestIn(unfinished), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    await syncFolder(join(unfinished, 'database'))
    await syncFolder(unfinished)
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
    return manifest
  }
  throw new BackupFault('Stored files that the database names are missing: see the log of the platform.')
}

async function refuseExisting(folder: string): Promise<void> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  if (isThere) throw new BackupFault(`${folder} is there already: name a folder that is to be made.`)
}

/** All that `work` reads is of one moment. */
async function inTransaction<Result>(
  connection: ConnectionSettings,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return connected(connection, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0')
    return await work(client)
  })
}

/** Columns of all tables that name a stored file. */
const fileColumns = ['storage_key', 'shasums_key', 'shasums_sig_key', 'binary_key', 'json_storage_key']

/** The keys of all stored files that the database names; it may be of an older release. */
async function storedFilesOf(client: Client): Promise<string[]> {
  const { rows: sources } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = ANY($1)`,
    [fileColumns],
  )
  const keys = new Set<string>()
  for (const { table, column } of sources) {
    const [from, key] = [escapeIdentifier(table), escapeIdentifier(column)]
    const { rows } = await client.query<{ key: string }>(
      `SELECT ${key} AS key FROM ${from} WHERE ${key} IS NOT NULL`,
    )
    for (const row of rows) keys.add(row.key)
  }
  return [...keys].sort()
}

async function writeRows(client: Client, folder: string, say: Say) {
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await tablesOf(client)) {
    say(`table ${name}`)
    const hash = createHash('sha256')
    const file = createWriteStream(rowsIn(folder, name), { flush: true })
    await pipeline(readRows(client, { name, columns }), (chunks) => hashed(chunks, hash), file)
    tables.push({ name, columns, sha256: hash.digest('hex') })
  }
  return { tables, migrations: await migrationsOf(client), named: await storedFilesOf(client) }
}

/** Hands chunks on, of which `hash` learns. */
async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

/** Copies missing files into `files`. Tells whether all are there. */
async function copyFiles(
  storage: Storage,
  copies: Storage,
  keys: readonly string[],
  files: Map<string, BackedUpFile>,
  say: Say,
): Promise<boolean> {
  let areAll = true
  for (const [at, key] of keys.entries()) {
    if (files.has(key)) continue
    if (at % 100 === 0) say(`file ${at + 1} of ${keys.length}`)
    const opened = await storage.open(key)
    if (!opened) {
      areAll = false
      continue
    }
    files.set(key, { key, ...(await copies.put(key, opened.stream)) })
  }
  return areAll
}

/** Removes copies of files that were deleted from the platform meanwhile. */
async function keepNamed(
  copies: Storage,
  files: ReadonlyMap<string, BackedUpFile>,
  named: readonly string[],
): Promise<BackedUpFile[]> {
  const namedKeys = new Set(named)
  for (const key of files.keys()) if (!namedKeys.has(key)) await copies.remove(key)
  return named.flatMap((key) => files.get(key) ?? [])
}
