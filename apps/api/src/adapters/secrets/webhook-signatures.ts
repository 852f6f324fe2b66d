import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { WebhookSignatures } from '../../kernel/secrets.js'

/** Length of a secret: that of the hash that signs with it. */
const secretBytes = 32

export const webhookSignatures: WebhookSignatures = {
  create: () => `whsec_${randomBytes(secretBytes).toString('base64')}`,
  sign: (secrets, { id, at, payload }) =>
    secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
}
