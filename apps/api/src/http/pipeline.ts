import type { IncomingMessage, RequestListener } from 'node:http'
import { paceBody, type PaceLimits } from '@engine/limited-server'
import parseUrl from 'parseurl'
import type { AuthenticationService } from '../domain/tokens/authentication.service.js'
import type { Clock } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import type { Log } from '../kernel/log.js'
import type { Metrics } from '../kernel/metrics.js'
import {
  admissionOf,
  admit,
  admitKnown,
  beginUnderWay,
  isByLink,
  recall,
  type Admission,
} from './admission.js'
import type { Drain } from './drain.js'
import { observe } from './observation.js'
import type { LimitHeaders } from './rate-limits.js'
import { contextOf, ownerOf, watchLeaving, type Answering, type ContextOfRequest } from './request-context.js'
import type { RequestsUnderWay } from './requests-under-way.js'
import { cachedFileOf, type ResponseCache } from './response-cache.js'

export interface PipelineParts {
  readonly contextOfRequest: ContextOfRequest
  readonly authentication: AuthenticationService
  /** The admissions, more special paths first. */
  readonly admissions: readonly Admission[]
  readonly cache: ResponseCache
  readonly securityHeaders: readonly (readonly [string, string])[]
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly drain: Drain
  readonly pace: PaceLimits
  readonly underWay: RequestsUnderWay
  /** Counts a registry request by a bearer, and the organization whose things it was about. */
  seen(this: void, ctx: OperationContext, owner: string | undefined): void
}

/**
 * Returns path and query of a request's target, which may be a whole address (RFC 9112 §3.2.2); undefined for one that is
 * neither, which readers further on would throw at.
 */
function targetOf(target = ''): string | undefined {
  // Most are a path, which every reader takes, unless it begins as a host would.
  if (/^\/(?![/\\])/.test(target)) return target
  if (!URL.canParse(target, 'http://any')) return undefined
  if (target.startsWith('/') || target === '*') return target
  const { pathname, search } = new URL(target, 'http://any')
  return pathname + search
}

interface Admitted {
  readonly since: number | undefined
  /** True for a registry request by a bearer. */
  readonly isSeen: boolean
  /** Path and query, which an answer depends on as well as on its caller; for a signed link the path alone. */
  readonly address: string
  readonly limitHeaders?: Partial<LimitHeaders> | undefined
}

/**
 * Handles every request: measured and logged, given its context, admitted (authenticated and counted), then answered by
 * the response cache or else by the router. Nothing here answers by itself: what an admission refuses is answered by
 * the face of the path.
 */
export function createPipeline(parts: PipelineParts, router: RequestListener): RequestListener {
  const { authentication, admissions, cache, drain } = parts
  return (req, response) => {
    const res = response as Answering
    try {
      handle(req, res)
    } catch (error) {
      fail(res, error)
    }
  }

  function handle(req: IncomingMessage, res: Answering): void {
    const target = targetOf(req.url)
    if (target === undefined) return void res.writeHead(400, { Connection: 'close' }).end()
    req.url = target
    // The moment is known before anything is read that may be cached.
    const since = drain.hasBegun ? undefined : cache.moment()
    // The path as Express reads it.
    const path = parseUrl(req)?.pathname ?? ''
    const admission = admissionOf(admissions, req.method, path)
    const known = recall(admission, authentication, req, { path, clock: parts.clock })
    const context = parts.contextOfRequest(req, path, known)
    res.locals = { context }
    observe(parts, res, req.method ?? '', path)
    paceBody(req, res, parts.pace)
    const isSeen = context.face === 'registry' && admission?.caller === 'bearer'

    const address = isByLink(admission) ? path : target
    const limitHeaders = known && admission && admitKnown(admission, res)
    if (!admission || limitHeaders) return go(req, res, { since, isSeen, address, limitHeaders })
    admit(admission, authentication, req, res, path)
      .then(() => go(req, res, { since, isSeen, address }))
      .catch((error: unknown) => fail(res, error))
  }

  function fail(res: Answering, error: unknown): void {
    parts.log.error({ error: String(error) }, 'request failed')
    res.destroy()
  }

  function go(req: IncomingMessage, res: Answering, admitted: Admitted): void {
    const { since, isSeen, address, limitHeaders = {} } = admitted
    const see = (): void => parts.seen(contextOf(res), ownerOf(res))
    if (cache.answers(req, res, since, { address, limitHeaders })) return isSeen ? see() : undefined
    watchLeaving(req, res)
    beginUnderWay(parts.underWay, res)
    if (isSeen) res.on('finish', see)
    for (const [name, value] of Object.entries(limitHeaders)) res.setHeader(name, value)
    for (const [name, value] of parts.securityHeaders) res.setHeader(name, value)
    res.setHeader('X-Request-Id', contextOf(res).requestId)
    if (drain.hasBegun) res.setHeader('Connection', 'close')
    const file = cachedFileOf(res)
    if (!file) return router(req, res)
    // A file that cannot be read is answered by its face, which looks for it again.
    cache.sendCachedFile(req, res, file).catch(() => router(req, res))
  }
}
