import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createVersion, listed, modulePath, publishModule } from '../modules/module-requests.js'
import { as, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'
import { racers } from '../full-run.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')

const path = '/organizations/acme/authentication-token'
const body = { data: { type: '', attributes: {} } }

async function freshToken(): Promise<string> {
  return (await as(app, owner).post(path, { body })).body.data.attributes.token as string
}

rule('§3 tokens', 'An organization has one token; POST replaces it, DELETE ends it')
test('an organization has one token, replaced by the next and gone when revoked', async () => {
  const missing = await as(app, owner).get(path)
  expect([missing.status, missing.body]).toEqual([404, notFoundBody])
  expect((await as(app, owner).options(path)).headers['allow']).toBe('GET, HEAD, POST, DELETE, OPTIONS')
  const first = await as(app, owner).post(path, { body })
  expect(first.status).toBe(201)
  expect(first.body.data.attributes.token).toMatch(/^engo_/)
  const shown = await as(app, owner).get(path)
  expect(shown.body.data).toMatchObject({ id: first.body.data.id, attributes: { token: null } })
  const second = await as(app, owner).post(path, { body })
  const old = await as(app, first.body.data.attributes.token as string).get('/account/details')
  expect([old.status, old.body]).toEqual([401, unauthorizedBody])
  expect((await as(app, owner).delete(path)).status).toBe(204)
  expect((await as(app, owner).delete(path)).status).toBe(404)
  expect((await as(app, second.body.data.attributes.token as string).get('/account/details')).status).toBe(
    401,
  )
})

rule('§3 tokens', 'A past expiry is 422, a coming one holds')
test('it expires when it says so, and never in the past', async () => {
  const expiredAt = new Date(app.clock.now().getTime() + 5000).toISOString()
  const made = await as(app, owner).post(path, {
    body: { data: { attributes: { 'expired-at': expiredAt } } },
  })
  expect(made.body.data.attributes['expired-at']).toBe(expiredAt)
  const token = made.body.data.attributes.token as string
  expect((await as(app, token).get('/organizations/acme')).status).toBe(200)
  app.clock.move(5000)
  expect((await as(app, token).get('/organizations/acme')).status).toBe(401)
  const past = { data: { attributes: { 'expired-at': '2020-01-01T00:00:00Z' } } }
  const refused = await as(app, owner).post(path, { body: past })
  expect([refused.status, refused.body.errors[0].detail]).toEqual([422, 'Expired at is invalid'])
})

rule('§3 tokens', 'Of racing replacements of an organization’s token one lives')
test('of many replacements at once exactly one token lives', async () => {
  const values = await Promise.all(Array.from({ length: racers }, freshToken))
  const checks = await Promise.all(values.map((value) => as(app, value).get('/account/details')))
  expect(checks.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(await app.prisma.authenticationToken.count({ where: { organizationId: acme.id } })).toBe(1)
})

rule('§3 rights', 'An organization’s token reads, but sees no tokens and creates no organization')
test('it reads what members read, but sees no tokens and makes no organization', async () => {
  const token = await freshToken()
  for (const readable of ['', '/teams', '/organization-memberships', '/registry-modules'])
    expect((await as(app, token).get(`/organizations/acme${readable}`)).status, readable).toBe(200)
  const shown = await as(app, owner).get(path)
  for (const answer of [
    await as(app, token).get(path),
    await as(app, token).post(path, { body }),
    await as(app, token).delete(path),
    await as(app, token).get(`/authentication-tokens/${shown.body.data.id}`),
    await as(app, token).post('/organizations', {
      body: documentOf('organizations', { name: 'second', email: 'a@example.com' }),
    }),
    await as(app, token).post('/organizations/acme/teams', { body: documentOf('teams', { name: 'x' }) }),
  ])
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
})

rule('§3 rights', 'An organization’s token adds and deletes no modules')
test('it neither adds nor deletes modules', async () => {
  const token = await freshToken()
  await publishModule(app, owner, 'acme/network/aws', '1.0.0')
  const path = modulePath('acme/network/aws')
  expect((await as(app, token).get(path)).status).toBe(200)
  for (const answer of [
    await as(app, token).post('/organizations/acme/registry-modules', {
      body: documentOf('registry-modules', { name: 'other', provider: 'aws' }),
    }),
    await createVersion(app, token, 'acme/network/aws', '1.1.0'),
    await as(app, token).delete(`${path}/1.0.0`),
    await as(app, token).delete(path),
  ])
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  expect(await listed(app, token, 'acme/network/aws')).toEqual(['1.0.0'])
  expect(await app.prisma.module.count()).toBe(1)
})

rule('§3 rights', 'Members see no tokens of their organization')
test('members and strangers neither see nor make it', async () => {
  await freshToken()
  const member = await app.make.member(acme)
  const stranger = await app.make.user()
  for (const caller of [member, stranger])
    for (const answer of [
      await as(app, caller).get(path),
      await as(app, caller).post(path, { body }),
      await as(app, caller).delete(path),
      await as(app, caller).options(path),
    ])
      expect(answer.status).toBe(404)
})

rule('§3 account', '`GET /account/details` of an organization’s token is a service user')
test('account/details of it is a service user', async () => {
  const answer = await as(app, await freshToken()).get('/account/details')
  expect(answer.body.data).toMatchObject({
    id: acme.id.replace('org-', 'user-'),
    attributes: { username: `api-org-acme-${acme.id.slice(4)}`, 'is-service-account': true },
  })
  for (const change of ['/account/update', '/account/password'])
    expect((await as(app, await freshToken()).patch(change, { body: {} })).status).toBe(404)
})
