import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request } from 'express'
import { anonymous, type Actor, type BearerActor } from '../kernel/actor.js'
import type { Clock } from '../kernel/clock.js'
import type { Face, OperationContext } from '../kernel/context.js'
import type { EngineClient } from '../kernel/engine-client.js'
import type { Log } from '../kernel/log.js'
import type { Refusal } from '../kernel/refusal.js'

const sane = /^[A-Za-z0-9._:-]{1,128}$/

/** An answer with what earlier steps of its request have stored in it: Node's own, or Express' on top of that. */
export type Answering = ServerResponse & { locals: Record<string, unknown> }

export interface ContextParts {
  readonly clock: Clock
  readonly log: Log
  addressOf(this: void, req: IncomingMessage): string | undefined
  refused(this: void, ctx: OperationContext, refusal: Refusal): void
  engineOf(this: void, req: IncomingMessage): EngineClient
}

/** Makes the context of a request, with its id, which is the caller's when that is sane. */
export function contextMaker({ clock, log, addressOf, refused, engineOf }: ContextParts): ContextOfRequest {
  return (req, path, actor = anonymous) => {
    const given = headerOf(req, 'x-request-id')
    const requestId = given !== undefined && sane.test(given) ? given : randomUUID()
    const address = addressOf(req)
    const userAgent = headerOf(req, 'user-agent')?.slice(0, 300)
    const reason = headerOf(req, 'x-audit-reason')?.slice(0, 1000)
    const face = faceOf(path)
    const engine = face === 'console' ? undefined : engineOf(req)
    const isTold = engine && (face === 'registry' || engine.engine === 'fork')
    return {
      actor,
      face,
      requestId,
      clock,
      log: new RequestLog(log, requestId),
      refused,
      ...(address !== undefined && { address }),
      ...(userAgent !== undefined && { userAgent }),
      ...(reason !== undefined && { reason }),
      ...(isTold && { engine }),
    }
  }
}

/** The log of a request. Its child is made by the first line: few requests log more than the one that all have. */
class RequestLog implements Log {
  private made: Log | undefined

  constructor(
    private readonly log: Log,
    private readonly requestId: string,
  ) {}

  debug(fields: object, text: string): void {
    this.own.debug(fields, text)
  }

  info(fields: object, text: string): void {
    this.own.info(fields, text)
  }

  warn(fields: object, text: string): void {
    this.own.warn(fields, text)
  }

  error(fields: object, text: string): void {
    this.own.error(fields, text)
  }

  child(fields: object): Log {
    return this.own.child(fields)
  }

  private get own(): Log {
    return (this.made ??= this.log.child({ requestId: this.requestId }))
  }
}

export type ContextOfRequest = (req: IncomingMessage, path: string, actor?: Actor) => OperationContext

/** Returns a header; several of one name are joined. */
function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function faceOf(path: string): Face {
  if (path === '/graphql') return 'console'
  return /^\/(api\/v2|api\/uploads|api\/exports|api\/oauth|api\/registry\/private|admin)\//.test(path)
    ? 'rest'
    : 'registry'
}

export function contextOf(res: Pick<Answering, 'locals'>): OperationContext {
  return res.locals['context'] as OperationContext
}

/**
 * Lets the context tell whether the client has left. Answers from the cache have no use for it, and a context that leads to
 * its connection makes each collection of garbage twice as long.
 */
export function watchLeaving(req: IncomingMessage, res: Answering): void {
  Object.assign(contextOf(res), { hasLeft: () => req.socket.destroyed })
}

/** Returns the context with a signal that the client has left before it had its answer. */
export function leavingContextOf(res: Answering): OperationContext {
  const left = new AbortController()
  const close = (): void => {
    if (!res.writableFinished) left.abort()
  }
  if (res.destroyed) close()
  res.once('close', close)
  return { ...contextOf(res), signal: left.signal }
}

/** Returns the id of the organization whose things are answered; undefined where the answer is of none. */
export function ownerOf(res: Pick<Answering, 'locals'>): string | undefined {
  return res.locals['owner'] as string | undefined
}

export function setOwner(res: Pick<Answering, 'locals'>, organizationId: string | undefined): void {
  res.locals['owner'] = organizationId
}

export function setActor(res: Pick<Answering, 'locals'>, actor: BearerActor): void {
  res.locals['context'] = { ...contextOf(res), actor }
}

/** Returns path and query as they were sent, inside any router. */
export function originalUrl(req: Request): URL {
  return new URL(req.originalUrl, 'http://any')
}
