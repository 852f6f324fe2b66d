import pg from 'pg'
import type { TestApp } from './app.js'

/** One SQL statement as the driver was given it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface Statements<T> {
  readonly answer: T
  /** All that were sent to the app's database, in order, but for those that only begin or end a transaction. */
  readonly all: readonly Statement[]
  /** Without those that found out who asks: the look-up of the token or session, and the note of its use. */
  readonly own: readonly Statement[]
}

type Listener = (database: string | undefined, statement: Statement) => void

const listeners = new Set<Listener>()

/**
 * Does the work and tells which SQL statements the app sent meanwhile:
 * `const { answer, own } = await statementsOf(app, () => as(app, ana).get('/organizations'))`. The driver is listened
 * to, so whatever asks is seen: models, raw statements, either face. Ask one request at a time.
 */
export async function statementsOf<T>(app: TestApp, work: () => Promise<T>): Promise<Statements<T>> {
  const [row] = await app.prisma.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
  const all: Statement[] = []
  const listener: Listener = (database, statement) => {
    if (database === row?.name && !framesTransaction.test(statement.text)) all.push(statement)
  }
  listen()
  listeners.add(listener)
  try {
    const answer = await work()
    return { answer, all, own: all.filter(({ text }) => !authenticates(text)) }
  } finally {
    listeners.delete(listener)
  }
}

const framesTransaction = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION|START)\b/i

/** Nothing else looks for a token or a session by its hash, or notes its use. */
const authenticates = (text: string): boolean =>
  /FROM "public"\."(authentication_tokens|sessions)" AS "t0".* WHERE \(?"t0"\."token_hash" = /s.test(text) ||
  /^UPDATE "public"\."(authentication_tokens|sessions)" SET "last_used_at"/.test(text)

let isListening = false

/** Every connection of this process goes through the one class of the driver. */
function listen(): void {
  if (isListening) return
  isListening = true
  const client = pg.Client.prototype as unknown as {
    query: (...args: unknown[]) => unknown
    database?: string
  }
  const { query } = client
  client.query = function (this: typeof client, ...args: unknown[]) {
    const statement = toStatement(args)
    if (statement) for (const listener of listeners) listener(this.database, statement)
    return query.apply(this, args)
  }
}

/** The driver is handed a text, or an object with text and values. */
function toStatement([first, second]: unknown[]): Statement | undefined {
  const config = typeof first === 'string' ? { text: first, values: second } : first
  if (typeof config !== 'object' || config === null || !('text' in config)) return undefined
  const values = 'values' in config && Array.isArray(config.values) ? config.values : []
  return { text: String(config.text), values: [...values] }
}
