import { DomainError } from '../kernel/errors.js'
import type { Log } from '../kernel/log.js'

/** In seconds; what is away for a moment is mostly back by then. */
export const retryAfterUnavailable = 1

/** What kept an answer from being given, for whoever runs the platform: callers are told only that they may come back. */
export function logUnavailable(log: Log, error: unknown): void {
  if (!(error instanceof DomainError) || error.failure.kind !== 'unavailable') return
  if ('cause' in error.internal) log.warn({ cause: String(error.internal.cause) }, error.failure.message)
}
