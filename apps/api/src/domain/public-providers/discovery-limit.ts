import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { rateLimited } from '../../kernel/errors.js'
import { lruCache } from '../../kernel/lru-cache.js'

/** The number of discoveries that one caller may cause in a minute: each is a hundred requests to an origin. */
const mostDiscovered = 30
const span = minutes(1)
const mostCallers = 50_000

interface Window {
  readonly endsAt: number
  used: number
}

/** A limit of the providers that a caller has discovered. */
export class DiscoveryLimit {
  private readonly windows = lruCache<string, Window>(mostCallers)
  refused = 0

  /** Counts a discovery of the caller. Throws `rate-limited`. */
  take({ actor, clock }: OperationContext): void {
    if (!('credential' in actor)) return
    const now = clock.elapsed()
    const known = this.windows.get(actor.id)
    const window = known && now < known.endsAt ? known : { endsAt: now + span, used: 0 }
    if (window !== known) this.windows.set(actor.id, window)
    if (window.used >= mostDiscovered) {
      this.refused++
      throw rateLimited(Math.ceil((window.endsAt - now) / 1000))
    }
    window.used++
  }
}
