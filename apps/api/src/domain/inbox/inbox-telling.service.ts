import { days, hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import type { InboxNoticesStore } from './inbox-notices.store.js'

const keptFor = days(90)

/** How long before its end a person is told of a token. */
const tokenNotice = days(14)

/** How many people are told in one transaction, and how many entries one statement deletes. */
const step = 500

/**
 * Puts notices into inboxes, so many people at a time, each batch with its mark in one transaction: a killed process has
 * told no one twice and leaves no one out. Of several processes one tells a notice at a time.
 */
export class InboxTellingService implements MaintenanceTask {
  readonly name = 'inbox'
  readonly every = hours(1)

  constructor(
    private readonly store: InboxNoticesStore,
    private readonly transactions: Transactions,
  ) {}

  /** Tells until there is nothing left to tell. */
  async tell(ctx: OperationContext, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await this.tellNext(ctx)));
  }

  private tellNext(ctx: OperationContext): Promise<boolean> {
    return this.transactions.run(ctx, async (tx) => {
      const notice = await this.store.lockUntold(tx)
      if (notice) await this.store.tell(tx, notice, step)
      return notice !== undefined
    })
  }

  /** Notes tokens that end soon, and deletes what is old. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    await this.store.addExpiringTokens(ctx, tokenNotice)
    const before = later(ctx.clock.now(), -keptFor)
    while ((await this.store.prune(ctx, before, step)) === step && (await shouldContinue()));
  }
}
