import type { Outbound } from '../../kernel/outbound.js'
import type { WebhookSignatures } from '../../kernel/secrets.js'
import type { Sealer } from '../../kernel/signing.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { Letters } from '../people/letters.js'
import type { LetterQueue } from '../letters/letter-queue.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { QuotasService } from '../quotas/quotas.service.js'
import type { StoreDatabase } from '../store.js'
import { WebhookDeliveriesService } from './webhook-deliveries.service.js'
import { WebhookDeliveriesStore } from './webhook-deliveries.store.js'
import { WebhookDisabling } from './webhook-disabling.js'
import type { WebhookOutbox } from './webhook-outbox.js'
import { WebhookRequests } from './webhook-requests.js'
import { WebhookRetentionService } from './webhook-retention.service.js'
import { WebhookSender } from './webhook-sender.js'
import { WebhooksService } from './webhooks.service.js'
import { WebhooksStore } from './webhooks.store.js'

interface WebhookInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly organizations: OrganizationsService
  readonly quotas: QuotasService
  readonly outbox: WebhookOutbox
  readonly outbound: Outbound
  readonly letterQueue: LetterQueue
  readonly letters: Letters
  readonly consoleUrl: string
  readonly signatures: WebhookSignatures
  readonly sealer: Sealer
}

export function createWebhookServices(infrastructure: WebhookInfrastructure) {
  const { database, transactions, audit, outbound, signatures, sealer } = infrastructure
  const store = new WebhooksStore(database)
  const deliveries = new WebhookDeliveriesStore(database)
  const webhooks = new WebhooksService({ ...infrastructure, store })
  const requests = new WebhookRequests(outbound, signatures, sealer)
  const disabling = new WebhookDisabling(store, audit, infrastructure.letterQueue, infrastructure.consoleUrl)
  return {
    webhooks,
    webhookDeliveries: new WebhookDeliveriesService(deliveries, webhooks, transactions, audit),
    webhookSender: new WebhookSender(deliveries, requests, disabling, transactions),
    webhookRetention: new WebhookRetentionService(deliveries),
  }
}
