import { hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import type { WebhookEvent } from '../webhooks/webhook-event.js'
import type { ModuleUsageStore } from './module-usage.store.js'
import { eventOfUpgrade, stands } from './upgrade-notice.js'
import { endNotice } from './upgrade-notices.js'
import type { UpgradeNoticesStore } from './upgrade-notices.store.js'

/** So many organizations are told in one statement. */
const step = 500

/**
 * Tells the webhooks of organizations that a version is due that they use. A notice, its deliveries and its mark are one
 * transaction: a killed process has told nothing or all, and of several processes one tells a notice.
 */
export class UpgradeTellingService implements MaintenanceTask {
  readonly name = 'module-upgrades'
  readonly every = hours(1)

  constructor(
    private readonly notices: UpgradeNoticesStore,
    private readonly usage: ModuleUsageStore,
    private readonly transactions: Transactions,
    private readonly emit: (tx: OperationContext, events: readonly WebhookEvent[]) => Promise<void>,
  ) {}

  /** Notes the versions that end soon. */
  async run(ctx: OperationContext): Promise<void> {
    await this.notices.addEnding(ctx, later(ctx.clock.now(), endNotice))
  }

  /** Tells until there is nothing left to tell. */
  async tell(ctx: OperationContext, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await this.tellNext(ctx)));
  }

  private tellNext(ctx: OperationContext): Promise<boolean> {
    return this.transactions.run(ctx, async (tx) => {
      const notice = await this.notices.lockUntold(tx)
      if (!notice) return false
      if (!stands(notice)) await this.notices.remove(tx, notice)
      else {
        const using = await this.usage.organizationsUsing(tx, notice)
        for (let at = 0; at < using.length; at += step)
          await this.emit(
            tx,
            using.slice(at, at + step).map((each) => eventOfUpgrade(notice, each)),
          )
        await this.notices.markTold(tx, notice)
      }
      return true
    })
  }
}
