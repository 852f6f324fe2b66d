import type { Guess } from '../domain/tokens/authentication.service.js'
import { seconds, type Clock } from '../kernel/clock.js'
import type { BearerActor } from '../kernel/actor.js'
import type { OperationContext } from '../kernel/context.js'
import { rateLimited } from '../kernel/errors.js'
import { lruCache } from '../kernel/lru-cache.js'
import { networkOf } from '../kernel/network.js'
import type { Uses } from '../kernel/uses.js'
import type { Overload } from './overload.js'
import { contextOf, type Answering } from './request-context.js'

/** The most callers that are counted, the least recent dropped first; a dropped one has its whole limit again. */
const mostCallers = 50_000

/** The most callers that are sent to the other processes at a time, those with the most requests first. */
const mostSent = 1000

/** The uses of a caller in the window that runs; more than the limit where it was used on several processes. */
interface Window {
  readonly endsAt: number
  used: number
  /** Look-ups under way that count in `used` until they find a caller. */
  guesses?: Set<Promise<unknown>>
}

/** A caller's limit, by the names of the headers. */
export type LimitHeaders = Readonly<
  Record<'X-RateLimit-Limit' | 'X-RateLimit-Remaining' | 'X-RateLimit-Reset', string>
>

/**
 * Limits the requests of each caller: its user, team or organization where it is known, else its network. Counted in
 * memory; what other processes report (`charge`) counts too, and what exceeds the limit by it is taken from the windows
 * that follow, so that in the long run all processes together let through as much as one.
 */
export class RateLimit {
  private readonly windows = lruCache<string, Window>(mostCallers)
  private unsent = new Map<string, number>()

  constructor(
    /** The number of requests for each caller in one window; 0 is off. */
    private readonly requests: number,
    private readonly clock: Clock,
    private readonly overload: Overload,
    /** The length of a window, in milliseconds. */
    private readonly span = seconds(1),
  ) {}

  /**
   * Admits a request: under overload it ends here, before any statement. `enter` finds the caller; every outcome is
   * counted. The look-up of a value that may be guessed goes through `guess`. Throws `unavailable`, `rate-limited`.
   */
  async admit<T>(res: Answering, enter: (guess: Guess) => Promise<T>): Promise<T> {
    setHeaders(res, headersOf(this.requests, this.requests, 0))
    this.overload.refuse(contextOf(res))
    try {
      return await enter((lookUp) => this.guess(res, lookUp))
    } finally {
      this.count(res)
    }
  }

  /** Admits at once a caller who is cached; returns its headers, undefined where `admit` would refuse it. */
  admitKnown({ id }: BearerActor): LimitHeaders | undefined {
    if (this.overload.isShedding) return undefined
    if (this.requests === 0) return headersOf(0, 0, 0)
    const window = this.windowOf(id)
    return window.used < this.requests ? this.use(id, window) : undefined
  }

  /**
   * Looks up a value that may be guessed, in a separate window of the network: each lookup counts at its start, and no
   * longer once it has found a caller. While others may still turn out good it waits instead of being refused.
   */
  private async guess<T>(res: Answering, lookUp: () => Promise<T>): Promise<T> {
    if (this.requests === 0) return lookUp()
    const key = `${networkOf(contextOf(res).address ?? '')} guess`
    let window = this.windowOf(key)
    while (window.used >= this.requests && window.guesses?.size) {
      await Promise.race(window.guesses)
      window = this.windowOf(key)
    }
    res.locals['isGuessing'] = true
    this.requireRoom(res, window)
    res.locals['isGuessing'] = false
    window.used++
    const { guesses = new Set() } = window
    window.guesses = guesses
    const looking = lookUp()
    const settled = looking
      .then(
        () => window.used--,
        () => this.report(key),
      )
      .finally(() => guesses.delete(settled))
    guesses.add(settled)
    return looking
  }

  /** Counts a use that no admission counts, such as one mutation among others, by the network. Throws `rate-limited`. */
  take({ address = '' }: OperationContext): void {
    const key = networkOf(address)
    const window = this.windowOf(key)
    const wait = this.waitIn(window)
    if (wait > 0) throw rateLimited(Math.ceil(wait))
    this.use(key, window)
  }

  private count(res: Answering): void {
    // A refused guess has its headers already.
    if (this.requests === 0 || res.locals['isGuessing']) return
    const { actor, address = '' } = contextOf(res)
    const key = 'credential' in actor ? actor.id : networkOf(address)
    const window = this.windowOf(key)
    this.requireRoom(res, window)
    setHeaders(res, this.use(key, window))
  }

  private requireRoom(res: Answering, window: Window): void {
    const wait = this.waitIn(window)
    if (wait === 0) return
    setHeaders(res, headersOf(this.requests, 0, wait))
    throw rateLimited(Math.max(1, Math.ceil(wait)))
  }

  /** Returns the seconds until there is room again. */
  private waitIn({ used, endsAt }: Window): number {
    if (this.requests === 0 || used < this.requests) return 0
    const furtherWindows = Math.floor(used / this.requests) - 1
    return (endsAt - this.clock.elapsed() + furtherWindows * this.span) / 1000
  }

  private use(key: string, window: Window): LimitHeaders {
    window.used++
    this.report(key)
    return headersOf(this.requests, this.requests - window.used, 0)
  }

  private report(key: string): void {
    this.unsent.set(key, (this.unsent.get(key) ?? 0) + 1)
  }

  get callers(): number {
    return this.windows.size
  }

  /** Counts what a caller used on another process. */
  charge(key: string, uses: number): void {
    this.windowOf(key).used += uses
  }

  /** Returns the uses of this process since the last call, for the callers with the most. */
  takeUnsent(): Uses {
    const all = [...this.unsent]
    this.unsent = new Map()
    if (all.length <= mostSent) return new Map(all)
    return new Map(all.sort(([, one], [, other]) => other - one).slice(0, mostSent))
  }

  private windowOf(key: string): Window {
    const now = this.clock.elapsed()
    const last = this.windows.get(key)
    if (last && now < last.endsAt) return last
    const window = last ? this.windowAfter(last, now) : { endsAt: now + this.span, used: 0 }
    this.windows.set(key, window)
    return window
  }

  private windowAfter(window: Window, now: number): Window {
    const ended = 1 + Math.floor((now - window.endsAt) / this.span)
    const used = window.used - ended * this.requests
    // A caller who owes nothing begins a window by its next request.
    return used > 0
      ? { endsAt: window.endsAt + ended * this.span, used }
      : { endsAt: now + this.span, used: 0 }
  }
}

function headersOf(limit: number, remaining: number, reset: number): LimitHeaders {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': reset === 0 ? '0' : reset.toFixed(3).replace(/\.?0+$/, ''),
  }
}

function setHeaders(res: Answering, headers: LimitHeaders): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
}
