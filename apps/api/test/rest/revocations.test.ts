import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../src/kernel/clock.js'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, faultsOf, graphql, notFoundBody, unauthorizedBody } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'

let app: TestApp
let other: TestApp
let ana: Person
let acme: Organization

beforeAll(async () => {
  app = await startTestApp()
  other = await startTestApp({}, app)
  ana = await app.make.user('ana')
  acme = await app.make.organization(ana, 'acme')
})
// Revocations are limited by the minute.
beforeEach(() => app.clock.move(minutes(1)))
afterAll(async () => {
  await other.stop()
  await app.stop()
})

interface Made {
  readonly id: string
  readonly value: string
}

async function make(bearer: string, path: string, attributes: object = {}): Promise<Made> {
  const answer = await as(app, bearer).post(path, { body: { data: { attributes } } })
  expect(answer.status, answer.text).toBe(201)
  return { id: answer.body.data.id as string, value: answer.body.data.attributes.token as string }
}

const ownOf = ({ id }: Pick<Person, 'id'>): string => `/users/${id}/authentication-tokens`
const child = (bearer: string, description = 'child'): Promise<Made> =>
  make(bearer, ownOf(ana), { description })
const end = (bearer: string | Person, id: string) => as(app, bearer).delete(`/authentication-tokens/${id}`)
const statusOf = async (bearer: string, at = app): Promise<number> =>
  (await as(at, bearer).get('/account/details')).status
const revoke = (body: unknown, at = app) =>
  as(at, undefined).post('/authentication-tokens/actions/revoke', { body })
const rowsOf = (subjectId: string) =>
  app.prisma.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'desc' } })

describe('ending a token of a person', () => {
  test('ends the tokens of that person that it made, and those that these made, on every process', async () => {
    const leaked = await child(ana.token, 'leaked')
    const first = await child(leaked.value, 'first')
    const second = await child(first.value, 'second')
    const beside = await child(ana.token, 'beside')
    for (const at of [app, other]) expect(await statusOf(second.value, at)).toBe(200)
    expect((await end(ana, leaked.id)).status).toBe(204)
    for (const { value } of [leaked, first, second]) expect(await statusOf(value)).toBe(401)
    await expect.poll(() => statusOf(second.value, other)).toBe(401)
    expect(await statusOf(beside.value)).toBe(200)
    const [root] = await rowsOf(leaked.id)
    expect(root).toMatchObject({ action: 'authentication-token.delete', actorName: 'ana' })
    expect(root?.after).toMatchObject({ alsoEnded: expect.arrayContaining([first.id, second.id]) })
    for (const { id } of [first, second])
      expect((await rowsOf(id))[0]).toMatchObject({
        action: 'authentication-token.delete',
        before: { id, endedWith: leaked.id },
      })
  })

  test('leaves the tokens of teams and organizations that it made, and says which', async () => {
    const leaked = await child(ana.token, 'leaked')
    const team = await app.make.team(ana, acme)
    const ofTeam = await make(leaked.value, `/teams/${team.id}/authentication-tokens`, { description: 'ci' })
    app.clock.move(1)
    const ofAcme = await make(leaked.value, '/organizations/acme/authentication-token')
    const made = await child(leaked.value)
    const { data } = await graphql(
      app,
      ana,
      `
        mutation ($id: ID!) {
          authenticationTokenDelete(input: { id: $id }) {
            deletedId
            consequences {
              endsCount
              ends {
                id
                name
              }
              staysCount
              stays {
                id
                name
                ownerType
                ownerName
              }
            }
            userErrors {
              code
            }
          }
        }
      `,
      { id: leaked.id },
    )
    expect(data['authenticationTokenDelete']).toEqual({
      deletedId: leaked.id,
      consequences: {
        endsCount: 1,
        ends: [{ id: made.id, name: 'child' }],
        staysCount: 2,
        stays: [
          { id: ofTeam.id, name: 'ci', ownerType: 'TEAM', ownerName: team.name },
          { id: ofAcme.id, name: null, ownerType: 'ORGANIZATION', ownerName: 'acme' },
        ],
      },
      userErrors: [],
    })
    expect([await statusOf(ofTeam.value), await statusOf(ofAcme.value)]).toEqual([200, 200])
    const [row] = await rowsOf(leaked.id)
    expect(row?.after).toMatchObject({ stayed: [ofTeam.id, ofAcme.id] })
  })

  test('is told before it is done', async () => {
    const leaked = await child(ana.token, 'leaked')
    const made = await child(leaked.value)
    const team = await app.make.team(ana, acme)
    const ofTeam = await make(leaked.value, `/teams/${team.id}/authentication-tokens`, { description: 'ci' })
    const question = `query ($id: ID!) {
      authenticationToken(id: $id) {
        consequences { endsCount ends { id name } staysCount stays { id name ownerType ownerName } }
      }
    }`
    const { data } = await graphql(app, ana, question, { id: leaked.id })
    expect(data['authenticationToken']?.['consequences']).toEqual({
      endsCount: 1,
      ends: [{ id: made.id, name: 'child' }],
      staysCount: 1,
      stays: [{ id: ofTeam.id, name: 'ci', ownerType: 'TEAM', ownerName: team.name }],
    })
    const none = await graphql(app, ana, question, { id: ofTeam.id })
    expect(none.data['authenticationToken']?.['consequences']).toEqual({
      ...{ endsCount: 0, ends: [], staysCount: 0, stays: [] },
    })
  })

  test('leaves none that is made at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const leaked = await child(ana.token, 'leaked')
      const makings = Array.from({ length: 4 }, () =>
        as(app, leaked.value).post(ownOf(ana), { body: { data: {} } }),
      )
      const [ended, ...made] = await Promise.all([end(ana, leaked.id), ...makings])
      expect(ended?.status).toBe(204)
      const values = made.flatMap(({ status, body }) =>
        status === 201 ? [body.data.attributes.token as string] : [],
      )
      for (const value of values) expect(await statusOf(value)).toBe(401)
      expect(await app.prisma.authenticationToken.count({ where: { madeBy: leaked.id } })).toBe(0)
    }
  })

  test('happens to no token when its session is signed out', async () => {
    await userWithPassword(app, 'uma')
    const session = await sessionOf(app, 'uma')
    const { body } = await as(app, session).get('/account/details')
    const made = await make(session, ownOf(body.data))
    await graphql(app, session, 'mutation { signOut { signedOut } }')
    expect([await statusOf(session), await statusOf(made.value)]).toEqual([401, 200])
  })
})

describe('a token ends itself', () => {
  test('whosever it is and whatever its scopes are', async () => {
    const team = await app.make.team(ana, acme)
    const own = await make(ana.token, ownOf(ana), { scopes: ['publish:acme/network/aws'] })
    const ofTeam = await make(ana.token, `/teams/${team.id}/authentication-token`, { scopes: ['read'] })
    const ofAcme = await make(ana.token, '/organizations/acme/authentication-token')
    for (const { id, value } of [own, ofTeam, ofAcme]) {
      expect((await end(value, id)).status).toBe(204)
      const after = await end(value, id)
      expect([after.status, after.body]).toEqual([401, unauthorizedBody])
      expect((await rowsOf(id))[0]).toMatchObject({ action: 'authentication-token.delete', credentialId: id })
    }
    expect((await rowsOf(ofTeam.id))[0]).toMatchObject({ organizationId: acme.id, actorType: 'team' })
  })

  test('and no other one, nor does the token of a team or an organization see itself', async () => {
    const team = await app.make.team(ana, acme)
    const ofTeam = await make(ana.token, `/teams/${team.id}/authentication-tokens`, { description: 'one' })
    const beside = await make(ana.token, `/teams/${team.id}/authentication-tokens`, { description: 'two' })
    for (const answer of [
      await end(ofTeam.value, beside.id),
      await as(app, ofTeam.value).get(`/authentication-tokens/${ofTeam.id}`),
      await as(app, ofTeam.value).patch(`/authentication-tokens/${ofTeam.id}`),
    ])
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  })
})

describe('POST /authentication-tokens/actions/revoke', () => {
  test('ends the token that is shown, without a bearer, and the tokens of every kind that it made', async () => {
    const leaked = await child(ana.token, 'leaked')
    const first = await child(leaked.value)
    const team = await app.make.team(ana, acme)
    const ofTeam = await make(first.value, `/teams/${team.id}/authentication-tokens`, { description: 'ci' })
    const ofAcme = await make(leaked.value, '/organizations/acme/authentication-token')
    for (const each of [leaked, first, ofTeam, ofAcme]) expect(await statusOf(each.value)).toBe(200)
    const answer = await revoke({ token: leaked.value })
    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([204, '', 'no-store'])
    for (const each of [leaked, first, ofTeam, ofAcme]) expect(await statusOf(each.value)).toBe(401)
    expect((await rowsOf(leaked.id))[0]).toMatchObject({
      ...{ action: 'authentication-token.revoke', actorType: 'nobody', subjectName: 'leaked', face: 'rest' },
      ...{ address: expect.any(String), before: { id: leaked.id } },
    })
    expect((await rowsOf(ofTeam.id))[0]).toMatchObject({
      ...{ action: 'authentication-token.delete', organizationId: acme.id },
      before: { endedWith: leaked.id },
    })
  })

  test('ends a session that is shown, with the tokens that it made and the codes that it gave', async () => {
    await userWithPassword(app, 'ida')
    const session = await sessionOf(app, 'ida')
    const stays = await sessionOf(app, 'ida')
    const { body } = await as(app, session).get('/account/details')
    const made = await make(session, ownOf(body.data))
    const beside = await make(stays, ownOf(body.data))
    expect((await revoke({ token: session })).status).toBe(204)
    expect([await statusOf(session), await statusOf(made.value)]).toEqual([401, 401])
    expect([await statusOf(stays), await statusOf(beside.value)]).toEqual([200, 200])
  })

  test('ends an expired token and that of a suspended person too', async () => {
    const soon = new Date(app.clock.now().getTime() + hours(1)).toISOString()
    const expired = await make(ana.token, ownOf(ana), { 'expired-at': soon })
    const below = await child(expired.value)
    const gone = await app.make.user()
    app.clock.move(hours(1))
    await app.prisma.user.update({ where: { id: gone.id }, data: { suspendedAt: app.clock.now() } })
    expect([await statusOf(expired.value), await statusOf(gone.token)]).toEqual([401, 401])
    for (const token of [expired.value, gone.token]) expect((await revoke({ token })).status).toBe(204)
    const where = { OR: [{ id: { in: [expired.id, below.id] } }, { userId: gone.id }] }
    expect(await app.prisma.authenticationToken.count({ where })).toBe(0)
  })

  test('is 204 for whatever is no token of ours, and nothing happens', async () => {
    const before = await app.prisma.authenticationToken.count()
    const unknown = `${ana.token.slice(0, -7)}x_aaaaaa`
    for (const token of [unknown, 'nonsense', 'a\u0000b', 'x'.repeat(100_000), ' '])
      expect((await revoke({ token })).status).toBe(204)
    expect(await app.prisma.authenticationToken.count()).toBe(before)
  })

  test('tells what is wrong with its body', async () => {
    const blank = ['/token', "Token can't be blank"]
    for (const body of [{}, [], 'null', '"text"', { token: null }, { token: '' }, { data: {} }])
      expect(faultsOf(await revoke(body))).toEqual([blank])
    app.clock.move(minutes(1))
    for (const token of [1, true, [ana.token], { value: ana.token }])
      expect(faultsOf(await revoke({ token }))).toEqual([['/token', 'Token is invalid']])
    expect((await revoke('{')).status).toBe(400)
    expect((await as(app, undefined).get('/authentication-tokens/actions/revoke')).status).toBe(405)
    expect(await statusOf(ana.token)).toBe(200)
  })

  test('is limited for each network, whatever the outcome', async () => {
    const limited = await startTestApp({}, app)
    try {
      const statuses = []
      for (let n = 0; n < 11; n++) statuses.push((await revoke({ token: 'nonsense' }, limited)).status)
      expect(statuses).toEqual([...Array<number>(10).fill(204), 429])
      const refused = await revoke({ token: 'nonsense' }, limited)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await limited.stop()
    }
  })
})

describe('POST /admin/users/:id/actions/revoke_tokens', () => {
  const path = (id: string): string => `/admin/users/${id}/actions/revoke_tokens`

  test('ends every token, session and open link of a person, and the tokens that those made', async () => {
    const root = await app.make.administrator()
    await userWithPassword(app, 'lost')
    const session = await sessionOf(app, 'lost')
    const { id } = (await as(app, session).get('/account/details')).body.data as { id: string }
    const own = await make(session, ownOf({ id }))
    await app.services.organizations.create(
      { ...root.ctx, actor: { ...root.ctx.actor, id, name: 'lost' } as typeof root.ctx.actor },
      { name: 'losers', email: 'l@example.com' },
    )
    const ofOrganization = await make(own.value, '/organizations/losers/authentication-token')
    const link = await as(app, root).post(`/admin/users/${id}/actions/password_link`)
    const linkPath = `/invitations/${String(link.body.data.attributes['invitation-url']).split('/').at(-1)}`
    const question = `{ user(id: "${id}") { accessCounts { tokens serviceTokens sessions links } } }`
    const asked = await graphql(app, root, question)
    expect(asked.data['user']?.['accessCounts']).toEqual({
      tokens: 2,
      serviceTokens: 1,
      sessions: 1,
      links: 1,
    })

    const answer = await as(app, root).post(path(id))
    expect([answer.status, answer.body.data.id, answer.body.data.type]).toEqual([200, id, 'users'])
    expect(answer.text).not.toMatch(/eng[a-z]_/)
    for (const value of [session, own.value, ofOrganization.value]) expect(await statusOf(value)).toBe(401)
    const used = await as(app, undefined).post(linkPath, { body: { password: 'another good password' } })
    expect(used.status).toBe(404)
    expect(await sessionOf(app, 'lost')).toMatch(/^engs_/)
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({
      ...{ action: 'user.revoke-tokens', actorName: root.username, subjectName: 'lost' },
      before: {
        ...{ tokens: 2, serviceTokens: 1, sessions: 1, links: 1 },
        ids: expect.arrayContaining([own.id, ofOrganization.id]),
      },
    })
  })

  test('is not there for anybody else, and misses who is not there', async () => {
    const root = await app.make.administrator()
    for (const [caller, id] of [
      [ana, ana.id],
      [ana, root.id],
      [root, 'user-0000000000000000'],
    ] as const) {
      const answer = await as(app, caller).post(path(id))
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
    expect(await statusOf(ana.token)).toBe(200)
  })

  test('takes the administrator’s own access too when it is about himself', async () => {
    const root = await app.make.administrator()
    expect((await as(app, root).post(path(root.id))).status).toBe(200)
    expect(await statusOf(root.token)).toBe(401)
  })

  test('is told in numbers to site administrators alone', async () => {
    const { data } = await graphql(app, ana, '{ viewer { user { accessCounts { tokens } } } }')
    expect(data['viewer']?.['user']).toEqual({ accessCounts: null })
  })
})

describe('a new password', () => {
  const next = 'a kettle that hums at noon'
  const change = (bearer: string, attributes: object = {}) =>
    as(app, bearer).patch('/account/password', {
      body: {
        data: { type: 'users', attributes: { current_password: password, password: next, ...attributes } },
      },
    })

  async function person(username: string) {
    await userWithPassword(app, username)
    const session = await sessionOf(app, username)
    const { id } = (await as(app, session).get('/account/details')).body.data as { id: string }
    return { id, session, own: await make(session, ownOf({ id })) }
  }

  test('ends the person’s tokens, also the one that asks', async () => {
    const first = await person('pat')
    expect((await change(first.session)).status).toBe(200)
    expect([await statusOf(first.session), await statusOf(first.own.value)]).toEqual([200, 401])
    const second = await person('pia')
    expect((await change(second.own.value)).status).toBe(200)
    expect([await statusOf(second.session), await statusOf(second.own.value)]).toEqual([401, 401])
    const rows = await rowsOf(second.id)
    expect(rows[0]).toMatchObject({
      action: 'user.update-password',
      after: { endedTokens: expect.arrayContaining([second.own.id]) },
    })
  })

  test.each(['keep-tokens', 'keep_tokens'])('keeps them where %s says so', async (name) => {
    const { session, own } = await person(`keeper-${name}`)
    expect((await change(session, { [name]: true })).status).toBe(200)
    expect([await statusOf(session), await statusOf(own.value)]).toEqual([200, 200])
  })

  test('is refused with a keep-tokens that is no yes or no, and nothing ends', async () => {
    const { session, own } = await person('nono')
    const answer = await change(session, { 'keep-tokens': 'true' })
    expect(faultsOf(answer)).toEqual([['/data/attributes/keep-tokens', 'Keep tokens is invalid']])
    expect(await statusOf(own.value)).toBe(200)
  })

  test.each([
    ['ends them by a link too', {}, 401],
    ['keeps them by a link that says so', { 'keep-tokens': true }, 200],
    ['keeps them by a link that says so otherwise', { keep_tokens: true }, 200],
  ])('%s', async (name, attributes, status) => {
    const root = await app.make.administrator()
    const { id, own, session } = await person(name.replaceAll(' ', '-'))
    const link = await as(app, root).post(`/admin/users/${id}/actions/password_link`)
    const token = String(link.body.data.attributes['invitation-url']).split('/').at(-1)
    const used = await as(app, undefined).post(`/invitations/${token}`, {
      body: { password: next, ...attributes },
    })
    expect(used.status, used.text).toBe(201)
    expect([await statusOf(session), await statusOf(own.value)]).toEqual([401, status])
  })
})

test('a token tells from which address it was last used', async () => {
  const made = await child(ana.token)
  const shown = async () =>
    (await as(app, ana).get(`/authentication-tokens/${made.id}`)).body.data.attributes as object
  expect(await shown()).toMatchObject({ 'last-used-at': null, 'last-used-address': null })
  await statusOf(made.value)
  expect(await shown()).toMatchObject({ 'last-used-address': expect.stringMatching(/127\.0\.0\.1$/) })
  const { data } = await graphql(app, ana, `{ authenticationToken(id: "${made.id}") { lastUsedAddress } }`)
  expect(data['authenticationToken']).toEqual({ lastUsedAddress: expect.stringMatching(/127\.0\.0\.1$/) })
})
