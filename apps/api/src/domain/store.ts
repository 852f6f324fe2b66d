import { Prisma } from '../generated/prisma/client.js'
import type { OperationContext } from '../kernel/context.js'

/** What every store is made from: the one way to the database. */
export interface StoreDatabase {
  /** The client of the running transaction, or the plain one outside of any. */
  of(ctx: OperationContext): Prisma.TransactionClient
  /** The name of the constraint that a failed statement broke; undefined for any other failure. */
  violatedConstraint(error: unknown): string | undefined
}

/** For Prisma: facts as a column of them keeps them. */
export const jsonOf = (facts: object | null) =>
  facts === null ? Prisma.DbNull : (facts as Prisma.InputJsonObject)

/** For Prisma: the columns of what is declared. */
export const selectionOf = <Shape extends object>({
  shape,
}: {
  readonly shape: Shape
}): { readonly [Name in keyof Shape]: true } =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, true])) as { [Name in keyof Shape]: true }
