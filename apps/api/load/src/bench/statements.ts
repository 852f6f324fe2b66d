import pg from 'pg'

/** One SQL statement as the driver was given it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

const aside =
  /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION|SET statement_timeout|START|LISTEN)\b|FROM invalidation_events\b|INTO (module_download_writers\b|"public_provider_refusals")|UPDATE module_listings l SET downloads\b/i

/** Tells whether it only begins a connection or a transaction, or ends one, or asks what others changed or writes downloads, for no request. */
export const isAside = ({ text }: Statement): boolean => aside.test(text)

type Listener = (statement: Statement, database: string | undefined) => void

const listeners = new Set<Listener>()

/** Receives every statement that this process sends, from now until the returned function is called. */
export function hearStatements(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Every connection of this process goes through the one class of the driver. */
const client = pg.Client.prototype as unknown as {
  query: (...args: unknown[]) => unknown
  database?: string
}
const { query } = client
client.query = function (this: typeof client, ...args: unknown[]) {
  const statement = toStatement(args)
  if (statement) for (const listener of listeners) listener(statement, this.database)
  return query.apply(this, args)
}

/** The driver is handed a text, or an object with text and values. */
function toStatement([first, second]: unknown[]): Statement | undefined {
  const config = typeof first === 'string' ? { text: first, values: second } : first
  if (typeof config !== 'object' || config === null || !('text' in config)) return undefined
  const values = 'values' in config && Array.isArray(config.values) ? config.values : []
  return { text: String(config.text), values: [...values] }
}
