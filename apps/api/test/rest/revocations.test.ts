import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, graphql, notFoundBody, unauthorizedBody } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'
import { ownOf, revocationsOf } from './revocations.js'

const app = await startTestApp()
const other = await startTestApp({}, app)
const ana = await app.make.user('ana')
const acme = await app.make.organization(ana, 'acme')
const { make, end, statusOf, rowsOf } = revocationsOf(app)

const child = (bearer: string, description = 'child') => make(bearer, ownOf(ana), { description })

describe('ending a token of a person', () => {
  rule('§10 lost secrets', "Ending a person's token ends the persons' tokens that it made, recursively")
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

  rule(
    '§10 lost secrets',
    "Ending a person's token ends the persons' tokens that it made, recursively … the tokens of teams and organizations that it made stay, and are named",
  )
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

  rule(
    '§10 lost secrets',
    "Ending a person's token ends the persons' tokens that it made, recursively … GraphQL names both before",
  )
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

  rule(
    '§10 lost secrets',
    "Ending a person's token ends the persons' tokens that it made, recursively … none that is made at the same moment escapes",
  )
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

  rule(
    '§10 lost secrets',
    "Ending a person's token ends the persons' tokens that it made, recursively … a sign-out ends no token",
  )
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
  rule('§10 lost secrets', 'Every token may end itself')
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

  rule('§10 lost secrets', "Every token may end itself … and no more than today's rules let it")
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

rule('§10 lost secrets', 'A token tells the address that it was last used from')
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
