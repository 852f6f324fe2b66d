import type { Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock.js'
import { seconds } from '../kernel/clock.js'
import { rateLimited } from '../kernel/errors.js'
import { networkOf } from '../kernel/network.js'
import type { Uses } from '../kernel/uses.js'
import type { Overload } from './overload.js'
import { contextOf } from './request-context.js'

/** Callers that are remembered, those last who asked last; who is forgotten has its whole limit again. */
const remembered = 50_000

/** Callers that the other processes are told of at a time, those who asked most. */
const mostTold = 1000

/** What a caller has used of the window that runs; more than the limit where it was used on several processes. */
interface Window {
  readonly endsAt: number
  readonly used: number
}

export interface RateLimitOptions {
  /** For each caller in one window; 0 is off. */
  readonly requests: number
  /** How long a window is, in seconds. */
  readonly span?: number
  readonly clock: Clock
  readonly overload: Overload
}

/**
 * Requests of each caller: its user, team or organization where it is known, else its network. Counted in memory; what
 * other processes tell (`charge`) counts too, and what exceeds the limit by it is taken from the windows that follow, so
 * that in the long run all processes together let through as much as one.
 */
export class RateLimit {
  private readonly windows = new LRUCache<string, Window>({ max: remembered })
  private untold = new Map<string, number>()
  private readonly requests: number
  private readonly span: number
  private readonly clock: Clock
  private readonly overload: Overload

  constructor({ requests, span = 1, clock, overload }: RateLimitOptions) {
    this.requests = requests
    this.span = seconds(span)
    this.clock = clock
    this.overload = overload
  }

  /**
   * The way in of every request: while there is too much to do it ends here, before anything is asked of the database.
   * `enter` finds out who asks; whatever comes of it is counted. Throws `unavailable`, `rate-limited`.
   */
  async admit<T>(res: Response, enter: () => Promise<T>): Promise<T> {
    writeHeaders(res, this.requests, this.requests, 0)
    this.overload.refuse()
    try {
      return await enter()
    } finally {
      this.count(res)
    }
  }

  private count(res: Response): void {
    if (this.requests === 0) return
    const { actor, address = '' } = contextOf(res)
    const key = 'credential' in actor ? actor.id : networkOf(address)
    const { used, endsAt } = this.windowOf(key)
    if (used >= this.requests) {
      const furtherWindows = Math.floor(used / this.requests) - 1
      const wait = (endsAt - this.clock.elapsed() + furtherWindows * this.span) / 1000
      writeHeaders(res, this.requests, 0, wait)
      throw rateLimited(Math.max(1, Math.ceil(wait)))
    }
    this.charge(key, 1)
    this.untold.set(key, (this.untold.get(key) ?? 0) + 1)
    writeHeaders(res, this.requests, this.requests - used - 1, 0)
  }

  /** Callers that are remembered now. */
  get remembered(): number {
    return this.windows.size
  }

  /** Counts what a caller used on another process. */
  charge(key: string, uses: number): void {
    const { used, endsAt } = this.windowOf(key)
    this.windows.set(key, { endsAt, used: used + uses })
  }

  /** What was used here since the last call, of the callers that used most. */
  takeUntold(): Uses {
    const all = [...this.untold]
    this.untold = new Map()
    if (all.length <= mostTold) return new Map(all)
    return new Map(all.sort(([, one], [, other]) => other - one).slice(0, mostTold))
  }

  private windowOf(key: string): Window {
    const now = this.clock.elapsed()
    const window = this.windows.get(key)
    if (!window) return { endsAt: now + this.span, used: 0 }
    if (now < window.endsAt) return window
    const ended = 1 + Math.floor((now - window.endsAt) / this.span)
    const used = window.used - ended * this.requests
    // Whoever owes nothing begins a window by its next request.
    return used > 0
      ? { endsAt: window.endsAt + ended * this.span, used }
      : { endsAt: now + this.span, used: 0 }
  }
}

function writeHeaders(res: Response, limit: number, remaining: number, reset: number): void {
  res.setHeader('X-RateLimit-Limit', String(limit))
  res.setHeader('X-RateLimit-Remaining', String(remaining))
  res.setHeader('X-RateLimit-Reset', reset.toFixed(3).replace(/\.?0+$/, ''))
}
