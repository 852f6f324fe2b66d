import type { Readable, Writable } from 'node:stream'
import { escapeIdentifier, type Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { inTransaction } from './connection.js'

export interface Table {
  readonly name: string
  /** Columns that are stored; what the database computes itself is left out. */
  readonly columns: readonly string[]
}

/** Returns all logged tables of the product, each after those that it refers to, without the record of migrations. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { readonly refers: readonly string[] }>(
    `SELECT c.relname AS name,
      ARRAY(SELECT attname::text FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
      ARRAY(SELECT DISTINCT confrelid::regclass::text FROM pg_constraint
        WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS refers
    FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      AND c.relname <> '_prisma_migrations'
    ORDER BY c.relname`,
  )
  const ordered: Table[] = []
  const placed = new Set<string>()
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, refers }) => !placed.has(name) && refers.every((one) => placed.has(one)),
    )
    if (next.length === 0) throw new Error('Some tables refer to each other in a circle')
    for (const { name, columns } of next) {
      ordered.push({ name, columns })
      placed.add(name)
    }
  }
  return ordered
}

/** The names of the migrations that the database has seen, in their order. */
export async function migrationsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name',
  )
  return rows.map(({ name }) => name)
}

/** All rows in PostgreSQL's own text form, which every version reads. */
export function readRows(client: Client, table: Table): Readable {
  return client.query(copyTo(`COPY ${listed(table)} TO STDOUT`))
}

export function writeRows(client: Client, table: Table): Writable {
  return client.query(copyFrom(`COPY ${listed(table)} FROM STDIN`))
}

/**
 * Fills all tables again in one transaction, by `fill` each; no trigger fires, since its rows are among them.
 */
export async function fillTables(
  client: Client,
  tables: readonly Table[],
  fill: (table: Table) => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => escapeIdentifier(name))
  await inTransaction(client, async () => {
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    await client.query(`TRUNCATE ${names.join(', ')}`)
    for (const table of tables) await fill(table)
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    await raiseSequences(client)
  })
  await client.query('ANALYZE')
}

/** Each counts on from the highest number that its column has. */
async function raiseSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT t.relname AS table, a.attname AS column, s.oid::regclass::text AS sequence
    FROM pg_class s
    JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
    JOIN pg_class t ON t.oid = d.refobjid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
    WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace`,
  )
  for (const { table, column, sequence } of rows) {
    const [from, of] = [escapeIdentifier(table), escapeIdentifier(column)]
    await client.query(`SELECT setval($1, coalesce(max(${of}), 0) + 1, false) FROM ${from}`, [sequence])
  }
}

function listed({ name, columns }: Table): string {
  return `${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`
}
