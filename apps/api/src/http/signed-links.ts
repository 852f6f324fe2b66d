import type { IncomingMessage } from 'node:http'
import type { CallersService } from '../domain/tokens/callers.service.js'
import type { BearerActor } from '../kernel/actor.js'
import { later, type Clock } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import { isUnauthenticated, notFound, unauthenticated } from '../kernel/errors.js'
import { lruCache } from '../kernel/lru-cache.js'
import type { LinkSigner } from '../kernel/signing.js'
import { contextOf, setActor, type Answering } from './request-context.js'

/** The number of links that are cached: to sign one takes as long as all else of an answer from the cache. */
const mostSigned = 10_000

/**
 * Links that need no token (contract §7): each acts as the caller it was made for, as long as that caller has access.
 */
export class SignedLinks {
  private readonly signed = lruCache<string, { readonly begin: number; readonly query: string }>(mostSigned)
  /** Genuine links, by path and query: most are asked for twice, by HEAD and by GET. */
  private readonly verified = lruCache<string, { readonly caller: string; readonly endsAt: number }>(
    mostSigned,
  )

  constructor(
    private readonly signer: LinkSigner,
    private readonly callers: CallersService,
    /** The lifetime of a link, in milliseconds. */
    private readonly lifetime: number,
    /** The time in milliseconds within which links are the same, so that the documents with them keep their tags. */
    private readonly span: number,
  ) {}

  /** Makes the query string of a link of this path, without `?`. */
  sign(ctx: OperationContext, path: string): string {
    if (!('credential' in ctx.actor)) throw unauthenticated()
    const caller = ctx.actor.credential.id
    const begin = Math.ceil(ctx.clock.now().getTime() / this.span) * this.span
    const key = `${caller} ${path}`
    const last = this.signed.get(key)
    if (last?.begin === begin) return last.query
    const query = this.signer.sign({ path, caller, expiresAt: later(new Date(begin), this.lifetime) })
    this.signed.set(key, { begin, query })
    return query
  }

  /** Finds the link's caller in the cache; undefined for an invalid link too. */
  recall(req: IncomingMessage, path: string, clock: Clock): BearerActor | undefined {
    const caller = this.verify(req, path, clock)
    return caller === undefined ? undefined : this.callers.known(caller)
  }

  /** Makes the link's caller the actor of the request. An invalid link is `not-found`. */
  async identify(req: IncomingMessage, res: Answering, path: string): Promise<void> {
    const ctx = contextOf(res)
    const caller = this.verify(req, path, ctx.clock)
    if (caller === undefined) throw notFound({ why: 'the link is forged or expired' })
    try {
      setActor(res, await this.callers.find(ctx, caller))
    } catch (error) {
      throw asOfLink(error)
    }
  }

  /** Returns the caller of a link that is genuine and still good, otherwise undefined. */
  private verify({ url = '' }: IncomingMessage, path: string, clock: Clock): string | undefined {
    const now = clock.now()
    const verified = this.verified.get(url)
    if (verified) return now.getTime() < verified.endsAt ? verified.caller : undefined
    const query = new URLSearchParams(url.split('?', 2)[1])
    const caller = this.signer.verify(path, query, now)
    if (caller !== undefined) this.verified.set(url, { caller, endsAt: Number(query.get('expires')) * 1000 })
    return caller
  }
}

/** Turns `unauthenticated` into a miss: a caller without a bearer is not asked for another one. */
export function asOfLink(error: unknown): unknown {
  return isUnauthenticated(error) ? notFound(error.internal) : error
}
