import type { OperationContext } from '../../kernel/context.js'
import { OutboundError, type Outbound, type OutboundResponse } from '../../kernel/outbound.js'
import type { WebhookSignatures } from '../../kernel/secrets.js'
import type { Sealer } from '../../kernel/signing.js'
import {
  attemptTimeout,
  notReached,
  unreadable,
  unreadableHeader,
  type DeliveryOutcome,
  type LeasedDelivery,
} from './webhook-delivery.js'

/** Limit of an answer, in bytes; what follows is not read. */
const shownBytes = 1000

/** Limit for the client, which counts what comes in one piece: reading ends long before. */
const mostBytes = 1_000_000

/** One attempt by the outbound client, signed by the Standard Webhooks specification. */
export class WebhookRequests {
  constructor(
    private readonly outbound: Outbound,
    private readonly signatures: WebhookSignatures,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Sends a request; never throws for what the receiver does. A redirect is no acceptance, and is not
   * followed.
   */
  async send(
    { clock, log }: OperationContext,
    { id, webhookId, url, secrets, header, payload }: LeasedDelivery,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const opened = secrets.flatMap((sealed) => this.sealer.open(sealed, webhookId) ?? [])
    if (opened.length === 0) return { status: null, body: null, problem: unreadable }
    const value = header && this.sealer.open(header.value, webhookId)
    if (header && value === undefined) return { status: null, body: null, problem: unreadableHeader }
    const at = clock.now()
    try {
      const response = await this.outbound.open({
        purpose: 'webhooks',
        method: 'POST',
        url: new URL(url),
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': this.signatures.sign(opened, { id, at, payload }),
        },
        ...(header && value !== undefined && { receiversHeader: { name: header.name, value } }),
        content: payload,
        timeout: attemptTimeout,
        limit: mostBytes,
        signal,
      })
      return { status: response.status, body: await beginningOf(response), problem: null }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const { fault, message } = error
      log.info({ delivery: id, webhook: webhookId, fault, error: message }, 'a receiver was not reached')
      return { status: null, body: null, problem: notReached }
    }
  }
}

/** Reads the beginning of an answer; whatever happens to the rest, the receiver has answered. */
async function beginningOf({ body }: OutboundResponse): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= shownBytes) break
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
  } finally {
    body.destroy()
  }
  return storable(Buffer.concat(chunks).subarray(0, shownBytes).toString('utf8'))
}

/** Text in a form that the database can store. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, shownBytes)
