import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { nobody, type BearerActor } from '../kernel/actor.js'
import type { Clock } from '../kernel/clock.js'
import type { Face, OperationContext } from '../kernel/context.js'
import type { Log } from '../kernel/log.js'
import type { Refusal } from '../kernel/refusal.js'

const sane = /^[A-Za-z0-9._:-]{1,128}$/

/** Gives each request its id, kept when the caller's is sane, and a context that speaks for nobody yet. */
export function requestContext(
  clock: Clock,
  log: Log,
  addressOf: (req: Request) => string | undefined,
  refused: (ctx: OperationContext, refusal: Refusal) => void,
): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id')
    const requestId = given !== undefined && sane.test(given) ? given : randomUUID()
    res.setHeader('X-Request-Id', requestId)
    const address = addressOf(req)
    const userAgent = req.get('user-agent')?.slice(0, 300)
    const reason = req.get('x-audit-reason')?.slice(0, 1000)
    const context: OperationContext = {
      actor: nobody,
      face: faceOf(req.path),
      requestId,
      clock,
      log: log.child({ requestId }),
      refused,
      ...(address !== undefined && { address }),
      ...(userAgent !== undefined && { userAgent }),
      ...(reason !== undefined && { reason }),
    }
    res.locals['context'] = context
    next()
  }
}

function faceOf(path: string): Face {
  if (path === '/graphql') return 'console'
  return /^\/(api\/v2|api\/uploads|api\/exports|api\/oauth|api\/registry\/private|admin)\//.test(path)
    ? 'rest'
    : 'registry'
}

export function contextOf(res: Response): OperationContext {
  return res.locals['context'] as OperationContext
}

export function speakFor(res: Response, actor: BearerActor): void {
  res.locals['context'] = { ...contextOf(res), actor }
}

/** Path and query as they came, whatever router the request is in. */
export function originalUrl(req: Request): URL {
  return new URL(req.originalUrl, 'http://any')
}
