import { rule } from '@engine/shared/rule'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, test } from 'vitest'
import { keyring } from '../../src/adapters/secrets/keys.js'
import { sealedFor } from '../../src/adapters/secrets/purposes.js'
import { createSealer } from '../../src/adapters/secrets/sealer.js'
import { notReached } from '../../src/domain/webhooks/webhook-delivery.js'
import { days, hours, minutes, seconds } from '../../src/kernel/clock.js'
import { recordedLog } from '../recorded-log.js'
import { as, documentOf, expectDetails } from '../rest.js'
import type { Receiver } from './receiver.js'
import {
  beginDeliveries,
  createWebhook,
  deliver,
  deliveriesOf,
  receiving,
  startWebhookApp,
  type MadeWebhook,
} from './webhook-site.js'

let receiver: Receiver
let webhook: MadeWebhook

const app = await startWebhookApp()
const administrator = await app.make.administrator()

beforeEach(async () => {
  await app.prisma.webhook.deleteMany({})
  // Receivers refuse what looks old or early, and each test moves the clock.
  app.clock.jump(Date.now() - app.clock.now().getTime())
  const made = await receiving(app, administrator, ['engine-version.changed', 'engine-version.created'])
  receiver = made.receiver
  webhook = made.webhook
})

const freshVersion = () => app.make.engineVersion(administrator, `7.0.${app.make.next()}`)
const change = (id: string, beta: boolean) =>
  app.services.engineVersions.update(administrator.ctx, id, { beta })
const attributesOf = async () =>
  (await deliveriesOf(app, administrator, webhook)).map(({ attributes }) => attributes)
const shown = async () => (await as(app, administrator).get(webhook.path)).body.data.attributes

rule('§12 webhooks', 'What is not accepted is sent again with growing waits and the same id')
test('a receiver that fails is asked again after 5 seconds, 30 seconds and 2 minutes, with the same id', async () => {
  receiver.answer = (count) =>
    count < 3 ? { status: 500, body: 'no room' } : { status: 200, body: 'thanks' }
  await freshVersion()
  await deliver(app)
  expect(receiver.bodies).toHaveLength(1)
  const [first] = await attributesOf()
  expect(first).toMatchObject({
    status: 'pending',
    attempts: 1,
    'response-status': 500,
    'response-body': 'no room',
    'next-attempt-at': new Date(app.clock.now().getTime() + seconds(5)).toISOString(),
  })
  for (const wait of [seconds(5), seconds(30), minutes(2)]) {
    app.clock.move(wait - 1)
    await deliver(app)
    const before = receiver.bodies.length
    app.clock.move(1)
    await deliver(app)
    expect(receiver.bodies).toHaveLength(before + 1)
  }
  expect(new Set(receiver.headers.map((headers) => headers['webhook-id'])).size).toBe(1)
  expect(await attributesOf()).toMatchObject([
    {
      status: 'delivered',
      attempts: 4,
      'response-status': 200,
      'response-body': 'thanks',
      'next-attempt-at': null,
    },
  ])
  expect(await shown()).toMatchObject({ 'failing-since': null })
})

test('a delivery whose secret no key opens is not sent, says what to do, and goes out after a rotation', async () => {
  const sealer = createSealer(keyring(['another secret for tests, of 32 bytes']), sealedFor.webhooks)
  const sealed = sealer.seal(webhook.secret, webhook.id)
  await app.prisma.webhook.update({ where: { id: webhook.id }, data: { secret: sealed } })
  await freshVersion()
  await deliver(app)
  expect(receiver.bodies).toEqual([])
  expect(await attributesOf()).toMatchObject([
    {
      ...{ status: 'pending', attempts: 1, 'response-status': null },
      problem: 'The secret cannot be read with the keys of this installation: rotate it',
    },
  ])
  const rotated = await as(app, administrator).post(`${webhook.path}/actions/rotate-secret`)
  expect(rotated.status).toBe(200)
  receiver.secret = rotated.body.data.attributes.secret
  app.clock.move(seconds(5))
  await deliver(app)
  expect(await attributesOf()).toMatchObject([{ status: 'delivered', attempts: 2, problem: null }])
})

rule('§12 webhooks', 'Events about one thing are sent in their order, and none overtakes one that failed')
test('what comes after a failed event of the same thing waits for it; another thing does not', async () => {
  const one = await freshVersion()
  await deliver(app)
  receiver.answer = (count) => ({ status: count === 1 ? 503 : 204 })
  await change(one.id, true)
  await deliver(app)
  await change(one.id, false)
  const other = await freshVersion()
  await deliver(app)
  expect(receiver.events.map(({ data }) => data.subject.id)).toEqual([one.id, other.id])
  app.clock.move(seconds(5))
  await deliver(app)
  expect(receiver.events.slice(2).map(({ data }) => data.attributes?.['beta'])).toEqual([true, false])
})

test('two processes send each event once', async () => {
  for (let n = 0; n < 12; n++) await freshVersion()
  await Promise.all([deliver(app), deliver(app)])
  const ids = receiver.events.map(({ id }) => id)
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

test('an answer is shown by its beginning, and one that never ends or holds NUL does no harm', async () => {
  receiver.answer = () => ({ status: 200, body: `\0${'x'.repeat(5_000_000)}` })
  await freshVersion()
  await deliver(app)
  const [delivery] = await attributesOf()
  expect(delivery).toMatchObject({ status: 'delivered', 'response-body': 'x'.repeat(999) })
})

test('a redirect is not followed and is no acceptance', async () => {
  receiver.answer = () => ({ status: 302, location: 'http://127.0.0.1:1/' })
  await freshVersion()
  await deliver(app)
  expect(await attributesOf()).toMatchObject([{ status: 'pending', 'response-status': 302 }])
})

rule('§12 webhooks', 'A private address is refused as every outbound request refuses it')
test.each(['http://10.0.0.1/hook', 'http://[::1]/hook', 'http://169.254.169.254/latest'])(
  'nothing is sent to %s, and the delivery does not say what is there',
  async (url) => {
    const closed = await createWebhook(app, administrator, { url, triggers: ['engine-version.created'] })
    await freshVersion()
    await deliver(app)
    const [delivery] = await deliveriesOf(app, administrator, closed)
    expect(delivery?.attributes).toMatchObject({ status: 'pending', attempts: 1, 'response-status': null })
    expect(delivery?.attributes['problem']).toBe(notReached)
  },
)

rule('§12 webhooks', 'A webhook that fails for days is disabled, and can be enabled again')
test('after three days of failures it is disabled with its reason, and audited; enabled again, it sends what waited', async () => {
  receiver.answer = () => ({ status: 500 })
  await freshVersion()
  for (let waited = 0; waited <= days(3); waited += hours(6)) {
    await deliver(app)
    app.clock.move(hours(6))
  }
  await deliver(app)
  expect(await shown()).toMatchObject({ enabled: false, 'disabled-reason': 'failing' })
  expect(await attributesOf()).toMatchObject([{ status: 'failed' }])
  const events = await app.prisma.auditEvent.findMany({
    where: { action: 'webhook.disable', subjectId: webhook.id },
  })
  expect(events).toMatchObject([{ actorType: 'system', actorName: 'the webhooks' }])
  const asked = receiver.bodies.length
  await freshVersion()
  await deliver(app)
  expect(receiver.bodies).toHaveLength(asked)
  const resent = await as(app, administrator).post(
    `/webhook-deliveries/${(await deliveriesOf(app, administrator, webhook))[0]?.id}/actions/redeliver`,
  )
  expectDetails(resent, 422, 'The webhook is disabled: enable it first')
  const body = documentOf('webhooks', { enabled: true })
  const enabled = await as(app, administrator).patch(webhook.path, { body })
  expect(enabled.body.data.attributes).toMatchObject({
    enabled: true,
    'disabled-reason': null,
    'failing-since': null,
  })
})

test('the answer 410 disables it at once', async () => {
  receiver.answer = () => ({ status: 410 })
  await freshVersion()
  await deliver(app)
  expect(await shown()).toMatchObject({ enabled: false, 'disabled-reason': 'gone' })
})

rule('§12 webhooks', 'A delivery can be sent again, with the same id')
test('sent again, a delivery has the same id and the same body', async () => {
  await freshVersion()
  await deliver(app)
  const [delivery] = await deliveriesOf(app, administrator, webhook)
  const answer = await as(app, administrator).post(`/webhook-deliveries/${delivery?.id}/actions/redeliver`)
  expect([answer.status, answer.body.data.attributes.status]).toEqual([200, 'pending'])
  await deliver(app)
  expect(receiver.events).toHaveLength(2)
  expect(receiver.events[0]).toEqual(receiver.events[1])
  expect(receiver.events[0]?.id).toBe(delivery?.id)
})

test('sent again after it was given up, a delivery has its days of attempts anew', async () => {
  receiver.answer = () => ({ status: 503 })
  await freshVersion()
  await deliver(app)
  app.clock.move(days(3))
  await deliver(app)
  expect(await attributesOf()).toMatchObject([{ status: 'failed' }])
  const body = documentOf('webhooks', { enabled: true })
  expect((await as(app, administrator).patch(webhook.path, { body })).status).toBe(200)
  const [delivery] = await deliveriesOf(app, administrator, webhook)
  await as(app, administrator).post(`/webhook-deliveries/${delivery?.id}/actions/redeliver`)
  await deliver(app)
  expect(await attributesOf()).toMatchObject([{ status: 'pending', attempts: 1 }])
  app.clock.move(days(3))
  await deliver(app)
  expect(await attributesOf()).toMatchObject([{ status: 'failed', attempts: 2 }])
})

test('a test event is sent to a webhook that asks for other types', async () => {
  const answer = await as(app, administrator).post(`${webhook.path}/actions/verify`)
  expect([answer.status, answer.body.data.attributes.trigger]).toEqual([201, 'webhook.test'])
  await deliver(app)
  expect(receiver.events).toMatchObject([
    { type: 'webhook.test', data: { subject: { type: 'webhook', id: webhook.id }, attributes: {} } },
  ])
})

rule('§12 webhooks', 'A secret is rotated without a gap: for a day both sign')
test('for a day after a rotation deliveries carry a signature of either secret, then of the new one alone', async () => {
  const rotated = await as(app, administrator).post(`${webhook.path}/actions/rotate-secret`)
  expect(rotated.status).toBe(200)
  const { secret } = rotated.body.data.attributes
  await freshVersion()
  await deliver(app)
  const [body = ''] = receiver.bodies
  const headers = receiver.headers[0] as Record<string, string>
  for (const known of [webhook.secret, secret])
    expect(() => new Webhook(known).verify(body, headers)).not.toThrow()
  app.clock.move(hours(24))
  receiver.headers.length = 0
  await freshVersion()
  await deliver(app)
  expect(String(receiver.headers[0]?.['webhook-signature']).split(' ')).toHaveLength(1)
})

test('old deliveries are deleted by the maintenance, those that were sent again by when that was', async () => {
  await freshVersion()
  await freshVersion()
  await deliver(app)
  const [again] = await deliveriesOf(app, administrator, webhook)
  app.clock.move(days(20))
  await as(app, administrator).post(`/webhook-deliveries/${again?.id}/actions/redeliver`)
  const actor = { type: 'system', name: 'the maintenance' } as const
  app.clock.move(days(10) + 1)
  await app.services.maintenance.run({ ...administrator.ctx, actor })
  expect((await deliveriesOf(app, administrator, webhook)).map(({ id }) => id)).toEqual([again?.id])
  app.clock.move(days(20))
  await app.services.maintenance.run({ ...administrator.ctx, actor })
  expect(await attributesOf()).toEqual([])
})

rule(
  '§18 outbound',
  'What an owner is told of a delivery that was not reached is one sentence; the log has the rest',
)
test('a private address, a name that is none and a receiver that closes are told alike, and logged apart', async () => {
  await app.prisma.webhook.deleteMany({})
  const urls = ['http://10.0.0.1/hook', 'http://no-such-name.invalid/hook', 'http://127.0.0.1:1/hook']
  const made: MadeWebhook[] = []
  for (const url of urls)
    made.push(await createWebhook(app, administrator, { url, triggers: ['engine-version.created'] }))
  await freshVersion()
  const { log, lines } = recordedLog()
  await beginDeliveries(app, log)
  await app.services.webhookSender.settled()
  const deliveries = await Promise.all(made.map((each) => deliveriesOf(app, administrator, each)))
  const told = deliveries.map(([each]) => each?.attributes['problem'])
  expect(told).toEqual([notReached, notReached, notReached])
  for (const [index, [each]] of deliveries.entries())
    expect(lines).toContainEqual(
      expect.objectContaining({
        delivery: each?.id,
        error: expect.stringContaining(new URL(urls[index] ?? '').hostname),
      }),
    )
  // An older release kept what it was told by the network inside.
  await app.prisma.webhookDelivery.updateMany({
    data: { problem: 'vm is at 127.0.0.1, which is not public' },
  })
  expect((await deliveriesOf(app, administrator, made[0] as MadeWebhook))[0]?.attributes['problem']).toBe(
    notReached,
  )
})
