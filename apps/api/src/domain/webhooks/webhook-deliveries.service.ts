import { days, hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { found, invalid } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Permission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import { mostRecent, type DeliveryState, type WebhookDelivery } from './webhook-delivery.js'
import type { WebhookDeliveriesStore } from './webhook-deliveries.store.js'
import { isDisabled, webhookSubject, type Webhook } from './webhook.js'
import type { WebhookAccess, WebhooksService } from './webhooks.service.js'

export interface WebhookDeliveryAccess extends WebhookAccess {
  readonly delivery: WebhookDelivery
}

const keptFor = days(30)

/** Number of deliveries in one statement, so that no statement takes long. */
const batchSize = 2000

/** Deliveries of a webhook and the answers to them, for those who may see the webhook. */
export class WebhookDeliveriesService implements MaintenanceTask {
  readonly name = 'webhook-deliveries'
  readonly every = hours(6)

  constructor(
    private readonly store: WebhookDeliveriesStore,
    private readonly webhooks: WebhooksService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** Newest first, of a webhook that was found before. */
  async list(
    ctx: OperationContext,
    { id }: Pick<Webhook, 'id'>,
    page: Page,
  ): Promise<Paged<WebhookDelivery>> {
    return this.store.list(ctx, id, page)
  }

  /** The newest of each of these webhooks, which were found before; in order, the newest last. */
  async listRecent(
    ctx: OperationContext,
    webhookIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly DeliveryState[]>> {
    return this.store.listRecent(ctx, webhookIds, mostRecent)
  }

  async find(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'webhooks:read',
  ): Promise<WebhookDeliveryAccess> {
    const delivery = isId('msg', id) ? await this.store.find(ctx, id) : undefined
    const access = await this.webhooks.find(ctx, delivery?.webhookId ?? '', permission)
    return { ...access, delivery: found(delivery) }
  }

  /**
   * Sends the same event with the same id again; whatever became of it, its attempts begin again, at once.
   */
  async resend(ctx: OperationContext, id: string): Promise<WebhookDelivery> {
    return this.transactions.run(ctx, async (tx) => {
      if (isId('msg', id)) await this.store.lock(tx, id)
      const { webhook, administratorOverride } = await this.find(tx, id, 'webhooks:write')
      if (!webhook.enabled) throw invalid(isDisabled)
      const delivery = await this.store.queueAgain(tx, id)
      await this.audit.record(tx, {
        action: 'webhook.resend',
        subject: webhookSubject(webhook),
        organizationId: webhook.organizationId ?? undefined,
        administratorOverride,
        after: { delivery: id, type: delivery.type },
      })
      return delivery
    })
  }

  /** Deletes old deliveries, those of a disabled webhook included. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    const before = later(ctx.clock.now(), -keptFor)
    while ((await this.store.prune(ctx, before, batchSize)) === batchSize && (await shouldContinue()));
  }
}
