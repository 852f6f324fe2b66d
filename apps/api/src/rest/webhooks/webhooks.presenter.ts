import { z } from 'zod'
import { webhookDelivery, type WebhookDelivery } from '../../domain/webhooks/webhook-delivery.js'
import { webhook as declared, type Webhook } from '../../domain/webhooks/webhook.js'
import type { WebhookScope } from '../../domain/webhooks/webhooks.service.js'
import { attributesOf } from '../jsonapi/attributes.js'

const attributes = attributesOf({
  ...declared.pick({ name: true, url: true, enabled: true, triggers: true }).shape,
  secret: z.string().nullable().meta({
    description:
      'Only in the answer to its creation and to a rotation: `whsec_…`. Null for the token of a team.',
  }),
  ...declared.pick({
    formerSecretUntil: true,
    failingSince: true,
    disabledReason: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
})

export const webhookDocument = z
  .object({
    id: z.string().meta({ example: 'wh-2bX9mKqTz7RfWc4L' }),
    type: z.literal('webhooks'),
    attributes: z.object(attributes.shape),
    relationships: z.object({
      organization: z
        .object({ data: z.object({ id: z.string(), type: z.literal('organizations') }).nullable() })
        .meta({ description: 'Null for one of the site.' }),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'Webhook' })

export function presentWebhook(
  webhook: Webhook,
  { organization }: Pick<WebhookScope, 'organization'>,
  secret: string | null = null,
): z.input<typeof webhookDocument> {
  return {
    id: webhook.id,
    type: 'webhooks',
    attributes: attributes.present({ ...webhook, secret }),
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

export const webhookDeliveryDocument = z
  .object({
    id: z
      .string()
      .meta({ example: 'msg-8QvJ3nYhD5sGx1Pe', description: 'The `webhook-id` of every attempt.' }),
    type: z.literal('webhook-deliveries'),
    attributes: z.object(deliveryAttributes.shape),
    relationships: z.object({
      webhook: z.object({ data: z.object({ id: z.string(), type: z.literal('webhooks') }) }),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'WebhookDelivery' })

export function presentWebhookDelivery(delivery: WebhookDelivery): z.input<typeof webhookDeliveryDocument> {
  return {
    id: delivery.id,
    type: 'webhook-deliveries',
    attributes: deliveryAttributes.present({ ...delivery, trigger: delivery.type }),
    relationships: { webhook: { data: { id: delivery.webhookId, type: 'webhooks' } } },
    links: { self: `/api/v2/webhook-deliveries/${delivery.id}` },
  }
}
