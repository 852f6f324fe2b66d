import { Readable } from 'node:stream'
import type { Services } from '#api/services.js'
import type { OperationContext } from '#api/kernel/context.js'
import type { Outbound } from '#api/kernel/outbound.js'
import { daysAgo } from './traffic.js'

/** A webhook of the sample; its secret is never shown. */
export interface SampleWebhook {
  readonly name: string
  readonly url: string
  readonly triggers: string[]
}

/** A change that webhooks told of. */
export interface SampleChange {
  readonly daysAgo: number
  readonly version: string
  readonly deprecatedReason: string
  /** Status with which its receiver answers every event; absent: success. */
  readonly answer?: number
}

/** Stands in for every receiver of the sample: nothing leaves while it is made. */
export function sampleReceivers(changes: readonly SampleChange[]): Outbound {
  return {
    async open({ url, content = '' }) {
      const { data } = JSON.parse(content) as { data: { subject: { name: string } } }
      const { answer = 204 } = changes.find(({ version }) => version === data.subject.name) ?? {}
      const said = answer < 300 ? '' : 'upstream connect error or disconnect/reset before headers'
      return { status: answer, headers: {}, url, body: Readable.from([Buffer.from(said)]) }
    },
  }
}

/** Seeds the changes in order, so that the last one finds all refused deliveries given up. */
export async function seedChanges(
  services: Services,
  ctx: OperationContext,
  changes: readonly SampleChange[],
): Promise<void> {
  for (const { daysAgo: ago, version, deprecatedReason } of changes) {
    const then = daysAgo(ctx, ago)
    await deliver(services, then)
    const filter = { version }
    const { items } = await services.engineVersions.list(then, filter, { number: 1, size: 1 })
    await services.engineVersions.update(then, items[0]?.id ?? '', { deprecated: true, deprecatedReason })
    await deliver(services, then)
  }
}

async function deliver({ webhookSender }: Services, ctx: OperationContext): Promise<void> {
  const actor = { type: 'system', name: 'the webhooks' } as const
  await webhookSender.begin({ ...ctx, actor }, new AbortController().signal)
  await webhookSender.settled()
}
