import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { as, detailsOf, documentOf } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'
import * as calls from './two-factor.js'
import { messagesOf, run } from './two-factor.js'

let name: string

const app = await startTestApp()
const admin = await app.make.administrator('root')

beforeEach(async () => {
  name = `person${app.make.next()}`
  await userWithPassword(app, name)
  app.clock.move(hours(2))
})

const signIn = (secret = password) => calls.signIn(app, name, secret)
const verify = (challenge: unknown, code: string) => calls.verify(app, challenge, code)
const setUp = (bearer: string, currentPassword = password) => calls.setUp(app, bearer, currentPassword)
const enable = (bearer: string, code: string) => calls.enable(app, bearer, code)
const codeOf = (secret = '') => calls.codeOf(app, secret)

/** A user with the second factor, of an app that has just been used. */
async function enabled(): Promise<{ bearer: string; secret: string; recoveryCodes: readonly string[] }> {
  const bearer = await sessionOf(app, name)
  const { secret = '' } = await setUp(bearer)
  const { recoveryCodes = [] } = await enable(bearer, codeOf(secret))
  app.clock.move(seconds(30))
  return { bearer, secret, recoveryCodes }
}

const wrongCode = ['Code is invalid']

describe('setting it up', () => {
  test('asks for the password, and counts once a first code has come; the recovery codes are shown then', async () => {
    const bearer = await sessionOf(app, name)
    expect(messagesOf(await setUp(bearer, 'wrong'))).toEqual(['Current password is invalid'])
    const first = await setUp(bearer)
    const { secret, uri } = await setUp(bearer)
    expect(uri).toContain(`secret=${secret}`)
    expect((await signIn()).token, 'a password is enough until then').toMatch(/^engs_/)
    expect(messagesOf(await enable(bearer, codeOf(first.secret))), 'a replaced secret').toEqual(wrongCode)
    const { recoveryCodes } = await enable(bearer, codeOf(secret))
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await signIn()).toMatchObject({ token: null, challenge: expect.any(String) })
    expect(messagesOf(await setUp(bearer))).toEqual(['Two-step sign-in is on already; turn it off first'])
    const details = await as(app, bearer).get('/account/details')
    expect(details.body.data.attributes['two-factor']).toEqual({ enabled: true, verified: true })
    const events = await app.prisma.auditEvent.findMany({ where: { actorName: name } })
    expect(events.map(({ action }) => action)).toContain('user.enable-two-factor')
  })

  test('keeps neither the secret nor a recovery code in the clear', async () => {
    const { secret, recoveryCodes } = await enabled()
    const user = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    const rows = await app.prisma.recoveryCode.findMany({ where: { userId: user.id } })
    expect(rows).toHaveLength(10)
    const stored = JSON.stringify([user, rows, await app.prisma.auditEvent.findMany()], (_, value) =>
      String(value) === value ? value : typeof value === 'bigint' ? String(value) : value,
    )
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
  })

  test('is for people with all that they may do: no narrow token, no team', async () => {
    const user = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    const session = await sessionOf(app, name)
    const made = await as(app, session).post(`/users/${user.id}/authentication-tokens`, {
      body: { data: { attributes: { scopes: ['read'] } } },
    })
    const narrow = await setUp(made.body.data.attributes.token as string)
    expect(messagesOf(narrow)).toEqual(['This does not exist, or is not yours to change'])
  })
})

describe('signing in', () => {
  rule('§10', 'Codes of an app are a second factor beside a password')
  test('needs the password and a code; neither the challenge nor the code alone is anything', async () => {
    const { secret } = await enabled()
    const { challenge } = await signIn()
    expect((await as(app, challenge ?? '').get('/account/details')).status).toBe(401)
    expect(messagesOf(await verify(challenge, '000000'))).toEqual(wrongCode)
    expect(messagesOf(await verify('made up', codeOf(secret)))).toEqual(['Sign in again: that took too long'])
    const { token } = await verify(challenge, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)
    expect((await as(app, token ?? '').get('/account/details')).body.data.attributes.username).toBe(name)
  })

  rule('§10', 'Codes of an app are a second factor beside a password … each good once')
  test('takes a code once, also of many at once, and none of an earlier step', async () => {
    const { secret } = await enabled()
    const before = codeOf(secret)
    app.clock.move(seconds(30))
    const code = codeOf(secret)
    const { challenge } = await signIn()
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(challenge, code)))
    expect(answers.filter(({ token }) => token)).toHaveLength(1)
    expect(messagesOf(await verify(challenge, before))).not.toEqual([])
    app.clock.move(minutes(1))
    const again = await signIn()
    expect((await verify(again.challenge, codeOf(secret))).token).toMatch(/^engs_/)
  })

  rule('§10', 'Codes of an app are a second factor beside a password … with recovery codes in their place')
  test('takes each recovery code once, however it is written, and it is recorded', async () => {
    const { recoveryCodes } = await enabled()
    const [code = ''] = recoveryCodes
    const { challenge } = await signIn()
    expect((await verify(challenge, code.toUpperCase().replaceAll('-', ' '))).token).toMatch(/^engs_/)
    expect(messagesOf(await verify((await signIn()).challenge, code))).toEqual(wrongCode)
    const events = await app.prisma.auditEvent.findMany({
      where: { action: 'user.use-recovery-code', subjectName: name },
    })
    expect(events).toHaveLength(1)
  })

  test('is slowed by wrong codes like by wrong passwords, whatever challenge they come with', async () => {
    const { secret } = await enabled()
    for (let i = 0; i < 5; i++)
      expect(messagesOf(await verify((await signIn()).challenge, `00000${i}`))).toEqual(wrongCode)
    const { challenge } = await signIn()
    const early = await verify(challenge, codeOf(secret))
    expect(messagesOf(early)).toEqual(['Too many wrong passwords. Wait 1 second, then try again'])
    app.clock.move(seconds(1))
    expect((await verify(challenge, codeOf(secret))).token).toMatch(/^engs_/)
  })

  test('a challenge ends after five minutes, with the password that it stood for, and with the account', async () => {
    const { secret, bearer } = await enabled()
    const tooLate = ['Sign in again: that took too long']
    const late = await signIn()
    app.clock.move(minutes(5))
    expect(messagesOf(await verify(late.challenge, codeOf(secret)))).toEqual(tooLate)
    const changed = await signIn()
    await changePassword(bearer, { newPassword: 'a lamp in the window', code: codeOf(secret) })
    app.clock.move(seconds(30))
    expect(messagesOf(await verify(changed.challenge, codeOf(secret)))).toEqual(tooLate)
    const suspended = await signIn('a lamp in the window')
    await app.prisma.user.update({ where: { usernameKey: name }, data: { suspendedAt: app.clock.now() } })
    expect(messagesOf(await verify(suspended.challenge, codeOf(secret)))).toEqual(tooLate)
  })

  test('a challenge ends with its password also when that changes while the code is looked at', async () => {
    const { secret } = await enabled()
    const { challenge } = await signIn()
    app.beforeNextWrite(async () => {
      app.beforeNextWrite(async () => {
        await app.prisma.user.update({ where: { usernameKey: name }, data: { passwordHash: 'another' } })
      })
    })
    expect(messagesOf(await verify(challenge, codeOf(secret)))).toEqual(['Sign in again: that took too long'])
  })
})

/** Turns it off, or weakens the sign-in in another way, with the password and further proof in the input. */
const turnOff = (bearer: string, input: object) =>
  run(app, bearer, 'twoFactorDisable', 'twoFactor { isEnabled }', {
    ...{ currentPassword: password, ...input },
  })
const renewCodes = (bearer: string, input: object) =>
  run(app, bearer, 'twoFactorRecoveryCodesRenew', 'recoveryCodes', {
    ...{ currentPassword: password, ...input },
  })
const changePassword = (bearer: string, input: object) =>
  run(app, bearer, 'accountPasswordUpdate', 'account { id }', {
    ...{ currentPassword: password, newPassword: 'a boat on the canal', ...input },
  })
const changeAddress = (bearer: string, input: object) =>
  run(app, bearer, 'accountUpdate', 'account { email }', {
    ...{ currentPassword: password, email: `${name}@new.example`, ...input },
  })

describe('what weakens how a person signs in', () => {
  const acts = [
    ['turning it off', turnOff],
    ['new recovery codes', renewCodes],
    ['a new password', changePassword],
    ['another address', changeAddress],
  ] as const

  rule('§18', 'What weakens how a person proves who they are asks for all of that proof')
  test.each(acts)('takes the password and a code, of whatever session: %s', async (_, act) => {
    const { bearer, secret } = await enabled()
    app.clock.move(minutes(16))
    const before = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    const codes = () => app.prisma.recoveryCode.findMany({ where: { userId: before.id } })
    const codesBefore = await codes()
    const code = codeOf(secret)
    expect(messagesOf(await act(bearer, {}))).toEqual(["Code can't be blank"])
    expect(messagesOf(await act(bearer, { code: '000000' }))).toEqual(wrongCode)
    const wrong = await act(bearer, { code, currentPassword: 'wrong' })
    expect(messagesOf(wrong)).toEqual(['Current password is invalid'])
    expect(await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })).toEqual(before)
    expect(await codes()).toEqual(codesBefore)
    expect(messagesOf(await act(bearer, { code }))).toEqual([])
  })

  rule('§18', 'What weakens how a person proves who they are asks for all of that proof … of a token too')
  test.each(acts)('takes the same of a token that may do everything: %s', async (_, act) => {
    const { bearer, recoveryCodes } = await enabled()
    const { id } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    const made = await as(app, bearer).post(`/users/${id}/authentication-tokens`, { body: { data: {} } })
    const token = made.body.data.attributes.token as string
    expect(messagesOf(await act(token, {}))).toEqual(["Code can't be blank"])
    expect(messagesOf(await act(token, { code: recoveryCodes[0] }))).toEqual([])
  })

  rule('§18', 'What weakens how a person proves who they are asks for all of that proof … over REST too')
  test('takes the same over REST, where a fresh sign-in is as good for another address', async () => {
    const { bearer, secret } = await enabled()
    const { id } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    const made = await as(app, bearer).post(`/users/${id}/authentication-tokens`, { body: { data: {} } })
    const token = made.body.data.attributes.token as string
    const patch = (by: string, path: string, attributes: object) =>
      as(app, by).patch(path, { body: documentOf('users', attributes) })
    const address = { email: `${name}@other.example` }
    const blank = ["Code can't be blank", "Current password can't be blank"]
    expect(detailsOf(await patch(token, '/account/update', address))).toEqual(blank)
    expect(
      (await patch(token, '/account/update', { email: `${name.toUpperCase()}@example.com` })).status,
    ).toBe(200)
    const proof = { current_password: password, code: codeOf(secret) }
    expect((await patch(token, '/account/update', { ...address, ...proof })).status).toBe(200)
    expect((await patch(bearer, '/account/update', { email: `${name}@third.example` })).status).toBe(200)
    app.clock.move(minutes(16))
    expect((await patch(bearer, '/account/update', address)).status).toBe(422)
    const change = { current_password: password, password: 'a boat on the canal' }
    const bare = await patch(bearer, '/account/password', change)
    expect(detailsOf(bare)).toEqual(["Code can't be blank"])
    const whole = await patch(bearer, '/account/password', { ...change, code: codeOf(secret) })
    expect([whole.status, (await calls.signIn(app, name, change.password)).challenge]).toEqual([
      200,
      expect.any(String),
    ])
  })

  test('is slowed by wrong codes as a sign-in is, and recorded', async () => {
    const { bearer, secret } = await enabled()
    for (let i = 0; i < 5; i++)
      expect(messagesOf(await turnOff(bearer, { code: `00000${i}` }))).toEqual(wrongCode)
    const early = await turnOff(bearer, { code: codeOf(secret) })
    expect(messagesOf(early)).toEqual(['Too many wrong passwords. Wait 1 second, then try again'])
  })
})

describe('turning it off', () => {
  test('ends secret and recovery codes', async () => {
    const { bearer, secret } = await enabled()
    expect(await turnOff(bearer, { code: codeOf(secret) })).toEqual({
      twoFactor: { isEnabled: false },
      userErrors: [],
    })
    expect((await signIn()).token).toMatch(/^engs_/)
    const user = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    expect([
      user.twoFactorSecret,
      await app.prisma.recoveryCode.count({ where: { userId: user.id } }),
    ]).toEqual([null, 0])
  })

  test('new recovery codes end those of before', async () => {
    const { bearer, secret, recoveryCodes } = await enabled()
    const renewed = await renewCodes(bearer, { code: codeOf(secret) })
    const { challenge } = await signIn()
    expect(messagesOf(await verify(challenge, recoveryCodes[0] ?? ''))).toEqual(wrongCode)
    expect((await verify(challenge, renewed.recoveryCodes?.[0] ?? '')).token).toMatch(/^engs_/)
  })

  test('only a site administrator does it for a user who lost everything; it is recorded with the reason', async () => {
    await enabled()
    const { id } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    const path = `/admin/users/${id}/actions/disable_two_factor`
    const other = await app.make.user(`${name}-other`)
    expect((await as(app, other).post(path)).status).toBe(404)
    const done = await as(app, admin).post(path, { headers: { 'X-Audit-Reason': 'lost the phone' } })
    expect([done.status, done.body.data.attributes['two-factor']]).toEqual([
      200,
      { enabled: false, verified: false },
    ])
    expect((await signIn()).token).toMatch(/^engs_/)
    const [events] = await app.prisma.auditEvent.findMany({
      where: { action: 'user.disable-two-factor', subjectName: name },
    })
    expect(events).toMatchObject({ actorName: 'root', reason: 'lost the phone' })
  })
})
