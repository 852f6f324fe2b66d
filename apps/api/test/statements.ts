import { hearStatements, isAside, type Statement } from '../load/src/bench/statements.js'
import type { TestApp } from './app.js'

export type { Statement }

export interface Statements<T> {
  readonly answer: T
  /**
   * All that were sent to the app's database, in order, but for those that only begin or end a transaction, and those
   * that no request waits for: received invalidation events, downloads written in batches.
   */
  readonly all: readonly Statement[]
  /** Statements without those of the authentication: the look-up of the token or session, and the record of its use. */
  readonly own: readonly Statement[]
}

/**
 * Runs the work and returns the SQL statements that the app sent meanwhile: `const { answer, own } = await
 * statementsOf(app, () => as(app, ana).get('/organizations'))`. It observes the driver, so it sees all of them: models,
 * raw statements, either face. Send one request at a time.
 */
export async function statementsOf<T>(app: TestApp, work: () => Promise<T>): Promise<Statements<T>> {
  const [row] = await app.prisma.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
  const all: Statement[] = []
  const stop = hearStatements((statement, database) => {
    if (database === row?.name && !isAside(statement)) all.push(statement)
  })
  try {
    const answer = await work()
    return { answer, all, own: all.filter(({ text }) => !authenticates(text)) }
  } finally {
    stop()
  }
}

/**
 * Tells whether a statement authenticates: no other one looks for a token or session by its hash, or records its use.
 */
const authenticates = (text: string): boolean =>
  /FROM "public"\."(authentication_tokens|sessions)" AS "t0".* WHERE \(?"t0"\."token_hash" = /s.test(text) ||
  /^UPDATE "public"\."(authentication_tokens|sessions)" SET "last_used_at"/.test(text)
