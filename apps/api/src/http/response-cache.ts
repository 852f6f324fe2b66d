import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Actor, BearerActor } from '../kernel/actor.js'
import type { Clock } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import type { Invalidations } from '../kernel/invalidation.js'
import type { GaugeReading } from '../kernel/metrics.js'
import { TaggedCache } from '../kernel/tagged-cache.js'
import { isAdmitted } from './admission.js'
import { namesTag } from './etags.js'
import { contextOf, ownerOf, setOwner, type Answering } from './request-context.js'
import {
  fileHeaders,
  sendFile,
  setHeaders,
  sharedHeaders,
  type BytesCache,
  type SentFile,
} from './send-file.js'

type Headers = Readonly<Record<string, string>>

/** The conditions under which an answer may be given again. */
export interface CachePolicy {
  /** The cache tags that it depends on. */
  readonly tags: readonly string[]
  /** The time from which something of it is different by the clock alone. */
  readonly endsAt?: Date
}

/** An answer that may be given again, to the same caller for the same address; by a signed link for the same path. */
export interface CacheableAnswer extends CachePolicy {
  readonly status: 200 | 204
  /** The document with its tag; its headers are the last that are set. */
  readonly document?: { readonly bytes: Buffer; readonly tag: string; readonly type: string }
  /** A file in place of a document; `sendFile` sets its headers. */
  readonly file?: SentFile
  /** Makes headers that were set and are others for each request. */
  readonly made?: (ctx: OperationContext) => Headers
  /** Side effects of a `GET`. */
  readonly afterGet?: (ctx: OperationContext) => void
}

interface CachedAnswer {
  readonly bytes?: undefined
  readonly answer: CacheableAnswer
  /** Header names and values alternating, without those of one request and of the document. */
  readonly headers: readonly string[]
  /** The same with those of the whole file, if it is one. */
  readonly whole: readonly string[]
  readonly owner: string | undefined
}

export interface CachedFile extends Pick<CachedAnswer, 'headers' | 'whole' | 'owner'> {
  readonly file: SentFile
}

/** The bytes of a stored file. They depend on nothing: no other bytes ever have its key. */
interface CachedBytes {
  readonly bytes: Buffer
}

/** The name of cached bytes, which no key of an answer is like. */
const keyOfBytes = (key: string): string => `bytes ${key}`

const longestAddress = 2048

/** Approximate memory of an answer in addition to its bytes and its address. */
const overhead = 1500

/** The headers that are set by Node itself, by each request, or with the document. */
const notCached =
  /^(connection|keep-alive|date|transfer-encoding|x-request-id|x-ratelimit-.+|content-type|content-length)$/i

/**
 * The response cache: answers to admitted callers, valid until a change invalidates one of their tags, and the bytes of
 * small files, which all callers share.
 */
export class ResponseCache implements BytesCache {
  private readonly cached: TaggedCache<CachedAnswer | CachedBytes>
  private hits = 0
  private misses = 0

  /** @param bytes its size at most; 0 is off */
  constructor(
    private readonly bytes: number,
    options: { readonly invalidations: Invalidations; readonly clock: Clock },
  ) {
    const limit = Math.max(bytes, 1)
    this.cached = new TaggedCache({ ...options, limit, largest: Math.ceil(limit / 16) })
  }

  /** Returns the moment to be known before anything of an answer is read; undefined while the cache is off. */
  moment(): number | undefined {
    return this.bytes > 0 ? this.cached.moment() : undefined
  }

  /** Returns its numbers; misses are answers that could be cached and were not there. */
  reading(): GaugeReading {
    const { hits, misses, cached } = this
    return { hits, misses, entries: cached.count, bytes: cached.size }
  }

  /**
   * Answers an admitted request if it can at once; if not, its handler may cache its answer by `cacheAnswer`, or there is
   * a cached file to be sent (`sendCachedFile`). `address` is what the answer depends on.
   */
  answers(
    req: IncomingMessage,
    res: Answering,
    since: number | undefined,
    { address, limitHeaders }: { readonly address: string; readonly limitHeaders: Headers },
  ): boolean {
    const context = contextOf(res)
    const { actor } = context
    if (since === undefined || !('credential' in actor) || !isPlainReading(req)) return false
    if (!isAdmitted(res) || !address.startsWith('/') || address.length > longestAddress) return false
    res.locals['bytes'] = this
    const cached = this.cached.get(keyOf(context, actor, address))
    if (!cached || cached.bytes) {
      res.locals['cache'] = (answer: CacheableAnswer) => this.add(res, address, answer, since)
      return false
    }
    const { file } = cached.answer
    if (file) return this.sendAtOnce(req, res, file, cached, limitHeaders)
    this.send(req, res, cached, limitHeaders)
    return true
  }

  cachedBytes(key: string): Buffer | undefined {
    return this.cached.get(keyOfBytes(key))?.bytes
  }

  adding(): ((key: string, bytes: Buffer) => void) | undefined {
    const since = this.moment()
    if (since === undefined) return undefined
    return (key, bytes) => {
      const name = keyOfBytes(key)
      this.cached.set(name, { bytes }, { since, tags: [] }, name.length + overhead + bytes.length)
    }
  }

  /** Sends a whole file from memory, or an answer without its bytes; leaves all else to `sendCachedFile`. */
  private sendAtOnce(
    { method, headers: asked }: IncomingMessage,
    res: Answering,
    file: SentFile,
    cached: CachedAnswer,
    limitHeaders: Headers,
  ): boolean {
    const isKnown = asked['if-none-match'] !== undefined && namesTag(asked['if-none-match'], file.tag)
    const isRead = method === 'GET' && !isKnown
    const bytes = isRead && asked.range === undefined ? this.bytesOf(file) : undefined
    if (isRead && !bytes) {
      res.locals['file'] = { ...cached, file } satisfies CachedFile
      return false
    }
    this.hits++
    setOwner(res, cached.owner)
    const isWhole = !isKnown && (bytes === undefined || bytes.length === file.size)
    const own = ['X-Request-Id', contextOf(res).requestId]
    for (const name in limitHeaders) own.push(name, limitHeaders[name] ?? '')
    if (!isWhole) own.push(...(isKnown ? sharedHeaders(file) : fileHeaders(file, bytes?.length)))
    res.writeHead(isKnown ? 304 : 200, (isWhole ? cached.whole : cached.headers).concat(own))
    res.end(bytes)
    return true
  }

  private bytesOf({ content }: SentFile): Buffer | undefined {
    return Buffer.isBuffer(content) ? content : this.cachedBytes(content.key)
  }

  /** Sends the cached file that `answers` has left, if there is one. A file that cannot be opened rejects, unanswered. */
  async sendCachedFile(
    req: IncomingMessage,
    res: Answering,
    { file, headers, owner }: CachedFile,
  ): Promise<void> {
    this.hits++
    setOwner(res, owner)
    setHeaders(res, headers)
    await sendFile(req, res, file)
  }

  private send(
    req: IncomingMessage,
    res: Answering,
    { answer, headers, owner }: CachedAnswer,
    limitHeaders: Headers,
  ) {
    this.hits++
    setOwner(res, owner)
    const context = contextOf(res)
    const { document } = answer
    const given = req.headers['if-none-match']
    const isKnown = document !== undefined && given !== undefined && namesTag(given, document.tag)
    const all = [...headers, 'X-Request-Id', context.requestId]
    for (const name in limitHeaders) all.push(name, limitHeaders[name] ?? '')
    if (answer.made) for (const [name, value] of Object.entries(answer.made(context))) all.push(name, value)
    if (document && !isKnown)
      all.push('Content-Type', document.type, 'Content-Length', String(document.bytes.length))
    res.writeHead(isKnown ? 304 : answer.status, all)
    res.end(isKnown ? undefined : document?.bytes)
    if (req.method === 'GET') answer.afterGet?.(context)
  }

  private add(res: Answering, url: string, answer: CacheableAnswer, since: number): void {
    const context = contextOf(res)
    const { actor } = context
    if (!('credential' in actor) || res.hasHeader('set-cookie')) return
    this.misses++
    const key = keyOf(context, actor, url)
    const size = key.length + overhead + (answer.document?.bytes.length ?? 0)
    const headers = headersOf(res, answer)
    const whole = answer.file ? [...headers, ...fileHeaders(answer.file)] : headers
    const cached = { answer, headers, whole, owner: ownerOf(res) }
    this.cached.set(key, cached, { since, ...answer }, size)
  }
}

/** Returns the cached file that is to be sent; undefined where there is none, or its caller has too many under way. */
export function cachedFileOf(res: Answering): CachedFile | undefined {
  return isAdmitted(res) ? (res.locals['file'] as CachedFile | undefined) : undefined
}

/** Caches the answer, to be called once all of its headers are set but for those of its document. */
export function cacheAnswer(res: ServerResponse, answer: CacheableAnswer): void {
  const add = (res as Answering).locals['cache'] as ((answer: CacheableAnswer) => void) | undefined
  add?.(answer)
}

/** True without a body and any condition but `If-None-Match`: other requests are for their handlers alone. */
function isPlainReading({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

/** Builds the key: an answer depends on the caller, by a token or a session, the scopes, and in the registry on the engine. */
function keyOf({ engine }: OperationContext, actor: BearerActor, url: string): string {
  const runs = engine ? `${engine.engine} ${engine.version}` : ''
  return `${keyOfActor(actor)} ${runs} ${url}`
}

/** Keys of callers. A caller is cached, and is another object once anything of it has changed. */
const actorKeys = new WeakMap<BearerActor, string>()

function keyOfActor(actor: BearerActor): string {
  const known = actorKeys.get(actor)
  if (known !== undefined) return known
  const role = isSiteAdmin(actor) ? 'administrator' : actor.type
  const { kind, scopes } = actor.credential
  const key = `${role} ${actor.id} ${kind} ${scopes.join(' ')}`
  actorKeys.set(actor, key)
  return key
}

const isSiteAdmin = (actor: Actor): boolean => actor.type === 'user' && actor.isSiteAdmin

function headersOf(res: ServerResponse, { made, file }: CacheableAnswer): readonly string[] {
  // Node's types name this for requests alone.
  const names = (res as unknown as Pick<ClientRequest, 'getRawHeaderNames'>).getRawHeaderNames()
  const set = [...Object.keys(made?.(contextOf(res as Answering)) ?? {}), ...(file ? fileHeaders(file) : [])]
  const others = new Set(set.map((name) => name.toLowerCase()))
  return names
    .filter((name) => !notCached.test(name) && !others.has(name.toLowerCase()))
    .flatMap((name) => [name, String(res.getHeader(name))])
}
