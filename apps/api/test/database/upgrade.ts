import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { findMigrations, migrate } from '../../src/adapters/database/migrate.js'
import { createTestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'

/** An empty database of the release before this migration, in which `before` writes; `after` sees what it has become. */
export async function upgrade(
  migration: string,
  before: (client: Client) => Promise<void>,
  after: (client: Client) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase({ empty: true })
  const folder = await mkdtemp(join(tmpdir(), 'engine-migrations-'))
  const client = new Client(database.connection)
  await client.connect()
  try {
    const all = findMigrations()
    for (const name of await readdir(all))
      if (name < migration || name.endsWith('.toml'))
        await cp(join(all, name), join(folder, name), { recursive: true })
    const run = () => migrate({ connection: database.connection, migrationsDir: folder, log: silentLog })
    await run()
    await before(client)
    await cp(join(all, migration), join(folder, migration), { recursive: true })
    expect(await run()).toContain(migration)
    await after(client)
  } finally {
    await client.end()
    await rm(folder, { recursive: true })
    await database.drop()
  }
}
