import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, dataOf, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'
import {
  auditOf,
  createModule,
  createVersion,
  listed,
  moduleArchive,
  modulePath,
  pathOf,
  publish,
  publishModule,
  put,
  registry,
  type Caller,
} from './module-requests.js'

let address: string
let count = 0

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
const acme = await app.make.organization(owner, 'acme')

beforeEach(async () => {
  address = `acme/module${++count}/aws`
  await publishModule(app, owner, address, '1.0.0')
})

/** Tries everything that changes a module, the deletion last; gives the statuses. */
async function statusesOfWrites(by: Caller): Promise<Record<string, number>> {
  const body = documentOf('registry-modules', { name: `new${count}`, provider: 'aws' })
  const change = documentOf('registry-modules', { description: 'changed' })
  const ask = as(app, by)
  return {
    create: (await ask.post('/organizations/acme/registry-modules', { body })).status,
    change: (await ask.patch(modulePath(address), { body: change })).status,
    publish: (await createVersion(app, by, address, '1.1.0')).status,
    deleteVersion: (await ask.delete(`${modulePath(address)}/1.0.0`)).status,
    deleteOlder: (await ask.post(`/registry-modules/actions/delete/${address}/1.1.0`)).status,
    deleteNamed: (await ask.delete(modulePath(address).replace(/\/aws$/, ''))).status,
  }
}

const everything = {
  create: 201,
  change: 200,
  publish: 201,
  deleteVersion: 204,
  deleteOlder: 204,
  deleteNamed: 204,
}
const nothing = {
  create: 404,
  change: 404,
  publish: 404,
  deleteVersion: 404,
  deleteOlder: 404,
  deleteNamed: 404,
}
const without401 = {
  create: 401,
  change: 401,
  publish: 401,
  deleteVersion: 401,
  deleteOlder: 401,
  deleteNamed: 401,
}

const statusOfRead = async (by: Caller): Promise<number> =>
  (await as(app, by).get(modulePath(address))).status

describe('an organization', () => {
  test('lets its owners do everything', async () => {
    expect(await statusesOfWrites(owner)).toEqual(everything)
  })

  rule('§7 publishing', 'Owners and teams that manage modules do everything')
  test('lets the members of a team that manages modules do everything', async () => {
    const manager = await app.make.manager(acme, { manageModules: true })
    expect(await statusesOfWrites(manager)).toEqual(everything)
  })

  rule('§7 publishing', 'Other members read, and are told that they may not delete')
  test('lets its other members read, and tells them that they may not delete', async () => {
    for (const member of [
      await app.make.member(acme),
      await app.make.manager(acme, { manageProviders: true }),
    ]) {
      expect(await statusesOfWrites(member)).toEqual(nothing)
      const answer = await as(app, member).get(modulePath(address))
      expect(answer.status).toBe(200)
      expect(answer.body.data.attributes.permissions).toEqual({
        'can-delete': false,
        'can-resync': false,
        'can-retry': false,
      })
      expect(await listed(app, member, address)).toEqual(['1.0.0'])
    }
  })

  test('is a miss for strangers, and 401 without a token', async () => {
    const stranger = await app.make.user()
    expect(await statusesOfWrites(stranger)).toEqual(nothing)
    expect((await as(app, stranger).get(modulePath(address))).body).toEqual(notFoundBody)
    expect(await statusesOfWrites(undefined)).toEqual(without401)
    expect((await as(app, undefined).get(modulePath(address))).body).toEqual(unauthorizedBody)
  })

  test('a refused write leaves no trace', async () => {
    const member = await app.make.member(acme)
    const before = await app.prisma.auditEvent.count()
    await statusesOfWrites(member)
    expect(await app.prisma.auditEvent.count()).toBe(before)
  })
})

describe('a token', () => {
  rule('§3 tokens', '`registry` and `read` change nothing of modules')
  test('that only reads, or only uses the registry, changes nothing', async () => {
    for (const scopes of [['read'], ['registry']]) {
      const token = await app.make.token(owner, { scopes })
      expect(await statusesOfWrites(token)).toEqual(nothing)
      expect(await statusOfRead(token)).toBe(200)
    }
  })

  rule(
    '§3 tokens',
    '`publish:…` publishes that module, takes back what it never published, and does nothing else',
  )
  test('that publishes one module publishes that one, in any case of its name, takes back what it never published, and does nothing else', async () => {
    const token = await app.make.token(owner, { scopes: [`publish:${address.replace('module', 'MODULE')}`] })
    expect(await statusesOfWrites(token)).toEqual({ ...nothing, publish: 201, deleteOlder: 204 })
    expect(await statusOfRead(token)).toBe(404)
    const answer = await createVersion(app, token, address, '1.2.0')
    expect((await put(app, pathOf(answer.body.data.links.upload), moduleArchive())).status).toBe(200)
    expect(await listed(app, owner, address)).toEqual(['1.2.0', '1.0.0'])
  })

  rule('§15 pending publishers', 'A token that publishes one module also creates exactly that one')
  test('that publishes one module creates it where it is missing, in any case of its name, and no other', async () => {
    const name = `Pending${count}`
    const path = '/organizations/Acme/registry-modules'
    const create = async (by: Caller, attributes: object) =>
      as(app, by).post(path, { body: documentOf('registry-modules', attributes) })
    const token = await app.make.token(owner, { scopes: [`publish:ACME/${name.toUpperCase()}/aws`] })
    for (const other of [{ name, provider: 'azure' }, { name: `${name}x`, provider: 'aws' }, { name }, {}])
      expect((await create(token, other)).body, JSON.stringify(other)).toEqual(notFoundBody)
    for (const odd of [
      { name: [name], provider: 'aws' },
      { name: { toString: 1 }, provider: 'aws' },
    ])
      expect((await create(token, odd)).status).toBe(404)
    const facts = { name, provider: 'aws', description: 'New', 'source-url': 'https://git.example.com/a' }
    const made = await create(token, facts)
    expect([made.status, made.body.data.attributes]).toMatchObject([201, { ...facts, namespace: 'acme' }])
    expect(made.body.data.attributes.permissions['can-delete']).toBe(false)
    await publish(app, token, `acme/${name}/aws`, '1.0.0')
    expect((await create(token, facts)).status).toBe(422)
    expect((await auditOf(app, made.body.data.id)).map(({ action }) => action)).toEqual(['module.create'])
  })

  test('that publishes one module decides at its creation nothing that is for those who manage modules', async () => {
    const address = `acme/policy${count}/aws`
    const token = await app.make.token(owner, { scopes: [`publish:${address}`] })
    const path = '/organizations/acme/registry-modules'
    const attributes = { name: `policy${count}`, provider: 'aws', 'module-interface-policy': 'observe' }
    const answer = await as(app, token).post(path, { body: documentOf('registry-modules', attributes) })
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    const input = `{ organization: "acme", name: "policy${count}", provider: "aws"`
    const mutation = (rest: string) =>
      dataOf(
        app,
        token,
        `mutation { registryModuleCreate(input: ${input}${rest} }) { userErrors { code } } }`,
      )
    expect(await mutation(', moduleInterfacePolicy: OBSERVE')).toEqual({
      registryModuleCreate: { userErrors: [{ code: 'NOT_FOUND' }] },
    })
    expect(await mutation('')).toEqual({ registryModuleCreate: { userErrors: [] } })
  })

  test('that publishes one module creates it only with the right behind it, and only where its scope says', async () => {
    const [name, scopes] = [`behind${count}`, [`publish:acme/behind${count}/aws`, 'registry']]
    const body = documentOf('registry-modules', { name, provider: 'aws' })
    const member = await app.make.token(await app.make.member(acme), { scopes })
    const other = await app.make.organization(owner)
    const elsewhere = await app.make.token(owner, { scopes })
    for (const [organization, token] of [
      ['acme', member],
      [other.name, elsewhere],
    ]) {
      const answer = await as(app, token).post(`/organizations/${organization}/registry-modules`, { body })
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
      const empty = await as(app, token).post(`/organizations/${organization}/registry-modules`, { body: {} })
      expect([empty.status, empty.body]).toEqual([404, notFoundBody])
    }
    const team = await app.make.team(owner, acme, { organizationAccess: { 'manage-modules': true } })
    const ci = await app.make.ciToken(team, scopes)
    expect((await as(app, ci).post('/organizations/acme/registry-modules', { body })).status).toBe(201)
  })

  test('that publishes one module takes an unfinished version back and creates it anew, but deprecates and deletes nothing published', async () => {
    const token = await app.make.token(owner, { scopes: [`publish:${address}`] })
    const version = `${modulePath(address)}/1.1.0`
    const { id } = (await createVersion(app, token, address, '1.1.0')).body.data
    expect((await as(app, token).get(version)).status).toBe(404)
    expect((await as(app, token).delete(version)).status).toBe(204)
    expect((await auditOf(app, id)).at(-1)?.action).toBe('module-version.delete')
    await publish(app, token, address, '1.1.0')
    const body = documentOf('registry-module-versions', { deprecation: { 'deprecation-status': 'Revoked' } })
    expect((await as(app, token).patch(version, { body })).status).toBe(404)
    expect((await as(app, token).delete(version)).body).toEqual(notFoundBody)
    expect(await listed(app, owner, address)).toEqual(['1.1.0', '1.0.0'])
  })

  test('that publishes another module does not publish this one, on neither path', async () => {
    const [namespace, name] = address.split('/')
    for (const scope of [`${namespace}/${name}/azure`, `${namespace}/${name}x/aws`, `other/${name}/aws`]) {
      const token = await app.make.token(owner, { scopes: [`publish:${scope}`] })
      expect((await createVersion(app, token, address, '1.1.0')).body).toEqual(notFoundBody)
      const body = documentOf('registry-module-versions', { version: '1.1.0' })
      expect((await as(app, token).post(`/registry-modules/${address}/versions`, { body })).status).toBe(404)
    }
  })

  test('without a member behind it publishes nothing, whatever its scope says', async () => {
    const token = await app.make.token(await app.make.user(), { scopes: [`publish:${address}`] })
    expect((await createVersion(app, token, address, '1.1.0')).status).toBe(404)
  })
})

describe('a site administrator', () => {
  test('acts as an owner in every organization, and each such write is audited as an override', async () => {
    const administrator = await app.make.administrator()
    expect(await listed(app, administrator, address)).toEqual(['1.0.0'])
    const created = await createModule(app, administrator, `acme/by-admin${count}/aws`)
    const link = pathOf((await createVersion(app, administrator, address, '3.0.0')).body.data.links.upload)
    expect((await put(app, link, moduleArchive())).status).toBe(200)
    const { id } = await app.prisma.moduleVersion.findFirstOrThrow({
      where: { version: '3.0.0', module: { nameKey: address.split('/')[1] ?? '' } },
    })
    for (const subject of [created.id, id])
      for (const row of await auditOf(app, subject))
        expect(row).toMatchObject({ administratorOverride: true, actorId: administrator.id })
    await publish(app, owner, address, '3.1.0')
    const own = await app.prisma.auditEvent.findMany({ where: { subjectName: `${address} 3.1.0` } })
    expect(own.map(({ administratorOverride }) => administratorOverride)).toEqual([false, false])
  })

  rule('§3 rights', '`SITE_ADMIN_ORG_ACCESS=off` ends it')
  test('is a stranger where the setting says so', async () => {
    const strict = await startTestApp({ LOG_LEVEL: 'silent', SITE_ADMIN_ORG_ACCESS: 'off' })
    const ana = await strict.make.user()
    const administrator = await strict.make.administrator()
    await strict.make.organization(ana, 'acme')
    await createModule(strict, ana, 'acme/network/aws')
    expect((await as(strict, administrator).get(modulePath('acme/network/aws'))).body).toEqual(notFoundBody)
    expect((await registry(strict, administrator, '/v1/modules/acme/network/aws/versions')).status).toBe(404)
  })
})
