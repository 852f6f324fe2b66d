import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { statementsOf } from '../statements.js'
import { mounts, startWithModules } from './published-modules.js'
import { registry } from './module-requests.js'

const { app, owner, member } = await startWithModules()

const notFound = { errors: ['Not Found'] }
const traits = { sensitive: false, ephemeral: false, deprecated: '' }
const plain = { description: '', default: '', required: true, const: false, ...traits }
const read = { computed_calls: [], engine_constraints: [] }
const basicPart = {
  readme: '',
  empty: false,
  inputs: [],
  outputs: [],
  dependencies: [],
  resources: [],
  ...read,
}

describe.each(mounts)('detail under %s', (mount) => {
  rule(
    'Spec modules',
    'A detail holds `root`, `submodules`, `providers` and `versions`, a part all its fields',
  )
  rule('§7 mounts', '`/v1/modules/` and `/api/registry/v1/modules/` answer the same')
  rule(
    '§7 detail',
    'It is of the newest release, with all fields of parts and inputs, `examples` and `deprecation`; defaults as JSON text; managed resources alone; `any` for untyped inputs; source, owner and description',
  )
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
          { ...plain, name: 'cidr', type: 'string', default: '"10.0.0.0/8"', required: false },
          { ...plain, name: 'zones', type: 'list(string)' },
        ],
        outputs: [{ name: 'id', type: '', description: 'Its id', ...traits }],
        dependencies: [{ name: 'names', source: 'registry.test/ACME/names/aws', version: '~> 1.0' }],
        ...read,
        provider_dependencies: [
          {
            ...{ name: 'aws', namespace: 'acme-clouds', source: 'acme-clouds/aws', version: '>= 5' },
            configuration_aliases: [],
          },
        ],
        resources: [{ name: 'this', type: 'aws_network' }],
      },
      submodules: [
        {
          ...basicPart,
          path: 'modules/subnet',
          name: 'subnet',
          inputs: [{ ...plain, name: 'size', type: 'any' }],
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

  rule('§7 versions', 'Parts above 2^53 and build metadata are read right')
  rule('§7 detail', '`:version` is that very version')
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

  rule('§7 detail', 'What is not there, not published or not the caller’s is 404')
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

describe('the versions document', () => {
  rule(
    'Spec modules',
    'The versions document has the requested module first, its dependencies after it, each with its versions',
  )
  rule(
    '§7 versions',
    'The other elements are the dependencies in the same organization’s registry, with what each version requires',
  )
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
      deprecation: null,
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
        deprecation: null,
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

let asked = 0

/**
 * The least of three, each time by another address, so that the response cache has no answer: a statement that no
 * request waits for may fall among those of one.
 */
async function costOf(path: string): Promise<number> {
  const costs: number[] = []
  for (let time = 0; time < 3; time++) {
    const fresh = `/v1/modules${path}${path.includes('?') ? '&' : '?'}asked=${++asked}`
    const { own } = await statementsOf(app, () => registry(app, member, fresh))
    costs.push(own.length)
  }
  return Math.min(...costs)
}
