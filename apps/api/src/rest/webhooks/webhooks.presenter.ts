import { z } from 'zod'
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.js'
import type { Webhook } from '../../domain/webhooks/webhook.js'
import type { WebhookScope } from '../../domain/webhooks/webhooks.service.js'

export const webhookDocument = z
  .object({
    id: z.string().meta({ example: 'wh-2bX9mKqTz7RfWc4L' }),
    type: z.literal('webhooks'),
    attributes: z.object({
      name: z.string(),
      url: z.string().meta({ description: 'Where events are sent to; a private address is refused.' }),
      enabled: z.boolean(),
      triggers: z.array(z.string()).meta({ description: 'The types of events that it asks for.' }),
      secret: z.string().nullable().meta({
        description:
          'Only in the answer to its creation and to a rotation: `whsec_…`. Null for the token of a team.',
      }),
      'former-secret-until': z
        .string()
        .nullable()
        .meta({ description: 'Until then deliveries are signed with the secret of before too.' }),
      'failing-since': z.string().nullable(),
      'disabled-reason': z
        .enum(['failing', 'gone'])
        .nullable()
        .meta({ description: 'Why the platform disabled it: failures for days, or the answer 410.' }),
      'created-at': z.string(),
      'updated-at': z.string(),
    }),
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
    attributes: {
      name: webhook.name,
      url: webhook.url,
      enabled: webhook.enabled,
      triggers: [...webhook.triggers],
      secret,
      'former-secret-until': webhook.formerSecretUntil?.toISOString() ?? null,
      'failing-since': webhook.failingSince?.toISOString() ?? null,
      'disabled-reason': webhook.disabledReason,
      'created-at': webhook.createdAt.toISOString(),
      'updated-at': webhook.updatedAt.toISOString(),
    },
    relationships: {
      organization: { data: organization ? { id: organization.name, type: 'organizations' } : null },
    },
    links: { self: `/api/v2/webhooks/${webhook.id}` },
  }
}

export const webhookDeliveryDocument = z
  .object({
    id: z
      .string()
      .meta({ example: 'msg-8QvJ3nYhD5sGx1Pe', description: 'The `webhook-id` of every attempt.' }),
    type: z.literal('webhook-deliveries'),
    attributes: z.object({
      trigger: z.string(),
      payload: z.string().meta({ description: 'The body, as it is signed and sent.' }),
      status: z.enum(['pending', 'delivered', 'failed']),
      attempts: z.number().int(),
      'next-attempt-at': z.string().nullable(),
      'created-at': z.string(),
      'last-attempt-at': z.string().nullable(),
      'response-status': z.number().int().nullable(),
      'response-body': z.string().nullable().meta({ description: 'Its beginning.' }),
      problem: z.string().nullable().meta({ description: 'Why the last attempt had no answer.' }),
    }),
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
    attributes: {
      trigger: delivery.type,
      payload: delivery.payload,
      status: delivery.status,
      attempts: delivery.attempts,
      'next-attempt-at': delivery.nextAttemptAt?.toISOString() ?? null,
      'created-at': delivery.createdAt.toISOString(),
      'last-attempt-at': delivery.lastAttemptAt?.toISOString() ?? null,
      'response-status': delivery.responseStatus,
      'response-body': delivery.responseBody,
      problem: delivery.problem,
    },
    relationships: { webhook: { data: { id: delivery.webhookId, type: 'webhooks' } } },
    links: { self: `/api/v2/webhook-deliveries/${delivery.id}` },
  }
}
