import { seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { SiteCountsStore } from './site-counts.store.js'

/** Counting a million rows takes a while, and monitoring asks every few seconds. */
const freshness = seconds(60)

/** Counts of things on the platform, at most a minute old; for the process itself, so without a permission. */
export class SiteCountsService {
  private known: { readonly at: number; readonly counts: Promise<Record<string, number>> } | undefined

  constructor(private readonly store: SiteCountsStore) {}

  async read(ctx: OperationContext): Promise<Record<string, number>> {
    const now = ctx.clock.now().getTime()
    if (!this.known || now - this.known.at >= freshness) {
      const counts = this.store.read(ctx)
      this.known = { at: now, counts }
      counts.catch(() => (this.known = undefined))
    }
    return this.known.counts
  }
}
