import { Client } from 'pg'
import type { TestApp } from '../app.js'
import { asRuntime } from '../server.js'
import type { Statement } from '../statements.js'

export interface Readable {
  readonly statements: readonly Statement[]
  readonly tags: readonly string[]
}

/** Tables, each with its columns. */
export type Beside = Readonly<Record<string, 'all' | readonly string[]>>

/**
 * Tells what statements read that no change invalidates: the database is asked, by a role that may read the tables and
 * columns of these tags alone. So also what a function or a subquery reads is seen.
 */
export class Coverage {
  private readonly client: Client
  private readonly role: string

  constructor({ databaseUrl }: Pick<TestApp, 'databaseUrl'>) {
    this.client = new Client({ connectionString: databaseUrl })
    this.role = new URL(asRuntime(databaseUrl)).username
  }

  async start(): Promise<void> {
    await this.client.connect()
  }

  async stop(): Promise<void> {
    await this.client.end()
  }

  /**
   * The tables, sorted, each once. `beside` are tables, or `columns` of them, that may be read whatever the tags are;
   * `without` is a table that none is taken to invalidate.
   */
  async uncovered(
    { statements, tags }: Readable,
    { beside = {}, without }: { readonly beside?: Beside; readonly without?: string } = {},
  ): Promise<string[]> {
    await this.client.query('BEGIN')
    try {
      await this.client.query(`REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM ${this.role}`)
      for (const { table, tag, columns } of await this.invalidations())
        if (table !== without && tags.some((each) => each.split('/')[0] === tag))
          await this.grant(columns ? `SELECT (${columns})` : 'SELECT', table)
      for (const [table, columns] of Object.entries(beside))
        await this.grant(columns === 'all' ? 'SELECT' : `SELECT (${columns})`, table)
      const missed = new Set<string>()
      for (const statement of statements.filter(reads))
        for (let table = await this.refused(statement); table; table = await this.refused(statement)) {
          missed.add(table)
          await this.grant('SELECT', table)
        }
      return [...missed].sort()
    } finally {
      await this.client.query('ROLLBACK')
    }
  }

  /** Tags that triggers invalidate, as the database has them. */
  private async invalidations() {
    const { rows } = await this.client.query<{ table: string; tag: string; columns: string[] | null }>(
      `SELECT c.relname AS table, substring(p.prosrc FROM $$invalidate_cache_tag\\('([\\w-]+)$$) AS tag,
        (SELECT array_agg(quote_ident(attname)) FROM pg_attribute
          WHERE attrelid = c.oid AND attnum = ANY(t.tgattr)) AS columns
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE p.prosrc LIKE '%invalidate_cache_tag%'`,
    )
    return rows
  }

  private async grant(right: string, table: string): Promise<void> {
    await this.client.query(`GRANT ${right} ON ${table} TO ${this.role}`)
  }

  /** The table that the statement may not read as the role. */
  private async refused({ text, values }: Statement): Promise<string | undefined> {
    await this.client.query('SAVEPOINT before')
    try {
      await this.client.query(`SET LOCAL ROLE ${this.role}`)
      await this.client.query(text, [...values])
      return undefined
    } catch (error) {
      const table = /^permission denied for table (\w+)$/.exec((error as Error).message)?.[1]
      if (table === undefined) throw error
      return table
    } finally {
      await this.client.query('ROLLBACK TO before')
    }
  }
}

/** Others set something for their transaction, or record the use of a token. */
const reads = ({ text }: Statement): boolean => /^\s*(SELECT|WITH)\b/i.test(text)
