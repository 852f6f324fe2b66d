import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { rule } from '@engine/shared/rule'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smtpMail } from '../src/adapters/mail/smtp.js'
import type { Organization } from '../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from './app.js'
import type { Person } from './makers.js'
import { as } from './rest.js'

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
}

let received: Received[]
let refuses = false
let refused = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, session, done) {
    // Lines that were too long for a letter are put together again.
    const source = (await text(stream)).replace(/=\r?\n/g, '').replace(/=3D/g, '=')
    if (refuses) {
      refused += 1
      return done(new Error('no room'))
    }
    const { mailFrom, rcptTo } = session.envelope
    const from = mailFrom === false ? '' : mailFrom.address
    received.push({ from, to: rcptTo.map(({ address }) => address), source })
    done()
  },
})

let app: TestApp
let administrator: Person
let owner: Person
let acme: Organization
const port = (): number => (server.server.address() as AddressInfo).port

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  app = await startTestApp({
    SMTP_URL: `smtp://127.0.0.1:${port()}?from=platform@example.com`,
    CONSOLE_URL: 'https://console.example',
  })
  administrator = await app.make.administrator()
  owner = await app.make.user('owner')
  acme = await app.make.organization(owner, 'acme')
})
beforeEach(() => {
  received = []
  refuses = false
  refused = 0
})
afterAll(async () => {
  await app.stop()
  await new Promise<void>((done) => server.close(done))
})

const invite = (email: string, by = owner) =>
  as(app, by).post('/organizations/acme/organization-memberships', {
    body: { data: { type: 'organization-memberships', attributes: { email } } },
  })

describe('where SMTP_URL is set', () => {
  rule('§3 mail', 'An invitation is mailed when `SMTP_URL` is set, and always shown to the inviter')
  test('an invitation is mailed with its one-time link, and still shown to the inviter', async () => {
    const { status, body } = await invite('new@example.com')
    expect(status).toBe(201)
    const url: string = body.data.attributes['invitation-url']
    expect(url).toMatch(/^https:\/\/console\.example\/invitations\//)
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'platform@example.com', to: ['new@example.com'] })
    expect(received[0]?.source).toContain('Subject: You are invited to acme')
    expect(received[0]?.source).toContain(url)
  })

  rule('§3 mail', 'Nothing is mailed to who is a member at once')
  test('whom a site administrator adds becomes a member without a letter', async () => {
    await app.make.user('known')
    const added = await invite('known@example.com', administrator)
    expect(added.body.data.attributes['status']).toBe('active')
    await invite('after@example.com')
    await expect.poll(() => received.map(({ to }) => to[0])).toEqual(['after@example.com'])
  })

  rule('§3 mail', 'A link for a forgotten password is mailed likewise')
  test('a link for a forgotten password is mailed to its user', async () => {
    const { status, body } = await as(app, administrator).post(
      `/admin/users/${owner.id}/actions/password_link`,
    )
    expect(status).toBe(200)
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['owner@example.com'])
    expect(received[0]?.source).toContain(body.data.attributes['invitation-url'])
  })

  rule('§10 lost secrets', 'A person is told of a new token by mail, without its value')
  test('a new token of a person is told to that person, with where to end it and never its value', async () => {
    const attributes = { description: 'ci\n\nClick https://evil.example', scopes: ['read'] }
    const made = await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, {
      body: { data: { attributes } },
    })
    expect(made.status).toBe(201)
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['owner@example.com'])
    const source = received[0]?.source ?? ''
    expect(source).toContain('Subject: A new token for your account')
    for (const fact of [
      'Description: "ci Click https://evil.example"',
      'May do: read',
      'From: 127.0.0.1',
      `Expires: ${made.body.data.attributes['expired-at']}`,
      'https://console.example/app/settings/tokens',
    ])
      expect(source.replaceAll('::ffff:', '')).toContain(fact)
    expect(source).not.toContain(made.body.data.attributes.token)
  })

  test('no letter is sent about a new token of a team, or one that is refused', async () => {
    const team = await app.make.team(owner, acme)
    await as(app, owner).post(`/teams/${team.id}/authentication-token`, { body: { data: {} } })
    const scopes = ['nonsense']
    await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, {
      body: { data: { attributes: { scopes } } },
    })
    await invite('last@example.com')
    await expect.poll(() => received.map(({ to }) => to[0])).toEqual(['last@example.com'])
  })

  rule('§3 mail', 'Mail that fails takes no invitation along')
  test('a server that takes no letter changes nothing: the link is there and works', async () => {
    refuses = true
    const { status, body } = await invite('refused@example.com')
    expect(status).toBe(201)
    const token = String(body.data.attributes['invitation-url']).split('/').at(-1)
    const accepted = await as(app, undefined).post(`/invitations/${token}`, {
      body: { username: 'refused', password: 'a goat that eats paper' },
    })
    expect(accepted.status).toBe(201)
    // Letters go out after the answer: the refusal must be seen before the server takes letters again.
    await expect.poll(() => refused).toBe(1)
    expect(received).toEqual([])
  })

  rule('§3 mail', 'Nothing is mailed of an invitation that was refused')
  test('an invitation that is refused sends nothing', async () => {
    expect((await invite('no address')).status).toBe(422)
    await invite('behind@example.com')
    await expect.poll(() => received.map(({ to }) => to[0])).toEqual(['behind@example.com'])
  })
})

test('without a sender in SMTP_URL letters come from no-reply at the host of the console', async () => {
  await smtpMail(`smtp://127.0.0.1:${port()}`, 'https://console.example')?.send({
    to: 'ana@example.com',
    subject: 'Hello',
    text: 'Hello.',
  })
  expect(received[0]?.from).toBe('no-reply@console.example')
})

test('a server that is not there is an error in time', async () => {
  const mail = smtpMail('smtp://127.0.0.1:1', 'https://console.example')
  await expect(mail?.send({ to: 'ana@example.com', subject: 'Hello', text: 'Hello.' })).rejects.toThrow()
})
