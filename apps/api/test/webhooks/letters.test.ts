import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { rule } from '@engine/shared/rule'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { days, hours } from '../../src/kernel/clock.js'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf } from '../rest.js'
import { deliver, receiving, startWebhookApp } from './webhook-site.js'

let letters: { to: string | undefined; source: string }[]
let isFull = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, { envelope }, done) {
    const source = (await text(stream)).replace(/=\r?\n/g, '').replace(/=3D/g, '=')
    if (isFull) return done(new Error('no room'))
    if (source.includes('Subject: A webhook was disabled'))
      letters.push({ to: envelope.rcptTo[0]?.address, source })
    done()
  },
})

let app: TestApp
let administrator: Person
let owner: Person

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  app = await startWebhookApp({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    CONSOLE_URL: 'https://console.example',
  })
  administrator = await app.make.administrator()
  owner = await app.make.user()
  await app.make.member(await app.make.organization(owner, 'acme'))
})
beforeEach(() => {
  letters = []
  isFull = false
})
afterAll(async () => {
  await app.stop()
  await new Promise<void>((done) => server.close(done))
})

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
  receiver.close()
  const { attributes } = (await as(app, by).get(webhook.path)).body.data
  expect(attributes.enabled).toBe(false)
  return webhook
}

rule('§12 webhooks', 'Owners, or site administrators, get a letter when their webhook is disabled')
test('those who answer for a webhook that failed for days get one letter, with its name and where to enable it', async () => {
  const ours = await failing(owner, 500, 'acme')
  await expect.poll(() => letters.map(({ to }) => to)).toEqual([addressOf(owner)])
  const source = letters[0]?.source ?? ''
  expect(source).toContain('Subject: A webhook was disabled')
  expect(source).toContain(
    'The webhook "chat" was disabled. Its receiver has accepted nothing for three days.',
  )
  expect(source).toContain(`https://console.example/webhooks/${ours.id}`)
  expect(source).not.toContain(ours.secret.slice(6))

  await failing(administrator, 500)
  await expect.poll(() => letters.slice(1).map(({ to }) => to)).toEqual([addressOf(administrator)])
})

test('a letter says that the receiver wanted no more, and none is sent where people disable it', async () => {
  await failing(owner, 410, 'acme')
  await expect.poll(() => letters).toHaveLength(1)
  expect(letters[0]?.source).toContain('Its receiver answered 410, which says that it wants no more events.')

  const { receiver, webhook } = await receiving(app, owner, ['engine-version.deleted'], 'acme')
  const body = documentOf('webhooks', { enabled: false })
  expect((await as(app, owner).patch(webhook.path, { body })).status).toBe(200)
  await deliver(app)
  receiver.close()
  expect(letters).toHaveLength(1)
})

test('a letter that is not taken leaves the webhook disabled', async () => {
  isFull = true
  await failing(owner, 500, 'acme')
  expect(letters).toEqual([])
})
