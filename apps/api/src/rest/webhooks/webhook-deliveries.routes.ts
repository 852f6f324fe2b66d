import type { WebhookDeliveryAccess } from '../../domain/webhooks/webhook-deliveries.service.js'
import type { WebhookAccess } from '../../domain/webhooks/webhooks.service.js'
import type { FaceServices } from '../../http/face-services.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { resource, type Resource } from '../jsonapi/resource.js'
import { presentWebhookDelivery, webhookDeliveryDocument } from './webhooks.presenter.js'
import { tag, webhookIn } from './webhooks.routes.js'

const document = documentOf(webhookDeliveryDocument)

/** `/webhooks/:id/deliveries`. */
export function webhookDeliveriesResource({ webhooks, webhookDeliveries }: FaceServices): Resource {
  return resource<WebhookAccess>({
    tag,
    authorize: webhookIn(webhooks),
    operations: {
      GET: {
        summary: 'List the deliveries of a webhook, newest first; old ones are deleted after 30 days',
        isPaged: true,
        document: listOf(webhookDeliveryDocument),
        run: async ({ ctx, subject, page, url }) =>
          listDocument(url, await webhookDeliveries.list(ctx, subject.webhook, page), presentWebhookDelivery),
      },
    },
  })
}

/** `/webhooks/:id/actions/verify`, as the vendor calls the same of its notifications. */
export function webhookVerificationResource({ webhooks, webhookDeliveries }: FaceServices): Resource {
  return resource<WebhookAccess>({
    tag,
    authorize: webhookIn(webhooks),
    operations: {
      POST: {
        summary: 'Queue a test event and show its delivery',
        document,
        async run({ ctx, subject }) {
          const { delivery } = await webhookDeliveries.find(ctx, await webhooks.test(ctx, subject.webhook.id))
          return { data: presentWebhookDelivery(delivery) }
        },
      },
    },
  })
}

/** `/webhook-deliveries/:id`. */
export function webhookDeliveryResource({ webhookDeliveries }: FaceServices): Resource {
  return resource<WebhookDeliveryAccess>({
    tag,
    authorize: (ctx, { id = '' }) => webhookDeliveries.find(ctx, id),
    operations: {
      GET: {
        summary: 'Show a delivery',
        document,
        run: async ({ subject }) => ({ data: presentWebhookDelivery(subject.delivery) }),
      },
    },
  })
}

/** `/webhook-deliveries/:id/actions/redeliver`. */
export function webhookRedeliveryResource({ webhookDeliveries }: FaceServices): Resource {
  return resource<WebhookDeliveryAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      webhookDeliveries.find(ctx, id, writes ? 'webhooks:write' : 'webhooks:read'),
    operations: {
      POST: {
        summary: 'Send a delivery again, with the same id',
        status: 200,
        document,
        run: async ({ ctx, subject }) => ({
          data: presentWebhookDelivery(await webhookDeliveries.resend(ctx, subject.delivery.id)),
        }),
      },
    },
  })
}
