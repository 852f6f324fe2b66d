import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, file } from '../../src/adapters/archives/tar-maker.testing.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf } from '../rest.js'
import { statementsOf } from '../statements.js'
import { createModule, modulePath, publish, put, registry, uploadLink } from './story.js'

let app: TestApp
let owner: Person
let member: Person

const mounts = ['/v1/modules', '/api/registry/v1/modules']
const notFound = { errors: ['Not Found'] }

const network = archive(
  file('README.md', '# Network\n\n[![badge](x)](y)\n\nA **network** with [subnets](z).\n\nMore.'),
  file(
    'main.tf',
    `variable "cidr" {
  type    = string
  default = "10.0.0.0/8"
}
variable "zones" { type = list(string) }
output "id" {
  description = "Its id"
  value       = 1
}
terraform {
  required_providers {
    aws = {
      source  = "acme-clouds/aws"
      version = ">= 5"
    }
  }
}
resource "aws_network" "this" {}
data "aws_zones" "all" {}
module "names" {
  source  = "registry.test/ACME/names/aws"
  version = "~> 1.0"
}
module "subnet" { source = "./modules/subnet" }
`,
  ),
  file(
    'modules/subnet/main.tf',
    'variable "size" {}\nmodule "tags" { source = "registry.test:80/acme/tags/aws//modules/x" }',
  ),
  file('examples/basic/main.tf', 'module "it" { source = "../.." }'),
  file('examples/basic/README.md', 'How to.'),
)

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  owner = await app.make.user('ana')
  member = await app.make.member(await app.make.organization(owner, 'Acme'))
  await createModule(app, owner, 'Acme/names/aws')
  for (const version of ['1.0.0', '1.1.0']) await publish(app, owner, 'Acme/names/aws', version)
  await createModule(app, owner, 'Acme/Network/aws', { 'source-url': 'https://git.example/network' })
  await publish(app, owner, 'Acme/Network/aws', '1.0.0')
  await publish(app, owner, 'Acme/Network/aws', '1.1.0', network)
  await publish(app, owner, 'Acme/Network/aws', '2.0.0-rc.1')
  await createModule(app, owner, 'Acme/network/gcp', { description: 'On another cloud' })
  await publish(app, owner, 'Acme/network/gcp', '0.9007199254740993.0')
  await publish(app, owner, 'Acme/network/gcp', '0.9007199254740992.0+build.5')
  await createModule(app, owner, 'Acme/waiting/aws')
})
afterAll(() => app.stop())

const basicPart = { readme: '', empty: false, inputs: [], outputs: [], dependencies: [], resources: [] }

describe.each(mounts)('detail under %s', (mount) => {
  test('of the newest release tells all that its sources declare', async () => {
    const answer = await registry(app, member, `${mount}/acme/network/aws`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.body).toEqual({
      id: 'Acme/Network/aws/1.1.0',
      owner: 'ana',
      namespace: 'Acme',
      name: 'Network',
      version: '1.1.0',
      provider: 'aws',
      description: 'A network with subnets.',
      source: 'https://git.example/network',
      published_at: '2026-03-01T12:00:00.000Z',
      downloads: 0,
      verified: false,
      root: {
        path: '',
        name: 'Network',
        readme: expect.stringMatching(/^# Network/),
        empty: false,
        inputs: [
          { name: 'cidr', type: 'string', description: '', default: '"10.0.0.0/8"', required: false },
          { name: 'zones', type: 'list(string)', description: '', default: '', required: true },
        ],
        outputs: [{ name: 'id', description: 'Its id' }],
        dependencies: [{ name: 'names', source: 'registry.test/ACME/names/aws', version: '~> 1.0' }],
        provider_dependencies: [
          { name: 'aws', namespace: 'acme-clouds', source: 'acme-clouds/aws', version: '>= 5' },
        ],
        resources: [{ name: 'this', type: 'aws_network' }],
      },
      submodules: [
        {
          ...basicPart,
          path: 'modules/subnet',
          name: 'subnet',
          inputs: [{ name: 'size', type: 'any', description: '', default: '', required: true }],
          dependencies: [{ name: 'tags', source: 'registry.test:80/acme/tags/aws//modules/x', version: '' }],
          provider_dependencies: [],
        },
      ],
      examples: [
        { ...basicPart, path: 'examples/basic', name: 'basic', readme: 'How to.', provider_dependencies: [] },
      ],
      providers: ['aws', 'gcp'],
      versions: ['2.0.0-rc.1', '1.1.0', '1.0.0'],
      deprecation: null,
    })
  })

  test('of a version is that of this very version, found without its build metadata', async () => {
    const old = await registry(app, member, `${mount}/Acme/Network/aws/1.0.0`)
    expect(old.body).toMatchObject({ version: '1.0.0', description: '', submodules: [] })
    const built = await registry(app, member, `${mount}/Acme/network/gcp/0.9007199254740992.0`)
    expect(built.body).toMatchObject({
      id: 'Acme/network/gcp/0.9007199254740992.0+build.5',
      description: 'On another cloud',
      versions: ['0.9007199254740993.0', '0.9007199254740992.0+build.5'],
    })
  })

  test('of what is not there, not published or not for the caller is a miss', async () => {
    const stranger = await app.make.user()
    const paths = [
      'acme/network/azure',
      'acme/network/aws/9.9.9',
      'acme/waiting/aws',
      'acme/network/aws/v1',
      'acme/x',
    ]
    for (const path of paths)
      expect((await registry(app, member, `${mount}/${path}`)).body, path).toEqual(notFound)
    for (const path of ['acme/network/aws', 'acme/network/aws/1.0.0', 'acme/network'])
      expect((await registry(app, stranger, `${mount}/${path}`)).body, path).toEqual(notFound)
  })

  test('carries a tag and can only be read', async () => {
    const path = `${mount}/acme/network/aws/1.1.0`
    const { etag } = (await registry(app, member, path)).headers
    expect((await registry(app, owner, path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    expect((await registry(app, member, path, { method: 'head' })).headers['etag']).toBe(etag)
    expect((await registry(app, member, path, { method: 'post' })).status).toBe(405)
  })
})

describe.each(mounts)('lists under %s', (mount) => {
  const idsOf = async (path: string, by = member): Promise<string[]> => {
    const answer = await registry(app, by, `${mount}${path}`)
    expect(answer.status, path).toBe(200)
    return answer.body.modules.map(({ id }: { id: string }) => id)
  }
  const all = ['Acme/Network/aws/1.1.0', 'Acme/names/aws/1.1.0', 'Acme/network/gcp/0.9007199254740993.0']

  test('hold each module once, by its newest release, in the order of namespace, name and provider', async () => {
    for (const path of ['', '/', '/acme', '/ACME/']) expect(await idsOf(path)).toEqual(all)
    const { body } = await registry(app, member, mount)
    expect(body.meta).toEqual({ limit: 15, current_offset: 0 })
    expect(body.modules[1]).toEqual({
      id: 'Acme/names/aws/1.1.0',
      owner: 'ana',
      namespace: 'Acme',
      name: 'names',
      version: '1.1.0',
      provider: 'aws',
      description: '',
      source: '',
      published_at: '2026-03-01T12:00:00.000Z',
      downloads: 0,
      verified: false,
    })
  })

  test('of a name hold the newest of each provider', async () => {
    expect(await idsOf('/acme/NETWORK')).toEqual([all[0], all[2]])
    expect(await idsOf('/acme/network?provider=gcp')).toEqual([all[2]])
  })

  test('can be narrowed by provider, and to what is verified by true alone', async () => {
    expect(await idsOf('?provider=aws')).toEqual(all.slice(0, 2))
    expect(await idsOf('?verified=true')).toEqual([])
    for (const value of ['false', '1', 'TRUE', '']) expect(await idsOf(`?verified=${value}`)).toEqual(all)
  })

  test('are empty for a stranger, and of a namespace that is foreign or unknown, alike', async () => {
    const stranger = await app.make.user()
    for (const path of ['', '/acme', '/nowhere', '/-'])
      expect((await registry(app, stranger, `${mount}${path}`)).body).toEqual({
        meta: { limit: 15, current_offset: 0 },
        modules: [],
      })
  })

  test('come page by page, with the way on and back under the same mount', async () => {
    const page = async (query: string) => (await registry(app, member, `${mount}${query}`)).body
    const first = await page('?provider=aws&limit=1')
    expect(first.modules).toHaveLength(1)
    expect(first.meta).toEqual({
      limit: 1,
      current_offset: 0,
      next_offset: 1,
      next_url: `${mount}?limit=1&offset=1&provider=aws`,
    })
    expect((await page('?offset=1&limit=1')).meta).toEqual({
      limit: 1,
      current_offset: 1,
      next_offset: 2,
      next_url: `${mount}?limit=1&offset=2`,
      prev_offset: 0,
      prev_url: `${mount}?limit=1`,
    })
    expect((await page('/acme?limit=2&offset=2&x=%20y')).meta).toEqual({
      limit: 2,
      current_offset: 2,
      prev_offset: 0,
      prev_url: `${mount}/acme?limit=2&x=+y`,
    })
    expect((await page('?offset=50')).meta).toMatchObject({ current_offset: 50, prev_offset: 35 })
    expect((await page('/nowhere?offset=50')).meta).toEqual({ limit: 15, current_offset: 50 })
    expect((await page('?limit=1000')).meta.limit).toBe(100)
    expect((await page(`?offset=${2 ** 53 - 1}`)).modules).toEqual([])
  })

  test.each([
    'offset=-1',
    'offset=x',
    'offset=',
    'offset=1.5',
    'limit=0',
    'limit=-3',
    'limit=1&limit=2',
    'offset=1e3',
  ])('with %s are 400', async (query) => {
    const answer = await registry(app, member, `${mount}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      errors: [expect.stringMatching(/^(offset|limit) must be an integer of [01] or more$/)],
    })
  })
})

describe('what each caller sees', () => {
  const ids = async (by: Person | string): Promise<string[]> =>
    (await registry(app, by, '/v1/modules')).body.modules.map(({ id }: { id: string }) => id)

  test('follows sharing, membership and disabling at once', async () => {
    const [root, globex] = [await app.make.administrator(), await app.make.user('gus')]
    await app.make.organization(globex, 'globex')
    expect(await ids(globex)).toEqual([])
    expect(await ids(root)).toHaveLength(3)
    const consumers = '/admin/organizations/Acme/relationships/module-consumers'
    await as(app, root).patch(consumers, { body: { data: [{ id: 'globex', type: 'organizations' }] } })
    expect(await ids(globex)).toHaveLength(3)
    expect((await registry(app, globex, '/v1/modules/acme/network/aws')).status).toBe(200)
    const change = (attributes: object) =>
      as(app, root).patch('/admin/organizations/Acme', { body: documentOf('organizations', attributes) })
    await change({ 'is-disabled': true })
    expect([await ids(globex), await ids(owner), await ids(root)]).toEqual([[], [], []])
    await change({ 'is-disabled': false, 'global-module-sharing': true })
    expect(await ids(globex)).toHaveLength(3)
    expect(await ids(await app.make.user())).toEqual([])
    await change({ 'global-module-sharing': false })
    expect(await ids(globex)).toEqual([])
  })

  test('is nothing by a token that may only publish', async () => {
    const token = await app.make.token(owner, { scopes: ['publish:acme/network/aws'] })
    expect(await ids(token)).toEqual([])
  })
})

describe('the versions document', () => {
  test('tells what each version requires, then the dependencies that live in the same registry', async () => {
    const { body } = await registry(app, member, '/v1/modules/acme/network/aws/versions')
    expect(body.modules.map(({ source }: { source: string }) => source)).toEqual([
      'Acme/Network/aws',
      'Acme/names/aws',
    ])
    expect(body.modules[0].versions.map(({ version }: { version: string }) => version)).toEqual([
      '2.0.0-rc.1',
      '1.1.0',
      '1.0.0',
    ])
    const aws = { name: 'aws', namespace: 'acme-clouds', source: 'acme-clouds/aws', version: '>= 5' }
    expect(body.modules[0].versions[1]).toEqual({
      version: '1.1.0',
      root: {
        providers: [aws],
        dependencies: [{ name: 'names', source: 'registry.test/ACME/names/aws', version: '~> 1.0' }],
      },
      submodules: [
        {
          path: 'modules/subnet',
          providers: [],
          dependencies: [{ name: 'tags', source: 'registry.test:80/acme/tags/aws//modules/x', version: '' }],
        },
      ],
    })
    expect(body.modules[1].versions).toEqual(
      ['1.1.0', '1.0.0'].map((version) => ({
        version,
        root: { providers: [], dependencies: [] },
        submodules: [],
      })),
    )
  })
})

test('each answer takes a few statements, however much there is', async () => {
  const costs: Record<string, number> = {}
  for (const path of ['', '?limit=1', '/search?q=network', '/acme/network/aws', '/acme/names/aws'])
    costs[path] = await costOf(path)
  expect(costs).toEqual({
    '': 2,
    '?limit=1': 2,
    '/search?q=network': 4,
    '/acme/network/aws': 4,
    '/acme/names/aws': 4,
  })
  // Without dependencies in this registry the last two are spared.
  expect(await costOf('/acme/network/aws/versions')).toBe(5)
  expect(await costOf('/acme/names/aws/versions')).toBe(3)
})

const costOf = async (path: string): Promise<number> =>
  (await statementsOf(app, () => registry(app, member, `/v1/modules${path}`))).own.length

describe('what changes', () => {
  test('the description of a module, or the deletion of its newest version, shows in lists', async () => {
    const address = 'Acme/changing/aws'
    const { id } = await createModule(app, owner, address)
    for (const version of ['1.0.0', '1.1.0']) await publish(app, owner, address, version, network)
    const entry = async () => (await registry(app, member, '/v1/modules/acme/changing')).body.modules?.[0]
    expect(await entry()).toMatchObject({ version: '1.1.0', description: 'A network with subnets.' })
    const body = documentOf('registry-modules', { description: 'Changed' })
    await as(app, owner).patch(modulePath(address), { body })
    await as(app, owner).delete(`${modulePath(address)}/1.1.0`)
    expect(await entry()).toMatchObject({ version: '1.0.0', description: 'Changed' })
    await as(app, owner).delete(`${modulePath(address)}/1.0.0`)
    expect(await entry()).toBeUndefined()
    expect(await app.prisma.moduleListing.count({ where: { moduleId: id } })).toBe(0)
    await as(app, owner).delete(modulePath(address))
  })

  test('a file that does not parse leaves the version out, with file and line, until it is mended', async () => {
    const address = 'Acme/broken/aws'
    await createModule(app, owner, address)
    const link = await uploadLink(app, owner, address, '1.0.0')
    const broken = archive(file('main.tf', ''), file('modules/a/x.tf', 'locals {}\nvariable "x" {'))
    const answer = await put(app, link, broken)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].detail).toMatch(/^modules\/a\/x\.tf:2: Unclosed configuration block/)
    const shown = await as(app, owner).get(modulePath(address))
    expect(shown.body.data.attributes['version-statuses']).toEqual([
      { version: '1.0.0', status: 'reg_ingress_failed', error: answer.body.errors[0].detail },
    ])
    expect((await registry(app, member, '/v1/modules/acme/broken/aws')).status).toBe(404)
    expect((await put(app, link, network)).status).toBe(200)
    expect((await registry(app, member, '/v1/modules/acme/broken/aws')).status).toBe(200)
    await as(app, owner).delete(modulePath(address))
  })

  test('the new name of an organization is the namespace at once', async () => {
    await app.make.organization(owner, 'before')
    await createModule(app, owner, 'before/x/aws')
    await publish(app, owner, 'before/x/aws', '1.0.0')
    const body = documentOf('organizations', { name: 'after-all' })
    expect((await as(app, owner).patch('/organizations/before', { body })).status).toBe(200)
    const ids = async (path: string) =>
      (await registry(app, owner, `/v1/modules${path}`)).body.modules.map(({ id }: { id: string }) => id)
    expect(await ids('/after-all')).toEqual(['after-all/x/aws/1.0.0'])
    expect(await ids('/search?q=after')).toEqual(['after-all/x/aws/1.0.0'])
    expect(await ids('/search?q=before')).toEqual([])
    await as(app, owner).delete('/organizations/after-all')
  })
})
