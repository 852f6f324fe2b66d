import type { Prisma } from '../generated/prisma/client.js'
import type { OperationContext } from '../kernel/context.js'

/** What every store is made from: the one way to the database. */
export interface StoreDatabase {
  /** The client of the running transaction, or the plain one outside of any. */
  of(ctx: OperationContext): Prisma.TransactionClient
  /** The name of the constraint that a failed statement broke; undefined for any other failure. */
  violatedConstraint(error: unknown): string | undefined
}
