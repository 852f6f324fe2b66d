import type { ErrorRequestHandler, Response } from 'express'
import { contextOf } from '../../http/request-context.js'
import { redacted } from '../../http/observation.js'
import { logUnavailable } from '../../http/unavailable.js'
import { DomainError, type Fault } from '../../kernel/errors.js'
import { answerTo, RequestError } from './errors.js'

type PointerOf = (path: Fault['path']) => string

/** Stores how the paths of this request's input read in its body. */
export function pointWith(res: Response, pointerOf: PointerOf): void {
  res.locals['pointerOf'] = pointerOf
}

/** Turns whatever a handler threw into one JSON:API error document. The cause of a 500 goes to the log only. */
export const sendFailure: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error)
  const answer = answerTo(
    isBadPath(error) ? notFoundPath : error,
    res.locals['pointerOf'] as PointerOf | undefined,
  )
  if (answer.status === 500)
    contextOf(res).log.error(
      { error: describe(error), path: redacted(req.baseUrl + req.path) },
      'request failed',
    )
  logUnavailable(contextOf(res).log, error)
  for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value)
  res.removeHeader('ETag')
  res.status(answer.status).setHeader('Content-Type', 'application/vnd.api+json')
  const bytes = Buffer.from(JSON.stringify({ errors: answer.errors }))
  res.setHeader('Content-Length', bytes.length).end(bytes)
}

const notFoundPath = new DomainError({ kind: 'not-found' })

/** The router's own refusal of a path that cannot be decoded: not found. */
function isBadPath(error: unknown): boolean {
  return error instanceof URIError
}

function describe(error: unknown): object {
  if (error instanceof DomainError || error instanceof RequestError)
    return { name: error.name, message: error.message }
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack }
  return { message: String(error) }
}
