import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { days, hours } from '../../src/kernel/clock.js'
import { Mailbox } from '../mailbox.js'
import type { Person } from '../makers.js'
import { as, documentOf } from '../rest.js'
import { deliver, receiving, startWebhookApp } from './webhook-site.js'

const mailbox = await Mailbox.open()
const app = await startWebhookApp({ SMTP_URL: mailbox.url, CONSOLE_URL: 'https://console.example' })
const administrator = await app.make.administrator()
const owner = await app.make.user()
await app.make.member(await app.make.organization(owner, 'acme'))

beforeEach(() => {
  mailbox.letters.length = 0
  mailbox.isFull = false
})

const letters = () => mailbox.letters.filter(({ subject }) => subject.startsWith('A webhook was disabled'))
const recipients = () => letters().map(({ to }) => to)

const addressOf = ({ username }: Person) => `${username}@example.com`

/** A webhook whose receiver answers this to a test event, and again for three days. */
async function failing(by: Person, status: number, organization?: string) {
  // Receivers refuse what looks early.
  app.clock.jump(Date.now() - app.clock.now().getTime())
  const { receiver, webhook } = await receiving(app, by, ['engine-version.deleted'], organization)
  receiver.answer = () => ({ status })
  expect((await as(app, by).post(`${webhook.path}/actions/verify`)).status).toBe(201)
  for (let waited = 0; waited <= days(3); waited += hours(6)) {
    await deliver(app)
    app.clock.move(hours(6))
  }
  const { attributes } = (await as(app, by).get(webhook.path)).body.data
  expect(attributes.enabled).toBe(false)
  return webhook
}

rule('§12 webhooks', 'Owners, or site administrators, get a letter when their webhook is disabled')
test('those who answer for a webhook that failed for days get one letter, with its name and where to enable it', async () => {
  const ours = await failing(owner, 500, 'acme')
  await expect.poll(recipients).toEqual([addressOf(owner)])
  const source = letters()[0]?.source ?? ''
  expect(source).toContain('Subject: A webhook was disabled')
  expect(source).toContain(
    'The webhook "chat" was disabled. Its receiver has accepted nothing for three days.',
  )
  expect(source).toContain(`https://console.example/webhooks/${ours.id}`)
  expect(source).not.toContain(ours.secret.slice(6))

  await failing(administrator, 500)
  await expect.poll(() => recipients().slice(1)).toEqual([addressOf(administrator)])
})

test('a letter says that the receiver wanted no more, and none is sent where people disable it', async () => {
  await failing(owner, 410, 'acme')
  await expect.poll(letters).toHaveLength(1)
  expect(letters()[0]?.source).toContain('Its receiver answered 410, so it wants no further events.')

  const { webhook } = await receiving(app, owner, ['engine-version.deleted'], 'acme')
  const body = documentOf('webhooks', { enabled: false })
  expect((await as(app, owner).patch(webhook.path, { body })).status).toBe(200)
  await deliver(app)
  expect(letters()).toHaveLength(1)
})

test('a letter that is not taken leaves the webhook disabled', async () => {
  mailbox.isFull = true
  await failing(owner, 500, 'acme')
  expect(letters()).toEqual([])
})
