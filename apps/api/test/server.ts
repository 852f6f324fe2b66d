import { connected } from '../src/adapters/database/connection.js'

/** The server's address with another database's name in it. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** The role with which the tests run the API; it owns nothing. */
const runtime = { name: 'engine_test_runtime', password: 'runtime' }

/** The same address for the role of the running API; that of a database from `createTestDatabase` knows it. */
export function asRuntime(owner: string): string {
  const url = new URL(owner)
  url.username = runtime.name
  url.password = runtime.password
  return url.href
}

/** Statement that creates the role, unless another run has done so. */
export const runtimeRole = `DO $$ BEGIN
  CREATE ROLE ${runtime.name} LOGIN PASSWORD '${runtime.password}';
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`

/** Runs statements that stand outside of transactions. */
export async function administer(url: string, statements: readonly string[]): Promise<void> {
  await connected({ connectionString: url }, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}
