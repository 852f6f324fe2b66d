import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { smtpMail } from '../src/adapters/mail/smtp.js'
import { startTestApp } from './app.js'
import { minutes } from '../src/kernel/clock.js'
import { Mailbox } from './mailbox.js'
import { as, documentOf } from './rest.js'

const mailbox = await Mailbox.open()
const { letters } = mailbox
const app = await startTestApp({
  SMTP_URL: `${mailbox.url}?from=platform@example.com`,
  CONSOLE_URL: 'https://console.example',
})
const administrator = await app.make.administrator()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')

beforeEach(() => {
  letters.length = 0
  mailbox.isFull = false
})

const invite = (email: string, by = owner) =>
  as(app, by).post('/organizations/acme/organization-memberships', {
    body: documentOf('organization-memberships', { email }),
  })

describe('where SMTP_URL is set', () => {
  rule('§3 mail', 'An invitation is mailed when `SMTP_URL` is set, and always shown to the inviter')
  test('an invitation is mailed with its one-time link, and still shown to the inviter', async () => {
    const { status, body } = await invite('new@example.com')
    expect(status).toBe(201)
    const url: string = body.data.attributes['invitation-url']
    expect(url).toMatch(/^https:\/\/console\.example\/invitations\//)
    await expect.poll(() => letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({ from: 'platform@example.com', to: 'new@example.com' })
    expect(letters[0]?.source).toContain('Subject: You are invited to acme')
    expect(letters[0]?.source).toContain(url)
  })

  rule('§3 mail', 'Nothing is mailed to who is a member at once')
  test('whom a site administrator adds becomes a member without a letter', async () => {
    await app.make.user('known')
    const added = await invite('known@example.com', administrator)
    expect(added.body.data.attributes['status']).toBe('active')
    await invite('after@example.com')
    await expect.poll(() => letters.map(({ to }) => to)).toEqual(['after@example.com'])
  })

  rule('§3 mail', 'A link for a forgotten password is mailed likewise')
  test('a link for a forgotten password is mailed to its user', async () => {
    const { status, body } = await as(app, administrator).post(
      `/admin/users/${owner.id}/actions/password_link`,
    )
    expect(status).toBe(200)
    await expect.poll(() => letters).toHaveLength(1)
    expect(letters[0]?.to).toBe('owner@example.com')
    expect(letters[0]?.source).toContain(body.data.attributes['invitation-url'])
  })

  rule('§10 lost secrets', 'A person is told of a new token by mail, without its value')
  test('a new token of a person is told to that person, with where to end it and never its value', async () => {
    const attributes = { description: 'ci\n\nClick https://evil.example', scopes: ['read'] }
    const made = await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, {
      body: { data: { attributes } },
    })
    expect(made.status).toBe(201)
    await expect.poll(() => letters).toHaveLength(1)
    expect(letters[0]?.to).toBe('owner@example.com')
    const source = letters[0]?.source ?? ''
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
    await expect.poll(() => letters.map(({ to }) => to)).toEqual(['last@example.com'])
  })

  rule('§3 mail', 'Mail that fails takes no invitation along')
  test('a server that takes no letter changes nothing: the link is there and works', async () => {
    mailbox.isFull = true
    const { status, body } = await invite('refused@example.com')
    expect(status).toBe(201)
    const token = String(body.data.attributes['invitation-url']).split('/').at(-1)
    const accepted = await as(app, undefined).post(`/invitations/${token}`, {
      body: { username: 'refused', password: 'a goat that eats paper' },
    })
    expect(accepted.status).toBe(201)
    // Letters go out after the answer: the refusal must be seen before the server takes letters again.
    await expect.poll(() => mailbox.refused).toBe(1)
    expect(letters).toEqual([])
  })

  test('a server that takes a letter only later gets it again after minutes', async () => {
    mailbox.refused = 0
    mailbox.isFull = true
    expect((await invite('greylisted@example.com')).status).toBe(201)
    await expect.poll(() => mailbox.refused).toBe(1)
    mailbox.isFull = false
    const sent = () => {
      // The letter that was refused may be one of before, and this one not have been tried yet.
      app.clock.move(minutes(5))
      app.services.mailQueue.sendDue(owner.ctx)
      return letters.map(({ to }) => to)
    }
    await expect.poll(sent).toContain('greylisted@example.com')
  })

  rule('§3 mail', 'Nothing is mailed of an invitation that was refused')
  test('an invitation that is refused sends nothing', async () => {
    expect((await invite('no address')).status).toBe(422)
    await invite('behind@example.com')
    await expect.poll(() => letters.map(({ to }) => to)).toEqual(['behind@example.com'])
  })
})

test('without a sender in SMTP_URL letters come from no-reply at the host of the console', async () => {
  await smtpMail(mailbox.url, 'https://console.example')?.send({
    to: 'ana@example.com',
    subject: 'Hello',
    text: 'Hello.',
  })
  expect(letters[0]?.from).toBe('no-reply@console.example')
})

test('a letter goes to one address, whatever a mail server would read in it', async () => {
  const before = letters.length
  const mail = smtpMail(mailbox.url, 'https://console.example')
  await mail?.send({ to: 'a1,victim@corp.test', subject: 'Hello', text: 'Hello.' }).catch(() => undefined)
  expect(letters.slice(before).map(({ to }) => to)).not.toContain('victim@corp.test')
})

test('a server that is not there is an error in time', async () => {
  const mail = smtpMail('smtp://127.0.0.1:1', 'https://console.example')
  await expect(mail?.send({ to: 'ana@example.com', subject: 'Hello', text: 'Hello.' })).rejects.toThrow()
})
