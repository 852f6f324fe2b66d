import { DomainError } from '../kernel/errors.js'
import type { Log } from '../kernel/log.js'

/** The seconds to wait; what is away for a moment is mostly back by then. */
export const retryAfterUnavailable = 1

/** Logs why there was no answer, for the operator: callers learn only that they may try again. */
export function logUnavailable(log: Log, error: unknown): void {
  if (!(error instanceof DomainError) || error.failure.kind !== 'unavailable') return
  if ('cause' in error.internal) log.warn({ cause: String(error.internal.cause) }, error.failure.message)
}
