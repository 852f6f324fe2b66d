import type { Response } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimited } from '../kernel/errors.js'
import { contextOf } from './request-context.js'

/** Requests a second of each caller: its user, team or organization where it is known, else its address. 0 is off. */
export class RateLimit {
  private readonly limiter: RateLimiterMemory | undefined

  constructor(
    private readonly perSecond: number,
    seconds = 1,
  ) {
    if (perSecond > 0) this.limiter = new RateLimiterMemory({ points: perSecond, duration: seconds })
  }

  /** Counts the request and says so in the headers; throws `rate-limited` when it was one too many. */
  async count(res: Response): Promise<void> {
    if (!this.limiter) return writeHeaders(res, 0, 0, 0)
    const { actor, address = '' } = contextOf(res)
    const key = 'credential' in actor ? actor.id : address
    try {
      const state = await this.limiter.consume(key)
      writeHeaders(res, this.perSecond, state.remainingPoints, 0)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const seconds = refused.msBeforeNext / 1000
      writeHeaders(res, this.perSecond, 0, seconds)
      throw rateLimited(Math.max(1, Math.ceil(seconds)))
    }
  }
}

function writeHeaders(res: Response, limit: number, remaining: number, reset: number): void {
  res.setHeader('X-RateLimit-Limit', String(limit))
  res.setHeader('X-RateLimit-Remaining', String(remaining))
  res.setHeader('X-RateLimit-Reset', reset.toFixed(3).replace(/\.?0+$/, ''))
}
