import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { good, type Row, type Table } from './good-rows.js'

/** What is noted when a row of the table comes, changes and goes; a table that is not named notes nothing. */
const noted: Partial<Record<Table, { comes?: string[]; changes?: string[]; goes?: string[] }>> = {
  users: { changes: ['users/user-1'], goes: ['users/user-1'] },
  authentication_tokens: { changes: ['credentials/at-1'], goes: ['credentials/at-1'] },
  sessions: { changes: ['credentials/sess-1'], goes: ['credentials/sess-1'] },
  ...always('users/user-1', ['user_identities']),
  ...always('access', ['organizations', 'teams', 'organization_memberships', 'module_consumers']),
  ...always('engine-versions', ['engine_versions', 'engine_version_archs', 'workspaces']),
  // One that comes or goes is counted.
  modules: {
    comes: ['module-counts', 'modules/org-1'],
    changes: ['modules/org-1'],
    goes: ['module-counts', 'modules/org-1'],
  },
  module_listings: {
    comes: ['module-counts', 'modules/org-1'],
    changes: ['modules/org-1'],
    goes: ['module-counts', 'modules/org-1'],
  },
  ...always('module-counts', ['module_listing_counts']),
  ...always('modules/org-1', ['module_versions', 'module_version_documents']),
  ...always('providers/org-1', ['registry_providers', 'gpg_keys']),
  ...always('providers/org-1', ['registry_provider_versions', 'registry_provider_platforms']),
}

function always(topic: string, tables: readonly Table[]) {
  return Object.fromEntries(
    tables.map((table) => [table, { comes: [topic], changes: [topic], goes: [topic] }]),
  )
}

let database: TestDatabase
let client: Client

const consumer = { ...good.organizations, id: 'org-0', name: 'Other', name_key: 'other' }

beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row).map((name) => `"${name}"`)
  const places = columns.map((_, index) => `$${index + 1}`)
  await client.query(`INSERT INTO ${table} (${columns}) VALUES (${places})`, Object.values(row))
}

/** What the work notes in a transaction of its own, in order. */
async function notesOf(work: () => Promise<unknown>, end = 'ROLLBACK'): Promise<string[]> {
  await client.query('BEGIN')
  await work()
  // What is counted at the end of a transaction is noted there too.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  const { rows } = await client.query<{ topic: string }>(
    `SELECT topic FROM changes WHERE transaction = pg_current_xact_id()::text::bigint ORDER BY topic`,
  )
  await client.query(end)
  return rows.map(({ topic }) => topic)
}

const tables = Object.entries(good).filter(([table]) => table !== 'changes') as [Table, Row][]

test('what comes, changes or goes is noted in the same transaction, and nothing else is', async () => {
  await insert('organizations', consumer)
  const seen: Record<string, object> = {}
  const wanted: Record<string, object> = {}
  for (const [table, row] of tables) {
    const comes = await notesOf(() => insert(table, row), 'COMMIT')
    const set = Object.keys(row).map((column) => `"${column}" = "${column}"`)
    const changes =
      table === 'audit_events' ? [] : await notesOf(() => client.query(`UPDATE ${table} SET ${set}`))
    seen[table] = { comes, changes }
    wanted[table] = { comes: noted[table]?.comes ?? [], changes: noted[table]?.changes ?? [] }
  }
  expect(seen).toEqual(wanted)

  for (const [table] of tables.toReversed()) {
    if (table === 'audit_events') continue
    const { goes = [] } = noted[table] ?? {}
    expect([table, await notesOf(() => client.query(`DELETE FROM ${table}`), 'COMMIT')]).toEqual([
      table,
      goes,
    ])
  }
})

test('that somebody used a token or a session, and how often a module was downloaded, is not noted', async () => {
  await insert('organizations', consumer)
  for (const [table, row] of tables) await insert(table, row)
  for (const statement of [
    'UPDATE authentication_tokens SET last_used_at = now()',
    `UPDATE sessions SET last_used_at = now(), address = '', user_agent = ''`,
    'UPDATE module_listings SET downloads = downloads + 1',
    'UPDATE module_downloads SET count = count + 1',
  ])
    expect([statement, await notesOf(() => client.query(statement))]).toEqual([statement, []])
})
