import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { hours } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { as, graphql } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'
import { codeOf, enable, messagesOf, run, setUp, signIn } from './two-factor.js'

let name: string

const app = await startTestApp()
const strict = await startTestApp({ TWO_FACTOR: 'administrators' }, app)
const admin = await app.make.administrator('root')

beforeEach(async () => {
  name = `person${app.make.next()}`
  await userWithPassword(app, name)
  app.clock.move(hours(2))
})

describe('where it is required of site administrators', () => {
  rule(
    '§10',
    'A sign-in from a network that is new is told by mail … required of site administrators by `TWO_FACTOR`',
  )
  test('one without it can do nothing after signing in but set it up, and everything from then on', async () => {
    await app.prisma.user.update({ where: { usernameKey: name }, data: { isSiteAdmin: true } })
    const { token } = await signIn(strict, name)
    const bearer = token ?? ''
    const { id } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    for (const path of [
      '/organizations',
      '/admin/users',
      '/admin/engine-versions',
      `/users/${id}/authentication-tokens`,
    ])
      expect((await as(strict, bearer).get(path)).status, path).toBe(404)
    expect(
      (await as(strict, bearer).post(`/users/${id}/authentication-tokens`, { body: { data: {} } })).status,
    ).toBe(404)
    const login = {
      clientId: 'engine-cli',
      redirectUri: 'http://localhost:10000/login',
      responseType: 'code',
      codeChallenge: 'c'.repeat(43),
      codeChallengeMethod: 'S256',
      state: 'state',
    }
    const cli = await run(strict, bearer, 'cliLoginAuthorize', '__typename', login)
    expect(messagesOf(cli)).toEqual(['This does not exist, or is not yours to change'])
    const query =
      '{ viewer { user { username } permissions needsTwoFactor twoFactor { isEnabled isRequired } } }'
    const { data } = await graphql(strict, bearer, query)
    expect(data['viewer']).toEqual({
      user: { username: name },
      permissions: [],
      needsTwoFactor: true,
      twoFactor: { isEnabled: false, isRequired: true },
    })
    const { secret } = await setUp(strict, bearer)
    expect((await enable(strict, bearer, codeOf(strict, secret))).recoveryCodes).toHaveLength(10)
    expect((await as(strict, bearer).get('/admin/users')).status).toBe(200)
    const off = await run(strict, bearer, 'twoFactorDisable', 'twoFactor { isEnabled }', {
      currentPassword: password,
    })
    expect(messagesOf(off)).toEqual(['Two-step sign-in is required of you'])
  })

  rule(
    '§10',
    'A sign-in from a network that is new is told by mail … also in the earlier sessions of a user who becomes one',
  )
  test('a user who becomes one is at once limited to it in earlier sessions too', async () => {
    const { id } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    const bearer = (await signIn(strict, name)).token ?? ''
    expect((await as(strict, bearer).get('/organizations')).status).toBe(200)
    await as(strict, admin).post(`/admin/users/${id}/actions/grant_admin`)
    for (const path of ['/organizations', '/admin/users'])
      expect((await as(strict, bearer).get(path)).status, path).toBe(404)
    const { secret } = await setUp(strict, bearer)
    await enable(strict, bearer, codeOf(strict, secret))
    expect((await as(strict, bearer).get('/admin/users')).status).toBe(200)
  })

  rule('§10', 'A sign-in from a network that is new is told by mail … but for those by single sign-on')
  test('a user with the second factor goes on when becoming one, and so does a session by single sign-on', async () => {
    const bearer = await sessionOf(strict, name)
    const { secret } = await setUp(app, bearer)
    await enable(app, bearer, codeOf(app, secret))
    const { id } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
    await as(strict, admin).post(`/admin/users/${id}/actions/grant_admin`)
    expect((await as(strict, bearer).get('/admin/users')).status).toBe(200)
    const signedOn = await app.make.user(`${name}-signed-on`)
    const user = await app.services.users.find(admin.ctx, signedOn.id)
    const { token } = await strict.services.sessions.open(admin.ctx, user, { bySingleSignOn: true })
    await as(strict, admin).post(`/admin/users/${signedOn.id}/actions/grant_admin`)
    expect((await as(strict, token).get('/admin/users')).status).toBe(200)
  })

  rule('§10', 'A sign-in from a network that is new is told by mail … and from the start that requires it')
  test('a start that requires it for the first time applies to existing sessions', async () => {
    const bearer = await sessionOf(app, name)
    await app.prisma.user.update({ where: { usernameKey: name }, data: { isSiteAdmin: true } })
    await userWithPassword(app, `${name}-member`)
    const ofMember = await sessionOf(app, `${name}-member`)
    expect((await as(strict, bearer).get('/admin/users')).status).toBe(200)
    await app.services.twoFactor.restrictAllSessions(admin.ctx)
    expect((await as(strict, bearer).get('/admin/users')).status, 'where it is optional').toBe(200)
    await strict.services.twoFactor.restrictAllSessions(admin.ctx)
    expect((await as(strict, bearer).get('/admin/users')).status).toBe(404)
    expect((await as(strict, ofMember).get('/organizations')).status).toBe(200)
  })

  test('others sign in by a password alone, and tokens go on', async () => {
    const { token } = await signIn(strict, name)
    expect((await as(strict, token ?? '').get('/organizations')).status).toBe(200)
    expect((await as(strict, admin).get('/admin/users')).status).toBe(200)
  })
})
