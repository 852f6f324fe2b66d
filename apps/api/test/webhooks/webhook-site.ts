import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Log } from '../../src/kernel/log.js'
import type { Person } from '../makers.js'
import { as, documentOf } from '../rest.js'
import { silentLog } from '../silent-log.js'
import { Receiver } from './receiver.js'

/** An app that may send to this machine, whose clock is the present: receivers refuse old timestamps. */
export async function startWebhookApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startTestApp({ EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'silent', ...env })
  app.clock.jump(Date.now() - app.clock.now().getTime())
  return app
}

/** Runs the background job until nothing more is due. */
export async function deliver({ services, clock }: Pick<TestApp, 'services' | 'clock'>): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await beginDeliveries({ services, clock })
    await services.webhookSender.settled()
  }
}

/** Runs it once: deliveries that it has begun may still run. */
export async function beginDeliveries(
  { services, clock }: Pick<TestApp, 'services' | 'clock'>,
  log: Log = silentLog,
): Promise<void> {
  const { signal } = new AbortController()
  const actor = { type: 'system', name: 'the webhooks' } as const
  await services.webhookSender.begin({ actor, face: 'system', requestId: 'test', clock, log }, signal)
}

export interface MadeWebhook {
  readonly id: string
  readonly secret: string
  readonly path: string
}

/** Creates a webhook; without a name it is one of the site. */
export async function createWebhook(
  app: TestApp,
  by: Person,
  {
    organization,
    ...attributes
  }: { organization?: string; url: string; triggers: readonly string[]; name?: string },
): Promise<MadeWebhook> {
  const path = organization === undefined ? '/admin/webhooks' : `/organizations/${organization}/webhooks`
  const body = documentOf('webhooks', { name: 'chat', ...attributes })
  const answer = await as(app, by).post(path, { body })
  expect(answer.status, answer.text).toBe(201)
  const { id, attributes: made } = answer.body.data
  return { id, secret: made.secret, path: `/webhooks/${id}` }
}

/** A receiver with a webhook that leads to it. */
export async function receiving(
  app: TestApp,
  by: Person,
  triggers: readonly string[],
  organization?: string,
): Promise<{ receiver: Receiver; webhook: MadeWebhook }> {
  const receiver = await Receiver.open()
  const whose = organization === undefined ? {} : { organization }
  const webhook = await createWebhook(app, by, { url: receiver.url, triggers, ...whose })
  receiver.secret = webhook.secret
  return { receiver, webhook }
}

/** The newest first. */
export async function deliveriesOf(app: TestApp, by: Person, { path }: MadeWebhook) {
  const answer = await as(app, by).get(`${path}/deliveries`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as readonly { id: string; attributes: Record<string, unknown> }[]
}
