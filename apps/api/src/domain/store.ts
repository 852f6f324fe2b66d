import { Prisma } from '../generated/prisma/client.js'
import type { OperationContext } from '../kernel/context.js'

/** The one way to the database, from which each store is made. */
export interface StoreDatabase {
  /** The client of the running transaction, or the plain one outside of any. */
  of(ctx: OperationContext): Prisma.TransactionClient
  /** The name of the constraint that a failed statement broke; undefined for any other failure. */
  violatedConstraint(error: unknown): string | undefined
}

/** Converts facts to a JSON column of Prisma. */
export const jsonOf = (facts: object | null) =>
  facts === null ? Prisma.DbNull : (facts as Prisma.InputJsonObject)

/** Selects the columns of a declared shape, for Prisma. */
export const selectionOf = <Shape extends object>({
  shape,
}: {
  readonly shape: Shape
}): { readonly [Name in keyof Shape]: true } =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, true])) as { [Name in keyof Shape]: true }
