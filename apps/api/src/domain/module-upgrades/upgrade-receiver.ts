import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { NotificationReceiver } from '../notifications/notification-dispatcher.js'
import type { WebhookEvent } from '../webhooks/webhook-event.js'
import type { ModuleUsageStore } from './module-usage.store.js'
import { endNotice, eventOfUpgrade, stands, type PendingNotice } from './upgrade-notice.js'
import type { UpgradeNoticesStore } from './upgrade-notices.store.js'

/** Maximum number of organizations that one statement notifies. */
const batchSize = 500

/** Notifies the webhooks of organizations that use a version and have to leave it. */
export class UpgradeReceiver implements NotificationReceiver<PendingNotice> {
  readonly name = 'module-upgrades'

  constructor(
    private readonly notices: UpgradeNoticesStore,
    private readonly usage: ModuleUsageStore,
    private readonly emit: (tx: OperationContext, events: readonly WebhookEvent[]) => Promise<void>,
  ) {}

  lockPending(tx: OperationContext): Promise<PendingNotice | undefined> {
    return this.notices.lockPending(tx)
  }

  async deliver(tx: OperationContext, notice: PendingNotice): Promise<void> {
    if (!stands(notice)) return this.notices.remove(tx, notice)
    const using = await this.usage.organizationsUsing(tx, notice)
    for (let at = 0; at < using.length; at += batchSize)
      await this.emit(
        tx,
        using.slice(at, at + batchSize).map((each) => eventOfUpgrade(notice, each)),
      )
    await this.notices.markDelivered(tx, notice)
  }

  addDue(ctx: OperationContext): Promise<void> {
    return this.notices.addEnding(ctx, later(ctx.clock.now(), endNotice))
  }
}
