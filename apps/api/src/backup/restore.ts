import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { connected, type ConnectionSettings } from '../adapters/database/connection.js'
import { findMigrations, migrate } from '../adapters/database/migrate.js'
import { fillTables, writeRows } from '../adapters/database/tables.js'
import { copyKey } from '../adapters/secrets/keys.js'
import type { Log } from '../kernel/log.js'
import type { Storage } from '../kernel/storage.js'
import { BackupFault, fileIn, keyIn, readManifest, rowsIn, type Manifest } from './format.js'
import { demandEmpty } from './reach.js'

export interface Target {
  readonly connection: ConnectionSettings
  readonly storage: Storage
  /** Path of the platform's key; undefined where the configuration names the key. */
  readonly keyFile: string | undefined
  readonly log: Log
}

/**
 * Brings a backup back into an empty platform that does not run: first the files and the key, then all rows in one
 * transaction, each file and table compared with its checksum before. A failure before its end can be tried again; steps
 * that fail afterwards are done by the next start. A backup of an older release is brought up to date by the migrations that came
 * since. Throws `BackupFault`.
 */
export async function restore(
  target: Target,
  folder: string,
  say: (text: string) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await demandWhole(folder, manifest)
  await migrateAsBackedUp(target, manifest)
  await connected(target.connection, async (client) => {
    await demandEmpty(client, 'The platform has users already: a backup is brought back into an empty one.')
    await putFiles(target.storage, folder, manifest, say)
    // Where the configuration named the key there is none, and the platform makes one.
    if (target.keyFile !== undefined) await copyKey(keyIn(folder), target.keyFile)
    await fillTables(client, manifest.tables, async (table) => {
      say(`table ${table.name}`)
      await pipeline(createReadStream(rowsIn(folder, table.name)), writeRows(client, table))
    })
  })
  await migrate(target)
  return manifest
}

/** The rows before anything is written; the database would not notice every damage. */
async function demandWhole(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    if (sha256 === undefined) continue
    const [path, hash] = [rowsIn(folder, name), createHash('sha256')]
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    if (hash.digest('hex') !== sha256) throw damaged(path)
  }
}

/** Migrates the tables to the state of the backup, so that its rows fit. */
async function migrateAsBackedUp(target: Target, { migrations }: Manifest): Promise<void> {
  const known = findMigrations()
  const folder = await mkdtemp(join(tmpdir(), 'engine-restore-'))
  try {
    await cp(join(known, 'migration_lock.toml'), join(folder, 'migration_lock.toml'))
    for (const name of migrations) {
      await cp(join(known, name), join(folder, name), { recursive: true }).catch(() => {
        throw new BackupFault(
          `A newer release made this backup: this one does not know the migration ${name}.`,
        )
      })
    }
    await migrate({ ...target, migrationsDir: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function putFiles(
  storage: Storage,
  folder: string,
  { files }: Manifest,
  say: (text: string) => void,
): Promise<void> {
  for (const [at, { key, size, sha256 }] of files.entries()) {
    if (at % 100 === 0) say(`file ${at + 1} of ${files.length}`)
    const stored = await storage.put(key, createReadStream(fileIn(folder, key)))
    if (stored.size === size && stored.sha256 === sha256) continue
    await storage.remove(key)
    throw damaged(fileIn(folder, key))
  }
}

const damaged = (path: string): BackupFault =>
  new BackupFault(`The backup is damaged: ${path} is not what was backed up.`)
