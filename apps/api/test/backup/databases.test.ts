import { cp, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { connected, type ConnectionSettings } from '../../src/adapters/database/connection.js'
import { findMigrations, migrate } from '../../src/adapters/database/migrate.js'
import { migrationsOf } from '../../src/adapters/database/tables.js'
import { loadSecret } from '../../src/adapters/secrets/keys.js'
import { createSealer } from '../../src/adapters/secrets/sealer.js'
import { openDiskStorage } from '../../src/adapters/storage/disk.js'
import { backUp } from '../../src/backup/back-up.js'
import { manifestIn, readManifest, rowsIn } from '../../src/backup/format.js'
import { moveDatabase } from '../../src/backup/move.js'
import { restore } from '../../src/backup/restore.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'
import { temporaryFolder } from '../temporary-folder.js'

const folder = await temporaryFolder()
const databases: TestDatabase[] = []

afterAll(async () => {
  for (const database of databases) await database.drop()
})

async function emptyDatabase(): Promise<ConnectionSettings> {
  const database = await createTestDatabase({ empty: true })
  databases.push(database)
  return database.connection
}

async function ask<Row extends object>(connection: ConnectionSettings, sql: string): Promise<Row[]> {
  return (await connected(connection, (client) => client.query<Row>(sql))).rows
}

/** A database of an older release, whose migrations end after the first. */
async function olderDatabase(): Promise<ConnectionSettings> {
  const known = findMigrations()
  const [first = ''] = (await readdir(known)).filter((name) => /^\d+_/.test(name)).sort()
  const older = await mkdtemp(join(folder, 'migrations-'))
  await cp(join(known, 'migration_lock.toml'), join(older, 'migration_lock.toml'))
  await cp(join(known, first), join(older, first), { recursive: true })
  const connection = await emptyDatabase()
  await migrate({ connection, log: silentLog, migrationsDir: older })
  await ask(
    connection,
    `INSERT INTO users (id, username, username_key, email, email_key, created_at, updated_at)
    VALUES ('user-1', 'Ana', 'ana', 'ana@example.com', 'ana@example.com', now(), now())`,
  )
  return connection
}

const storage = () => openDiskStorage(join(folder, 'files'))
const users = (connection: ConnectionSettings) => ask(connection, 'SELECT username FROM users')
const say = (): void => {}

test('the backup of an older release is brought back and brought up to date', async () => {
  const connection = await olderDatabase()
  const backup = join(folder, 'older')
  await backUp({ connection, storage: await storage(), keyFile: undefined }, backup, say)
  const to = await emptyDatabase()
  await restore({ connection: to, storage: await storage(), keyFile: undefined, log: silentLog }, backup, say)
  expect(await users(to)).toEqual([{ username: 'Ana' }])
  expect(await migrate({ connection: to, log: silentLog })).toEqual([])
})

test('the backup of a newer release is refused', async () => {
  const backup = join(folder, 'newer')
  await backUp(
    { connection: await olderDatabase(), storage: await storage(), keyFile: undefined },
    backup,
    say,
  )
  const manifest = await readManifest(backup)
  const migrations = [...manifest.migrations, '30000101000000_what_comes']
  await writeFile(manifestIn(backup), JSON.stringify({ ...manifest, migrations }))
  const to = await emptyDatabase()
  await expect(
    restore({ connection: to, storage: await storage(), keyFile: undefined, log: silentLog }, backup, say),
  ).rejects.toThrow('does not know the migration 30000101000000_what_comes')
})

test('the key goes along where the platform keeps it in a file', async () => {
  const keyFile = join(folder, 'secret.key')
  await writeFile(keyFile, 'the key')
  const backup = join(folder, 'with-key')
  await backUp({ connection: await olderDatabase(), storage: await storage(), keyFile }, backup, say)
  const brought = join(folder, 'brought.key')
  await writeFile(brought, 'that of a start before')
  const target = {
    connection: await emptyDatabase(),
    storage: await storage(),
    keyFile: brought,
    log: silentLog,
  }
  await restore(target, backup, say)
  expect(await readFile(brought, 'utf8')).toBe('the key')
  expect((await stat(brought)).mode & 0o777).toBe(0o600)
})

test('what stops after its rows are written has its key by then, and the next start does the rest', async () => {
  const [from, to] = [await mkdtemp(join(folder, 'from-')), await mkdtemp(join(folder, 'to-'))]
  const sealed = createSealer(await loadSecret({ dataDir: from }), 'test').seal('what is sealed', 'it')
  const source = { connection: await olderDatabase(), storage: await storage() }
  const backup = join(folder, 'stopped')
  await backUp({ ...source, keyFile: join(from, 'secret.key') }, backup, say)

  const connection = await emptyDatabase()
  // It is in the way of a migration that the backup lacks.
  await ask(connection, 'CREATE TYPE membership_status AS ENUM ()')
  const target = { connection, storage: await storage(), keyFile: join(to, 'secret.key'), log: silentLog }
  await expect(restore(target, backup, say)).rejects.toThrow('failed and was undone')
  expect(await users(connection)).toEqual([{ username: 'Ana' }])
  await expect(restore(target, backup, say)).rejects.toThrow('has users already')

  await ask(connection, 'DROP TYPE membership_status')
  await migrate({ connection, log: silentLog })
  expect(createSealer(await loadSecret({ dataDir: to }), 'test').open(sealed, 'it')).toBe('what is sealed')
})

test('what stops because its key cannot be written has written no rows, and is repeated', async () => {
  const keyFile = join(folder, 'repeated.key')
  await writeFile(keyFile, 'the key')
  const backup = join(folder, 'repeated')
  await backUp({ connection: await olderDatabase(), storage: await storage(), keyFile }, backup, say)
  const to = { connection: await emptyDatabase(), storage: await storage(), log: silentLog }
  await expect(restore({ ...to, keyFile: join(folder, 'none', 'key') }, backup, say)).rejects.toThrow(
    'ENOENT',
  )
  await restore({ ...to, keyFile: join(folder, 'second.key') }, backup, say)
  expect(await users(to.connection)).toEqual([{ username: 'Ana' }])
  expect(await readFile(join(folder, 'second.key'), 'utf8')).toBe('the key')
})

test('a table that lost a row is refused before anything is written', async () => {
  const source = { connection: await olderDatabase(), storage: await storage(), keyFile: undefined }
  const backup = join(folder, 'cut')
  await backUp(source, backup, say)
  const path = rowsIn(backup, 'users')
  const rows = await readFile(path, 'utf8')
  const connection = await emptyDatabase()
  const target = { ...source, connection, log: silentLog }
  await writeFile(path, '')
  await expect(restore(target, backup, say)).rejects.toThrow(`The backup is damaged: ${path}`)
  expect(await ask(connection, `SELECT to_regclass('users') AS users`)).toEqual([{ users: null }])

  // Those of older releases have no checksums of tables.
  await writeFile(path, rows)
  const { tables, ...manifest } = await readManifest(backup)
  const older = { ...manifest, tables: tables.map(({ name, columns }) => ({ name, columns })) }
  await writeFile(manifestIn(backup), JSON.stringify(older))
  await restore(target, backup, say)
  expect(await users(connection)).toEqual([{ username: 'Ana' }])
})

test('a database is moved whole into an empty one, and into no other', async () => {
  const from = await olderDatabase()
  await expect(moveDatabase(from, await emptyDatabase(), silentLog, say)).rejects.toThrow(
    'start the platform with this one first',
  )
  await migrate({ connection: from, log: silentLog })
  const to = await emptyDatabase()
  await moveDatabase(from, to, silentLog, say)
  expect(await users(to)).toEqual([{ username: 'Ana' }])
  const [left, right] = [new Client(from), new Client(to)]
  await Promise.all([left.connect(), right.connect()])
  expect(await migrationsOf(right)).toEqual(await migrationsOf(left))
  await Promise.all([left.end(), right.end()])
  await expect(moveDatabase(from, to, silentLog, say)).rejects.toThrow('has users already')
})
