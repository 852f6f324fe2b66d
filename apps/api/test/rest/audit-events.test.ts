import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { longestAuditList } from '../../src/domain/audit/audit-event.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createProvider, createProviderVersion } from '../providers.js'
import { as, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'

interface Event {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

const app = await startTestApp()
const admin = await app.make.administrator('root')
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')

const path = '/admin/audit-events'

async function events(query = '', caller: Person | string = admin): Promise<readonly Event[]> {
  const answer = await as(app, caller).get(`${path}?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

/** Events that a query finds, each as `actor action target`. */
const found = async (query: string): Promise<string[]> =>
  (await events(query)).map(
    ({ attributes: of }) => `${of['actor-name']} ${of['action']} ${of['target-name']}`,
  )

/** An engine version, made and changed by REST with everything that a request can say about itself. */
async function changedVersion(version: string): Promise<{ id: string; requestId: string }> {
  const { id } = await app.make.engineVersion(admin, version)
  const requestId = `change-of-${version}`
  const headers = { 'X-Audit-Reason': 'Has a known fault', 'X-Request-Id': requestId }
  const body = documentOf('engine-versions', { enabled: false })
  const answer = await as(app, admin).patch(`/admin/engine-versions/${id}`, { body, headers })
  expect(answer.status).toBe(200)
  return { id, requestId }
}

describe('an event', () => {
  rule('§3 audit', 'Each event has actor, token, address, request, target, before, after and reason')
  test('says who did what to which thing, when, from where and why, with what was before and after', async () => {
    const { id, requestId } = await changedVersion('1.0.0')
    const [event] = await events(`filter[request-id]=${requestId}`)
    expect(event).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      type: 'audit-events',
      attributes: {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        action: 'engine-version.update',
        'actor-type': 'user',
        'actor-id': admin.id,
        'actor-name': 'root',
        'token-id': expect.stringMatching(/^at-/),
        face: 'rest',
        address: expect.stringMatching(/127\.0\.0\.1/),
        'organization-id': null,
        'organization-name': null,
        'administrator-override': false,
        'target-type': 'engine-version',
        'target-id': id,
        'target-name': '1.0.0',
        before: { version: '1.0.0', enabled: true },
        after: { version: '1.0.0', enabled: false },
        reason: 'Has a known fault',
      },
    })
  })

  test('of an organization names it, also by its new name, and keeps its id when it is gone', async () => {
    const first = await app.make.organization(owner, 'before')
    await as(app, owner).patch('/organizations/before', {
      body: documentOf('organizations', { name: 'after' }),
    })
    const named = await events('filter[organization]=BEFORE')
    expect(
      named.map(({ attributes }) => [attributes['organization-id'], attributes['organization-name']]),
    ).toEqual([
      [first.id, 'after'],
      [first.id, 'after'],
    ])
    await as(app, owner).delete('/organizations/after')
    for (const name of ['before', 'after', first.id]) {
      const gone = await events(`filter[organization]=${name}`)
      expect(
        gone.map(({ attributes }) => attributes['action']),
        name,
      ).toEqual(['organization.delete', 'organization.update', 'organization.create'])
      expect(gone[0]?.attributes).toMatchObject({ 'organization-id': first.id, 'organization-name': null })
    }
  })

  rule('§3 audit', 'No value of a token and no password is in the log')
  test('contains no value of a token and no password, whatever was done', async () => {
    const password = 'four quiet herons over Leiden'
    const attributes = { username: 'eve', email: 'eve@example.com', password }
    expect(
      (await as(app, admin).post('/admin/users', { body: documentOf('users', attributes) })).status,
    ).toBe(201)
    const team = await app.make.team(owner, acme)
    const made = await as(app, owner).post(`/teams/${team.id}/authentication-token`)
    const own = await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, {
      body: documentOf('authentication-tokens', { description: 'mine' }),
    })
    const { text } = await as(app, admin).get(`${path}?page[size]=100`)
    const secrets = [made, own].map(({ body }) => String(body.data.attributes.token))
    for (const secret of [password, ...secrets]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/hash|argon2/i)
  })
})

describe('the list', () => {
  test('is newest first, and oldest first when asked', async () => {
    const newest = (await events('page[size]=100')).map(({ id }) => Number(id))
    expect(newest).toEqual([...newest].sort((a, b) => b - a))
    const oldest = (await events('page[size]=100&sort=at')).map(({ id }) => Number(id))
    expect(oldest).toEqual([...newest].reverse())
    expect(newest.length).toBeGreaterThan(5)
  })

  test.each([
    ['filter[action]=engine-version.update&filter[target]=2.0.0', ['root engine-version.update 2.0.0']],
    [
      'filter[action]=engine-version&filter[target]=2.0.0',
      ['root engine-version.update 2.0.0', 'root engine-version.create 2.0.0'],
    ],
    ['filter[action]=engine&filter[target]=2.0.0', []],
    [
      'filter[actor]=ROOT&filter[target-type]=engine-version&filter[target]=2.0.0&sort=at&page[size]=1',
      ['root engine-version.create 2.0.0'],
    ],
    ['filter[actor]=roo&filter[target]=2.0.0', []],
    ['filter[actor]=%25&filter[target]=2.0.0', []],
    ['filter[organization]=acme&filter[action]=organization.create', ['owner organization.create acme']],
    ['filter[organization]=missing', []],
    ['q=change-of-2.0.0', ['root engine-version.update 2.0.0']],
    ['q=KNOWN%20fault&filter[target]=2.0.0', ['root engine-version.update 2.0.0']],
    ['q=2.0.&filter[action]=engine-version.create', ['root engine-version.create 2.0.0']],
    ['q=2_0&filter[action]=engine-version.create', []],
  ])('%s', async (query, expected) => {
    const [known] = await app.prisma.auditEvent.findMany({ where: { subjectName: '2.0.0' } })
    if (!known) await changedVersion('2.0.0')
    expect(await found(query)).toEqual(expected)
  })

  test('of a provider what was done to its versions comes too, but nothing of another one', async () => {
    for (const name of ['cloud', 'cloudy']) {
      await createProvider(app, owner, `acme/private/acme/${name}`)
      await createProviderVersion(app, owner, `acme/private/acme/${name}`, '1.0.0')
    }
    expect(await found('filter[target]=ACME/cloud')).toEqual([
      'owner registry-provider-version.create acme/cloud 1.0.0',
      'owner registry-provider.create acme/cloud',
    ])
  })

  test('is narrowed by ids of actor, target and token', async () => {
    const { id, requestId } = await changedVersion('3.0.0')
    const [event] = await events(`filter[request-id]=${requestId}`)
    const token = String(event?.attributes['token-id'])
    const all = await events('page[size]=100')
    expect(await found(`filter[target]=${id}`)).toHaveLength(2)
    expect((await events(`filter[actor]=${owner.id}&page[size]=100`)).map((each) => each.id)).toEqual(
      all.filter(({ attributes }) => attributes['actor-id'] === owner.id).map((each) => each.id),
    )
    const byToken = await events(`q=${token}&page[size]=100`)
    expect(byToken.length).toBeGreaterThan(1)
    for (const { attributes } of byToken)
      expect([attributes['token-id'], attributes['target-id']], String(attributes['action'])).toContain(token)
  })

  test('is narrowed by time: from a moment on, before a moment, by whole days', async () => {
    const day = (offset: number) =>
      new Date(app.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)
    const early = await changedVersion('4.0.0')
    app.clock.move(3 * 86_400_000)
    const middle = app.clock.now().toISOString()
    await changedVersion('4.1.0')
    const update = (query: string) => found(`filter[action]=engine-version.update&q=4.&${query}`)
    expect(await update(`filter[from]=${middle}`)).toEqual(['root engine-version.update 4.1.0'])
    expect(await update(`filter[until]=${middle}`)).toEqual(['root engine-version.update 4.0.0'])
    expect(await update(`filter[from]=${day(0)}&filter[until]=${day(0)}`)).toEqual([
      'root engine-version.update 4.1.0',
    ])
    expect(await update(`filter[from]=${day(-3)}&filter[until]=${day(-1)}`)).toEqual([
      'root engine-version.update 4.0.0',
    ])
    expect(early.id).toMatch(/^tool-/)
  })

  rule('§3 audit', 'What a site administrator does as an owner is told apart in the log')
  test('tells what site administrators did as owners of what is not theirs', async () => {
    await app.make.team(admin, acme, { name: 'by-root' })
    expect(await found('filter[administrator-override]=true')).toEqual(['root team.create by-root'])
  })

  test.each([
    'filter[from]=yesterday',
    'filter[until]=2026-02-30',
    'filter[administrator-override]=yes',
    'filter[verb]=create',
    'sort=action',
    'page[size]=x',
  ])('%s is 400', async (query) => {
    const answer = await as(app, admin).get(`${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].source.parameter).toBe(query.split('=')[0])
  })

  test('counts as far as its pages lead, says that there is more, and stays right below that', async () => {
    const own = await startTestApp()
    const root = await own.make.administrator('root')
    const before = await own.prisma.auditEvent.count()
    const fill = (count: number) => own.prisma.$executeRaw`
      INSERT INTO audit_events (at, action, actor_type, actor_name, face, request_id, subject_type, subject_id, subject_name)
      SELECT now(), 'team.update', 'system', 'filler', 'system', 'fill', 'team', 'team-1', n::text FROM generate_series(1, ${count}::int) AS n`
    const ask = async (query: string) => (await as(own, root).get(`${path}?${query}`)).body
    await fill(longestAuditList - before)
    expect((await ask('page[size]=100')).meta).toMatchObject({
      'has-more': false,
      pagination: { 'total-count': longestAuditList, 'total-pages': 100 },
    })
    await fill(50)
    const last = await ask('page[size]=100&page[number]=100')
    expect(last.meta).toMatchObject({
      'has-more': true,
      pagination: { 'total-count': longestAuditList, 'next-page': null },
    })
    expect(last.data).toHaveLength(100)
    const beyond = await ask('page[size]=100&page[number]=101')
    expect([beyond.data, beyond.meta['has-more']]).toEqual([[], true])
  })
})

describe('who may read it', () => {
  rule('§3 audit', 'The log is for site administrators; 404 for all others')
  test('a site administrator, also by a token that only reads; all others get 404, without a token 401', async () => {
    const reading = await app.make.token(admin, { scopes: ['read'] })
    expect((await events('', reading)).length).toBeGreaterThan(0)
    const member = await app.make.member(acme)
    for (const caller of [owner, member, await app.make.token(admin, { scopes: ['registry'] })]) {
      const answer = await as(app, caller).get(`${path}?filter[organization]=acme`)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
    const answer = await as(app, undefined).get(path)
    expect([answer.status, answer.body]).toEqual([401, unauthorizedBody])
  })

  test('reading it leaves no trace in it', async () => {
    const before = await app.prisma.auditEvent.count()
    await events()
    expect(await app.prisma.auditEvent.count()).toBe(before)
  })
})
