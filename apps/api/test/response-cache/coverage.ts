import { Client } from 'pg'
import { invalidations } from '../../load/src/migrations/invalidation-triggers.js'
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
   * `without` is a table that the list of invalidations leaves out.
   */
  async uncovered(
    { statements, tags }: Readable,
    { beside = {}, without }: { readonly beside?: Beside; readonly without?: string } = {},
  ): Promise<string[]> {
    await this.client.query('BEGIN')
    try {
      await this.client.query(`REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM ${this.role}`)
      for (const [name, { table = name, tag, columns }] of Object.entries(invalidations))
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
