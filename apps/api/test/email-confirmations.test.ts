import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '../src/kernel/clock.js'
import { startTestApp } from './app.js'
import { refusalsOf } from './audit/audit.js'
import { Mailbox } from './mailbox.js'
import type { Person } from './makers.js'
import { as, documentOf, expectFaults, faultsOf, graphql } from './rest.js'

let ana: Person
let email: string

const mailbox = await Mailbox.open()
const { letters } = mailbox
const app = await startTestApp({ SMTP_URL: mailbox.url, CONSOLE_URL: 'https://console.example' })

beforeEach(async () => {
  letters.length = 0
  ana = await app.make.user()
  email = `${ana.username}@new.example`
})

const change = (to: string, by = ana) =>
  as(app, by).patch('/account/update', { body: documentOf('users', { email: to }) })
const details = async (of = ana) => (await as(app, of).get('/account/details')).body.data.attributes

async function letterTo(to: string): Promise<string> {
  await expect.poll(() => letters.map((letter) => letter.to)).toContain(to)
  return letters.find((letter) => letter.to === to)?.source ?? ''
}

const tokenIn = (letter: string): string => /email-confirmations\/(engc_\w+)/.exec(letter)?.[1] ?? ''

async function confirm(token: string, by: Person | string | undefined = ana) {
  const query = `mutation ($t: String!) { accountEmailConfirm(input: { token: $t }) {
    account { email emailVerified unconfirmedEmail } userErrors { code message } } }`
  return (await graphql(app, by, query, { t: token })).data?.['accountEmailConfirm']
}

rule('§10 addresses', 'With `SMTP_URL` a changed address waits until it is confirmed; the old one is told')
test('another address waits until it is confirmed by the link that is mailed to it; the old one is told', async () => {
  const answer = await change(email)
  expect([answer.status, answer.body.data.attributes]).toMatchObject([
    200,
    { email: `${ana.username}@example.com`, 'email-verified': true, 'unconfirmed-email': email },
  ])
  const letter = await letterTo(email)
  expect(await letterTo(`${ana.username}@example.com`)).toContain(email)
  expect(JSON.stringify(answer.body)).not.toContain('engc_')
  const query = `{ emailConfirmation(token: "${tokenIn(letter)}") { email } }`
  expect((await graphql(app, ana, query)).data['emailConfirmation']).toEqual({ email })
  expect(await confirm(tokenIn(letter))).toEqual({
    account: { email, emailVerified: true, unconfirmedEmail: null },
    userErrors: [],
  })
  expect(await app.prisma.user.findUniqueOrThrow({ where: { id: ana.id } })).toMatchObject({
    email,
    emailProof: 'mail',
  })
  expect(await confirm(tokenIn(letter))).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
})

rule('§10 addresses', 'The link is its person’s own, for 24 hours, once')
test('the link is good for its own person alone, for 24 hours, and not once another is asked for', async () => {
  await change(email)
  const first = tokenIn(await letterTo(email))
  const other = await app.make.user()
  expect(await confirm(first, other)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  expect(await confirm(first, await app.make.token(ana, { scopes: ['read'] }))).toMatchObject({
    userErrors: [{ code: 'NOT_FOUND' }],
  })
  expect((await as(app, undefined).post(`/invitations/${first}`)).status).toBe(404)
  await change(`second-${email}`)
  const second = tokenIn(await letterTo(`second-${email}`))
  expect(await confirm(first)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  app.clock.move(86_400_000)
  expect(await confirm(second)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  expect(await details()).toMatchObject({ 'unconfirmed-email': null, 'email-verified': true })
})

test('a confirmed address is taken from a claim and from an invitation, and from no stronger proof', async () => {
  for (const emailProof of [null, 'invitation']) {
    const holder = await app.make.user()
    const address = `${holder.username}@taken.example`
    const emailVerifiedAt = emailProof && app.clock.now()
    const data = { email: address, emailKey: address, emailProof, emailVerifiedAt }
    await app.prisma.user.update({ where: { id: holder.id }, data })
    expect((await change(address)).status).toBe(200)
    expect(await confirm(tokenIn(await letterTo(address)))).toMatchObject({ userErrors: [] })
    expect(await details(holder)).toMatchObject({ email: null })
  }
  const rival = await app.make.user()
  expect(faultsOf(await change(`${rival.username}@example.com`))).toEqual([
    ['/data/attributes/email', 'Email has already been taken'],
  ])
})

test('an address that became another’s meanwhile is not confirmed', async () => {
  await change(email)
  const token = tokenIn(await letterTo(email))
  const admin = await app.make.administrator()
  const facts = { username: `owner-of-${ana.username}`, email, password: 'a long word' }
  await app.services.users.create(admin.ctx, facts)
  expect(await confirm(token)).toMatchObject({ userErrors: [{ code: 'TAKEN' }] })
  expect(await details()).toMatchObject({ email: `${ana.username}@example.com` })
})

test('a claim, or what an invitation proves, is confirmed by a letter that its person asks for', async () => {
  await app.prisma.user.update({
    where: { id: ana.id },
    data: { email, emailKey: email, emailProof: null, emailVerifiedAt: null },
  })
  const send = 'mutation { accountEmailConfirmationSend { userErrors { code } } }'
  const sent = async () => (await graphql(app, ana, send)).data['accountEmailConfirmationSend']
  expect(await sent()).toEqual({ userErrors: [] })
  expect(await confirm(tokenIn(await letterTo(email)))).toMatchObject({ userErrors: [] })
  expect(await sent()).toEqual({ userErrors: [{ code: 'DENIED' }] })
})

test('a link to a new password goes to no address that is only claimed', async () => {
  const admin = await app.make.administrator()
  await app.prisma.user.update({
    where: { id: ana.id },
    data: { email, emailKey: email, emailProof: null, emailVerifiedAt: null },
  })
  const path = `/admin/users/${ana.id}/actions/password_link`
  expect((await as(app, admin).post(path)).status).toBe(200)
  const other = await app.make.user()
  await as(app, admin).post(`/admin/users/${other.id}/actions/password_link`)
  await letterTo(`${other.username}@example.com`)
  expect(letters.map(({ to }) => to)).not.toContain(email)
})

describe('more than five letters an hour', () => {
  rule('§10 addresses', 'A person has five confirmation letters an hour')
  test('are refused with how long to wait, whichever way they are asked for, and the refusal is recorded', async () => {
    for (let i = 1; i <= 4; i++) expect((await change(`${i}-${email}`)).status).toBe(200)
    const send = 'mutation { accountEmailConfirmationSend { userErrors { field code message } } }'
    const sent = async () => (await graphql(app, ana, send)).data['accountEmailConfirmationSend']
    expect(await sent()).toEqual({ userErrors: [] })
    const message = 'Too many confirmation mails. Wait 60 minutes, then try again'
    expect(await sent()).toEqual({ userErrors: [{ field: [], code: 'DENIED', message }] })
    const refused = await change(`6-${email}`)
    expectFaults(refused, ['/data/attributes/email', message])
    expect(await details()).toMatchObject({ 'unconfirmed-email': `4-${email}` })
    expect(letters.map(({ to }) => to)).not.toContain(`6-${email}`)
    const recorded = (await refusalsOf(app)()).map(({ after }) => JSON.stringify(after))
    expect(recorded.join()).toContain('too many confirmation mails')
    const other = await app.make.user()
    expect((await change(`other-${email}`, other)).status, 'another person').toBe(200)
    app.clock.move(minutes(60))
    expect((await change(`6-${email}`)).status).toBe(200)
  })
})

describe('a site administrator sets the address of a person', () => {
  let admin: Person
  beforeEach(async () => {
    admin = await app.make.administrator()
  })
  const set = (to: unknown, of = ana) =>
    as(app, admin).patch(`/admin/users/${of.id}`, {
      body: documentOf('users', { email: to }),
      headers: { 'X-Audit-Reason': 'moved to the new domain' },
    })

  rule('§10 addresses', 'A site administrator sets an address, and verifies it by that')
  test('which verifies it; the address of before is told, and what waited waits no longer', async () => {
    await change(`waiting-${email}`)
    const waiting = tokenIn(await letterTo(`waiting-${email}`))
    letters.length = 0
    const answer = await set(email)
    expect([answer.status, answer.body.data.attributes]).toMatchObject([
      200,
      { username: ana.username, email, 'email-verified': true },
    ])
    expect(await details()).toMatchObject({ email, 'email-verified': true, 'unconfirmed-email': null })
    expect(await confirm(waiting)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
    expect(await letterTo(`${ana.username}@example.com`)).toContain(email)
    const [recorded] = await app.prisma.auditEvent.findMany({
      where: { action: 'user.set-email', subjectId: ana.id },
    })
    expect(recorded).toMatchObject({ actorId: admin.id, reason: 'moved to the new domain' })
    expect(JSON.stringify(recorded?.after)).toContain(email)
  })

  rule(
    '§10 addresses',
    'A site administrator sets an address, and verifies it by that … which a claim gives way to, and no verified owner',
  )
  test('taking it from a claim, and from no person who has verified it', async () => {
    const rival = await app.make.user()
    const taken = await set(`${rival.username}@example.com`)
    expectFaults(taken, ['/data/attributes/email', 'Email has already been taken'])
    await app.prisma.user.update({
      where: { id: rival.id },
      data: { email, emailKey: email, emailProof: null, emailVerifiedAt: null },
    })
    expect((await set(email.toUpperCase())).status).toBe(200)
    expect(await details(rival)).toMatchObject({ email: null, 'email-verified': false })
    expect(await details()).toMatchObject({ email: email.toUpperCase(), 'email-verified': true })
  })

  test('a claim becomes verified by it, and the person is told nothing', async () => {
    await app.prisma.user.update({
      where: { id: ana.id },
      data: { email, emailKey: email, emailProof: null, emailVerifiedAt: null },
    })
    expect((await set(email)).body.data.attributes).toMatchObject({ email, 'email-verified': true })
    await set(`next-${email}`)
    await letterTo(email)
    expect(letters.filter(({ source }) => source.includes(email))).toHaveLength(1)
  })

  test('of a form that an address has; what is absent stays', async () => {
    expect(faultsOf(await set('invalid'))).toEqual([['/data/attributes/email', 'Email is invalid']])
    expect(faultsOf(await set(null))).toEqual([['/data/attributes/email', "Email can't be blank"]])
    const nothing = await as(app, admin).patch(`/admin/users/${ana.id}`, { body: documentOf('users', {}) })
    expect([nothing.status, nothing.body.data.attributes.email]).toEqual([200, `${ana.username}@example.com`])
    expect(
      await app.prisma.auditEvent.count({ where: { action: 'user.set-email', subjectId: ana.id } }),
    ).toBe(0)
  })

  rule(
    '§10 addresses',
    'A site administrator sets an address, and verifies it by that … and no other user does',
  )
  test('and no other user does', async () => {
    const other = await app.make.user()
    const body = documentOf('users', { email })
    for (const id of [ana.id, other.id])
      expect((await as(app, other).patch(`/admin/users/${id}`, { body })).status).toBe(404)
    const narrow = await app.make.token(admin, { scopes: ['read'] })
    expect((await as(app, narrow).patch(`/admin/users/${ana.id}`, { body })).status).toBe(404)
    expect(await details()).toMatchObject({ email: `${ana.username}@example.com` })
  })
})
