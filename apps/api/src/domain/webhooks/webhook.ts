import { isHttpUrl, webhookEventTypes } from '@engine/shared'
import { z } from 'zod'
import { days, hours } from '../../kernel/clock.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { inAnswers } from '../../kernel/declaration.js'
import { text } from '../../kernel/input.js'
import type { AuditSubject } from '../audit/audit.js'

/** A receiver of events. Its secret is no part of it: it is shown once, and then only signs. */
export const webhook = z.object({
  id: z.string(),
  /** Null for one of the site, which gets the events of all organizations. */
  organizationId: z.string().nullable(),
  name: text(100),
  url: text(2048, isReceiver).register(inAnswers, {
    description: 'Where events are sent to; a private address is refused.',
  }),
  enabled: z.boolean(),
  headerName: text(100, isHeaderName).nullable().meta({
    description: 'A header that its receiver wants, such as `Authorization`; null where it wants none.',
  }),
  triggers: z.array(z.string()).register(inAnswers, { description: 'The types of events that it asks for.' }),
  formerSecretUntil: z.date().nullable().meta({
    description: 'Until then deliveries are signed with the secret of before too.',
  }),
  /** Time since which every attempt has failed. */
  failingSince: z.date().nullable(),
  disabledReason: z.enum(['failing', 'gone']).nullable().meta({
    description: 'Why the platform disabled it: failures for days, or the answer 410.',
  }),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export type Webhook = Readonly<z.output<typeof webhook>>

/** Time after a rotation during which the receiver may still know the former secret alone. */
export const formerSecretLifetime = hours(24)

/**
 * Time after which a webhook whose every attempt has failed is disabled, and a delivery of this age is given
 * up.
 */
export const longestFailure = days(3)

/** Attributes that people decide. */
const decided = z.object({
  ...webhook.pick({ name: true, url: true }).shape,
  triggers: z
    .array(z.enum(webhookEventTypes))
    .min(1)
    .max(100)
    .transform((types) => [...new Set(types)].sort()),
  enabled: webhook.shape.enabled,
  headerName: webhook.shape.headerName,
  headerValue: text(4096, isHeaderValue).nullable().meta({
    description: 'What the header says. To be given with its name, and again for another host or name.',
  }),
})

export const webhookCreation = {
  ...decided.partial({ enabled: true, headerName: true, headerValue: true }).shape,
  secret: text(100, isSecret).nullish(),
}

/** Attributes of a change; an absent one does not change. */
export const webhookChange = decided.partial().shape

const { headerValue: _, ...shownFacts } = webhookChange

/** Facts of a change that are shown again. */
export const shownChange = shownFacts

export type WebhookFacts = Pick<Webhook, keyof typeof shownChange>

/** The header of a webhook as it was and as it shall be. */
interface HeaderChange {
  readonly before?: Pick<Webhook, 'headerName' | 'url'>
  readonly after: Pick<Webhook, 'headerName' | 'url'>
  /** Undefined stays. */
  readonly value: string | null | undefined
}

/** A value stays with its name and its host: an owner who leads a webhook elsewhere need not know it. */
export function faultsOfHeader({ before, after, value }: HeaderChange): readonly Fault[] {
  const { headerName } = after
  if (headerName === null) return typeof value === 'string' ? [faults.blank('headerName')] : []
  if (isReserved(headerName)) return [faults.denied('Header name is reserved', 'headerName')]
  if (typeof value === 'string') return []
  const stays =
    value === undefined &&
    before?.headerName === headerName &&
    new URL(before.url).origin === new URL(after.url).origin
  return stays ? [] : [faults.blank('headerValue')]
}

/** Tells whether HTTP takes a text as the name of a header. */
function isHeaderName(value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value)
}

/** Tells whether a header is always sent, or is about the connection. */
const isReserved = (name: string): boolean =>
  /^(webhook-.*|proxy-.*|accept-encoding|connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/i.test(
    name,
  )

/** Tells whether a value is one line of ASCII, without blanks at its ends. */
function isHeaderValue(value: string): boolean {
  return /^[!-~]+( +[!-~]+)*$/.test(value)
}

/** Tells whether a secret has the form of Standard Webhooks: 24 to 64 bytes in Base64 behind `whsec_`. */
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
