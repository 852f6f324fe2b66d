import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { connected, type ConnectionSettings } from '../adapters/database/connection.js'
import { migrate } from '../adapters/database/migrate.js'
import { fillTables, migrationsOf, readRows, tablesOf, writeRows } from '../adapters/database/tables.js'
import type { Log } from '../kernel/log.js'
import { BackupFault } from './format.js'
import { demandEmpty } from './reach.js'

/**
 * Copies all rows of one database into another that is empty, in one transaction. The one they come from has to have
 * this release's migrations, which its platform's last start has given it, and nothing may write to it meanwhile.
 * Throws `BackupFault`.
 */
export async function moveDatabase(
  from: ConnectionSettings,
  to: ConnectionSettings,
  log: Log,
  say: (text: string) => void,
): Promise<void> {
  await migrate({ connection: to, log })
  await connected(from, (source) => connected(to, (target) => copy(source, target, say)))
}

async function copy(source: Client, target: Client, say: (text: string) => void): Promise<void> {
  await demandEmpty(target, 'The database to move to has users already: it has to be empty.')
  const [left, right] = [await migrationsOf(source), await migrationsOf(target)]
  if (left.join() !== right.join())
    throw new BackupFault('The database is of another release: start the platform with this one first.')
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0')
  await fillTables(target, await tablesOf(source), async (table) => {
    say(`table ${table.name}`)
    await pipeline(readRows(source, table), writeRows(target, table))
  })
}
