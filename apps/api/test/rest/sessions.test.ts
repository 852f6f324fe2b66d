import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as } from '../rest.js'
import { password, sessionOf, signIn, userWithPassword } from '../sign-in.js'

const app = await startTestApp()

describe('sessions', () => {
  rule('§3 sessions', '`signIn` gives a bearer on every face for 12 hours')
  test('begin with a password, by name or e-mail in any case, and last 12 hours on every face', async () => {
    await userWithPassword(app, 'bea')
    for (const login of ['bea', 'BEA', 'Bea@Example.com']) {
      const { token, session } = await signIn(app, login)
      expect(new Date(session.expiresAt).getTime() - app.clock.now().getTime()).toBe(12 * 3_600_000)
      expect((await as(app, token).get('/account/details')).body.data.attributes.username).toBe('bea')
    }
    const token = await sessionOf(app, 'bea')
    app.clock.move(12 * 3_600_000)
    expect((await as(app, token).get('/account/details')).status).toBe(401)
  })

  test('an unknown name, a wrong password and a suspended user get the same answer', async () => {
    await userWithPassword(app, 'cai')
    await userWithPassword(app, 'dov')
    await app.prisma.user.updateMany({ where: { username: 'dov' }, data: { suspendedAt: app.clock.now() } })
    for (const [login, secret] of [
      ['no-user', password],
      ['cai', 'wrong'],
      ['dov', password],
    ] as const)
      expect(await signIn(app, login, secret)).toEqual({
        token: null,
        session: null,
        user: null,
        userErrors: [{ message: 'User name or password is wrong' }],
      })
  })

  test('end at once when signed out', async () => {
    await userWithPassword(app, 'eve')
    const token = await sessionOf(app, 'eve')
    const out = await app.http
      .post('/graphql')
      .set('Authorization', `Bearer ${token}`)
      .send({ query: 'mutation { signOut { signedOut } }' })
    expect(out.body).toEqual({ data: { signOut: { signedOut: true } } })
    expect((await as(app, token).get('/account/details')).status).toBe(401)
  })
})
