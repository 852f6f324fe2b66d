import type { OperationContext } from '../../kernel/context.js'
import { found } from '../../kernel/errors.js'
import type { AuditEntry } from '../audit/audit.js'
import { eventOf, payloadOf, type WebhookEvent } from './webhook-event.js'
import type { NewDelivery, WebhookDeliveriesStore, WebhookReceiver } from './webhook-deliveries.store.js'

/** Writes events in the transaction of their change, whose thing is locked, so that their order is its own. */
export class WebhookOutbox {
  constructor(private readonly store: WebhookDeliveriesStore) {}

  /** Queues the events of what was just written to the audit log; most of it is no event. */
  async follow(tx: OperationContext, entries: readonly AuditEntry[]): Promise<void> {
    await this.emit(
      tx,
      entries.flatMap((entry) => eventOf(entry) ?? []),
    )
  }

  /** Queues a delivery of each event for each webhook that asks for it. For events that no audit row stands for. */
  async emit(tx: OperationContext, events: readonly WebhookEvent[]): Promise<void> {
    if (events.length === 0) return
    if (tx.connection === undefined)
      throw new Error(`${events[0]?.type} was emitted outside of its transaction`)
    const receivers = await this.store.receiversOf(tx, events)
    await this.store.add(
      tx,
      receivers.flatMap(({ index, ...receiver }) => {
        const event = events[index]
        return event ? [deliveryOf(tx, event, receiver)] : []
      }),
    )
  }

  /** Queues it for this one webhook, whatever that asks for. */
  async send(tx: OperationContext, webhookId: string, event: WebhookEvent): Promise<string> {
    const receiver = { webhookId, isOrganizations: false, organization: null }
    const [id] = await this.store.add(tx, [deliveryOf(tx, event, receiver)])
    return found(id)
  }
}

/** Delivery of an event; one about the site does not name the administrator to an organization. */
function deliveryOf(
  { clock, actor }: OperationContext,
  event: WebhookEvent,
  { webhookId, isOrganizations, organization }: Omit<WebhookReceiver, 'index'>,
): NewDelivery {
  const at = clock.now()
  const { type, subject } = event
  const isOfSite = event.organizationId === undefined
  const payload = payloadOf(event, { at, organization, actor: isOrganizations && isOfSite ? null : actor })
  return { webhookId, type, subject: `${subject.type}/${subject.id}`, payload, at }
}
