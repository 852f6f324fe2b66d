import { rule } from '@engine/shared/rule'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/adapters/database/open.js'
import type { Log } from '../../src/kernel/log.js'
import { startTestApp, type TestApp } from '../app.js'
import { createTestDatabase } from '../database.js'
import { administer, asRuntime } from '../server.js'
import { silentLog } from '../silent-log.js'
import { anonymousContext } from '../anonymous-context.js'

let app: TestApp
let client: Client

beforeAll(async () => {
  app = await startTestApp()
  await app.make.administrator()
  client = new Client({ connectionString: asRuntime(app.databaseUrl) })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await app?.stop()
})

describe('the role of the running API', () => {
  rule('§10 database role', "All of the API's tests run by such a role")
  test('is the one that the API asks by', async () => {
    await app.services.siteCounts.read(anonymousContext(app.clock))
    const rows = await app.prisma.$queryRaw<{ name: string }[]>`
      SELECT DISTINCT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND usename = ${new URL(asRuntime(app.databaseUrl)).username}`
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['engine-api', 'engine-api-invalidations']),
    )
  })

  rule(
    '§10 database role',
    'The running API has a role of the database that cannot alter, truncate, disable triggers or delete audit events',
  )
  test.each([
    'ALTER TABLE audit_events ADD COLUMN x int',
    'ALTER TABLE audit_events DISABLE TRIGGER ALL',
    'ALTER TABLE audit_events DISABLE TRIGGER "audit_events_append_only"',
    'ALTER TABLE audit_events OWNER TO CURRENT_USER',
    'DROP TRIGGER "audit_events_append_only" ON audit_events',
    'DROP TABLE audit_events',
    'TRUNCATE audit_events',
    'TRUNCATE users CASCADE',
    'DELETE FROM audit_events',
    `UPDATE audit_events SET action = 'x'`,
    'SELECT FROM audit_events FOR UPDATE',
    'CREATE TABLE public.mine (id int)',
    'CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE TRIGGER mine BEFORE DELETE ON users EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    `CREATE OR REPLACE FUNCTION audit_retention_months() RETURNS integer LANGUAGE sql AS 'SELECT 0'`,
    'DROP FUNCTION drop_audit_events(timestamptz, integer)',
    `DELETE FROM _prisma_migrations`,
    'SET session_replication_role = replica',
    'SET ROLE postgres',
    'CREATE ROLE mine',
    'GRANT DELETE ON audit_events TO CURRENT_USER',
    `COPY users TO PROGRAM 'cat'`,
    `SELECT pg_read_file('PG_VERSION')`,
    'DROP SCHEMA public CASCADE',
  ])('may not: %s', async (statement) => {
    // A grant of what one does not own is a warning, and nothing else.
    const refused = await client.query(statement).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    expect(refused === '42501' || statement.startsWith('GRANT')).toBe(true)
    expect(await canDelete()).toBe(false)
  })

  test('may not drop audit events before the log is as old as the owner says, whatever it writes into the log', async () => {
    await client.query(
      `INSERT INTO audit_events
        (at, action, actor_type, actor_name, face, request_id, subject_type, subject_id, subject_name, after)
      VALUES (now(), 'audit-log.drop', 'system', 'x', 'system', 'x', 'audit-log', 'audit-log', 'audit log',
        json_build_object('until', to_char(date_trunc('month', now() AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"00:00:00.000"Z"')))`,
    )
    const drop = `SELECT drop_audit_events(date_trunc('month', now(), 'UTC'), 10)`
    await expect(client.query(drop)).rejects.toThrow('append-only')
    await expect(client.query('SELECT drop_audit_events(NULL, 10)')).rejects.toThrow('append-only')
    await expect(client.query(`SELECT drop_audit_events('1999-01-01', 10)`)).rejects.toThrow('append-only')
  })

  test('cannot put a table of its own in the place of what the owner’s function asks', async () => {
    await administer(app.databaseUrl, [
      `CREATE OR REPLACE FUNCTION audit_retention_months() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 1'`,
      `INSERT INTO audit_events (at, action, actor_type, actor_name, face, request_id, subject_type, subject_id, subject_name)
        VALUES ('1999-01-01', 'team.update', 'system', 'x', 'system', 'old', 'team', 'team-1', 'ops')`,
    ])
    await client.query(
      `CREATE TEMP TABLE audit_events AS SELECT * FROM public.audit_events WHERE action = 'audit-log.drop'`,
    )
    await client.query(`UPDATE pg_temp.audit_events SET after = '{"until":"2999-01-01T00:00:00.000Z"}'`)
    await client.query(`SELECT drop_audit_events('2000-01-01', 10)`)
    await client.query('DROP TABLE pg_temp.audit_events')
    // The event that the test above wrote dropped it, and stays itself.
    const { rows } = await client.query(
      `SELECT action FROM audit_events WHERE request_id IN ('old', 'x') ORDER BY action`,
    )
    expect(rows).toEqual([{ action: 'audit-log.drop' }])
  })
})

async function canDelete(): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(
    `SELECT has_table_privilege('audit_events', 'DELETE') AS can`,
  )
  return rows[0]?.can ?? true
}

/** Records the warnings of a start. */
function recordedWarnings() {
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (_facts, text) => void warnings.push(text) }
  return { log, warnings }
}

describe('a start', () => {
  rule(
    '§10 database role',
    'Migrations run as `MIGRATION_DATABASE_URL`, which grants what the running role needs',
  )
  test('grants what is missing of a database that was made without roles, and takes back what is too much', async () => {
    const test = await createTestDatabase({ empty: true })
    const { log, warnings } = recordedWarnings()
    const env = { databaseUrl: asRuntime(test.url), migrationDatabaseUrl: test.url, dataDir: '', log }
    const { username: role } = new URL(env.databaseUrl)
    await (await openDatabase(env)).close()
    await administer(test.url, [
      `REVOKE SELECT ON users FROM ${role}`,
      `GRANT DELETE, TRUNCATE ON audit_events TO ${role}, PUBLIC`,
    ])
    const database = await openDatabase(env)
    expect(await database.prisma.user.count()).toBe(0)
    await expect(database.prisma.$executeRaw`DELETE FROM audit_events`).rejects.toThrow(/permission denied/)
    await database.close()
    expect(warnings).toEqual([])
    await test.drop()
  })

  test('by several processes at once is one', async () => {
    const test = await createTestDatabase({ empty: true })
    const env = {
      databaseUrl: asRuntime(test.url),
      migrationDatabaseUrl: test.url,
      dataDir: '',
      log: silentLog,
    }
    const opened = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ ...env, auditRetention: 3, poolSize: 1 })),
    )
    expect(await Promise.all(opened.map(({ prisma }) => prisma.user.count()))).toEqual([0, 0, 0])
    for (const each of opened) await each.close()
    await test.drop()
  })

  rule('§10 database role', '`MIGRATION_DATABASE_URL` defaults to `DATABASE_URL`')
  test('says once that a role which owns the tables is bound by nothing', async () => {
    const test = await createTestDatabase()
    const { log, warnings } = recordedWarnings()
    await (await openDatabase({ databaseUrl: test.url, dataDir: '', log })).close()
    expect(warnings).toEqual([expect.stringMatching(/owns the tables.*MIGRATION_DATABASE_URL/)])
    await test.drop()
  })

  test('without the owner’s address goes on where nothing is to be done, and says what is needed where something is', async () => {
    const [made, empty] = [await createTestDatabase(), await createTestDatabase({ empty: true })]
    const alone = (url: string) => openDatabase({ databaseUrl: asRuntime(url), dataDir: '', log: silentLog })
    await (await alone(made.url)).close()
    await expect(alone(empty.url)).rejects.toThrow(/permission denied.*Set MIGRATION_DATABASE_URL/s)
    await administer(made.url, [`REVOKE ALL ON users FROM ${new URL(asRuntime(made.url)).username}`])
    await expect(alone(made.url)).rejects.toThrow(/may not use the tables.*Set MIGRATION_DATABASE_URL/s)
    await Promise.all([made.drop(), empty.drop()])
  })

  test('with the addresses of two databases is refused', async () => {
    const [one, other] = [await createTestDatabase(), await createTestDatabase()]
    const opening = openDatabase({
      databaseUrl: asRuntime(one.url),
      migrationDatabaseUrl: other.url,
      dataDir: '',
      log: silentLog,
    })
    await expect(opening).rejects.toThrow('lead to different databases')
    await Promise.all([one.drop(), other.drop()])
  })
})
