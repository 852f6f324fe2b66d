import type { OperationContext } from './context.js'

/**
 * Runs work in one transaction. The context handed to `work` carries the connection, so every store call made with it
 * takes part; a run inside a run joins the outer one. Works given to `afterCommit` run once the transaction is
 * committed, in that order. Deadlocks are retried, so `work` must not touch anything outside the database. `first`
 * takes the locks that must come before those of the caller's own credential, so that two callers who take each other's
 * rights away do not wait for each other.
 */
export interface Transactions {
  run<T>(
    ctx: OperationContext,
    work: (ctx: OperationContext) => Promise<T>,
    first?: (ctx: OperationContext) => Promise<unknown>,
  ): Promise<T>
  /** Runs work that changes nothing and so invalidates nothing. */
  readOnly<T>(ctx: OperationContext, work: (ctx: OperationContext) => Promise<T>): Promise<T>
}
