import { z } from 'zod'
import { webhookDelivery, type WebhookDelivery } from '../../domain/webhooks/webhook-delivery.js'
import { webhook as declared, type Webhook } from '../../domain/webhooks/webhook.js'
import type { WebhookScope, WebhookWithSecret } from '../../domain/webhooks/webhooks.service.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { identifierOf, resourceOf, selfLink, toOne } from '../jsonapi/document.js'

const attributes = attributesOf({
  ...declared.pick({ name: true, url: true, enabled: true, triggers: true }).shape,
  secret: z.string().nullable().meta({
    description:
      'The secret (`whsec_…`), only in the answer to its creation and to a rotation. Null for the token of a team.',
  }),
  headerName: declared.shape.headerName,
  headerValue: z.string().nullable().meta({
    description: 'The value, only in the answer to its creation. Null for the token of a team.',
  }),
  ...declared.pick({
    formerSecretUntil: true,
    failingSince: true,
    disabledReason: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
})

export const webhookDocument = resourceOf('webhooks', 'wh-2bX9mKqTz7RfWc4L', {
  attributes: z.object(attributes.shape),
  relationships: z.object({
    organization: z
      .object({ data: identifierOf('organizations').nullable() })
      .meta({ description: 'The organization; null for a webhook of the site.' }),
  }),
  links: selfLink,
}).meta({ id: 'Webhook' })

const nothingShown = { secret: null, headerValue: null }

export function presentWebhook(
  webhook: Webhook,
  { organization }: Pick<WebhookScope, 'organization'>,
  { secret, headerValue }: Pick<WebhookWithSecret, 'secret' | 'headerValue'> = nothingShown,
): z.input<typeof webhookDocument> {
  return {
    id: webhook.id,
    type: 'webhooks',
    attributes: attributes.present({ ...webhook, secret, headerValue }),
    relationships: {
      organization: { data: organization ? { id: organization.name, type: 'organizations' } : null },
    },
    links: { self: `/api/v2/webhooks/${webhook.id}` },
  }
}

const deliveryAttributes = attributesOf({
  trigger: webhookDelivery.shape.type,
  ...webhookDelivery.omit({ id: true, webhookId: true, type: true }).shape,
})

const aboutDeliveryId = { example: 'msg-8QvJ3nYhD5sGx1Pe', description: 'The `webhook-id` of every attempt.' }

export const webhookDeliveryDocument = resourceOf('webhook-deliveries', aboutDeliveryId, {
  attributes: z.object(deliveryAttributes.shape),
  relationships: z.object({ webhook: toOne('webhooks') }),
  links: selfLink,
}).meta({ id: 'WebhookDelivery' })

export function presentWebhookDelivery(delivery: WebhookDelivery): z.input<typeof webhookDeliveryDocument> {
  return {
    id: delivery.id,
    type: 'webhook-deliveries',
    attributes: deliveryAttributes.present({ ...delivery, trigger: delivery.type }),
    relationships: { webhook: { data: { id: delivery.webhookId, type: 'webhooks' } } },
    links: { self: `/api/v2/webhook-deliveries/${delivery.id}` },
  }
}
