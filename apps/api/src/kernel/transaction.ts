import type { OperationContext } from './context.js'

/**
 * Runs work in one transaction. The context handed to `work` carries the connection, so every store
 * call made with it takes part; a run inside a run joins the outer one. What `afterCommit` is
 * handed runs once the transaction is committed, in that order. Deadlocks are retried, so
 * `work` must not touch anything outside the database.
 */
export interface Transactions {
  run<T>(ctx: OperationContext, work: (ctx: OperationContext) => Promise<T>): Promise<T>
  /** The same for work that changes nothing and so invalidates nothing. */
  readOnly<T>(ctx: OperationContext, work: (ctx: OperationContext) => Promise<T>): Promise<T>
}
