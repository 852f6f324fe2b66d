import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import type { ConnectionSettings } from '../src/adapters/database/connection.js'
import { asRuntime, urlOf } from './server.js'

/** Makes and removes the databases of this worker: a connection for each would cost half as much again as that does. */
const maintenance = new Pool({ connectionString: inject('testServer').url, max: 1, idleTimeoutMillis: 0 })
// The run's end stops the server before its workers.
maintenance.on('error', () => {})

export interface TestDatabase {
  /** Address for the role that owns the database. */
  readonly url: string
  /** Settings of a process of the API, which runs as a role that owns nothing. */
  readonly env: Readonly<Record<'DATABASE_URL' | 'MIGRATION_DATABASE_URL', string>>
  readonly connection: ConnectionSettings
  /** Ends all connections, and removes it. */
  drop(): Promise<void>
}

/**
 * A database of one test file's own with all migrations applied, copied from the run's template in some ten
 * milliseconds, so that files run side by side. `{ empty: true }` gives one without any table.
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { url: server, template } = inject('testServer')
  const name = `engine_test_${process.pid}_${randomBytes(4).toString('hex')}`
  // Copying its files costs half of what logging each of their pages does.
  await maintenance.query(
    `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : template} STRATEGY FILE_COPY`,
  )
  const url = urlOf(server, name)
  return {
    url,
    env: { DATABASE_URL: asRuntime(url), MIGRATION_DATABASE_URL: url },
    connection: { connectionString: url },
    async drop() {
      await maintenance.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
