import { DomainError, type Failure } from '../kernel/errors.js'
import type { Log } from '../kernel/log.js'

/** Seconds to wait: a short outage is mostly over by then. */
export const retryAfterUnavailable = 1

/** The same of a failure that may know better. */
export const retryAfterOf = ({
  retryAfterSeconds = retryAfterUnavailable,
}: Extract<Failure, { kind: 'unavailable' }>): number => retryAfterSeconds

const isSaid = (failure: Failure) => failure.kind === 'unavailable' || failure.kind === 'no-space'

/** Logs why there was no answer, for the operator: callers learn only that they may try again. */
export function logUnavailable(log: Log, error: unknown): void {
  if (!(error instanceof DomainError) || !isSaid(error.failure)) return
  if ('cause' in error.internal) log.warn({ cause: String(error.internal.cause) }, error.failure.message)
}
