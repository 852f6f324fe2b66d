import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AuthenticationService } from '../domain/identity/authentication.service.js'
import type { Actor, BearerActor } from '../kernel/actor.js'
import type { Invalidations } from '../kernel/invalidation.js'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { OperationContext } from '../kernel/context.js'
import type { GaugeReading, Metrics } from '../kernel/metrics.js'
import { TaggedCache } from '../kernel/tagged-cache.js'
import { bearerIn } from './authentication.js'
import type { Drain } from './drain.js'
import { namesTag } from './etags.js'
import { headersBefore, type HeaderList } from './header-list.js'
import { measureAnswer } from './metrics.js'
import { admittedBy, type LimitHeaders, type RateLimit } from './rate-limits.js'
import { contextOf, type Answering } from './request-context.js'
import { logAnswer } from './request-log.js'

type Headers = Readonly<Record<string, string>>

/** How long an answer is valid. */
export interface CachePolicy {
  /** Its cache tags (`cacheTags`). */
  readonly tags: readonly string[]
  /** How long it may be given, in milliseconds, where something of it changes without an invalidation. */
  readonly lifetime?: number
}

/** An answer that may be given again, to the same caller for the same address. */
export interface CacheableAnswer extends CachePolicy {
  readonly status: 200 | 204
  /** The document with its tag; its headers are the last that are set. */
  readonly document?: { readonly bytes: Buffer; readonly tag: string; readonly type: string }
  /** Headers that were set and are others for each request. */
  readonly made?: (ctx: OperationContext) => Headers
  /** What else a `GET` does. */
  readonly afterGet?: (ctx: OperationContext) => void
}

interface Entry {
  readonly answer: CacheableAnswer
  readonly limit: RateLimit
  /** As they were sent, and as they are for a client that has the document already. */
  readonly headers: { readonly full: HeaderList; readonly unchanged: HeaderList }
}

export interface ResponseCacheParts {
  readonly authentication: AuthenticationService
  readonly invalidations: Invalidations
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly drain: Drain
  contextOfRequest(this: void, req: IncomingMessage, path: string, actor: Actor): OperationContext
}

const mostAnswers = 50_000
const longestAddress = 2048

/** What an answer takes beside its bytes and its address, roughly. */
const overhead = 1500

/**
 * The response cache: gives answers again before any router is asked, until one of their tags is invalidated. A request
 * that is answered here has been through the same as any other: its caller is known, its limit has let it in, it is
 * logged and measured. Whatever is not sure goes on to where answers are made: this refuses nothing.
 */
export class ResponseCache {
  private readonly entries: TaggedCache<Entry>
  private hits = 0
  private misses = 0

  constructor(
    bytes: number,
    private readonly parts: ResponseCacheParts,
  ) {
    this.entries = new TaggedCache({ ...parts, entries: mostAnswers, ...(bytes > 0 && { bytes }) })
  }

  /** Stands before the handlers, which store their answers by `cacheAnswer`. */
  before(makers: RequestListener): RequestListener {
    return (req, res) => {
      if (!this.isAnswered(req, res as Answering)) makers(req, res)
    }
  }

  /** Misses are cacheable answers that were not there. */
  reading(): GaugeReading {
    const { hits, misses, entries } = this
    return { hits, misses, entries: entries.count, bytes: entries.bytes }
  }

  private isAnswered(req: IncomingMessage, res: Answering): boolean {
    const since = this.entries.moment()
    if (since === undefined || !isPlainReading(req) || this.parts.drain.hasBegun) return false
    const { url = '', headers } = req
    const value = bearerIn(headers.authorization ?? '')
    if (value === undefined || !url.startsWith('/') || url.length > longestAddress) return false
    const actor = this.parts.authentication.recall(this.parts, value)
    const entry = actor && this.entries.get(keyOf(actor, url))
    const limitHeaders = actor && entry?.limit.admitKnown(actor)
    if (entry && limitHeaders) {
      this.answer(req, res, entry, actor, limitHeaders)
      return true
    }
    res.locals = { store: (answer: CacheableAnswer) => this.store(res, url, answer, since) }
    return false
  }

  private answer(
    req: IncomingMessage,
    res: Answering,
    { answer, headers }: Entry,
    actor: BearerActor,
    limitHeaders: LimitHeaders,
  ): void {
    const { method = '', url = '' } = req
    const path = url.split('?', 1)[0] ?? ''
    measureAnswer(this.parts.metrics, res, method, path)
    const context = this.parts.contextOfRequest(req, path, actor)
    res.locals = { context }
    logAnswer(this.parts.log, res, method, path)
    this.hits++
    const { document } = answer
    const made: Headers = { 'X-Request-Id': context.requestId, ...limitHeaders, ...answer.made?.(context) }
    const isKnown = document !== undefined && namesTag(req.headers['if-none-match'] ?? '', document.tag)
    res.writeHead(isKnown ? 304 : answer.status, (isKnown ? headers.unchanged : headers.full).with(made))
    res.end(isKnown ? undefined : document?.bytes)
    if (method === 'GET') answer.afterGet?.(context)
  }

  private store(res: Answering, url: string, answer: CacheableAnswer, since: number): void {
    const { actor } = contextOf(res)
    const limit = admittedBy(res)
    if (!('credential' in actor) || !limit || res.hasHeader('set-cookie')) return
    this.misses++
    const headers = headersOf(res, answer)
    const key = keyOf(actor, url)
    const size = key.length + overhead + (answer.document?.bytes.length ?? 0)
    this.entries.set(key, { answer, limit, headers }, { since, ...answer }, size)
  }
}

/** Caches the answer. To be called once all of its headers are set but for those of its document. */
export function cacheAnswer(res: ServerResponse, answer: CacheableAnswer): void {
  const store = (res as Answering).locals['store'] as ((answer: CacheableAnswer) => void) | undefined
  store?.(answer)
}

/** A request with a body is left to the handlers. */
function isPlainReading({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

/** What a caller may see depends on its role, and on what its token may do. */
function keyOf(actor: BearerActor, url: string): string {
  const role = actor.type === 'user' && actor.isSiteAdmin ? 'administrator' : actor.type
  return `${role} ${actor.id} ${actor.credential.scopes.join(' ')} ${url}`
}

function headersOf(res: Answering, { document, made }: CacheableAnswer): Entry['headers'] {
  const unchanged = headersBefore(res, made ? Object.keys(made(contextOf(res))) : [])
  if (!document) return { full: unchanged, unchanged }
  const { type, bytes } = document
  return { full: unchanged.and({ 'Content-Type': type, 'Content-Length': String(bytes.length) }), unchanged }
}
