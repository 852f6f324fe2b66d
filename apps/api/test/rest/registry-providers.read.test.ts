import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createProvider, createProviderVersion } from '../providers.js'
import { as, notFoundBody } from '../rest.js'
import { startAcme } from './acme.js'
import { fresh, path } from './registry-providers.js'

const { app, owner } = await startAcme()

const own = await startTestApp({ LOG_LEVEL: 'silent' })
const bea = await own.make.user()
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

describe('list', () => {
  const names = async (query = ''): Promise<string[]> => {
    const answer = await as(own, bea).get(`/organizations/list/registry-providers${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.map(({ attributes: a }: { attributes: Record<string, string> }) =>
      [a['registry-name'], a['namespace'], a['name']].join('/'),
    )
  }

  rule('§2 sorting', 'Providers by registry name, namespace and name')
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

  rule('Spec providers', '`q` searches name and namespace')
  rule('§6 providers', '`q` is a case-insensitive substring of name or namespace')
  test('q finds a part of name or namespace, literally and in any case', async () => {
    expect(await names('?q=AW')).toEqual(['public/alpha/aws', 'public/zeta/aws'])
    expect(await names('?q=Alph')).toEqual(['public/alpha/AZ', 'public/alpha/aws'])
    expect(await names('?q=_')).toEqual(['private/list/b_1'])
    expect(await names('?q=%25')).toEqual([])
    expect(await names('?q=')).toHaveLength(6)
  })

  rule('Spec providers', '`filter[registry_name]` and `filter[organization_name]` restrict the list')
  rule('§6 providers', '`filter[organization_name]` is exact, of the owning organization')
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

  rule('§2 errors', 'An unknown filter, or a value that a filter does not know, is 400')
  rule('§6 providers', 'Another filter is 400')
  test.each([
    ['filter[name]=aws', 'filter[name]'],
    ['filter[namespace]=alpha', 'filter[namespace]'],
    ['filter[registry_name]=other', 'filter[registry_name]'],
    ['q=%00', 'q'],
    ['include=platforms', 'include'],
    ['page[size]=x', 'page[size]'],
  ])(
    'another filter, a value that a filter does not know and an unknown include are 400: %s',
    async (query, parameter) => {
      const answer = await as(own, bea).get(`/organizations/list/registry-providers?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toMatchObject([{ title: 'invalid parameter', source: { parameter } }])
    },
  )
})

describe('show', () => {
  rule('Spec providers', 'For private providers the namespace in the path equals the organization')
  rule('§6 providers', '`GET /registry-providers/:id` is the same document')
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

  rule('Spec providers', 'Rule 4: show lists the version identifiers of a private provider')
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

  rule(
    '§6 providers',
    'The relationship leads to `/versions`; `include` brings the versions, under both names',
  )
  test.each(['registry-provider-versions', 'versions'])(
    'include=%s brings the versions along, and the relationship under both names',
    async (include) => {
      const name = fresh(app)
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

  rule('§6 providers', 'A public provider has no versions relationship')
  test('a public provider includes nothing', async () => {
    await createProvider(app, owner, 'Acme/public/someone/pointer')
    const answer = await as(app, owner).get(`${path}/public/someone/pointer?include=versions`)
    expect(answer.body.included).toEqual([])
    expect(Object.keys(answer.body.data.relationships)).toEqual(['organization'])
  })
})
