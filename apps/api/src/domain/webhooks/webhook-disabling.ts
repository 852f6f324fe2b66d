import type { OperationContext } from '../../kernel/context.js'
import type { AuditService } from '../audit/audit.service.js'
import type { MailQueue } from '../mail/mail-queue.js'
import { webhookSubject, type Webhook } from './webhook.js'
import type { WebhooksStore } from './webhooks.store.js'

/** Limit of the owners or administrators who get the mail. */
const mostRecipients = 20

/** Disables webhooks that do not work, and notifies those who are responsible for them. */
export class WebhookDisabling {
  constructor(
    private readonly store: WebhooksStore,
    private readonly audit: AuditService,
    private readonly mail: MailQueue,
    /** Address of the console. */
    private readonly consoleUrl: string,
  ) {}

  /** Undefined where it was disabled or deleted meanwhile. */
  async disable(tx: OperationContext, id: string, reason: 'failing' | 'gone'): Promise<Webhook | undefined> {
    await this.store.lock(tx, id)
    const before = await this.store.find(tx, id)
    if (!before?.enabled) return undefined
    const after = await this.store.disable(tx, before, reason)
    const organizationId = before.organizationId ?? undefined
    await this.audit.record(tx, {
      action: 'webhook.disable',
      subject: webhookSubject(after),
      organizationId,
      before,
      after,
    })
    return after
  }

  async announce(ctx: OperationContext, webhook: Webhook): Promise<void> {
    if (!this.mail.isConfigured) return
    const why =
      webhook.disabledReason === 'gone'
        ? 'Its receiver answered 410, so it wants no further events.'
        : 'Its receiver has accepted nothing for three days.'
    const subject = 'A webhook was disabled'
    const text = `The webhook ${JSON.stringify(webhook.name)} was disabled. ${why}\n\nSee its deliveries and enable it again here:\n${this.consoleUrl}/webhooks/${webhook.id}\n\nEvents from now on are not queued for it. Those that wait are sent once it is enabled.\n`
    for (const to of await this.store.addressesOf(ctx, webhook, mostRecipients))
      this.mail.enqueue(ctx, webhook.organizationId ?? 'site', { to, subject, text })
  }
}
