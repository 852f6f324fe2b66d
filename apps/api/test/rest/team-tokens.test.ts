import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Team } from '../../src/domain/teams/team.js'
import { startTestApp } from '../app.js'
import { as, notFoundBody, unauthorizedBody } from '../rest.js'
import { racers } from '../full-run.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme, 'member')
const team = await app.make.team(owner, acme, {
  name: 'builders',
  organizationAccess: { 'manage-modules': true },
})

const plain = (of: Team): string => `/teams/${of.id}/authentication-token`
const many = (of: Team): string => `/teams/${of.id}/authentication-tokens`
const bodyWith = (attributes: object): object => ({ data: { type: '', attributes } })
const freshTeam = (): Promise<Team> => app.make.team(owner, acme)

describe('the token of a team without a description', () => {
  rule('§2 order', 'Where a path holds one optional thing its parent decides for 405 and `OPTIONS`')
  test('is not there until it is made, and its team decides 405 and OPTIONS', async () => {
    const fresh = await freshTeam()
    for (const answer of [
      await as(app, owner).get(plain(fresh)),
      await as(app, owner).head(plain(fresh)),
      await as(app, owner).delete(plain(fresh)),
    ])
      expect(answer.status).toBe(404)
    expect((await as(app, owner).get(plain(fresh))).body).toEqual(notFoundBody)
    const options = await as(app, owner).options(plain(fresh))
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, POST, DELETE, OPTIONS'])
    const put = await as(app, owner).put(plain(fresh))
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST, DELETE, OPTIONS'])
  })

  rule('§3 tokens', 'A token ends two years after its creation by default')
  rule('§3 rights', 'A team’s token acts as a member of that team')
  test('acts as the team, shows its value once and lives two years', async () => {
    const fresh = await app.make.team(owner, acme, { organizationAccess: { 'manage-modules': true } })
    const made = await as(app, owner).post(plain(fresh), { body: bodyWith({}) })
    expect(made.status).toBe(201)
    const { id, type, attributes, relationships } = made.body.data
    expect([type, attributes.description]).toEqual(['authentication-tokens', null])
    expect(attributes.token).toMatch(/^engt_/)
    expect(attributes['expired-at']).toBe(app.clock.now().toISOString().replace('2026', '2028'))
    expect(relationships['created-by'].data).toEqual({ id: owner.id, type: 'users' })
    const creation = { data: { type: 'registry-modules', attributes: { name: fresh.name, provider: 'aws' } } }
    const module = await as(app, attributes.token).post('/organizations/acme/registry-modules', {
      body: creation,
    })
    expect(module.status).toBe(201)
    const shown = await as(app, owner).get(plain(fresh))
    expect(shown.body.data).toMatchObject({
      id,
      attributes: { token: null, 'last-used-at': app.clock.now().toISOString() },
    })
    const same = await as(app, owner).get(`/authentication-tokens/${id}`)
    expect(same.body.data).toEqual(shown.body.data)
  })

  test('is made with an empty body, with and without a type, but not with a wrong one', async () => {
    const fresh = await freshTeam()
    const json = { 'Content-Type': 'application/vnd.api+json' }
    expect((await as(app, owner).post(plain(fresh), { headers: json })).status).toBe(201)
    expect((await as(app, owner).post(plain(fresh), { body: { data: {} } })).status).toBe(201)
    const wrong = await as(app, owner).post(plain(fresh), { body: { data: { type: 'teams' } } })
    expect([wrong.status, wrong.body.errors[0].source.pointer]).toEqual([422, '/data/type'])
    const without = await as(app, owner).post(plain(fresh), { body: {} })
    expect([without.status, without.body.errors[0].source.pointer]).toEqual([422, '/data'])
  })

  rule('§3 tokens', 'A team has one token without a description; POST replaces it')
  test('is replaced by the next one, and the old value stops at once', async () => {
    const fresh = await freshTeam()
    const first = await as(app, owner).post(plain(fresh), { body: bodyWith({}) })
    const second = await as(app, owner).post(plain(fresh), { body: bodyWith({}) })
    expect(second.body.data.id).not.toBe(first.body.data.id)
    const old = await as(app, first.body.data.attributes.token as string).get('/account/details')
    expect([old.status, old.body]).toEqual([401, unauthorizedBody])
    expect((await as(app, second.body.data.attributes.token as string).get('/account/details')).status).toBe(
      200,
    )
    expect((await as(app, owner).delete(plain(fresh))).status).toBe(204)
    expect((await as(app, second.body.data.attributes.token as string).get('/account/details')).status).toBe(
      401,
    )
  })

  rule('§3 tokens', 'Of racing replacements of a team’s token one lives')
  test('of many replacements at once exactly one token lives', async () => {
    const fresh = await freshTeam()
    const answers = await Promise.all(
      Array.from({ length: racers }, () => as(app, owner).post(plain(fresh), { body: bodyWith({}) })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(racers).fill(201))
    const checks = await Promise.all(
      answers.map((answer) => as(app, answer.body.data.attributes.token as string).get('/account/details')),
    )
    expect(checks.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await app.prisma.authenticationToken.count({ where: { teamId: fresh.id } })).toBe(1)
  })
})

describe('the tokens of a team with descriptions', () => {
  rule('§3 tokens', 'A team has many tokens, told apart by their descriptions')
  test('are many, listed newest first, each found and revoked by its id', async () => {
    const fresh = await freshTeam()
    const first = await as(app, owner).post(many(fresh), { body: bodyWith({ description: 'ci' }) })
    app.clock.move(1000)
    const second = await as(app, owner).post(many(fresh), { body: bodyWith({ description: 'cd' }) })
    expect([first.status, second.status]).toEqual([201, 201])
    const list = await as(app, owner).get(many(fresh))
    expect(list.body.data.map((each: { attributes: object }) => each.attributes)).toMatchObject([
      { description: 'cd', token: null },
      { description: 'ci', token: null },
    ])
    expect(list.body.meta.pagination['total-count']).toBe(2)
    const path = `/authentication-tokens/${first.body.data.id}`
    expect((await as(app, owner).get(path)).status).toBe(200)
    expect((await as(app, owner).delete(path)).status).toBe(204)
    expect((await as(app, owner).get(path)).status).toBe(404)
    expect((await as(app, first.body.data.attributes.token as string).get('/account/details')).status).toBe(
      401,
    )
  })

  rule('§2 errors', 'A second team token with the same description has a title and a detail of its own')
  test('a second one with the same description is refused in the words of the contract', async () => {
    const fresh = await freshTeam()
    const body = bodyWith({ description: 'ci' })
    await as(app, owner).post(many(fresh), { body })
    const again = await as(app, owner).post(many(fresh), { body })
    expect(again.status).toBe(422)
    expect(again.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attributes',
        detail: 'Validation failed: Description has already been taken',
        source: { pointer: '/data/attributes/description' },
      },
    ])
    expect(await app.prisma.authenticationToken.count({ where: { teamId: fresh.id } })).toBe(1)
  })

  test('of many creations at once with one description one wins', async () => {
    const fresh = await freshTeam()
    const body = bodyWith({ description: 'racing' })
    const answers = await Promise.all(
      Array.from({ length: racers }, () => as(app, owner).post(many(fresh), { body })),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(racers - 1)
  })

  test('all faults of one are told at once', async () => {
    const answer = await as(app, owner).post(many(team), {
      body: bodyWith({
        description: 'x'.repeat(256),
        'expired-at': '2020-01-01T00:00:00Z',
        scopes: ['everything'],
      }),
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { detail: string }) => error.detail).sort()).toEqual([
      'Description is too long (maximum is 255 characters)',
      'Expired at is invalid',
      'Scopes is invalid',
    ])
  })
})

describe('tokens of a team are for the owners of its organization', () => {
  rule('§3 rights', 'A team’s token sees no tokens')
  test('members, managers, strangers and tokens of the team itself see and make none', async () => {
    const made = await as(app, owner).post(plain(team), { body: bodyWith({}) })
    const token = made.body.data.attributes.token as string
    const beside = await as(app, owner).post(many(team), { body: bodyWith({ description: 'beside' }) })
    const id = beside.body.data.id as string
    const stranger = await app.make.user()
    const manager = await app.make.manager(acme, { manageModules: true })
    const reader = await app.make.token(owner, { scopes: ['read'] })
    for (const caller of [member, manager, stranger, token])
      for (const answer of [
        await as(app, caller).get(plain(team)),
        await as(app, caller).get(many(team)),
        await as(app, caller).post(plain(team), { body: bodyWith({}) }),
        await as(app, caller).post(many(team), { body: bodyWith({ description: 'x' }) }),
        await as(app, caller).delete(plain(team)),
        await as(app, caller).get(`/authentication-tokens/${id}`),
        await as(app, caller).delete(`/authentication-tokens/${id}`),
      ])
        expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    expect((await as(app, reader).get(plain(team))).status).toBe(200)
    expect((await as(app, reader).post(plain(team), { body: bodyWith({}) })).status).toBe(404)
    expect((await as(app, token).get('/account/details')).status).toBe(200)
  })

  test('the token of the team owners sees no tokens either', async () => {
    const list = await as(app, owner).get('/organizations/acme/teams?filter[names]=owners')
    const owners = list.body.data[0] as { id: string }
    const made = await as(app, owner).post(`/teams/${owners.id}/authentication-token`, { body: bodyWith({}) })
    const token = made.body.data.attributes.token as string
    expect((await as(app, token).get(`/teams/${owners.id}`)).status).toBe(200)
    for (const path of [`/teams/${owners.id}/authentication-token`, plain(team), many(team)])
      expect((await as(app, token).get(path)).body).toEqual(notFoundBody)
    expect((await as(app, token).get('/organizations/acme/authentication-token')).body).toEqual(notFoundBody)
  })

  rule('§3 rights', 'A team’s token creates no organization')
  test('and creates no organization', async () => {
    const { value } = await app.services.tokens.replacePlain(
      owner.ctx,
      { type: 'team', id: team.id, organizationId: acme.id },
      {},
    )
    const body = { data: { type: 'organizations', attributes: { name: 'by-team', email: 'a@example.com' } } }
    expect((await as(app, value).post('/organizations', { body })).body).toEqual(notFoundBody)
    expect(await app.prisma.organization.count({ where: { nameKey: 'by-team' } })).toBe(0)
  })

  rule('§3 rights', 'A site administrator acts as an owner, audited as an override')
  test('a site administrator acts as an owner, and the audit log says so', async () => {
    const admin = await app.make.administrator()
    const fresh = await freshTeam()
    const made = await as(app, admin).post(plain(fresh), { body: bodyWith({}) })
    expect(made.status).toBe(201)
    const subjectId = made.body.data.id as string
    expect(await app.prisma.auditEvent.findFirst({ where: { subjectId } })).toMatchObject({
      action: 'authentication-token.create',
      administratorOverride: true,
      organizationId: acme.id,
    })
  })

  test('a token lives no longer than the token that made it', async () => {
    const short = await app.make.token(owner, { expiredAt: '2026-04-01T00:00:00Z' })
    const fresh = await freshTeam()
    const made = await as(app, short).post(plain(fresh), { body: bodyWith({}) })
    expect(made.body.data.attributes['expired-at']).toBe('2026-04-01T00:00:00.000Z')
    const longer = bodyWith({ 'expired-at': '2026-05-01T00:00:00Z' })
    expect((await as(app, short).post(plain(fresh), { body: longer })).status).toBe(422)
  })

  test('disabling the organization stops its tokens and hides them', async () => {
    const other = await app.make.organization(owner, 'paused')
    const paused = await app.make.team(owner, other)
    const made = await as(app, owner).post(plain(paused), { body: bodyWith({}) })
    await app.prisma.organization.update({ where: { id: other.id }, data: { isDisabled: true } })
    expect((await as(app, made.body.data.attributes.token as string).get('/account/details')).status).toBe(
      401,
    )
    expect((await as(app, owner).get(plain(paused))).status).toBe(404)
    expect((await as(app, owner).get(`/authentication-tokens/${made.body.data.id}`)).status).toBe(404)
  })

  test('deleting the team ends its tokens', async () => {
    const fresh = await freshTeam()
    const made = await as(app, owner).post(plain(fresh), { body: bodyWith({}) })
    expect((await as(app, owner).delete(`/teams/${fresh.id}`)).status).toBe(204)
    expect((await as(app, made.body.data.attributes.token as string).get('/account/details')).status).toBe(
      401,
    )
  })
})

rule('§3 account', '`GET /account/details` of a team’s token is a service user')
test('account/details of a team token is a service user', async () => {
  const fresh = await freshTeam()
  const made = await as(app, owner).post(plain(fresh), { body: bodyWith({}) })
  const answer = await as(app, made.body.data.attributes.token as string).get('/account/details')
  expect(answer.body.data).toMatchObject({
    id: fresh.id.replace('team-', 'user-'),
    type: 'users',
    attributes: {
      username: fresh.id.replace('team-', 'api-team_'),
      email: null,
      'is-service-account': true,
      'is-admin': false,
    },
  })
})

test('a token with scopes revokes only what it could have made itself', async () => {
  const whole = await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, { body: bodyWith({}) })
  const narrow = await app.make.token(owner, { scopes: ['read'] })
  const path = `/authentication-tokens/${whole.body.data.id}`
  expect((await as(app, narrow).delete(path)).status).toBe(404)
  expect((await as(app, narrow).get(path)).status).toBe(200)
  const own = await as(app, narrow).post(`/users/${owner.id}/authentication-tokens`, {
    body: bodyWith({ scopes: ['read'] }),
  })
  expect((await as(app, narrow).delete(`/authentication-tokens/${own.body.data.id}`)).status).toBe(204)
})
