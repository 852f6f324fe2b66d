import { rule } from '@engine/shared/rule'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Receiver } from './receiver.js'
import { beginDeliveries, createWebhook, deliver, startWebhookApp } from './webhook-site.js'

let slow: Receiver
let quick: Receiver
let release: () => void

const organizations = Array.from({ length: 6 }, (_, n) => `acme-${n}`)
const triggers = ['module-version.published']

const app = await startWebhookApp()
const owner = await app.make.user()
for (const name of organizations) await app.make.organization(owner, name)

beforeEach(async () => {
  await app.prisma.webhook.deleteMany({})
  ;[slow, quick] = [await Receiver.open(), await Receiver.open()]
  slow.held = new Promise((resolve) => (release = resolve))
})
afterEach(async () => {
  release()
  await app.services.webhookSender.settled()
})

/** Queues a number of events about different things for a new webhook of an organization. */
async function waiting(organization: string, url: string, events: number): Promise<void> {
  const { id } = await createWebhook(app, owner, { organization, url, triggers })
  const event = { webhookId: id, type: 'module-version.published', payload: '{}', dueAt: app.clock.now() }
  const made = Array.from({ length: events }, () => ({
    ...event,
    id: `whd-${app.make.next()}`,
    subject: `module-${app.make.next()}`,
    createdAt: app.clock.now(),
  }))
  await app.prisma.webhookDelivery.createMany({ data: made })
}

const received = (receiver: Receiver, count: number) =>
  vi.waitFor(() => expect(receiver.bodies).toHaveLength(count), { timeout: 10_000 })

rule(
  '§18 turns',
  'An organization has at most 8 webhooks under way, and another one’s event does not wait for them',
)
test('ten slow webhooks of one organization have 8 under way, and an event of another is sent at once', async () => {
  for (let n = 0; n < 10; n++) await waiting('acme-0', slow.url, 4)
  await beginDeliveries(app)
  await received(slow, 8)
  await beginDeliveries(app)
  await waiting('acme-1', quick.url, 1)
  await beginDeliveries(app)
  await received(quick, 1)
  expect(slow.bodies).toHaveLength(8)
})

test('one webhook has 4 under way', async () => {
  await waiting('acme-0', slow.url, 12)
  await beginDeliveries(app)
  await received(slow, 4)
  await beginDeliveries(app)
  expect(slow.bodies).toHaveLength(4)
})

test('places are kept for organizations that have fewer than two under way', async () => {
  for (const name of organizations.slice(0, 5)) {
    for (let n = 0; n < 2; n++) await waiting(name, slow.url, 4)
    await beginDeliveries(app)
  }
  await vi.waitFor(() => expect(slow.bodies.length).toBeGreaterThanOrEqual(24), { timeout: 10_000 })
  await waiting('acme-5', quick.url, 3)
  await beginDeliveries(app)
  // What is answered at once makes room for the next one.
  await vi.waitFor(() => expect(quick.bodies.length).toBeGreaterThanOrEqual(2), { timeout: 10_000 })
})

test('the organizations take turns, and everything is sent in the end', async () => {
  slow.held = undefined
  for (let n = 0; n < 4; n++) await waiting('acme-0', slow.url, 12)
  await waiting('acme-1', quick.url, 12)
  await deliver(app)
  expect([slow.bodies.length, quick.bodies.length]).toEqual([48, 12])
})
