import { randomUUID } from 'node:crypto'
import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Transactions } from '../../kernel/transaction.js'
import {
  attemptLease,
  isAccepted,
  isUnsubscribed,
  retryDelay,
  type DeliveryOutcome,
  type LeasedDelivery,
} from './webhook-delivery.js'
import type { WebhookDeliveriesStore } from './webhook-deliveries.store.js'
import type { WebhookDisabling } from './webhook-disabling.js'
import { longestFailure } from './webhook.js'
import type { WebhookRequests } from './webhook-requests.js'

/** Limit of concurrent attempts of one process. */
const mostAtOnce = 32

/**
 * Sends what waits in the outbox, at least once: an attempt whose end is not known, because the process or the database
 * was gone, is made again with the same id. Events about one thing follow one another; an event that is not accepted
 * holds up those after it, until it is given up.
 */
export class WebhookSender {
  private readonly running = new Set<Promise<void>>()
  private places = mostAtOnce

  constructor(
    private readonly store: WebhookDeliveriesStore,
    private readonly requests: WebhookRequests,
    private readonly disabling: WebhookDisabling,
    private readonly transactions: Transactions,
  ) {}

  /** Begins with due deliveries, up to the limit, and returns; the signal ends what runs. */
  async begin(ctx: OperationContext, signal: AbortSignal): Promise<void> {
    const free = this.places
    if (free === 0 || signal.aborted) return
    this.places = 0
    let taken: readonly LeasedDelivery[] = []
    try {
      const until = later(ctx.clock.now(), attemptLease)
      taken = await this.store.lease(ctx, randomUUID(), until, free)
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'webhooks could not be looked for and will be again')
    } finally {
      this.places += free - taken.length
    }
    for (const delivery of taken) {
      const work = this.deliver(ctx, delivery, signal)
        .then(async () => {
          this.places++
          // What comes next of the same thing need not wait for the interval.
          await this.begin(ctx, signal)
        })
        .finally(() => this.running.delete(work))
      this.running.add(work)
    }
  }

  /** Waits for what runs. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running)
  }

  private async deliver(ctx: OperationContext, delivery: LeasedDelivery, signal: AbortSignal): Promise<void> {
    try {
      const outcome = await this.requests.send(ctx, delivery, signal)
      if (signal.aborted && !isAccepted(outcome)) return await this.store.release(ctx, delivery)
      await this.finish(ctx, delivery, outcome)
    } catch (error) {
      ctx.log.warn({ error: String(error), delivery: delivery.id }, 'a webhook will be tried again')
    }
  }

  private async finish(
    ctx: OperationContext,
    delivery: LeasedDelivery,
    outcome: DeliveryOutcome,
  ): Promise<void> {
    const now = ctx.clock.now()
    const isDelivered = isAccepted(outcome)
    const isGivenUp = !isDelivered && later(delivery.queuedAt, longestFailure) <= now
    const status = isDelivered ? 'delivered' : isGivenUp ? 'failed' : 'pending'
    const next = status === 'pending' ? later(now, retryDelay(delivery.attempts)) : now
    const disabled = await this.transactions.run(ctx, async (tx) => {
      if (!(await this.store.finish(tx, delivery, status, next, outcome))) return undefined
      await this.store.postponeOthers(tx, delivery, next)
      if (isDelivered) return void (await this.store.markWorking(tx, delivery.webhookId))
      const since = await this.store.markFailing(tx, delivery.webhookId)
      if (isUnsubscribed(outcome)) return this.disabling.disable(tx, delivery.webhookId, 'gone')
      if (later(since, longestFailure) <= now)
        return this.disabling.disable(tx, delivery.webhookId, 'failing')
      return undefined
    })
    if (disabled) await this.disabling.announce(ctx, disabled)
  }
}
