import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, publish } from '../modules/module-requests.js'
import { startApi, type ApiProcess } from './api-process.js'
import { asRuntime } from '../server.js'
import { temporaryFolder } from '../temporary-folder.js'

/**
 * The app whose other process is asked, after a change here, until the change has reached it through the database.
 * `invalidation-subscriber.test.ts` tests that this takes at most a second.
 */
let app: TestApp
let other: ApiProcess
const folder = await temporaryFolder()
let administrator: Person
let owner: Person
let acme: Organization
let count = 0

beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.make.administrator()
  const env = {
    DATABASE_URL: asRuntime(app.databaseUrl),
    SECRET_KEY: 'a'.repeat(64),
    REGISTRY_RATE_LIMIT: '0',
  }
  other = await startApi(folder, env)
})
afterAll(async () => {
  other.child.kill('SIGTERM')
  await other.ended
  await app.stop()
})
beforeEach(async () => {
  owner = await app.make.user()
  acme = await app.make.organization(owner, `acme-${++count}`)
  await createModule(app, owner, `${acme.name}/network/aws`)
  await publish(app, owner, `${acme.name}/network/aws`, '1.0.0')
})

interface Faces {
  readonly registry: number
  readonly rest: number
  /** GraphQL's answer about the organization: its name, null, or the code of an error. */
  readonly graphql: unknown
}

/** Answers of each face of the other process about acme. */
async function faces(token: string): Promise<Faces> {
  const headers = { Authorization: `Bearer ${token}` }
  const statusOf = async (path: string): Promise<number> => {
    const answer = await fetch(other.url + path, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
  return {
    registry: await statusOf(`/v1/modules/${acme.name}/network/aws/versions`),
    rest: await statusOf(`/api/v2/organizations/${acme.name}`),
    graphql: await organizationOf(headers),
  }
}

async function organizationOf(headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${other.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: `{ organization(name: "${acme.name}") { name } }` }),
  })
  const { data, errors } = (await answer.json()) as {
    data?: { organization: { name: string } | null }
    errors?: { extensions: { code: string } }[]
  }
  return errors ? errors[0]?.extensions.code : (data?.organization?.name ?? null)
}

const welcome = (): Faces => ({ registry: 200, rest: 200, graphql: acme.name })
const unknown: Faces = { registry: 401, rest: 401, graphql: 'UNAUTHENTICATED' }
const hidden: Faces = { registry: 404, rest: 404, graphql: null }

test('a deleted token gives no access, by any face', async () => {
  const { tokens } = app.services
  const { token, value } = await tokens.create(owner.ctx, { type: 'user', id: owner.id }, {})
  expect(await faces(value)).toEqual(welcome())
  await tokens.delete(owner.ctx, token.id)
  await expect.poll(() => faces(value)).toEqual(unknown)
})

test('a suspended user has no access, and has it again when the suspension ends', async () => {
  const { users } = app.services
  expect(await faces(owner.token)).toEqual(welcome())
  await users.act(administrator.ctx, owner.id, 'suspend')
  await expect.poll(() => faces(owner.token)).toEqual(unknown)
  await users.act(administrator.ctx, owner.id, 'unsuspend')
  expect(await faces(owner.token)).toEqual(welcome())
})

test('a user who is no longer site administrator sees only what is theirs', async () => {
  const helper = await app.make.administrator()
  expect(await faces(helper.token)).toEqual(welcome())
  await app.services.users.act(administrator.ctx, helper.id, 'revoke_admin')
  await expect.poll(() => faces(helper.token)).toEqual(hidden)
})

test('a user who has left the organization sees nothing of it', async () => {
  const member = await app.make.member(acme)
  expect(await faces(member.token)).toEqual(welcome())
  const where = { organizationId: acme.id, userId: member.id }
  const { id } = await app.prisma.organizationMembership.findFirstOrThrow({ where })
  await app.services.memberships.delete(owner.ctx, id)
  await expect.poll(() => faces(member.token)).toEqual(hidden)
})

test('a disabled organization is gone for its owner, and a deleted one for all callers', async () => {
  const { adminOrganizations, organizations } = app.services
  await adminOrganizations.update(administrator.ctx, acme.id, { isDisabled: true })
  await expect.poll(async () => (await faces(owner.token)).registry).toBe(404)
  await adminOrganizations.update(administrator.ctx, acme.id, { isDisabled: false })
  expect(await faces(owner.token)).toEqual(welcome())
  await organizations.delete(owner.ctx, acme.id)
  await expect.poll(() => faces(administrator.token)).toEqual(hidden)
})

test('a token counts by its expiry at each use, not by when it was first seen', async () => {
  const expiredAt = new Date(Date.now() + 3000).toISOString()
  const { value } = await app.services.tokens.create(owner.ctx, { type: 'user', id: owner.id }, { expiredAt })
  await expect.poll(() => faces(value)).toEqual(unknown)
})
