import { z } from 'zod'
import { hours, minutes, seconds } from '../../kernel/clock.js'

/** One event on its way to one webhook. Its id is the `webhook-id` of every attempt, so that receivers know it again. */
export const webhookDelivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  type: z.string(),
  payload: z.string().meta({ description: 'The body, as it is signed and sent.' }),
  /** `failed`: given up after days. */
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number(),
  /** Time when the next attempt is due; null unless it is pending. */
  nextAttemptAt: z.date().nullable(),
  createdAt: z.date(),
  lastAttemptAt: z.date().nullable(),
  /** Status of the last attempt: what the receiver answered, or why there was no answer. */
  responseStatus: z.number().nullable(),
  responseBody: z.string().nullable().meta({ description: 'Its beginning.' }),
  problem: z.string().nullable().meta({ description: 'Why the last attempt had no answer.' }),
})

export type WebhookDelivery = Readonly<z.output<typeof webhookDelivery>>

/** State of a delivery, without what was sent and answered. */
export type DeliveryState = Pick<WebhookDelivery, 'id' | 'type' | 'status' | 'createdAt' | 'attempts'>

/** Number of the newest deliveries of a webhook that are shown at a glance. */
export const mostRecent = 30

/** One that an attempt has taken, with what it needs of its webhook. */
export interface LeasedDelivery extends Pick<WebhookDelivery, 'id' | 'webhookId' | 'payload' | 'attempts'> {
  readonly lease: string
  /** Time when its attempts began: at its event, or when it was requested again. */
  readonly queuedAt: Date
  readonly subject: string
  readonly url: string
  /** Sealed. */
  readonly secrets: readonly string[]
  /** Header that its receiver chose, in addition to ours; its value is sealed. */
  readonly header: { readonly name: string; readonly value: string } | undefined
}

/** Outcome of an attempt. */
export interface DeliveryOutcome {
  readonly status: number | null
  readonly body: string | null
  readonly problem: string | null
}

/** One sentence for all that gave no answer: it tells nothing of the network inside. */
export const notReached =
  'The receiver was not reached: its address is not public, leads nowhere, or did not answer in time'

export const unreadableHeader =
  'The header cannot be read with the keys of this installation: give its value again'
export const unreadable = 'The secret cannot be read with the keys of this installation: rotate it'

export const isAccepted = ({ status }: DeliveryOutcome): boolean =>
  status !== null && status >= 200 && status < 300

/** Tells whether the receiver unsubscribes, as the specification says it. */
export const isUnsubscribed = ({ status }: DeliveryOutcome): boolean => status === 410

/** Time limit for the whole of one attempt: its name, the connection and the answer. */
export const attemptTimeout = seconds(10)

/** Duration for which an attempt has its delivery alone; that of a killed process has to run out. */
export const attemptLease = attemptTimeout * 2

const retryDelays = [
  seconds(5),
  seconds(30),
  minutes(2),
  minutes(10),
  minutes(30),
  hours(1),
  hours(2),
  hours(4),
  hours(6),
]

/** Delay after a number of failed attempts; the last delay stays. */
export const retryDelay = (attempts: number): number =>
  retryDelays[Math.min(attempts, retryDelays.length) - 1] ?? 0
