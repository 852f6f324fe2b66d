import { webhookChange, webhookCreation } from '../../domain/webhooks/webhook.js'
import type { WebhookAccess, WebhookScope, WebhooksService } from '../../domain/webhooks/webhooks.service.js'
import type { FaceServices } from '../../http/face-services.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import { presentWebhook, webhookDocument } from './webhooks.presenter.js'

export const tag = 'Webhooks'
const document = documentOf(webhookDocument)
const creation = body({ type: 'webhooks', shape: webhookCreation, parse: parseCreation })
const change = body({ type: 'webhooks', shape: webhookChange, parse: parseChange })

/** Looks up and authorises the webhook that the path names. */
export const webhookIn =
  (service: WebhooksService): Resource<WebhookAccess>['authorize'] =>
  (ctx, { id = '' }, writes) =>
    service.find(ctx, id, writes ? 'webhooks:write' : 'webhooks:read')

/** `/admin/webhooks` and `/organizations/:org/webhooks`. */
export function webhooksResource({ webhooks }: FaceServices): Resource {
  return resource<WebhookScope>({
    tag,
    authorize: (ctx, { org }, writes) =>
      webhooks.scope(ctx, org, writes ? 'webhooks:write' : 'webhooks:read'),
    operations: {
      GET: {
        summary: 'List the webhooks, by name',
        isPaged: true,
        document: listOf(webhookDocument),
        async run({ ctx, subject, page, url }) {
          const list = await webhooks.list(ctx, subject, page)
          return listDocument(url, list, (webhook) => presentWebhook(webhook, subject))
        },
      },
      POST: {
        summary: 'Create a webhook; its secret and the value of its header are in this answer only',
        body: creation,
        document,
        async run({ ctx, subject, attributes }) {
          const { webhook, ...shown } = await webhooks.create(ctx, subject.organization?.name, attributes)
          return { data: presentWebhook(webhook, subject, shown) }
        },
      },
    },
  })
}

/** `/webhooks/:id`. */
export function webhookResource({ webhooks }: FaceServices): Resource {
  return resource<WebhookAccess>({
    tag,
    authorize: webhookIn(webhooks),
    operations: {
      GET: {
        summary: 'Show a webhook',
        document,
        run: async ({ subject }) => ({ data: presentWebhook(subject.webhook, subject) }),
      },
      PATCH: {
        summary: 'Update a webhook; absent attributes stay',
        body: change,
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const { id } = subject.webhook
          const webhook = await webhooks.update(ctx, id, attributes, expectedOf(subject.webhook))
          return { data: presentWebhook(webhook, subject) }
        },
      },
      DELETE: {
        summary: 'Delete a webhook with its deliveries; waiting ones are not sent',
        run: ({ ctx, subject: { webhook }, expectedOf }) =>
          webhooks.delete(ctx, webhook.id, expectedOf(webhook)),
      },
    },
  })
}

/** `/webhooks/:id/actions/rotate-secret`. */
export function webhookSecretResource({ webhooks }: FaceServices): Resource {
  return resource<WebhookAccess>({
    tag,
    authorize: webhookIn(webhooks),
    operations: {
      POST: {
        summary:
          'Rotate the secret; the new one is in this answer only, and the former one also signs for a day',
        status: 200,
        document,
        async run({ ctx, subject }) {
          const { webhook, ...shown } = await webhooks.rotateSecret(ctx, subject.webhook.id)
          return { data: presentWebhook(webhook, subject, shown) }
        },
      },
    },
  })
}
