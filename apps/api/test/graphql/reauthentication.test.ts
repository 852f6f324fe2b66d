import { rule } from '@engine/shared/rule'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { startTestApp, type TestApp } from '../app.js'
import { refusalsOf } from '../audit/audit.js'
import { graphql } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'
import { reauthenticate, run, startScene } from './dangerous-acts.js'

let session: string

const scene = await startScene()

beforeEach(async () => {
  session = await sessionOf(scene.app, 'ada')
})

const old = () => scene.app.clock.move(minutes(15) + 1)

describe('proving it anew', () => {
  test('is recorded for its session alone', async () => {
    const other = await sessionOf(scene.app, 'ada')
    old()
    expect(await reauthenticate(scene, session)).toEqual([])
    const [row] = await scene.app.prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(row).toMatchObject({ action: 'session.reauthenticate', subjectName: 'ada', actorName: 'ada' })
    const viewer = async (bearer: string) =>
      (await graphql(scene.app, bearer, '{ viewer { isSignInFresh hasPassword } }')).data['viewer']
    expect(await viewer(session)).toEqual({ isSignInFresh: true, hasPassword: true })
    expect(await viewer(other)).toEqual({ isSignInFresh: false, hasPassword: true })
    expect(await viewer(scene.root.token)).toEqual({ isSignInFresh: true, hasPassword: false })
  })

  rule('§10', 'It is proven anew by the password')
  test('takes the right password; wrong ones are slowed and recorded as at sign-in', async () => {
    const refusals = refusalsOf(scene.app)
    await refusals()
    old()
    for (let time = 0; time < 5; time++)
      expect(await reauthenticate(scene, session, 'wrong')).toEqual(['INVALID'])
    expect(await reauthenticate(scene, session), 'too early').toEqual(['DENIED'])
    const input = { id: scene.owners, usernames: ['root'] }
    expect(await run(scene, session, 'teamMembersAdd', input)).toEqual(['REAUTHENTICATION_REQUIRED'])
    expect(await refusals()).toMatchObject([
      { action: 'password.refuse', actorName: 'ada', after: { why: 'wrong current password', times: 5 } },
      { action: 'password.refuse', after: { why: 'too early' } },
      { action: 'session.refuse', actorName: 'ada', after: { why: 'needs a fresh sign-in' } },
    ])
    scene.app.clock.move(minutes(1))
    expect(await reauthenticate(scene, session)).toEqual([])
  })

  test('is for sessions alone: for no token, and none that must set up the second factor', async () => {
    expect(await reauthenticate(scene, scene.root.token)).toEqual(['NOT_FOUND'])
    const bound = await scene.app.make.sessionWithoutTwoFactor(scene.root)
    expect(await reauthenticate(scene, bound)).toEqual(['NOT_FOUND'])
  })

  rule('§10', 'It is proven anew by the password … which reaches every process at once')
  test('reaches every process at once', async () => {
    old()
    const other = await startTestApp({}, scene.app)
    const { authentication } = other.services
    await expect
      .poll(async () => [await isFresh(session, other), authentication.cachedCallers])
      .toEqual([false, 1])
    expect(await reauthenticate(scene, session)).toEqual([])
    await expect.poll(() => isFresh(session, other)).toBe(true)
  })

  rule('§10', 'It is proven anew by the password … and a code where the second factor is on')
  test('takes a code too where the second factor is on; it is looked at only with the right password', async () => {
    const { app } = scene
    await userWithPassword(app, 'tess')
    const bearer = await sessionOf(app, 'tess')
    const code = await withTwoFactor(app, bearer)
    old()
    const prove = (currentPassword: string, given?: string) =>
      run(scene, bearer, 'sessionReauthenticate', {
        currentPassword,
        code: given,
      })
    expect(await prove(password)).toEqual(['BLANK'])
    const now = code()
    expect(await prove('wrong', now)).toEqual(['INVALID'])
    expect(await prove(password, '000000')).toEqual(['INVALID'])
    expect(await isFresh(bearer)).toBe(false)
    expect(await prove(password, now)).toEqual([])
    expect(await isFresh(bearer)).toBe(true)
    expect(await prove(password, now), 'it is used up').toEqual(['INVALID'])
  })
})

const isFresh = async (bearer: string, at = scene.app) =>
  (await graphql(at, bearer, '{ viewer { isSignInFresh } }')).data['viewer']?.['isSignInFresh']

/** Sets it up; gives what the app shows. */
async function withTwoFactor(app: TestApp, bearer: string): Promise<() => string> {
  const setUp = 'mutation ($p: String!) { twoFactorSetUp(input: { currentPassword: $p }) { secret } }'
  const { data } = await graphql(app, bearer, setUp, { p: password })
  const secret = Secret.fromBase32(String(data['twoFactorSetUp']?.['secret']))
  const code = () => new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })
  expect(await run(scene, bearer, 'twoFactorEnable', { code: code() })).toEqual([])
  return code
}
