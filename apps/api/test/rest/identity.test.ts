import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf, graphql, notFoundBody, unauthorizedBody } from '../rest.js'

let app: TestApp
let ana: Person

beforeAll(async () => {
  app = await startTestApp()
  ana = await app.make.user('ana')
})
afterAll(() => app.stop())

describe('tokens', () => {
  const tokensOf = (person: Person): string => `/users/${person.id}/authentication-tokens`

  test('are made by their user, with the value in that one answer', async () => {
    const body = { data: { attributes: { description: 'ci' } } }
    const made = await as(app, ana).post(tokensOf(ana), { body })
    expect(made.status).toBe(201)
    const { id, attributes } = made.body.data
    expect(attributes).toMatchObject({ description: 'ci', 'last-used-at': null })
    expect(new Date(attributes['expired-at']).getTime() - app.clock.now().getTime()).toBe(730 * 86_400_000)
    expect((await as(app, attributes.token).get('/account/details')).body.data.id).toBe(ana.id)
    const shown = await as(app, ana).get(`/authentication-tokens/${id}`)
    expect(shown.body.data.attributes).toMatchObject({
      token: null,
      'last-used-at': app.clock.now().toISOString(),
    })
    expect(shown.body.data.relationships['created-by'].data).toEqual({ id: ana.id, type: 'users' })
  })

  test('are seen and revoked by nobody else, administrators included', async () => {
    const admin = await app.make.administrator()
    const made = await as(app, ana).post(tokensOf(ana), { body: { data: { attributes: {} } } })
    const { id } = made.body.data
    for (const answer of [
      await as(app, admin).get(tokensOf(ana)),
      await as(app, admin).get(`/authentication-tokens/${id}`),
      await as(app, admin).delete(`/authentication-tokens/${id}`),
      await as(app, admin).post(tokensOf(ana), { body: { data: { attributes: {} } } }),
    ])
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  })

  test('stop at once when revoked', async () => {
    const made = await as(app, ana).post(tokensOf(ana), { body: { data: { attributes: {} } } })
    const { id, attributes } = made.body.data
    expect((await as(app, attributes.token).delete(`/authentication-tokens/${id}`)).status).toBe(204)
    const after = await as(app, attributes.token).get('/account/details')
    expect([after.status, after.body]).toEqual([401, unauthorizedBody])
  })

  test('expire in the future, and never make one that may do more or lives longer', async () => {
    const past = { data: { attributes: { 'expired-at': '2026-01-01T00:00:00Z' } } }
    expect((await as(app, ana).post(tokensOf(ana), { body: past })).body.errors[0].source.pointer).toBe(
      '/data/attributes/expired-at',
    )
    const narrow = await app.make.token(ana, { scopes: ['read'], expiredAt: '2026-04-01T00:00:00Z' })
    const wider = { data: { attributes: { 'expired-at': '2026-05-01T00:00:00Z', scopes: ['registry'] } } }
    const refused = await as(app, narrow).post(tokensOf(ana), { body: wider })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map((error: { detail: string }) => error.detail)).toEqual([
      'Expired at is invalid',
      'Scopes is invalid',
    ])
    const same = await as(app, narrow).post(tokensOf(ana), {
      body: { data: { attributes: { scopes: ['read'] } } },
    })
    expect(same.status).toBe(201)
    expect(same.body.data.attributes['expired-at']).toBe('2026-04-01T00:00:00.000Z')
  })

  test('with the scope read may not write', async () => {
    const reader = await app.make.token(ana, { scopes: ['read'] })
    const body = documentOf('organizations', { name: 'scoped', email: 'a@example.com' })
    expect((await as(app, reader).get('/organizations')).status).toBe(200)
    expect((await as(app, reader).post('/organizations', { body })).status).toBe(404)
  })
})

describe('sessions', () => {
  const signIn = `mutation ($login: String!, $password: String!) {
    signIn(input: { login: $login, password: $password }) { token session { id expiresAt } user { id } userErrors { message } }
  }`

  async function person(username: string): Promise<void> {
    const { hash } = await import('@node-rs/argon2')
    const made = await app.make.user(username)
    const passwordHash = await hash('correct horse battery')
    await app.prisma.user.update({ where: { id: made.id }, data: { passwordHash } })
  }

  test('begin with a password, by name or e-mail in any case, and last 12 hours on every face', async () => {
    await person('bea')
    for (const login of ['bea', 'BEA', 'Bea@Example.com']) {
      const { data } = await graphql(app, undefined, signIn, { login, password: 'correct horse battery' })
      const { token, session } = data['signIn'] as { token: string; session: { expiresAt: string } }
      expect(new Date(session.expiresAt).getTime() - app.clock.now().getTime()).toBe(12 * 3_600_000)
      expect((await as(app, token).get('/account/details')).body.data.attributes.username).toBe('bea')
    }
    const { data } = await graphql(app, undefined, signIn, {
      login: 'bea',
      password: 'correct horse battery',
    })
    const { token } = data['signIn'] as { token: string }
    app.clock.move(12 * 3_600_000)
    expect((await as(app, token).get('/account/details')).status).toBe(401)
  })

  test('an unknown name, a wrong password and a suspended user get the same answer', async () => {
    await person('cai')
    await person('dov')
    await app.prisma.user.updateMany({ where: { username: 'dov' }, data: { suspendedAt: app.clock.now() } })
    for (const [login, password] of [
      ['nobody', 'correct horse battery'],
      ['cai', 'wrong'],
      ['dov', 'correct horse battery'],
    ])
      expect((await graphql(app, undefined, signIn, { login, password })).data).toEqual({
        signIn: {
          token: null,
          session: null,
          user: null,
          userErrors: [{ message: 'User name or password is wrong' }],
        },
      })
  })

  test('end at once when signed out', async () => {
    await person('eve')
    const { data } = await graphql(app, undefined, signIn, {
      login: 'eve',
      password: 'correct horse battery',
    })
    const { token } = data['signIn'] as { token: string }
    const out = await app.http
      .post('/graphql')
      .set('Authorization', `Bearer ${token}`)
      .send({ query: 'mutation { signOut { signedOut } }' })
    expect(out.body).toEqual({ data: { signOut: { signedOut: true } } })
    expect((await as(app, token).get('/account/details')).status).toBe(401)
  })
})

describe('organizations', () => {
  const create = (caller: Person, name: string) =>
    as(app, caller).post('/organizations', {
      body: documentOf('organizations', { name, email: 'o@example.com' }),
    })

  test('are made by any user, who is the first owner', async () => {
    const made = await create(ana, 'Acme')
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      id: 'Acme',
      type: 'organizations',
      attributes: { name: 'Acme', email: 'o@example.com', 'external-id': expect.stringMatching(/^org-/) },
    })
    const team = await app.prisma.team.findFirst({
      where: { organization: { name: 'Acme' } },
      include: { members: true },
    })
    expect(team).toMatchObject({ name: 'owners', members: [{ userId: ana.id }] })
    expect((await as(app, ana).get('/organizations/acme')).body.data.id).toBe('Acme')
  })

  test('have names that are unique in any case, and taken for good', async () => {
    await create(ana, 'Taken')
    const again = await create(ana, 'tAKEN')
    expect(again.body.errors[0].detail).toBe('Name has already been taken')
    await app.prisma.organization.deleteMany({ where: { name: 'Taken' } })
    expect((await create(ana, 'taken')).status).toBe(422)
    for (const name of ['ab', 'a b c', 'search', 'New', 'x'.repeat(65)])
      expect((await create(ana, name)).status, name).toBe(422)
  })

  test('of thirty creations at once with one name, one wins', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(ana, 'racing')))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(29)
  })

  test('come all in one page unless pages are asked for', async () => {
    const many = await app.make.user()
    for (let n = 10; n < 35; n++) await create(many, `many-${n}`)
    const whole = await as(app, many).get('/organizations')
    expect(whole.body.data).toHaveLength(25)
    expect(whole.body.meta.pagination).toMatchObject({
      'total-pages': 1,
      'next-page': null,
      'total-count': 25,
    })
    expect(whole.body.links.self).toBe('http://registry.test/api/v2/organizations')
    const second = await as(app, many).get('/organizations?page[number]=2')
    expect(second.body.data.map((each: { id: string }) => each.id)).toEqual([
      'many-30',
      'many-31',
      'many-32',
      'many-33',
      'many-34',
    ])
  })

  test('are not there for strangers', async () => {
    await create(ana, 'secret')
    const stranger = await app.make.user()
    const answer = await as(app, stranger).get('/organizations/secret')
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    expect((await as(app, stranger).get('/organizations')).body.data).toEqual([])
  })
})

test('ORG_CREATION=admins keeps creation to administrators, SITE_ADMIN_ORG_ACCESS=off ends their override', async () => {
  const own = await startTestApp({ ORG_CREATION: 'admins', SITE_ADMIN_ORG_ACCESS: 'off' })
  const user = await own.make.user()
  const body = documentOf('organizations', { name: 'acme', email: 'o@example.com' })
  expect((await as(own, user).post('/organizations', { body })).status).toBe(404)
  const admin = await own.make.administrator()
  expect((await as(own, admin).post('/organizations', { body })).status).toBe(201)
  const other = await own.make.administrator()
  expect((await as(own, other).get('/organizations/acme')).status).toBe(404)
  await own.stop()
})
