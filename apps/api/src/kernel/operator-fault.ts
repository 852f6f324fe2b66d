/** An error of the set-up, whose message says to the operator what to do: it is told without a stack. */
export class OperatorFault extends Error {}

/** What a program says of the error that ends it. */
export function lastWords(error: unknown): string {
  if (error instanceof OperatorFault) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
