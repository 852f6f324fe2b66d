import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import type { FaceServices } from '../../src/http/face-services.js'
import { routes } from '../../src/rest/routes.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { everyCaller } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { as, documentOf, graphql } from '../rest.js'
import { password, sessionOf, signIn, userWithPassword } from '../sign-in.js'
import { refusalsOf } from './audit.js'

const app = await startTestApp()
const callers = await everyCaller(app)
const refusals = refusalsOf(app)
await userWithPassword(app, 'ben')

beforeEach(async () => {
  app.clock.move(minutes(2))
  await refusals()
  app.clock.move(minutes(2))
})

const here = expect.stringMatching(/127\.0\.0\.1/)

const member = (): Promise<Person> => app.make.member(callers.organization)

describe('a failed sign-in', () => {
  rule('§3 audit', 'A failed sign-in is in the log, never with what was typed')
  test('with a wrong password names the user it was tried for, and never what was typed', async () => {
    await signIn(app, 'ben', 'my other secret')
    const [row, ...more] = await refusals()
    expect(more).toEqual([])
    expect(row).toMatchObject({
      action: 'sign-in.fail',
      actorName: '',
      subjectType: 'user',
      subjectName: 'ben',
      credentialId: null,
      face: 'console',
      address: here,
      at: app.clock.now(),
      after: { why: 'wrong password' },
    })
    expect(JSON.stringify(row, (_, value) => String(value))).not.toContain('secret')
  })

  test('with an unknown name stores nothing of the name: a user may have typed a password there', async () => {
    await signIn(app, 'hunter2hunter2', 'anything at all')
    const rows = await refusals()
    expect(rows).toMatchObject([{ subjectType: 'unknown', subjectName: '', after: { why: 'unknown name' } }])
    const [stored] = await app.prisma.$queryRaw<{ text: string }[]>`
      SELECT row_to_json(e)::text AS text FROM audit_events e ORDER BY id DESC LIMIT 1`
    expect(stored?.text).not.toContain('hunter2')
  })

  test('of a suspended user with the right password says so, and answers as any other', async () => {
    await userWithPassword(app, 'zoe')
    await app.prisma.user.updateMany({
      where: { username: 'zoe' },
      data: { suspendedAt: app.clock.now() },
    })
    const answer = await signIn(app, 'zoe')
    expect(answer).toEqual(await signIn(app, 'no user at all'))
    expect(await refusals()).toMatchObject([
      { subjectName: 'zoe', after: { why: 'suspended' } },
      { after: { why: 'unknown name' } },
    ])
  })

  test('is one event a minute however often it is tried, which counts; the first is there at once', async () => {
    await app.make.user('cal')
    for (let time = 0; time < 3; time++) await signIn(app, 'cal', 'wrong'.repeat(3))
    const first = app.clock.now()
    expect(await refusals()).toMatchObject([{ after: { why: 'wrong password', times: 3 } }])
    app.clock.move(minutes(0.5))
    await signIn(app, 'cal', 'wrong'.repeat(3))
    await signIn(app, 'cal', 'wrong'.repeat(3))
    expect(await refusals()).toEqual([])
    app.clock.move(minutes(0.5))
    const [row, ...more] = await refusals()
    expect(more).toEqual([])
    const then = new Date(first.getTime() + minutes(0.5))
    expect(row).toMatchObject({ at: then, after: { times: 2, until: then.toISOString() } })
  })

  test('that comes too early is recorded apart from those that were checked, however often it comes', async () => {
    await userWithPassword(app, 'dan')
    for (let time = 0; time < 5; time++) await signIn(app, 'dan', 'my other secret')
    // These are not checked.
    for (let time = 0; time < 40; time++) expect((await signIn(app, 'dan')).token).toBeNull()
    for (let time = 0; time < 6; time++) await signIn(app, 'a name of no user', 'my other secret')
    const rows = await refusals()
    const dan = { action: 'sign-in.fail', subjectType: 'user', subjectName: 'dan', address: here }
    const unknown = { action: 'sign-in.fail', subjectType: 'unknown', subjectName: '', address: here }
    expect(rows).toMatchObject([
      { ...dan, after: { why: 'wrong password', times: 5 } },
      { ...dan, after: { why: 'too early', times: 40 } },
      { ...unknown, after: { why: 'unknown name', times: 5 } },
      { ...unknown, after: { why: 'too early' } },
    ])
    expect(JSON.stringify(rows, (_, value) => String(value))).not.toMatch(/secret|a name of no user/)
  })

  test('keeps nothing of what was written into its headers either', async () => {
    const body = { query: '{ setup { required } }' }
    const call = app.http.post('/graphql').set('Authorization', 'Bearer made-up-value').send(body)
    const answer = await call.set({ 'X-Audit-Reason': 'my secret reason', 'User-Agent': 'my secret agent' })
    expect(answer.status).toBe(401)
    const rows = await refusals()
    expect(rows).toMatchObject([{ action: 'token.refuse', reason: null }])
    expect(JSON.stringify(rows, (_, value) => String(value))).not.toContain('secret')
  })
})

test('a wrong set-up token is recorded, without its value', async () => {
  const call = app.http.post('/admin/initial-admin-user?token=a-wrong-set-up-token')
  const answer = await call.set('Content-Type', 'application/json').send('{}')
  expect(answer.status).toBe(404)
  const rows = await refusals()
  expect(rows).toMatchObject([{ action: 'set-up.fail', actorName: '', address: here, face: 'rest' }])
  expect(JSON.stringify(rows, (_, value) => String(value))).not.toContain('a-wrong')
})

rule('§3 audit', 'Sign-ins and sign-outs are in the log with their session')
test('a sign-in and a sign-out are recorded with the session', async () => {
  const bearer = await sessionOf(app, 'ben', password)
  await graphql(app, bearer, 'mutation { signOut { signedOut } }')
  const rows = await app.prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 2 })
  expect(rows).toMatchObject([
    { action: 'session.delete', actorName: 'ben', address: here, organizationId: null },
    { action: 'session.create', actorName: 'ben', address: here, organizationId: null },
  ])
  expect(rows.map(({ credentialId, subjectId }) => credentialId === subjectId)).toEqual([true, true])
  expect(rows[0]?.subjectId).toBe(rows[1]?.subjectId)
})

describe('a credential that is no good', () => {
  rule('§3 audit', 'A token that is known and no good is in the log with its owner')
  test.each([
    ['expired', 'expired'],
    ['suspended', 'suspended'],
  ])('since it is %s is recorded with its owner and its id', async (caller, why) => {
    for (const path of ['/account/details', '/admin/users'])
      expect((await as(app, callers.bearers[caller]).get(path)).status).toBe(401)
    const rows = await refusals()
    expect(rows).toMatchObject([
      {
        action: 'token.refuse',
        actorName: expect.stringMatching(/^admin/),
        subjectType: 'authentication-token',
        credentialId: expect.stringMatching(/^at-/),
        face: 'rest',
        after: { why, times: 2 },
      },
    ])
  })

  test('of a team is an event of its organization, which the owner reads', async () => {
    const organization = await app.make.organization(callers.owner)
    const team = await app.make.team(callers.owner, organization)
    const owner = { type: 'team', id: team.id, organizationId: organization.id } as const
    const soon = new Date(app.clock.now().getTime() + 1).toISOString()
    const { value } = await app.services.tokens.create(callers.owner.ctx, owner, {
      description: 'ci',
      expiredAt: soon,
    })
    app.clock.move(1)
    await as(app, value).get(`/organizations/${organization.name}`)
    const [row] = await refusals()
    expect(row).toMatchObject({
      action: 'token.refuse',
      organizationId: organization.id,
      actorName: team.name,
    })
    const query = `{ auditEvents(filter: { organization: "${organization.name}", action: "token.refuse" }) {
      nodes { actor { type name } tokenId } } }`
    const { data } = await graphql(app, callers.owner, query)
    const nodes = [{ actor: { type: 'TEAM', name: team.name }, tokenId: row?.credentialId }]
    expect(data['auditEvents']).toEqual({ nodes })
  })

  test('since it was revoked, or never was, is recorded with the address alone', async () => {
    await as(app, callers.bearers['revoked']).get('/account/details')
    await app.http.get('/v1/modules/acme/network/aws/versions').set('Authorization', 'Bearer made-up-value')
    const rows = await refusals()
    expect(rows).toMatchObject([
      { action: 'token.refuse', actorName: '', address: here, face: 'rest', after: { why: 'unknown token' } },
      { action: 'token.refuse', address: here, face: 'registry', after: { why: 'no such kind of token' } },
    ])
    expect(JSON.stringify(rows, (_, value) => String(value))).not.toContain('made-up')
  })

  test('is not recorded where none was sent', async () => {
    expect((await as(app, undefined).get('/account/details')).status).toBe(401)
    expect(await refusals()).toEqual([])
  })
})

describe('a denial', () => {
  rule('§3 audit', 'A change that was denied is in the log with caller, token and right')
  test('of a change is recorded with caller, token and right, on REST and GraphQL', async () => {
    const { id, username, token } = await member()
    const body = documentOf('organizations', { name: 'mine' })
    expect((await as(app, token).patch('/organizations/acme', { body })).status).toBe(404)
    const query = `mutation ($input: UserDeleteInput!) { userDelete(input: $input) { userErrors { code } } }`
    await graphql(app, token, query, { input: { id } })
    const rows = await refusals()
    const by = { actorName: username, credentialId: expect.stringMatching(/^at-/), address: here }
    expect(rows).toMatchObject([
      {
        ...by,
        action: 'access.deny',
        subjectType: 'permission',
        subjectName: 'organizations:write',
        organizationId: callers.organization.id,
        face: 'rest',
      },
      { ...by, subjectName: 'users:write', organizationId: null, face: 'console' },
    ])
  })

  test('of a token whose scopes are too narrow is recorded too', async () => {
    await as(app, callers.bearers['owner+read']).delete('/organizations/acme')
    expect(await refusals()).toMatchObject([{ action: 'access.deny', subjectName: 'organizations:write' }])
  })

  test('is not recorded for a missing thing, nor for a read', async () => {
    const { token } = await member()
    const ask = as(app, token)
    for (const path of [
      '/organizations/foreign',
      '/admin/users',
      '/organizations/missing',
      '/admin/audit-events',
    ])
      expect((await ask.get(path)).status, path).toBe(404)
    expect((await ask.delete('/organizations/missing')).status).toBe(404)
    expect((await as(app, callers.owner).delete('/teams/team-0000000000000000')).status).toBe(404)
    expect(await refusals()).toEqual([])
  })

  test('is not recorded for any read, by any route of the API', async () => {
    for (const [route, { operations }] of Object.entries(routes({} as FaceServices))) {
      if (!operations.GET) continue
      const path = await thingAt(app, callers, route, 'GET')
      for (const caller of ['member', 'owner+read', 'org token', 'stranger'])
        await as(app, callers.bearers[caller]).get(path)
    }
    expect(await refusals()).toEqual([])
  })

  test('to end another user’s session is recorded, and so is a wrong current password', async () => {
    const { token } = await member()
    const sessionId = await app.make.session(callers.owner)
    const query = `mutation ($id: ID!) { sessionDelete(input: { id: $id }) { userErrors { code } } }`
    await graphql(app, token, query, { id: sessionId })
    const body = documentOf('users', { current_password: 'not it', password: 'a long new password' })
    await as(app, token).patch('/account/password', { body })
    expect(await refusals()).toMatchObject([
      { action: 'access.deny', subjectName: 'sessions:write' },
      { action: 'password.refuse', after: { why: 'wrong current password' } },
    ])
  })

  test('of a current password that comes too early is recorded apart', async () => {
    const { username, token } = await member()
    const body = documentOf('users', { current_password: 'not it', password: 'a long new password' })
    const change = () => as(app, token).patch('/account/password', { body })
    for (let time = 0; time < 5; time++) await change()
    expect([(await change()).status, (await change()).status]).toEqual([422, 422])
    const by = { action: 'password.refuse', actorName: username, address: here }
    expect(await refusals()).toMatchObject([
      { ...by, after: { why: 'wrong current password', times: 5 } },
      { ...by, after: { why: 'too early', times: 2 } },
    ])
  })
})
