import { isHttpUrl, webhookEventTypes } from '@engine/shared'
import { z } from 'zod'
import { days, hours } from '../../kernel/clock.js'
import type { Fault } from '../../kernel/errors.js'
import { text } from '../../kernel/input.js'
import type { AuditSubject } from '../audit/audit.js'

/** Where events are sent to. Its secret is no part of it: it is shown once, and then only signs. */
export interface Webhook {
  readonly id: string
  /** Null for one of the site, which gets the events of all organizations. */
  readonly organizationId: string | null
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  /** The types of events that it asks for. */
  readonly triggers: readonly string[]
  /** Since when every attempt has failed. */
  readonly failingSince: Date | null
  /** Why the platform disabled it: deliveries failed for days, or the receiver answered 410. */
  readonly disabledReason: 'failing' | 'gone' | null
  /** Until when deliveries are signed with the secret of before its rotation too. */
  readonly formerSecretUntil: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What people decide about one. */
export type WebhookFacts = Pick<Webhook, 'name' | 'url' | 'enabled' | 'triggers'>

/** For so long after a rotation the receiver may still know the old secret alone. */
export const formerSecretLifetime = hours(24)

/** A webhook whose every attempt has failed for so long is disabled, and a delivery of this age is given up. */
export const patience = days(3)

const url = text(2048, isReceiver)
const name = text(100)
const triggers = z
  .array(z.enum(webhookEventTypes))
  .min(1)
  .max(100)
  .transform((types) => [...new Set(types)].sort())

export const webhookCreation = {
  name,
  url,
  triggers,
  enabled: z.boolean().optional(),
  secret: text(100, isSecret).nullish(),
}

/** What is absent stays. */
export const webhookChange = {
  name: name.optional(),
  url: url.optional(),
  triggers: triggers.optional(),
  enabled: z.boolean().optional(),
}

/** As the Standard Webhooks want it: 24 to 64 bytes in Base64 behind `whsec_`. */
function isSecret(value: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? []
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64
}

/** An address that holds credentials is followed by no request of ours, so it is refused at once. */
function isReceiver(value: string): boolean {
  if (!isHttpUrl(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

export const isDisabled: Fault = {
  path: [],
  code: 'INVALID',
  message: 'The webhook is disabled: enable it first',
}

export const webhookSubject = ({ id, name }: Webhook): AuditSubject => ({ type: 'webhook', id, name })
