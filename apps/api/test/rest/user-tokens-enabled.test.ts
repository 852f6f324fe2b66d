import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { publishModule, registry } from '../modules/module-requests.js'
import { as, documentOf, graphql, notFoundBody } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'

let app: TestApp
let owner: Person
let acme: Organization

beforeEach(async () => {
  app = await startTestApp()
  owner = await app.make.user('owner')
  acme = await app.make.organization(owner, 'acme')
  await publishModule(app, owner, 'acme/network/aws', '1.0.0')
})

const path = '/organizations/acme'
const versions = '/v1/modules/acme/network/aws/versions'
const set = (by: Person | string, enabled: boolean) =>
  as(app, by).patch(path, { body: documentOf('organizations', { 'user-tokens-enabled': enabled }) })

/** The owner's own session, by a user who is in `owners` too. */
async function ownersSession(): Promise<string> {
  await userWithPassword(app, 'second')
  const { id } = await app.prisma.user.findFirstOrThrow({ where: { username: 'second' } })
  await app.prisma.organizationMembership.create({
    data: {
      id: 'ou-second',
      organizationId: acme.id,
      userId: id,
      status: 'active',
      createdAt: app.clock.now(),
    },
  })
  await app.prisma.teamMember.create({ data: { teamId: await ownersOf(app, acme), userId: id } })
  return sessionOf(app, 'second')
}

rule('§11 organizations', '`user-tokens-enabled` false: persons’ tokens get 404 there')
test('where people’s tokens are off they find nothing there, a site administrator’s included', async () => {
  const administrator = await app.make.administrator()
  for (const caller of [owner, administrator]) {
    expect((await as(app, caller).get(path)).status).toBe(200)
    expect((await registry(app, caller, versions)).status).toBe(200)
  }
  expect((await set(owner, false)).status).toBe(200)
  for (const caller of [owner, administrator]) {
    for (const address of [path, `${path}/teams`, `${path}/registry-modules`, `${path}/workspaces`]) {
      const answer = await as(app, caller).get(address)
      expect([answer.status, answer.body], address).toEqual([404, notFoundBody])
    }
    expect((await registry(app, caller, versions)).status).toBe(404)
    expect((await registry(app, caller, '/v1/modules')).body.modules).toEqual([])
    const { data } = await graphql(app, caller, '{ organization(name: "acme") { id } }')
    expect(data['organization']).toBeNull()
  }
  expect((await as(app, owner).get('/organizations')).body.data).toEqual([])
  expect((await set(owner, true)).status).toBe(404)
  expect((await as(app, administrator).get('/admin/organizations/acme')).status).toBe(200)
})

rule('§11 organizations', '… sessions and the tokens of teams and the organization go on')
test('sessions, and the tokens of teams and of the organization, go on there', async () => {
  const { value: own } = await app.services.tokens.replacePlain(
    owner.ctx,
    { type: 'organization', id: acme.id },
    {},
  )
  const team = await app.make.team(owner, acme)
  const whose = { type: 'team', id: team.id, organizationId: acme.id } as const
  const { value: ofTeam } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
  const session = await ownersSession()
  expect((await set(owner, false)).status).toBe(200)
  for (const bearer of [own, ofTeam, session]) {
    expect((await as(app, bearer).get(path)).body.data?.attributes).toMatchObject({
      'user-tokens-enabled': false,
    })
    expect((await registry(app, bearer, versions)).status).toBe(200)
  }
  // The way back.
  const mutation = `mutation { organizationUpdate(input: { id: "${acme.id}", userTokensEnabled: true }) {
    organization { userTokensEnabled } userErrors { message } } }`
  const { data } = await graphql(app, session, mutation)
  expect(data['organizationUpdate']).toEqual({ organization: { userTokensEnabled: true }, userErrors: [] })
  expect((await as(app, owner).get(path)).status).toBe(200)
  expect((await registry(app, owner, versions)).status).toBe(200)
})

test('what another organization shares is found through it no more either', async () => {
  const producer = await app.make.user()
  const foreign = await app.make.organization(producer, 'foreign')
  await publishModule(app, producer, 'foreign/network/aws', '1.0.0')
  await app.prisma.moduleConsumer.create({ data: { producerId: foreign.id, consumerId: acme.id } })
  const shared = '/v1/modules/foreign/network/aws/versions'
  expect((await registry(app, owner, shared)).status).toBe(200)
  await set(owner, false)
  expect((await registry(app, owner, shared)).status).toBe(404)
})
