import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { isRevoked, type Deprecation } from '../domain/lifecycle/deprecation.js'
import { contextOf } from '../http/request-context.js'
import { logUnavailable, retryAfterOf } from '../http/unavailable.js'
import { DomainError, type Failure } from '../kernel/errors.js'
import { PublicRegistryError, type PublicRegistryFault } from '../kernel/public-registry.js'
import { RangeNotSatisfiable } from '../kernel/storage.js'

/** A fault of the request itself. */
export class RegistryError extends Error {
  constructor(
    readonly status: number,
    /** Sentences of the body; without any, the name of the status. */
    readonly errors: readonly string[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(STATUS_CODES[status] ?? 'Error')
  }
}

/** Throws if one of these is revoked, with the reason alone, which the CLI prints of a module (contract §7 and §12). */
export function refuseRevoked(...things: readonly { readonly deprecation: Deprecation | null }[]): void {
  const revoked = things.find(isRevoked)
  if (revoked) throw new RegistryError(410, [revoked.deprecation.reason || 'Gone'])
}

const statuses: Readonly<Record<PublicRegistryFault, number>> = {
  unset: 503,
  busy: 503,
  slow: 504,
  failed: 502,
}

interface Answer {
  readonly status: number
  readonly errors: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Turns whatever a handler threw into `{"errors": […]}` (contract §7). The cause of a 500 goes to the log only. */
export const sendRegistryFailure: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error)
  const { status, errors, headers = {} } = answerTo(error)
  if (status === 500) {
    const described = error instanceof Error ? { message: error.message, stack: error.stack } : String(error)
    contextOf(res).log.error({ error: described, path: req.path }, 'request failed')
  }
  logUnavailable(contextOf(res).log, error)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.removeHeader('ETag')
  const bytes = Buffer.from(JSON.stringify({ errors }))
  res.status(status).setHeader('Content-Type', 'application/json').setHeader('Content-Length', bytes.length)
  res.end(bytes)
}

function answerTo(error: unknown): Answer {
  if (error instanceof DomainError) return answerToFailure(error.failure)
  // The router's own refusal of a path that cannot be decoded: not found.
  if (error instanceof URIError) return plain(404)
  if (error instanceof RangeNotSatisfiable) return plain(416, { 'Content-Range': `bytes */${error.size}` })
  if (error instanceof PublicRegistryError) return { status: statuses[error.fault], errors: [error.message] }
  if (error instanceof RegistryError) {
    const { status, errors, headers } = error
    return errors.length > 0 ? { status, errors, headers } : plain(status, headers)
  }
  return plain(500)
}

function answerToFailure(failure: Failure): Answer {
  switch (failure.kind) {
    case 'unauthenticated':
      return plain(401)
    case 'not-found':
      return plain(404)
    case 'denied':
      return { status: 403, errors: [failure.message] }
    case 'conflict':
      return { status: 409, errors: [failure.message] }
    case 'stale':
      return plain(412)
    case 'invalid':
      return { status: 400, errors: failure.faults.map(({ message }) => message) }
    case 'rate-limited':
      return plain(429, { 'Retry-After': String(failure.retryAfterSeconds) })
    case 'unavailable':
      return {
        status: 503,
        errors: [failure.message],
        headers: { 'Retry-After': String(retryAfterOf(failure)) },
      }
    case 'no-space':
      return { status: 507, errors: [failure.message] }
  }
}

function plain(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, errors: [STATUS_CODES[status] ?? 'Error'], headers }
}
