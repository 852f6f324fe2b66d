import { Prisma } from '../generated/prisma/client.js'
import type { OperationContext } from '../kernel/context.js'
import type { Direction } from '../kernel/page.js'

/** What every store is made from: the one way to the database. */
export interface StoreDatabase {
  /** The client of the running transaction, or the plain one outside of any. */
  of(ctx: OperationContext): Prisma.TransactionClient
  /** The name of the constraint that a failed statement broke; undefined for any other failure. */
  violatedConstraint(error: unknown): string | undefined
}

/** What stands after `ORDER BY` to sort by these, all the same way. */
export function inOrder(along: Direction, ...by: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.join(by.map((column) => Prisma.sql`${column} ${Prisma.raw(along)}`))
}
