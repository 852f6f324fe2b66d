import type { Outbound } from '../../kernel/outbound.js'
import type { MailQueue } from '../mail/mail-queue.js'
import { WebhookDeliveriesService } from './webhook-deliveries.service.js'
import { WebhookDeliveriesStore } from './webhook-deliveries.store.js'
import { WebhookDisabling } from './webhook-disabling.js'
import { WebhookRequests } from './webhook-requests.js'
import { WebhookSender } from './webhook-sender.js'
import { WebhooksService, type WebhookParts } from './webhooks.service.js'
import { WebhooksStore } from './webhooks.store.js'

interface WebhookInfrastructure extends Omit<WebhookParts, 'store'> {
  readonly outbound: Outbound
  readonly mailQueue: MailQueue
  readonly consoleUrl: string
}

export function createWebhookServices(infrastructure: WebhookInfrastructure) {
  const { database, transactions, audit, outbound, signatures, sealer } = infrastructure
  const store = new WebhooksStore(database)
  const deliveries = new WebhookDeliveriesStore(database)
  const webhooks = new WebhooksService({ ...infrastructure, store })
  const requests = new WebhookRequests(outbound, signatures, sealer)
  const disabling = new WebhookDisabling(store, audit, infrastructure.mailQueue, infrastructure.consoleUrl)
  return {
    webhooks,
    webhookDeliveries: new WebhookDeliveriesService(deliveries, webhooks, transactions, audit),
    webhookSender: new WebhookSender(deliveries, requests, disabling, transactions),
  }
}
