import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, graphql } from '../rest.js'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.administrator()
})
afterAll(() => app.stop())

type Facts = Record<string, unknown>

/** `deprecated-reason` and `deprecatedReason` are the same fact. */
const camelKeys = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

test('REST and GraphQL tell the same facts of engine versions, to those who may see them and to those who may not', async () => {
  await app.make.engineVersion(admin, '1.0.0', { official: true })
  await app.make.engineVersion(admin, '1.1.0-rc1', {
    beta: true,
    deprecated: true,
    deprecatedReason: 'early',
  })
  const query = `{ engineVersions { nodes {
    id version url sha official enabled beta deprecated deprecatedReason usage createdAt archs { url sha os arch }
  } } }`
  const shown = await graphql(app, admin, query)
  const rest = await as(app, admin).get('/admin/engine-versions')
  const facts = rest.body.data.map(({ id, attributes }: { id: string; attributes: Facts }) => ({
    id,
    ...camelKeys(attributes),
  }))
  expect(facts).toHaveLength(2)
  expect((shown.data['engineVersions'] as { nodes: Facts[] }).nodes).toEqual(facts)
  const user = await app.make.user()
  expect((await as(app, user).get('/admin/engine-versions')).status).toBe(404)
  expect((await graphql(app, user, query)).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
})

test('and of the account, its tokens and its organizations', async () => {
  const owner = await app.make.user('owner')
  await app.make.organization(owner, 'acme')
  const query = `{ viewer {
    user { id username email } organizations { nodes { id name email createdAt } }
    tokens { nodes { id description createdAt lastUsedAt expiresAt } }
  } }`
  const viewer = (await graphql(app, owner, query)).data['viewer'] as Record<
    string,
    Facts & { nodes: Facts[] }
  >
  const account = (await as(app, owner).get('/account/details')).body.data
  expect(viewer['user']).toMatchObject({
    id: account.id,
    username: account.attributes.username,
    email: account.attributes.email,
  })
  const organizations = (await as(app, owner).get('/organizations')).body.data
  expect(viewer['organizations']?.nodes).toEqual(
    organizations.map(({ attributes: a }: { attributes: Facts }) => ({
      id: a['external-id'],
      name: a['name'],
      email: a['email'],
      createdAt: a['created-at'],
    })),
  )
  const tokens = (await as(app, owner).get(`/users/${owner.id}/authentication-tokens`)).body.data
  expect(viewer['tokens']?.nodes).toEqual(
    tokens.map(({ id, attributes: a }: { id: string; attributes: Facts }) => ({
      id,
      description: a['description'],
      createdAt: a['created-at'],
      lastUsedAt: a['last-used-at'],
      expiresAt: a['expired-at'],
    })),
  )
})
