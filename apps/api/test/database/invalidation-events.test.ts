import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { theFileHolds } from '../performance/performance-files.js'
import { good, type Row, type Table } from './good-rows.js'

/** The tags that a row of the table invalidates when it comes, changes and goes; other tables invalidate none. */
const expected: Partial<Record<Table, { comes?: string[]; changes: string[]; goes: string[] }>> = {
  users: { changes: ['users/user-1'], goes: ['users/user-1'] },
  authentication_tokens: { changes: ['credentials/at-1'], goes: ['credentials/at-1'] },
  sessions: { changes: ['credentials/sess-1'], goes: ['credentials/sess-1'] },
  ...always('users/user-1', ['user_identities']),
  ...always('access', [
    'organizations',
    'organization_names',
    'teams',
    'organization_memberships',
    'module_consumers',
    'provider_consumers',
  ]),
  ...always('engine-versions', ['engine_versions', 'engine_version_archs', 'workspaces']),
  ...always('engine-sightings', ['engine_sightings']),
  ...always('modules/org-1', ['modules', 'module_versions', 'module_version_documents']),
  module_listings: {
    comes: ['modules/org-1'],
    changes: ['modules/org-1'],
    goes: ['downloads/org-1', 'modules/org-1'],
  },
  ...always('providers/org-1', ['registry_providers', 'gpg_keys']),
  ...always('providers/org-1', ['registry_provider_versions', 'registry_provider_platforms']),
  public_providers: { changes: ['public-providers/pubprov-1'], goes: ['public-providers/pubprov-1'] },
  ...always('public-providers/pubprov-1', [
    'public_provider_versions',
    'public_provider_approvals',
    'origin_files',
  ]),
}

function always(tag: string, tables: readonly Table[]) {
  return Object.fromEntries(tables.map((table) => [table, { comes: [tag], changes: [tag], goes: [tag] }]))
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
  const values = columns.map((_, index) => `$${index + 1}`)
  await client.query(`INSERT INTO ${table} (${columns}) VALUES (${values})`, Object.values(row))
}

/** The tags that the work invalidates in a separate transaction, in order. */
async function tagsOf(work: () => Promise<unknown>, end = 'ROLLBACK'): Promise<string[]> {
  await client.query('BEGIN')
  await work()
  const { rows } = await client.query<{ tag: string }>(
    `SELECT tag FROM invalidation_events WHERE transaction = pg_current_xact_id()::text::bigint ORDER BY tag`,
  )
  await client.query(end)
  return rows.map(({ tag }) => tag)
}

const tables = Object.entries(good).filter(([table]) => table !== 'invalidation_events') as [Table, Row][]

test('the triggers that invalidate something are those of the list, word for word', async () => {
  const { rows } = await client.query<{ definition: string; body: string }>(
    `SELECT pg_get_triggerdef(t.oid) AS definition, p.prosrc AS body
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.prosrc LIKE '%invalid%' ORDER BY t.tgname`,
  )
  const usual =
    /^CREATE TRIGGER (\w+)_invalidate_cache AFTER (.*) ON public\.(\w+) FOR EACH ROW EXECUTE FUNCTION invalidate_cache_by_\1\(\)$/
  const lines = rows.flatMap(({ definition, body }) => {
    const [, name, events, table] = usual.exec(definition) ?? [definition]
    const what = /^BEGIN PERFORM (.*); RETURN NULL; END$/.exec(body.replace(/\s+/g, ' ').trim())
    return [`${name}: ${events} of ${table}`, `    ${what?.[1] ?? body}`]
  })
  await theFileHolds('invalidations', lines)
})

test('a row that comes, changes or goes invalidates its tag in the same transaction, and no other', async () => {
  await insert('organizations', consumer)
  const seen: Record<string, object> = {}
  const wanted: Record<string, object> = {}
  for (const [table, row] of tables) {
    const comes = await tagsOf(() => insert(table, row), 'COMMIT')
    const set = Object.keys(row).map((column) => `"${column}" = "${column}"`)
    const changes =
      table === 'audit_events' ? [] : await tagsOf(() => client.query(`UPDATE ${table} SET ${set}`))
    seen[table] = { comes, changes }
    wanted[table] = { comes: expected[table]?.comes ?? [], changes: expected[table]?.changes ?? [] }
  }
  expect(seen).toEqual(wanted)

  for (const [table] of tables.toReversed()) {
    if (table === 'audit_events') continue
    const { goes = [] } = expected[table] ?? {}
    expect([table, await tagsOf(() => client.query(`DELETE FROM ${table}`), 'COMMIT')]).toEqual([table, goes])
  }
})

test('the use of a token or a session, and what is counted once more, invalidate nothing but shown numbers', async () => {
  await insert('organizations', consumer)
  for (const [table, row] of tables) await insert(table, row)
  const sighting = Object.keys(good.engine_sightings)
  for (const [statement, tags] of [
    ['UPDATE authentication_tokens SET last_used_at = now()', []],
    [`UPDATE sessions SET last_used_at = now(), address = '', user_agent = ''`, []],
    ['UPDATE module_downloads SET count = count + 1', []],
    ['UPDATE provider_docs_changes SET added = added + 1', []],
    ['UPDATE provider_downloads SET count = count + 1', []],
    ['UPDATE provider_version_downloads SET count = count + 1', []],
    ['UPDATE module_listings SET downloads = downloads + 1', ['downloads/org-1']],
    [
      `INSERT INTO engine_sightings (${sighting}) SELECT ${sighting} FROM engine_sightings
       ON CONFLICT (day, credential_id, engine, version, organization_id) DO UPDATE SET requests = 2, refused = 1`,
      [],
    ],
  ] as const)
    expect([statement, await tagsOf(() => client.query(statement))]).toEqual([statement, tags])
})

test('a thing that moves to another organization invalidates the tags of both', async () => {
  await client.query(`UPDATE modules SET organization_id = 'org-1'`)
  const move = () => client.query(`UPDATE modules SET organization_id = 'org-0'`)
  expect(await tagsOf(move)).toEqual(expect.arrayContaining(['modules/org-0', 'modules/org-1']))
})
