import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'

const app = await startTestApp()
const ana = await app.make.user('ana')

describe('tokens', () => {
  const tokensOf = (person: Pick<Person, 'id'>): string => `/users/${person.id}/authentication-tokens`

  rule('§3 tokens', 'A user makes tokens (201) that act as that user')
  test('are made by their user, with the value in that one answer', async () => {
    const body = { data: { attributes: { description: 'ci' } } }
    const made = await as(app, ana).post(tokensOf(ana), { body })
    expect(made.status).toBe(201)
    const { id, attributes } = made.body.data
    expect(attributes).toMatchObject({ description: 'ci', 'last-used-at': null })
    expect(attributes['expired-at']).toBe(app.clock.now().toISOString().replace('2026', '2028'))
    expect((await as(app, attributes.token).get('/account/details')).body.data.id).toBe(ana.id)
    const shown = await as(app, ana).get(`/authentication-tokens/${id}`)
    expect(shown.body.data.attributes).toMatchObject({
      token: null,
      'last-used-at': app.clock.now().toISOString(),
    })
    expect(shown.body.data.relationships['created-by'].data).toEqual({ id: ana.id, type: 'users' })
  })

  rule(
    '§3 tokens',
    'A token has exactly the attributes described, its value in the answer to its creation alone; only a hash is stored',
  )
  test('read with exactly the attributes of the contract, in the list, by id and when they are made', async () => {
    const bea = await app.make.user('bea')
    const body = { data: { type: 'authentication-tokens', attributes: { description: 'laptop' } } }
    const made = await as(app, bea).post(tokensOf(bea), { body })
    const { id } = made.body.data
    const attributes = {
      description: 'laptop',
      'created-at': '2026-03-01T12:00:00.000Z',
      'last-used-at': null,
      'last-used-address': null,
      'expired-at': '2028-03-01T12:00:00.000Z',
    }
    const resource = {
      id,
      type: 'authentication-tokens',
      attributes: { ...attributes, token: null },
      relationships: { 'created-by': { data: { id: bea.id, type: 'users' } } },
      links: { self: `/api/v2/authentication-tokens/${id}` },
    }
    const token = expect.stringMatching(/^engu_/)
    expect(made.body.data).toEqual({ ...resource, attributes: { ...attributes, token } })
    expect((await as(app, bea).get(`/authentication-tokens/${id}`)).body.data).toEqual(resource)
    expect((await as(app, bea).get(tokensOf(bea))).body.data).toContainEqual(resource)
    const stored = JSON.stringify(await app.prisma.authenticationToken.findMany())
    expect(stored).not.toContain(made.body.data.attributes.token)
  })

  rule('§3 tokens', '`last-used-at` is right to a minute')
  test('tell when they were last used, right to a minute', async () => {
    const bea = await app.make.user()
    const value = await app.make.token(bea)
    const lastUse = async () => {
      const [row] = await app.prisma.authenticationToken.findMany({
        where: { userId: bea.id, lastUsedAt: { not: null } },
      })
      return row?.lastUsedAt?.getTime()
    }
    const start = app.clock.now().getTime()
    for (const [passed, seen] of [
      [0, 0],
      [59_000, 0],
      [1000, 60_000],
      [59_999, 60_000],
    ] as const) {
      app.clock.move(passed)
      expect((await as(app, value).get('/account/details')).status).toBe(200)
      expect((await lastUse()) ?? 0).toBe(start + seen)
    }
  })

  rule('§3 tokens', 'A user’s tokens are that user’s alone; an administrator too gets 404')
  test('are seen and revoked by no other user, administrators included', async () => {
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

  rule('§2 hiding', '401 is also for a revoked token')
  rule('§3 tokens', 'A token is revoked (204) at once')
  test('stop at once when revoked', async () => {
    const made = await as(app, ana).post(tokensOf(ana), { body: { data: { attributes: {} } } })
    const { id, attributes } = made.body.data
    expect((await as(app, attributes.token).delete(`/authentication-tokens/${id}`)).status).toBe(204)
    const after = await as(app, attributes.token).get('/account/details')
    expect([after.status, after.body]).toEqual([401, unauthorizedBody])
  })

  rule(
    '§3 tokens',
    'A token makes none with more scope or a later expiry; a default expiry is cut to its own',
  )
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

  rule('§3 sessions', 'A session may make user tokens')
  test('are made by a session too, without a limit to their life but their own', async () => {
    await userWithPassword(app, 'sam')
    const bearer = await sessionOf(app, 'sam')
    const sam = (await as(app, bearer).get('/account/details')).body.data
    const made = await as(app, bearer).post(tokensOf(sam), { body: { data: { type: '' } } })
    expect(made.status).toBe(201)
    expect(made.body.data.attributes['expired-at'].slice(0, 4)).toBe('2028')
    expect((await as(app, made.body.data.attributes.token).get('/account/details')).body.data.id).toBe(sam.id)
  })

  rule('§3 tokens', '`read` reads and does not write')
  test('with the scope read may not write', async () => {
    const reader = await app.make.token(ana, { scopes: ['read'] })
    const body = documentOf('organizations', { name: 'scoped', email: 'a@example.com' })
    expect((await as(app, reader).get('/organizations')).status).toBe(200)
    expect((await as(app, reader).post('/organizations', { body })).status).toBe(404)
  })
})

rule('§3 account', '`GET /account/details` is the user behind the token')
test('account/details is the user behind the token', async () => {
  const eva = await app.make.user('eva')
  const answer = await as(app, eva).get('/account/details')
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    data: {
      id: eva.id,
      type: 'users',
      attributes: {
        username: 'eva',
        email: 'eva@example.com',
        'email-verified': true,
        'unconfirmed-email': null,
        'avatar-url': expect.stringMatching(/^data:image\/svg\+xml,/),
        'is-service-account': false,
        'is-admin': false,
        'is-site-admin': false,
        'is-suspended': false,
        'two-factor': { enabled: false, verified: false },
        permissions: {
          'can-create-organizations': true,
          'can-change-email': true,
          'can-change-username': true,
          'can-manage-user-tokens': true,
        },
      },
      links: { self: `/api/v2/users/${eva.id}` },
    },
  })
})
