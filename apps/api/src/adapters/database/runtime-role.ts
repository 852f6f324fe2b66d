import type { Client } from 'pg'
import type { Log } from '../../kernel/log.js'
import { connected, DatabaseStartError, inTransaction, type ConnectionSettings } from './connection.js'
import { MIGRATION_LOCK } from './migrate.js'

export interface RuntimeRoleOptions {
  /** Connection as the role that owns the tables. */
  readonly owner: ConnectionSettings
  /** Connection as the role of the running API. */
  readonly runtime: ConnectionSettings
  /** The retention of the audit log, in months; undefined for ever. */
  readonly auditRetention?: number | undefined
  readonly log: Log
}

/**
 * Gives the role of the running API, after the migrations, exactly what it needs, and tells the database the
 * audit log's retention. Leaves alone what is so already, so that any number of processes may start at once.
 * Throws DatabaseStartError if the role cannot work.
 */
export async function prepareRuntimeRole(options: RuntimeRoleOptions): Promise<void> {
  const { runtime, owner, log } = options
  const role = await connected(runtime, roleOf)
  await connected(owner, async (client) => {
    if ((await placeOf(client)) !== role.place)
      throw new DatabaseStartError('DATABASE_URL and MIGRATION_DATABASE_URL lead to different databases.')
    if (!role.owns) await grant(client, role.name, log)
    await retainAuditLog(client, options)
  })
  if (role.owns) log.warn({ role: role.name }, ownership)
  else if (!(await connected(runtime, mayRead))) throw new DatabaseStartError(needsOwner(role.name))
}

const ownership =
  'the role of DATABASE_URL owns the tables, so that nothing in the database binds it, the audit log included: ' +
  'give the API a separate role, and the owner in MIGRATION_DATABASE_URL (docs/OPERATIONS.md)'

const needsOwner = (role: string): string =>
  `The role ${role} of DATABASE_URL may not use the tables of this release. ` +
  'Set MIGRATION_DATABASE_URL to the role that owns them for one start: it grants what is needed.'

/** The same for two connections only where they lead to one database of one server. */
const place = `SELECT oid || ' ' || extract(epoch FROM pg_postmaster_start_time()) AS place FROM pg_database WHERE datname = current_database()`

async function placeOf(client: Client): Promise<string | undefined> {
  return (await client.query<{ place: string }>(place)).rows[0]?.place
}

interface Role {
  readonly name: string
  readonly place: string | undefined
  /** True if it could lift every bound that the database sets it. */
  readonly owns: boolean
}

async function roleOf(client: Client): Promise<Role> {
  const { rows } = await client.query<{ name: string; owns: boolean }>(
    `SELECT current_user AS name, rolsuper OR EXISTS (
      SELECT FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace AND pg_has_role(c.relowner, 'MEMBER')
    ) AS owns FROM pg_roles WHERE rolname = current_user`,
  )
  return { name: '', owns: true, ...rows[0], place: await placeOf(client) }
}

async function mayRead(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT count(*) > 0 AND bool_and(has_table_privilege(c.oid, 'SELECT')) AS may
    FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`,
  )
  return rows[0]?.may ?? false
}

/**
 * The statements that lead from what the role `$1` may do to what it is to be able to do with the things of the platform:
 * those that belong to the owner of its tables. Audit events are written once and read; of migrations it reads the record.
 */
const differences = `
  WITH schema AS (
    SELECT n.oid, n.nspname, relowner AS owner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass('audit_events') AND n.nspname = current_schema() AND pg_has_role(c.relowner, 'USAGE')
  ), things AS (
    SELECT format('TABLE %I.%I', nspname, relname) AS thing, privilege, has_table_privilege($1, c.oid, privilege) AS has,
      privilege IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
        AND (relname <> 'audit_events' OR privilege IN ('SELECT', 'INSERT'))
        AND (relname <> '_prisma_migrations' AND c.relkind = 'r' OR privilege = 'SELECT') AS needs
    FROM schema s JOIN pg_class c ON c.relnamespace = s.oid AND c.relowner = s.owner AND c.relkind IN ('r', 'v'),
      unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS privilege
    UNION ALL
    SELECT format('SEQUENCE %I.%I', nspname, relname), privilege, has_sequence_privilege($1, c.oid, privilege),
      privilege = 'USAGE'
    FROM schema s JOIN pg_class c ON c.relnamespace = s.oid AND c.relowner = s.owner AND c.relkind = 'S',
      unnest(ARRAY['USAGE', 'UPDATE']) AS privilege
    UNION ALL
    SELECT format('FUNCTION %s', p.oid::regprocedure), 'EXECUTE', has_function_privilege($1, p.oid, 'EXECUTE'), true
    FROM schema s JOIN pg_proc p ON p.pronamespace = s.oid AND p.proowner = s.owner
    UNION ALL
    SELECT format('SCHEMA %I', nspname), privilege, has_schema_privilege($1, s.oid, privilege), privilege = 'USAGE'
    FROM schema s, unnest(ARRAY['USAGE', 'CREATE']) AS privilege
  )
  SELECT CASE WHEN needs
    THEN format('GRANT %s ON %s TO %I', string_agg(privilege, ', '), thing, $1::text)
    ELSE format('REVOKE %s ON %s FROM %I, PUBLIC', string_agg(privilege, ', '), thing, $1::text) END AS statement
  FROM things WHERE has <> needs GROUP BY thing, needs ORDER BY thing`

async function grant(owner: Client, role: string, log: Log): Promise<void> {
  const missing = async () =>
    (await owner.query<{ statement: string }>(differences, [role])).rows.map(({ statement }) => statement)
  if ((await missing()).length === 0) return
  await withMigrationLock(owner, async () => {
    for (const statement of await missing()) await owner.query(statement)
  })
  const left = await missing()
  if (left.length > 0)
    log.warn({ role, left }, 'the role of DATABASE_URL has rights that could not be set right')
}

/** Sets the retention, which only the owner can, and only if it is not set yet. */
async function retainAuditLog(owner: Client, { auditRetention, log }: RuntimeRoleOptions): Promise<void> {
  const { rows } = await owner.query<{ is: boolean; may: boolean }>(
    `SELECT audit_retention_months() IS NOT DISTINCT FROM $1::int AS is, pg_has_role(proowner, 'USAGE') AS may
    FROM pg_proc WHERE oid = to_regprocedure('audit_retention_months()')`,
    [auditRetention ?? null],
  )
  if (rows[0]?.is) return
  if (!rows[0]?.may)
    return log.warn({}, 'AUDIT_RETENTION is as the last start with MIGRATION_DATABASE_URL has set it')
  await withMigrationLock(owner, async () => {
    await owner.query(
      `CREATE OR REPLACE FUNCTION audit_retention_months() RETURNS integer LANGUAGE sql STABLE
        AS 'SELECT ${auditRetention ?? 'NULL'}::integer'`,
    )
  })
}

/** Runs work in a transaction while no other process migrates or grants. */
async function withMigrationLock(client: Client, work: () => Promise<void>): Promise<void> {
  await inTransaction(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await work()
  })
}
