import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { seconds } from '../src/kernel/clock.js'
import { startTestApp } from './app.js'
import * as calls from './graphql/two-factor.js'
import { Mailbox } from './mailbox.js'
import { as, documentOf } from './rest.js'
import { password, sessionOf, userWithPassword } from './sign-in.js'

let name: string
let bearer: string

const mailbox = await Mailbox.open()
const app = await startTestApp({ SMTP_URL: mailbox.url, CONSOLE_URL: 'https://console.example' })
const administrator = await app.make.administrator('root')

beforeEach(async () => {
  name = `person${app.make.next()}`
  await userWithPassword(app, name)
  bearer = await sessionOf(app, name)
})

const address = () => `${name}@example.com`
const userId = async () => (await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })).id

async function enabled(): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const { secret = '' } = await calls.setUp(app, bearer)
  const { recoveryCodes = [] } = await calls.enable(app, bearer, calls.codeOf(app, secret))
  app.clock.move(seconds(30))
  return { secret, recoveryCodes }
}

/** Confirms the change with a code of the second factor. */
const change = (mutation: string, fields: string, secret: string) =>
  calls.run(app, bearer, mutation, fields, {
    ...{ currentPassword: password, code: calls.codeOf(app, secret) },
  })

describe('to the verified address of the person goes a letter, without any secret, of', () => {
  rule('§18', 'What weakens how a person proves who they are … is told to the verified address')
  test('the second factor turned on, its new recovery codes, and that it was turned off', async () => {
    const { secret, recoveryCodes } = await enabled()
    const on = await mailbox.letter(address(), 'Two-step sign-in is on')
    expect(on).toContain(`Two-step sign-in was turned on for the account ${name}.`)
    expect(on).toContain('https://console.example/app/settings/password')
    expect(on).toMatch(/Address: .*127\.0\.0\.1/)
    const renewed = await change('twoFactorRecoveryCodesRenew', 'recoveryCodes', secret)
    const codes = await mailbox.letter(address(), 'New recovery codes')
    app.clock.move(seconds(30))
    await change('twoFactorDisable', 'twoFactor { isEnabled }', secret)
    const off = await mailbox.letter(address(), 'Two-step sign-in is off')
    for (const value of [secret, ...recoveryCodes, ...(renewed.recoveryCodes ?? [])])
      expect([on, codes, off].join()).not.toContain(value)
  })

  test('the second factor that an administrator turned off, and by whom', async () => {
    await enabled()
    const path = `/admin/users/${await userId()}/actions/disable_two_factor`
    expect((await as(app, administrator).post(path)).status).toBe(200)
    const off = await mailbox.letter(address(), 'Two-step sign-in is off')
    expect(off).toContain('By: root')
    expect(off).not.toContain('127.0.0.1')
  })

  test('a changed password, and one that was set by a link', async () => {
    const next = 'a boat on the canal'
    const body = documentOf('users', { current_password: password, password: next })
    expect((await as(app, bearer).patch('/account/password', { body })).status).toBe(200)
    const changed = await mailbox.letter(address(), 'Your password was changed')
    expect(changed).toContain(`The password of the account ${name} was changed.`)
    expect(changed).not.toContain(next)
    const path = `/admin/users/${await userId()}/actions/password_link`
    const link = (await as(app, administrator).post(path)).body.data.attributes['invitation-url'] as string
    const used = await as(app, undefined).post(`/invitations/${link.split('/').at(-1)}`, {
      body: { password: 'a lamp in the window' },
    })
    expect(used.status).toBe(201)
    await expect
      .poll(() => mailbox.subjectsTo(address()).filter((subject) => subject === 'Your password was changed'))
      .toHaveLength(2)
  })

  test('a webhook or a token that the person made for an organization, and a rotated secret', async () => {
    const id = await userId()
    const owner = { ...administrator, id, username: name, token: bearer }
    const made = await as(app, owner).post('/organizations', {
      body: documentOf('organizations', { name: `org-${name}`, email: 'ops@example.com' }),
    })
    expect(made.status, made.text).toBe(201)
    const facts = { url: 'https://hooks.example/', triggers: ['sharing.changed'] }
    const webhooks = `/organizations/org-${name}/webhooks`
    const webhook = await as(app, owner).post(webhooks, {
      body: documentOf('webhooks', { ...facts, name: 'chat' }),
    })
    const { secret } = webhook.body.data.attributes
    const created = await mailbox.letter(address(), 'A new webhook')
    expect(created).toContain(`The webhook "chat" was made in the organization org-${name}.`)
    const rotate = `/webhooks/${webhook.body.data.id}/actions/rotate-secret`
    const rotated = (await as(app, owner).post(rotate)).body.data.attributes.secret
    const renewed = await mailbox.letter(address(), 'A new secret of a webhook')
    const path = `/organizations/org-${name}/authentication-token`
    const token = (await as(app, owner).post(path, { body: { data: {} } })).body.data.attributes.token
    const told = await mailbox.letter(address(), `A new token of org-${name}`)
    for (const value of [secret, rotated, token])
      expect([created, renewed, told].join()).not.toContain(String(value).slice(6, 30))
  })

  test('nothing goes to an address that is only claimed', async () => {
    await app.prisma.user.update({
      where: { usernameKey: name },
      data: { emailProof: null, emailVerifiedAt: null },
    })
    await enabled()
    await app.services.mailQueue.stop()
    expect(mailbox.subjectsTo(address())).toEqual([])
  })
})
