import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../src/kernel/clock.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'
import * as calls from './two-factor.js'
import { messagesOf, run } from './two-factor.js'

let app: TestApp
let admin: Person
let count = 0
let name: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.administrator('root')
})
afterAll(() => app.stop())
beforeEach(async () => {
  name = `person${++count}`
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
    await run(app, bearer, 'accountPasswordUpdate', 'AccountPasswordUpdateInput', 'account { id }', {
      currentPassword: password,
      newPassword: 'a lamp in the window',
    })
    expect(messagesOf(await verify(changed.challenge, codeOf(secret)))).toEqual(tooLate)
    const suspended = await signIn('a lamp in the window')
    await app.prisma.user.update({ where: { usernameKey: name }, data: { suspendedAt: app.clock.now() } })
    expect(messagesOf(await verify(suspended.challenge, codeOf(secret)))).toEqual(tooLate)
  })
})

describe('turning it off', () => {
  test('asks for the password, and ends secret and recovery codes', async () => {
    const { bearer } = await enabled()
    const off = (currentPassword: string) =>
      run(app, bearer, 'twoFactorDisable', 'TwoFactorPasswordInput', 'twoFactor { isEnabled }', {
        currentPassword,
      })
    expect(messagesOf(await off('wrong'))).toEqual(['Current password is invalid'])
    expect(await off(password)).toEqual({ twoFactor: { isEnabled: false }, userErrors: [] })
    expect((await signIn()).token).toMatch(/^engs_/)
    const user = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    expect([
      user.twoFactorSecret,
      await app.prisma.recoveryCode.count({ where: { userId: user.id } }),
    ]).toEqual([null, 0])
  })

  test('new recovery codes end those of before', async () => {
    const { bearer, recoveryCodes } = await enabled()
    const renewed = await run(
      app,
      bearer,
      'twoFactorRecoveryCodesRenew',
      'TwoFactorPasswordInput',
      'recoveryCodes',
      {
        currentPassword: password,
      },
    )
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
