import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import { testSha as sha, type Person } from '../makers.js'
import { ClientLibrary } from './client-library.js'

let app: TestApp
let admin: Person
let client: ClientLibrary

const organization = 'tst-organization'
const email = `${organization}@example.com`
const releases = 'https://releases.example'

beforeAll(async () => {
  app = await startTestApp({ ENGINE_ALIASES: 'terraform', API_RATE_LIMIT: '1000', LOG_LEVEL: 'silent' })
  admin = await app.make.administrator('root')
  client = new ClientLibrary(app.url, admin.token)
  await app.make.engineVersion(admin, '1.0.4', { official: true })
  await app.make.engineVersion(admin, '1.0.5')
})
afterAll(() => app.stop())

test('a client begins with a ping, and reads the limit that it paces itself by', async () => {
  expect(await client.ping()).toEqual({ apiVersion: '2.6', rateLimit: 1000 })
  const unknown = client.as('nonsense')
  expect(await unknown.ping()).toMatchObject({ apiVersion: '2.6' })
  expect(await client.refusal(unknown.read('users', 'account/details'))).toBe('unauthorized')
  const account = await client.read('users', 'account/details')
  expect(account).toMatchObject({
    id: admin.id,
    attributes: { username: 'root', 'is-service-account': false },
  })
})

test('it makes an organization, finds it in the list and reads what may be done with it', async () => {
  const made = await client.create('organizations', 'organizations', { name: organization, email })
  expect(made.id).toBe(organization)
  expect(made.attributes).toMatchObject({
    name: organization,
    email,
    permissions: { 'can-create-team': true },
  })
  expect(Date.parse(made.attributes['created-at'] as string)).not.toBeNaN()
  const pages = { 'page[number]': '1', 'page[size]': '999' }
  const list = await client.list('organizations', 'organizations', pages)
  expect(list.data.map(({ id }) => id)).toEqual([organization])
  expect(list.meta.pagination).toMatchObject({ 'current-page': 1, 'total-pages': 1, 'total-count': 1 })
  expect(await client.read('organizations', `organizations/${organization}`)).toEqual(made)
  const entitlements = await client.read('entitlement-sets', `organizations/${organization}/entitlement-set`)
  expect(entitlements.attributes['private-module-registry']).toBe(true)
  expect(
    await client.refusal(client.create('organizations', 'organizations', { name: organization, email })),
  ).toBe('invalid attribute\n\nName has already been taken')
})

test('as an administrator it finds organizations by e-mail address, with their owners', async () => {
  const query = { include: 'owners', q: email }
  const list = await client.list('organizations', 'admin/organizations', query)
  expect(list.data).toMatchObject([{ id: organization, attributes: { 'notification-email': email } }])
  expect(list.meta['status-counts']).toEqual({ total: 1, active: 1, disabled: 0 })
  expect(list.data[0]?.relationships?.['owners']?.data).toEqual([{ id: admin.id, type: 'users' }])
  expect(list.included).toMatchObject([{ id: admin.id, type: 'users', attributes: { username: 'root' } }])
})

test('it updates an organization by a body without a type, under the names of its brand', async () => {
  const path = `admin/organizations/${organization}`
  const settings = {
    'access-beta-tools': true,
    'terraform-build-worker-apply-timeout': '24h',
    'terraform-build-worker-plan-timeout': '2h',
    'terraform-worker-sudo-enabled': true,
    'workspace-limit': 42,
  }
  const changed = await client.update('organizations', path, settings, '')
  expect(changed.attributes).toMatchObject(settings)
  expect((await client.read('organizations', path)).attributes).toEqual(changed.attributes)
})

test('it sets the consumers of an organization’s modules and lists them', async () => {
  await client.create('organizations', 'organizations', { name: 'tst-consumer', email })
  const path = `admin/organizations/${organization}/relationships/module-consumers`
  await client.relate('PATCH', path, 'organizations', ['tst-consumer'])
  const consumers = await client.list('organizations', path)
  expect(consumers.data.map(({ id }) => id)).toEqual(['tst-consumer'])
  const settings = { 'global-module-sharing': true }
  await client.update('organizations', `admin/organizations/${organization}`, settings, '')
  expect((await client.list('organizations', path)).data).toEqual([])
})

test('it finds the versions of the engine under the name of its brand, by filter and by search', async () => {
  const path = 'admin/terraform-versions'
  const found = await client.list('terraform-versions', path, { 'filter[version]': '1.0.4' })
  expect(found.data.map(({ attributes }) => attributes['version'])).toEqual(['1.0.4'])
  const searched = await client.list('terraform-versions', path, { 'search[version]': '1.0' })
  expect(searched.data.map(({ attributes }) => attributes['version'])).toEqual(['1.0.5', '1.0.4'])
})

test('it makes, changes, reads and deletes a version whose number is above 2^53', async () => {
  const path = 'admin/terraform-versions'
  const version = '1.0.7790374163559867652'
  const flags = {
    official: false,
    enabled: false,
    beta: false,
    deprecated: true,
    'deprecated-reason': 'Test',
  }
  const facts = { version, url: `${releases}/${version}.zip`, sha, ...flags }
  const made = await client.create('terraform-versions', path, facts)
  expect(made.id).toMatch(/^tool-[A-Za-z0-9]{16}$/)
  expect(made.attributes).toMatchObject({ ...facts, usage: 0 })
  const arm = { url: `${releases}/${version}-arm.zip`, sha, os: 'linux', arch: 'arm64' }
  const archs = [{ url: facts.url, sha, os: 'linux', arch: 'amd64' }, arm]
  const changed = await client.update('terraform-versions', `${path}/${made.id}`, {
    deprecated: false,
    archs,
  })
  expect(changed.attributes).toMatchObject({ deprecated: false, 'deprecated-reason': null, archs })
  expect(await client.read('terraform-versions', `${path}/${made.id}`)).toEqual(changed)
  await client.delete(`${path}/${made.id}`)
  expect(await client.refusal(client.read('terraform-versions', `${path}/${made.id}`))).toBe(
    'resource not found',
  )
  const { data } = await client.list('terraform-versions', path, { 'filter[version]': '1.0.4' })
  expect(await client.refusal(client.delete(`${path}/${data[0]?.id}`))).toBe(
    'invalid attribute\n\nThe version cannot be deleted: it is official',
  )
})

test('it makes a team, with rights and a member', async () => {
  await app.make.user('member')
  const access = { 'manage-modules': true, 'manage-providers': true, 'manage-workspaces': true }
  const attributes = { name: 'tst-team', 'organization-access': access, visibility: 'secret' }
  const team = await client.create('teams', `organizations/${organization}/teams`, attributes)
  expect(team.attributes).toMatchObject(attributes)
  await client.relate('POST', `teams/${team.id}/relationships/users`, 'users', ['member'])
  const list = await client.list('teams', `organizations/${organization}/teams`, {
    'filter[names]': 'tst-team',
  })
  expect(list.data).toMatchObject([{ id: team.id, attributes: { 'users-count': 1 } }])
  await client.relate('DELETE', `teams/${team.id}/relationships/users`, 'users', ['member'])
})

test('it makes tokens by bodies without a type, and by none at all, and they work', async () => {
  const type = 'authentication-tokens'
  const { data } = await client.list('teams', `organizations/${organization}/teams`, {
    'filter[names]': 'tst-team',
  })
  const team = data[0]?.id
  const path = `organizations/${organization}/authentication-token`
  const tokens = [
    await client.act(type, path),
    await client.create(type, `teams/${team}/authentication-token`, {}, ''),
    await client.create(type, `teams/${team}/authentication-tokens`, { description: 'tst' }, ''),
    await client.create(type, `users/${admin.id}/authentication-tokens`, { description: 'tst' }, ''),
  ]
  for (const { attributes } of tokens) {
    const own = client.as(attributes['token'] as string)
    expect((await own.read('users', 'account/details')).attributes['username']).not.toBe('')
  }
  const expiring = { 'expired-at': '2027-01-01T00:00:00Z' }
  const replaced = await client.create(type, path, expiring, '')
  expect(replaced.attributes['expired-at']).toBe('2027-01-01T00:00:00.000Z')
  const former = client.as(tokens[0]?.attributes['token'] as string)
  expect(await client.refusal(former.read('users', 'account/details'))).toBe('unauthorized')
  expect(
    await client.refusal(
      client.create(type, `teams/${team}/authentication-tokens`, { description: 'tst' }, ''),
    ),
  ).toBe('invalid attributes\n\nValidation failed: Description has already been taken')
  await client.delete(path)
  await client.delete(`teams/${team}/authentication-token`)
  for (const { id } of tokens.slice(2)) await client.delete(`authentication-tokens/${id}`)
  expect(await client.refusal(client.delete(path))).toBe('resource not found')
})

test('it makes a private provider with a version and a platform, and reads the version along with it', async () => {
  const path = `organizations/${organization}/registry-providers`
  const attributes = { name: 'tst-provider', namespace: organization, 'registry-name': 'private' }
  const provider = await client.create('registry-providers', path, attributes)
  expect(provider.attributes).toMatchObject(attributes)
  const self = `${path}/private/${organization}/tst-provider`
  const facts = { version: '1.0.0', 'key-id': 'A1B2C3D4E5F60718', protocols: ['4.0', '5.1'] }
  const version = await client.create('registry-provider-versions', `${self}/versions`, facts, '')
  expect(version.attributes).toMatchObject(facts)
  expect(Object.keys(version.links ?? {})).toContain('shasums-upload')
  const platform = { os: 'linux', arch: 'amd64', shasum: sha, filename: 'provider.zip' }
  const platforms = `${self}/versions/1.0.0/platforms`
  const made = await client.create('registry-provider-platforms', platforms, platform, '')
  expect(made.attributes).toMatchObject(platform)
  const shown = await client.read('registry-providers', self, { include: 'registry-provider-versions' })
  expect(shown.relationships?.['registry-provider-versions']?.data).toEqual([
    { id: version.id, type: 'registry-provider-versions' },
  ])
  await client.update('registry-providers', self, {}, '')
  await client.delete(`${platforms}/linux/amd64`)
  await client.delete(`${self}/versions/1.0.0`)
  await client.delete(self)
  expect(await client.refusal(client.read('registry-providers', self))).toBe('resource not found')
})

test('it suspends a user by a body that is empty, with the content type of JSON:API', async () => {
  const user = await app.make.user('idle')
  const suspended = await client.act('users', `admin/users/${user.id}/actions/suspend`)
  expect(suspended.attributes['is-suspended']).toBe(true)
  const back = await client.act('users', `admin/users/${user.id}/actions/unsuspend`)
  expect(back.attributes['is-suspended']).toBe(false)
})

test('it cleans up: no stacks are there, and the organization goes by a deletion with a content type', async () => {
  for (const name of [organization, 'tst-consumer']) {
    expect(await client.refusal(client.list('stacks', `organizations/${name}/stacks`))).toBe(
      'resource not found',
    )
    await client.delete(`organizations/${name}`)
    expect(await client.refusal(client.read('organizations', `organizations/${name}`))).toBe(
      'resource not found',
    )
  }
  expect(await app.prisma.organization.count()).toBe(0)
})
