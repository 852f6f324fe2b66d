import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { auditOf } from '../modules/story.js'
import { createProvider, createProviderVersion } from '../providers.js'
import { as, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'

let app: TestApp
let owner: Person
let acme: Organization

const path = '/organizations/Acme/registry-providers'
const provider = (attributes: object): object => documentOf('registry-providers', attributes)

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  owner = await app.make.user('ana')
  acme = await app.make.organization(owner, 'Acme')
})
afterAll(() => app.stop())

let count = 0
const fresh = (): string => `provider-${++count}`

describe('create', () => {
  test('of a private provider answers 201 with an empty list of versions', async () => {
    const attributes = { name: 'cloud', namespace: 'Acme', 'registry-name': 'private' }
    const answer = await as(app, owner).post(path, { body: provider(attributes) })
    expect(answer.status).toBe(201)
    const self = '/api/v2/organizations/Acme/registry-providers/private/Acme/cloud'
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^prov-[A-Za-z0-9]{16}$/),
        type: 'registry-providers',
        attributes: {
          ...attributes,
          'created-at': '2026-03-01T12:00:00.000Z',
          'updated-at': '2026-03-01T12:00:00.000Z',
          permissions: { 'can-delete': true },
        },
        relationships: {
          organization: { data: { id: 'Acme', type: 'organizations' } },
          versions: { data: [], links: { related: `${self}/versions` } },
        },
        links: { self },
      },
    })
    expect(await auditOf(app, answer.body.data.id)).toMatchObject([
      { action: 'registry-provider.create', actorId: owner.id, organizationId: acme.id },
    ])
  })

  test('of a public provider points to any namespace and knows no versions', async () => {
    const attributes = { name: 'aws', namespace: 'hashicorp', 'registry-name': 'public' }
    const answer = await as(app, owner).post(path, { body: provider(attributes) })
    expect(answer.status).toBe(201)
    expect(answer.body.data.attributes).toMatchObject(attributes)
    expect(answer.body.data.relationships).toEqual({
      organization: { data: { id: 'Acme', type: 'organizations' } },
    })
    expect(answer.body.data.links.self).toBe(
      '/api/v2/organizations/Acme/registry-providers/public/hashicorp/aws',
    )
  })

  test.each([[{}], [{ 'registry-name': null }], [{ 'registry-name': '' }]])(
    'with %j gives exactly two errors about the registry name, in this order',
    async (attributes) => {
      const body = provider({ name: 'x', namespace: 'Acme', ...attributes })
      const answer = await as(app, owner).post(path, { body })
      expect(answer.status).toBe(422)
      const fault = (detail: string) => ({
        status: '422',
        title: 'invalid attribute',
        detail,
        source: { pointer: '/data/attributes/registry-name' },
      })
      expect(answer.body.errors).toEqual([
        fault("Registry name can't be blank"),
        fault('Registry name is not included in the list'),
      ])
    },
  )

  test.each([
    [
      { name: 'x', namespace: 'Acme', 'registry-name': 'other' },
      ['Registry name is not included in the list'],
    ],
    [
      { name: 'x', namespace: 'Acme', 'registry-name': 'Private' },
      ['Registry name is not included in the list'],
    ],
    [{ name: 'x', namespace: 'Acme', 'registry-name': 5 }, ['Registry name is invalid']],
    [{ name: 'x', namespace: 'other', 'registry-name': 'private' }, ['Namespace is invalid']],
    [{ name: 'x', namespace: 'acme', 'registry-name': 'private' }, ['Namespace is invalid']],
    [
      { name: 'a b', namespace: 'other', 'registry-name': 'private' },
      ['Name is invalid', 'Namespace is invalid'],
    ],
    [
      { name: 'a\u0000', namespace: 7, 'registry-name': 'public' },
      ['Name is invalid', 'Namespace is invalid'],
    ],
    [
      { name: 'x'.repeat(65), namespace: '', 'registry-name': 'public' },
      ['Name is too long (maximum is 64 characters)', "Namespace can't be blank"],
    ],
    [
      {},
      [
        "Name can't be blank",
        "Namespace can't be blank",
        "Registry name can't be blank",
        'Registry name is not included in the list',
      ],
    ],
  ])('%j is 422 and nothing is created', async (attributes, details) => {
    const before = await app.prisma.registryProvider.count()
    const answer = await as(app, owner).post(path, { body: provider(attributes) })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ detail }: { detail: string }) => detail)).toEqual(details)
    expect(await app.prisma.registryProvider.count()).toBe(before)
  })

  test('a duplicate in any case is 422, in the other registry or another namespace it is none', async () => {
    const attributes = { name: 'twice', namespace: 'someone', 'registry-name': 'public' }
    expect((await as(app, owner).post(path, { body: provider(attributes) })).status).toBe(201)
    const again = await as(app, owner).post(path, {
      body: provider({ ...attributes, name: 'TWICE', namespace: 'SomeOne' }),
    })
    expect(again.status).toBe(422)
    expect(again.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'Name has already been taken',
        source: { pointer: '/data/attributes/name' },
      },
    ])
    for (const other of [{ namespace: 'other' }, { namespace: 'Acme', 'registry-name': 'private' }])
      expect((await as(app, owner).post(path, { body: provider({ ...attributes, ...other }) })).status).toBe(
        201,
      )
  })

  test('of thirty at once for one name, one wins and the others are 422', async () => {
    const body = provider({ name: fresh(), namespace: 'Acme', 'registry-name': 'private' })
    const answers = await Promise.all(Array.from({ length: 30 }, () => as(app, owner).post(path, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 29 }, () => 422),
    ])
  })

  test('a wrong or missing type is 422', async () => {
    for (const type of ['registry-modules', '', undefined]) {
      const attributes = { name: fresh(), namespace: 'Acme', 'registry-name': 'private' }
      const answer = await as(app, owner).post(path, { body: { data: { type, attributes } } })
      expect([answer.status, answer.body.errors[0].source]).toEqual([422, { pointer: '/data/type' }])
    }
  })
})

describe('list', () => {
  let own: TestApp
  let bea: Person

  beforeAll(async () => {
    own = await startTestApp({ LOG_LEVEL: 'silent' })
    bea = await own.make.user()
    await own.make.organization(bea, 'list')
    for (const [kind, namespace, name] of [
      ['public', 'zeta', 'aws'],
      ['private', 'list', 'b_1'],
      ['private', 'list', 'B2'],
      ['public', 'alpha', 'aws'],
      ['public', 'alpha', 'AZ'],
      ['private', 'list', 'a'],
    ] as const)
      await createProvider(own, bea, `list/${kind}/${namespace}/${name}`)
  })
  afterAll(() => own.stop())

  const names = async (query = ''): Promise<string[]> => {
    const answer = await as(own, bea).get(`/organizations/list/registry-providers${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.map(({ attributes: a }: { attributes: Record<string, string> }) =>
      [a['registry-name'], a['namespace'], a['name']].join('/'),
    )
  }

  test('is by registry name, namespace and name, byte by byte', async () => {
    expect(await names()).toEqual([
      'private/list/B2',
      'private/list/a',
      'private/list/b_1',
      'public/alpha/AZ',
      'public/alpha/aws',
      'public/zeta/aws',
    ])
    expect(await names('?page[size]=2&page[number]=2')).toEqual(['private/list/b_1', 'public/alpha/AZ'])
  })

  test('q finds a part of name or namespace, literally and in any case', async () => {
    expect(await names('?q=AW')).toEqual(['public/alpha/aws', 'public/zeta/aws'])
    expect(await names('?q=Alph')).toEqual(['public/alpha/AZ', 'public/alpha/aws'])
    expect(await names('?q=_')).toEqual(['private/list/b_1'])
    expect(await names('?q=%25')).toEqual([])
    expect(await names('?q=')).toHaveLength(6)
  })

  test('filters by registry name and by the exact name of the owning organization', async () => {
    expect(await names('?filter[registry_name]=public')).toHaveLength(3)
    expect(await names('?filter%5Bregistry_name%5D=private&q=b')).toEqual([
      'private/list/B2',
      'private/list/b_1',
    ])
    expect(await names('?filter[organization_name]=list')).toHaveLength(6)
    expect(await names('?filter[organization_name]=alpha')).toEqual([])
    expect(await names('?filter[organization_name]=LIST')).toEqual([])
  })

  test.each([
    ['filter[name]=aws', 'filter[name]'],
    ['filter[namespace]=alpha', 'filter[namespace]'],
    ['filter[registry_name]=other', 'filter[registry_name]'],
    ['filter[registry_name]=', 'filter[registry_name]'],
    ['q=%00', 'q'],
    ['include=platforms', 'include'],
    ['page[size]=x', 'page[size]'],
  ])('%s is 400', async (query, parameter) => {
    const answer = await as(own, bea).get(`/organizations/list/registry-providers?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ title: 'invalid parameter', source: { parameter } }])
  })
})

describe('show', () => {
  test('by its path, in any case of namespace and name, and by its id it is the same document', async () => {
    const made = await createProvider(app, owner, 'Acme/private/Acme/shown')
    for (const address of [
      `${path}/private/Acme/shown`,
      `${path}/private/ACME/Shown`,
      `/registry-providers/${made.id}`,
    ]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body.data]).toEqual([200, made])
    }
    for (const address of [
      `${path}/public/Acme/shown`,
      `${path}/other/Acme/shown`,
      `${path}/private/other/shown`,
      `${path}/private/Acme/%20`,
      '/registry-providers/prov-0000000000000000',
      '/registry-providers/x',
    ]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
  })

  test('lists the identifiers of its versions, newest first', async () => {
    await createProvider(app, owner, 'Acme/private/Acme/versioned')
    const ids: string[] = []
    for (const version of ['1.2.0', '1.10.0', '1.9.0'])
      ids.push((await createProviderVersion(app, owner, 'Acme/private/Acme/versioned', version)).id)
    const answer = await as(app, owner).get(`${path}/private/Acme/versioned`)
    expect(answer.body.data.relationships.versions.data).toEqual(
      [ids[1], ids[2], ids[0]].map((id) => ({ id, type: 'registry-provider-versions' })),
    )
    expect(answer.body).not.toHaveProperty('included')
    expect(answer.body.data.relationships).not.toHaveProperty('registry-provider-versions')
  })

  test.each(['registry-provider-versions', 'versions'])(
    'include=%s brings the versions along, and the relationship under both names',
    async (include) => {
      const name = fresh()
      const { id } = await createProvider(app, owner, `Acme/private/Acme/${name}`)
      const version = await createProviderVersion(app, owner, `Acme/private/Acme/${name}`, '1.0.0')
      const shown = await as(app, owner).get(`${path}/private/Acme/${name}?include=${include}`)
      expect(shown.status).toBe(200)
      const { versions, ...others } = shown.body.data.relationships
      expect(versions.data).toEqual([{ id: version.id, type: 'registry-provider-versions' }])
      expect(others['registry-provider-versions']).toEqual(versions)
      expect(shown.body.included).toMatchObject([
        { id: version.id, type: 'registry-provider-versions', attributes: { version: '1.0.0' } },
      ])
      const listed = await as(app, owner).get(`${path}?q=${name}&include=${include}`)
      expect(listed.body.included).toEqual(shown.body.included)
      const byId = await as(app, owner).get(`/registry-providers/${id}?include=${include}`)
      expect(byId.body).toEqual(shown.body)
    },
  )

  test('a public provider includes nothing', async () => {
    await createProvider(app, owner, 'Acme/public/someone/pointer')
    const answer = await as(app, owner).get(`${path}/public/someone/pointer?include=versions`)
    expect(answer.body.included).toEqual([])
    expect(Object.keys(answer.body.data.relationships)).toEqual(['organization'])
  })
})

describe('update and delete', () => {
  test('PATCH answers 200 with the provider as it is, with or without a type', async () => {
    const made = await createProvider(app, owner, 'Acme/private/Acme/patched')
    for (const type of ['registry-providers', '', undefined]) {
      const body = { data: { type, attributes: { name: 'other' } } }
      const answer = await as(app, owner).patch(`${path}/private/Acme/patched`, { body })
      expect([answer.status, answer.body.data]).toEqual([200, made])
    }
    const wrong = await as(app, owner).patch(`${path}/private/Acme/patched`, {
      body: { data: { type: 'x' } },
    })
    expect([wrong.status, wrong.body.errors[0].source]).toEqual([422, { pointer: '/data/type' }])
    const none = await as(app, owner).patch(`${path}/private/Acme/patched`, { body: {} })
    expect([none.status, none.body.errors[0].source]).toEqual([422, { pointer: '/data' }])
  })

  test('DELETE answers 204, once, and takes the versions along', async () => {
    const { id } = await createProvider(app, owner, 'Acme/private/Acme/gone')
    await createProviderVersion(app, owner, 'Acme/private/Acme/gone', '1.0.0')
    const answer = await as(app, owner).delete(`${path}/private/Acme/gone`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await as(app, owner).delete(`${path}/private/Acme/gone`)).status).toBe(404)
    expect(await app.prisma.registryProviderVersion.count({ where: { providerId: id } })).toBe(0)
    expect((await auditOf(app, id)).at(-1)).toMatchObject({
      action: 'registry-provider.delete',
      before: { id },
    })
  })

  test('DELETE with a stale If-Match is 412', async () => {
    await createProvider(app, owner, 'Acme/private/Acme/guarded')
    const shown = await as(app, owner).get(`${path}/private/Acme/guarded`)
    const headers = { 'If-Match': shown.headers['etag'] as string }
    await createProviderVersion(app, owner, 'Acme/private/Acme/guarded', '1.0.0')
    expect((await as(app, owner).delete(`${path}/private/Acme/guarded`, { headers })).status).toBe(412)
    const again = await as(app, owner).get(`${path}/private/Acme/guarded`)
    const good = { 'If-Match': again.headers['etag'] as string }
    expect((await as(app, owner).delete(`${path}/private/Acme/guarded`, { headers: good })).status).toBe(204)
  })
})

describe('who may ask', () => {
  test('members see, holders of manage-providers write, and can-delete is the caller’s own right', async () => {
    const made = await createProvider(app, owner, 'Acme/private/Acme/rights')
    const [member, manager, stranger] = [
      await app.make.member(acme),
      await app.make.manager(acme, { manageProviders: true }),
      await app.make.user(),
    ]
    const other = await app.make.manager(acme, { manageModules: true, manageWorkspaces: true })
    const statuses = async (caller: Person | undefined): Promise<number[]> => {
      const ask = as(app, caller)
      const body = provider({ name: fresh(), namespace: 'x', 'registry-name': 'public' })
      const answers = [
        await ask.get(path),
        await ask.get(`${path}/private/Acme/rights`),
        await ask.get(`/registry-providers/${made.id}`),
        await ask.post(path, { body }),
        await ask.patch(`${path}/private/Acme/rights`, { body: { data: {} } }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(manager)).toEqual([200, 200, 200, 201, 200])
    expect(await statuses(member)).toEqual([200, 200, 200, 404, 404])
    expect(await statuses(other)).toEqual([200, 200, 200, 404, 404])
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404, 404])
    expect(await statuses(undefined)).toEqual([401, 401, 401, 401, 401])
    expect((await as(app, undefined).get(path)).body).toEqual(unauthorizedBody)
    const canDelete = async (caller: Person): Promise<boolean> =>
      (await as(app, caller).get(`/registry-providers/${made.id}`)).body.data.attributes.permissions[
        'can-delete'
      ]
    expect(await canDelete(manager)).toBe(true)
    expect(await canDelete(member)).toBe(false)
    expect((await as(app, member).delete(`${path}/private/Acme/rights`)).body).toEqual(notFoundBody)
    expect((await as(app, manager).delete(`${path}/private/Acme/rights`)).status).toBe(204)
  })

  test('of a disabled organization nothing is there, by path or id', async () => {
    const gone = await app.make.organization(owner)
    const made = await createProvider(app, owner, `${gone.name}/private/${gone.name}/x`)
    await app.prisma.organization.update({ where: { id: gone.id }, data: { isDisabled: true } })
    for (const address of [
      `/organizations/${gone.name}/registry-providers`,
      `/registry-providers/${made.id}`,
    ])
      expect((await as(app, owner).get(address)).body).toEqual(notFoundBody)
  })
})
