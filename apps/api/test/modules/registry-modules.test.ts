import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, documentOf, expectFaults, notFoundBody, unauthorizedBody } from '../rest.js'
import {
  auditOf,
  createModule,
  listed,
  modulePath,
  publish,
  publishModule,
  put,
  uploadLink,
} from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
const acme = await app.make.organization(owner, 'Acme')

const modules = '/organizations/Acme/registry-modules'
const moduleOf = (attributes: object): object => documentOf('registry-modules', attributes)

describe('create', () => {
  rule('§7 modules', 'POST is 201 with a private module that waits for its first version')
  test('answers 201 with a private module that waits for its first version', async () => {
    const body = moduleOf({ name: 'network', provider: 'aws', 'registry-name': 'private' })
    const answer = await as(app, owner).post(modules, { body })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^mod-[A-Za-z0-9]{16}$/),
        type: 'registry-modules',
        attributes: {
          name: 'network',
          namespace: 'Acme',
          provider: 'aws',
          'registry-name': 'private',
          status: 'pending',
          'version-statuses': [],
          'source-url': null,
          description: null,
          verified: false,
          'module-interface-policy': null,
          'effective-module-interface-policy': 'observe',
          'no-code': false,
          permissions: { 'can-delete': true, 'can-resync': true, 'can-retry': true },
          'created-at': '2026-03-01T12:00:00.000Z',
          'updated-at': '2026-03-01T12:00:00.000Z',
        },
        relationships: { organization: { data: { id: 'Acme', type: 'organizations' } } },
        links: { self: '/api/v2/organizations/Acme/registry-modules/private/Acme/network/aws' },
      },
    })
    expect(await auditOf(app, answer.body.data.id)).toMatchObject([
      { action: 'module.create', actorId: owner.id, organizationId: acme.id, administratorOverride: false },
    ])
  })

  rule('§7 modules', '`source-url` and `description` are taken')
  test('takes a source address and a description', async () => {
    const attributes = { 'source-url': 'https://git.example/acme/dns', description: 'Names' }
    const created = await createModule(app, owner, 'Acme/dns/aws', attributes)
    expect(created.attributes).toMatchObject(attributes)
  })

  test('takes the namespace of its organization, and no other: it would be made elsewhere than was asked', async () => {
    const attributes = { name: 'spaced', provider: 'aws' }
    const elsewhere = await as(app, owner).post(modules, {
      body: moduleOf({ ...attributes, namespace: 'other' }),
    })
    expectFaults(elsewhere, ['/data/attributes/namespace', 'Namespace is invalid'])
    const here = await as(app, owner).post(modules, { body: moduleOf({ ...attributes, namespace: 'acme' }) })
    expect([here.status, here.body.data?.attributes.namespace]).toEqual([201, 'Acme'])
    for (const namespace of [null, ''])
      expect(
        (await createModule(app, owner, `Acme/spaced-${String(namespace).length}/aws`, { namespace })).id,
      ).toMatch(/^mod-/)
  })

  rule('§7 modules', 'All that is wrong is told at once')
  test('names every fault at once', async () => {
    const attributes = {
      name: '-x',
      provider: 'A',
      'registry-name': 'public',
      'source-url': 'invalid',
      description: 1,
    }
    const answer = await as(app, owner).post(modules, { body: moduleOf(attributes) })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { detail: string }) => error.detail)).toEqual([
      'Name is invalid',
      'Provider is invalid',
      'Registry name is not included in the list',
      'Source url is invalid',
      'Description is invalid',
    ])
    const empty = await as(app, owner).post(modules, { body: moduleOf({}) })
    expect(empty.body.errors).toMatchObject([
      { detail: "Name can't be blank", source: { pointer: '/data/attributes/name' } },
      { detail: "Provider can't be blank", source: { pointer: '/data/attributes/provider' } },
    ])
  })

  rule('§7 modules', 'A name is unique for its provider, in any case')
  test('refuses a name that is there, in any case of it, but not for another provider', async () => {
    await createModule(app, owner, 'Acme/twice/aws')
    const answer = await as(app, owner).post(modules, { body: moduleOf({ name: 'TWICE', provider: 'aws' }) })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([
      { detail: 'Name has already been taken', source: { pointer: '/data/attributes/name' } },
    ])
    await createModule(app, owner, 'Acme/TWICE/azure')
  })

  rule('§7 modules', 'Of racing creations of one module one wins')
  test('of many at once exactly one is made', async () => {
    const body = moduleOf({ name: 'raced', provider: 'aws' })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => as(app, owner).post(modules, { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 422),
    ])
    expect(await app.prisma.module.count({ where: { nameKey: 'raced' } })).toBe(1)
  })
})

describe('read', () => {
  rule('§7 modules', 'GET lists them, paged')
  test('lists by name and provider, page by page', async () => {
    const globex = await app.make.organization(owner, 'globex')
    for (const address of ['b/aws', 'a/aws', 'B/aws2', 'a/azure'])
      await createModule(app, owner, `globex/${address}`)
    const answer = await as(app, owner).get(`/organizations/${globex.name}/registry-modules?page[size]=3`)
    expect(answer.status).toBe(200)
    const names = answer.body.data.map(
      ({ attributes }: { attributes: { name: string; provider: string } }) =>
        `${attributes.name}/${attributes.provider}`,
    )
    expect(names).toEqual(['B/aws2', 'a/aws', 'a/azure'])
    expect(answer.body.meta.pagination).toMatchObject({ 'total-count': 4, 'total-pages': 2, 'next-page': 2 })
  })

  rule('§7 modules', 'A module is found by its address and by its id')
  test('finds a module by its id, and by its address in any case of namespace and name', async () => {
    const { id } = await createModule(app, owner, 'Acme/Found/aws')
    for (const path of [
      `/registry-modules/${id}`,
      modulePath('Acme/Found/aws'),
      modulePath('ACME/found/aws'),
    ]) {
      const answer = await as(app, owner).get(path)
      expect(answer.status, path).toBe(200)
      expect(answer.body.data.attributes).toMatchObject({ namespace: 'Acme', name: 'Found' })
    }
  })

  rule(
    '§7 modules',
    '`status` and `version-statuses`, with the message of a failure; `version?module_version=` shows one version',
  )
  test('tells each version with its status, newest first', async () => {
    const address = 'Acme/statuses/aws'
    await publishModule(app, owner, address, '1.2.0', '1.10.0')
    await uploadLink(app, owner, address, '2.0.0-rc.1')
    await put(app, await uploadLink(app, owner, address, '2.0.0'), Buffer.from('no archive'))
    const { body } = await as(app, owner).get(modulePath(address))
    expect(body.data.attributes.status).toBe('setup_complete')
    expect(body.data.attributes['version-statuses']).toEqual([
      { version: '2.0.0', status: 'reg_ingress_failed', error: 'the archive is not a gzip file' },
      { version: '2.0.0-rc.1', status: 'pending' },
      { version: '1.10.0', status: 'ok' },
      { version: '1.2.0', status: 'ok' },
    ])
    const shown = await as(app, owner).get(`${modulePath(address)}/version?module_version=2.0.0`)
    expect(shown.body.data).toMatchObject({
      type: 'registry-module-versions',
      attributes: { version: '2.0.0', status: 'reg_ingress_failed', error: 'the archive is not a gzip file' },
      links: {},
    })
    for (const query of ['?module_version=3.0.0', '?module_version=v1'])
      expect((await as(app, owner).get(`${modulePath(address)}/version${query}`)).body).toEqual(notFoundBody)
    const without = await as(app, owner).get(`${modulePath(address)}/version`)
    expect([without.status, without.body.errors[0].source]).toEqual([400, { parameter: 'module_version' }])
  })

  test('an impossible name, a missing module and another namespace are one and the same miss', async () => {
    await createModule(app, owner, 'Acme/here/aws')
    const paths = [
      modulePath('Acme/gone/aws'),
      modulePath('Acme/here/AWS'),
      modulePath('missing/here/aws'),
      '/organizations/Acme/registry-modules/private/globex/here/aws',
      '/organizations/Acme/registry-modules/private/Acme/%00/aws',
      '/organizations/Acme/registry-modules/public/Acme/here/aws',
      '/registry-modules/mod-AAAAAAAAAAAAAAAA',
      '/registry-modules/here',
    ]
    for (const path of paths) {
      const answer = await as(app, owner).get(path)
      expect(answer.status, path).toBe(404)
      expect(answer.body).toEqual(notFoundBody)
    }
    expect((await as(app, undefined).get(modules)).body).toEqual(unauthorizedBody)
  })
})

describe('update', () => {
  rule('§7 modules', 'PATCH keeps what is absent and unsets by null')
  test('changes what is given and keeps the rest; null unsets; the name stays', async () => {
    const address = 'Acme/changed/aws'
    const { id } = await createModule(app, owner, address, {
      description: 'Old',
      'source-url': 'https://a.example',
    })
    app.clock.move(1000)
    const body = moduleOf({ description: 'New', name: 'other' })
    const first = await as(app, owner).patch(modulePath(address), { body })
    expect(first.status).toBe(200)
    expect(first.body.data.attributes).toMatchObject({
      name: 'changed',
      description: 'New',
      'source-url': 'https://a.example',
    })
    expect(first.body.data.attributes['updated-at'] > first.body.data.attributes['created-at']).toBe(true)
    const second = await as(app, owner).patch(modulePath(address), { body: moduleOf({ 'source-url': null }) })
    expect(second.body.data.attributes).toMatchObject({ description: 'New', 'source-url': null })
    expect((await auditOf(app, id)).map(({ action }) => action)).toEqual([
      'module.create',
      'module.update',
      'module.update',
    ])
  })

  rule('§7 modules', 'PATCH and DELETE hold to `If-Match`')
  test('with If-Match changes only what is still as it was read, its versions included', async () => {
    const address = 'Acme/guarded/aws'
    await createModule(app, owner, address)
    const { etag = '' } = (await as(app, owner).get(modulePath(address))).headers
    await publish(app, owner, address, '1.0.0')
    const headers = { 'If-Match': etag }
    const answer = await as(app, owner).patch(modulePath(address), {
      body: moduleOf({ description: 'x' }),
      headers,
    })
    expect(answer.status).toBe(412)
    expect((await as(app, owner).delete(modulePath(address), { headers })).status).toBe(412)
  })
})

describe('delete', () => {
  const isGone = async (address: string): Promise<boolean> =>
    (await as(app, owner).get(modulePath(address))).status === 404

  rule('§7 modules', 'DELETE is 204 and takes versions and files along')
  test('takes a module with its versions and files, and nothing else', async () => {
    await createModule(app, owner, 'Acme/leaving/aws')
    await createModule(app, owner, 'Acme/leaving/azure')
    await publish(app, owner, 'Acme/leaving/aws', '1.0.0')
    await publish(app, owner, 'Acme/leaving/azure', '1.0.0')
    const [file] = await filesOf('leaving', 'aws')
    const answer = await as(app, owner).delete(modulePath('Acme/leaving/aws'))
    expect(answer.status).toBe(204)
    expect(await isGone('Acme/leaving/aws')).toBe(true)
    expect(await app.storage.stat(file ?? '')).toBeUndefined()
    expect(await listed(app, owner, 'Acme/leaving/azure')).toEqual(['1.0.0'])
  })

  rule('§7 modules', 'DELETE of a name takes all providers')
  test('by name takes the modules of all providers', async () => {
    for (const provider of ['aws', 'azure']) await createModule(app, owner, `Acme/whole/${provider}`)
    const path = '/organizations/Acme/registry-modules/private/Acme/whole'
    expect((await as(app, owner).delete(path)).status).toBe(204)
    expect([await isGone('Acme/whole/aws'), await isGone('Acme/whole/azure')]).toEqual([true, true])
    expect((await as(app, owner).delete(path)).body).toEqual(notFoundBody)
  })

  rule('§7 modules', 'DELETE of a version takes that one')
  test('of one version takes that number alone', async () => {
    const address = 'Acme/one/aws'
    await publishModule(app, owner, address, '1.0.0', '1.1.0')
    expect((await as(app, owner).delete(`${modulePath(address)}/1.1.0`)).status).toBe(204)
    expect(await listed(app, owner, address)).toEqual(['1.0.0'])
    expect(await filesOf('one', 'aws')).toHaveLength(1)
    expect((await as(app, owner).delete(`${modulePath(address)}/1.1.0`)).body).toEqual(notFoundBody)
    expect((await as(app, owner).delete(`${modulePath(address)}/9`)).body).toEqual(notFoundBody)
  })

  rule('§7 modules', '`POST …/actions/delete/…` does the same, 204')
  test('works the way older clients ask for it', async () => {
    for (const provider of ['aws', 'azure']) await createModule(app, owner, `Acme/older/${provider}`)
    await publish(app, owner, 'Acme/older/aws', '1.0.0')
    await publish(app, owner, 'Acme/older/aws', '1.1.0')
    const ask = (path: string) => as(app, owner).post(`/registry-modules/actions/delete/Acme/older${path}`)
    expect((await ask('/aws/1.0.0')).status).toBe(204)
    expect(await listed(app, owner, 'Acme/older/aws')).toEqual(['1.1.0'])
    expect((await ask('/aws')).status).toBe(204)
    expect([await isGone('Acme/older/aws'), await isGone('Acme/older/azure')]).toEqual([true, false])
    expect((await ask('')).status).toBe(204)
    expect(await isGone('Acme/older/azure')).toBe(true)
    expect((await ask('')).body).toEqual(notFoundBody)
  })

  rule('§7 modules', 'Files go only once the deletion is committed')
  test('removes files only once the change has been committed', async () => {
    const address = 'Acme/unlucky/aws'
    await publishModule(app, owner, address, '1.0.0')
    const [file = ''] = await filesOf('unlucky', 'aws')
    await app.prisma
      .$executeRaw`ALTER TABLE audit_events ADD CONSTRAINT no_deletions CHECK (action NOT IN ('module.delete', 'module-version.delete')) NOT VALID`
    for (const path of [modulePath(address), `${modulePath(address)}/1.0.0`])
      expect((await as(app, owner).delete(path)).status).toBe(500)
    expect(await app.storage.stat(file)).toBeDefined()
    expect(await listed(app, owner, address)).toEqual(['1.0.0'])
    await app.prisma.$executeRaw`ALTER TABLE audit_events DROP CONSTRAINT no_deletions`
    expect((await as(app, owner).delete(`${modulePath(address)}/1.0.0`)).status).toBe(204)
    expect(await app.storage.stat(file)).toBeUndefined()
  })
})

async function filesOf(nameKey: string, provider: string): Promise<string[]> {
  const rows = await app.prisma.moduleVersion.findMany({ where: { module: { nameKey, provider } } })
  return rows.flatMap(({ storageKey }) => storageKey ?? [])
}
