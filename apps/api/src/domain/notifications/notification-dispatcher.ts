import { hours } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'

/** A receiver of the outbox, with the notices that wait for it. */
export interface NotificationReceiver<Notice> {
  /** The name of its maintenance. */
  readonly name: string
  /** Returns the oldest notice that is pending, locked; none that another process is about to deliver. */
  lockPending(tx: OperationContext): Promise<Notice | undefined>
  /** Delivers a notice, or its next batch, and marks how far it is delivered. */
  deliver(tx: OperationContext, notice: Notice): Promise<void>
  /** Adds the notices that only the clock causes, such as that an end is near. */
  addDue(ctx: OperationContext): Promise<void>
  /** Deletes a batch of old notices; false when none is left. */
  prune?(ctx: OperationContext): Promise<boolean>
}

/**
 * Dispatcher of an outbox of notices. A notice, its deliveries and its mark are one transaction: a killed process has
 * delivered a batch or nothing of it, and of several processes one delivers a notice at a time.
 */
export class NotificationDispatcher<Notice> implements MaintenanceTask {
  readonly every = hours(1)
  readonly name: string

  constructor(
    private readonly receiver: NotificationReceiver<Notice>,
    private readonly transactions: Transactions,
  ) {
    this.name = receiver.name
  }

  /** Delivers until nothing is pending. */
  async dispatch(ctx: OperationContext, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await this.deliverNext(ctx)));
  }

  private deliverNext(ctx: OperationContext): Promise<boolean> {
    return this.transactions.run(ctx, async (tx) => {
      const notice = await this.receiver.lockPending(tx)
      if (notice !== undefined) await this.receiver.deliver(tx, notice)
      return notice !== undefined
    })
  }

  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    await this.receiver.addDue(ctx)
    while ((await this.receiver.prune?.(ctx)) && (await shouldContinue()));
  }
}
