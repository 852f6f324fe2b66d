/** An error of the set-up, whose message tells the operator what to do; it is printed without a stack. */
export class OperatorFault extends Error {}

/** The message of a program about the error that ends it. */
export function lastWords(error: unknown): string {
  if (error instanceof OperatorFault) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
