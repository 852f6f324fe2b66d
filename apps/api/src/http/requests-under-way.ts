import type { OperationContext } from '../kernel/context.js'
import { rateLimited } from '../kernel/errors.js'
import type { GaugeReading } from '../kernel/metrics.js'
import { networkOf } from '../kernel/network.js'
import { contextOf, type Answering } from './request-context.js'

/** The requests that a caller may have under way (contract §19). */
export const mostUnderWay = 100

/** A request ends sooner than a caller with that many of them tries again, in seconds. */
const retryAfter = 1

/** Names a caller: its token or session, or the network of a stranger. */
const callerOf = ({ actor, address = '' }: OperationContext): string =>
  'credential' in actor ? actor.credential.id : networkOf(address)

/** The requests under way, by caller; an answer from the cache is none, since it is sent at once. */
export class RequestsUnderWay {
  private readonly counts = new Map<string, number>()
  private refused = 0

  /** Counts a request until its answer has ended or its client has left. Throws `rate-limited` for one too many. */
  begin(res: Answering): void {
    const caller = callerOf(contextOf(res))
    const count = this.counts.get(caller) ?? 0
    if (count >= mostUnderWay) {
      this.refused++
      throw rateLimited(retryAfter)
    }
    this.counts.set(caller, count + 1)
    res.once('close', () => this.end(caller))
  }

  private end(caller: string): void {
    const count = (this.counts.get(caller) ?? 0) - 1
    if (count > 0) this.counts.set(caller, count)
    else this.counts.delete(caller)
  }

  /** Returns the number of requests that a caller has under way. */
  of(ctx: OperationContext): number {
    return this.counts.get(callerOf(ctx)) ?? 0
  }

  /** Returns the number of requests of the caller with the most. */
  get most(): number {
    let most = 0
    for (const count of this.counts.values()) most = Math.max(most, count)
    return most
  }

  reading(): GaugeReading {
    return { callers: this.counts.size, most: this.most, refused: this.refused }
  }
}
