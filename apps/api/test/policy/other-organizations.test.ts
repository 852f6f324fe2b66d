import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { newId } from '../../src/kernel/ids.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, publish, registry } from '../modules/module-requests.js'
import { as, graphql } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'

/**
 * The app whose other process is asked, after a change here, until the change has reached it through the database.
 * `invalidation-subscriber.test.ts` tests that this takes at most a second.
 */
let app: TestApp
let other: TestApp
let administrator: Person
let owner: Person
let acme: Organization
let count = 0

beforeAll(async () => {
  app = await startTestApp()
  other = await startTestApp({}, app)
  administrator = await app.make.administrator()
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})
beforeEach(async () => {
  owner = await app.make.user()
  acme = await app.make.organization(owner, `acme-${++count}`)
  await createModule(app, owner, `${acme.name}/network/aws`)
  await publish(app, owner, `${acme.name}/network/aws`, '1.0.0')
})

/** Answers of each face of the other process about acme: GraphQL with its name, null, or the code of an error. */
async function faces(token: string): Promise<readonly unknown[]> {
  const versions = await registry(other, token, `/v1/modules/${acme.name}/network/aws/versions`)
  const organization = await as(other, token).get(`/organizations/${acme.name}`)
  const { data, errors } = await graphql(other, token, `{ organization(name: "${acme.name}") { name } }`)
  const told = errors ? errors[0]?.extensions.code : (data['organization']?.['name'] ?? null)
  return [versions.status, organization.status, told]
}

const welcome = () => [200, 200, acme.name]
const unknown = [401, 401, 'UNAUTHENTICATED']
const hidden = [404, 404, null]

test('a deleted token and an ended session give no access at another process, by any face', async () => {
  const { id, value } = await tokenOf(owner)
  expect(await faces(value)).toEqual(welcome())
  await app.services.tokens.delete(owner.ctx, id)
  await expect.poll(() => faces(value)).toEqual(unknown)

  const login = `member-${count}`
  await userWithPassword(app, login)
  await enter(login)
  const session = await sessionOf(app, login)
  expect(await faces(session)).toEqual(welcome())
  await graphql(app, session, 'mutation { signOut { signedOut } }')
  await expect.poll(() => faces(session)).toEqual(unknown)
})

test('a user who was suspended, is no longer administrator or has left loses access at another process', async () => {
  const { users, memberships } = app.services
  await users.act(administrator.ctx, owner.id, 'suspend')
  await expect.poll(() => faces(owner.token)).toEqual(unknown)
  await users.act(administrator.ctx, owner.id, 'unsuspend')
  await expect.poll(() => faces(owner.token)).toEqual(welcome())

  const helper = await app.make.administrator()
  expect(await faces(helper.token)).toEqual(welcome())
  await users.act(administrator.ctx, helper.id, 'revoke_admin')
  await expect.poll(() => faces(helper.token)).toEqual(hidden)

  const member = await app.make.member(acme)
  expect(await faces(member.token)).toEqual(welcome())
  const where = { organizationId: acme.id, userId: member.id }
  const { id } = await app.prisma.organizationMembership.findFirstOrThrow({ where })
  await memberships.delete(owner.ctx, id)
  await expect.poll(() => faces(member.token)).toEqual(hidden)
})

test('what is shared no more, or was disabled, is gone at another process', async () => {
  const { registryPartnerships, adminOrganizations } = app.services
  const consumer = await app.make.user()
  const { name } = await app.make.organization(consumer)
  const versions = async (by: Person) =>
    (await registry(other, by, `/v1/modules/${acme.name}/network/aws/versions`)).status
  await registryPartnerships.setConsumers(administrator.ctx, acme.id, 'modules', [name])
  await expect.poll(() => versions(consumer)).toBe(200)
  await registryPartnerships.setConsumers(administrator.ctx, acme.id, 'modules', [])
  await expect.poll(() => versions(consumer)).toBe(404)

  expect(await faces(owner.token)).toEqual(welcome())
  await adminOrganizations.update(administrator.ctx, acme.id, { isDisabled: true })
  await expect.poll(() => faces(owner.token)).toEqual(hidden)
})

async function tokenOf({ ctx, id: userId }: Person): Promise<{ id: string; value: string }> {
  const { token, value } = await app.services.tokens.create(ctx, { type: 'user', id: userId }, {})
  return { id: token.id, value }
}

/** Makes a user a member of acme. */
async function enter(username: string): Promise<void> {
  const { id: userId } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: username } })
  const membership = { id: newId('ou'), userId, createdAt: app.clock.now() }
  await app.prisma.organizationMembership.create({ data: { ...membership, organizationId: acme.id } })
}
