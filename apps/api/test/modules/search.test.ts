import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import { createModule, publish, registry } from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')
await app.make.organization(owner, 'Big-Corp')
await made(
  'acme/network/aws',
  'A virtual private cloud',
  'variable "cidr_block" {}\noutput "route_table" { value = 1 }',
)
await made('acme/object-storage/aws', 'Buckets with lifecycle rules', 'resource "aws_s3_bucket" "logs" {}')
await made('acme/object-storage/gcp', 'Buckets abroad', '', '# Title\n\nUses the café network of the région.')
await made('acme/vpc/aws', 'Peering of networks', '')
await made('Big-Corp/queue/aws', 'Messages', 'variable "network" {}')

async function made(address: string, description: string, code: string, readme = ''): Promise<void> {
  await createModule(app, owner, address, { description })
  const files = archive(file('main.tf', code), file('README.md', readme))
  await publish(app, owner, address, '1.0.0', files)
}

async function found(q: string, more = ''): Promise<string[]> {
  const answer = await registry(app, owner, `/v1/modules/search?q=${encodeURIComponent(q)}${more}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.modules.map(({ namespace, name, provider }: Record<string, string>) =>
    [namespace, name, provider].join('/'),
  )
}

describe('a search finds', () => {
  rule(
    '§7 search',
    'It looks at namespace, name, provider, description, README, inputs, outputs and resources; several words must all match; a phrase matches as one',
  )
  test.each([
    ['a name', 'vpc', ['acme/vpc/aws']],
    ['a part of a name', 'storage', ['acme/object-storage/aws', 'acme/object-storage/gcp']],
    [
      'a name with its hyphen, in any case',
      'Object-STORAGE',
      ['acme/object-storage/aws', 'acme/object-storage/gcp'],
    ],
    ['a namespace', 'corp', ['Big-Corp/queue/aws']],
    ['a provider', 'gcp', ['acme/object-storage/gcp']],
    ['a description', 'lifecycle', ['acme/object-storage/aws']],
    ['a resource by its type', 'aws_s3_bucket', ['acme/object-storage/aws']],
    ['a resource by its name', 'logs', ['acme/object-storage/aws']],
    ['an input', 'cidr_block', ['acme/network/aws']],
    ['an output', 'route', ['acme/network/aws']],
    ['a README, without its accents', 'cafe', ['acme/object-storage/gcp']],
    ['the beginning of a word', 'lifecy', ['acme/object-storage/aws']],
    ['several words that all match, wherever they are', 'buckets aws', ['acme/object-storage/aws']],
    ['a phrase', '"private cloud"', ['acme/network/aws']],
    ['a phrase of one word as that very word', '"networks"', ['acme/vpc/aws']],
    ['a phrase and a word', '"with lifecycle" aws', ['acme/object-storage/aws']],
    ['a name with a letter too many', 'queeue', ['Big-Corp/queue/aws']],
    ['a name with a letter too few', 'quue', ['Big-Corp/queue/aws']],
    ['a name with a wrong letter', 'quexe', ['Big-Corp/queue/aws']],
    ['a name with two letters swapped', 'qeuue', ['Big-Corp/queue/aws']],
    ['a short name with two letters swapped', 'pvc', ['acme/vpc/aws']],
    ['a namespace with a typo', 'crop queue', ['Big-Corp/queue/aws']],
  ])('%s', async (_name, q, addresses) => {
    expect((await found(q)).sort()).toEqual(addresses)
  })

  rule('§7 search', 'Nothing is found that does not match')
  test.each([
    'nothing like it',
    '"cloud private"',
    'buckets missing',
    '"cloud cidr"',
    '!!!',
    "' | 'x",
    '\\',
    '"',
    ':* & !',
    'é́'.repeat(500),
    '日本語',
  ])('nothing for %j', async (q) => {
    expect(await found(q)).toEqual([])
  })
})

rule('§7 search', 'The order is relevance')
test('what has the word in its name comes before what only mentions it, whole words before beginnings', async () => {
  expect(await found('network')).toEqual([
    'acme/network/aws',
    expect.anything(),
    expect.anything(),
    expect.anything(),
  ])
  expect((await found('network')).at(-1)).not.toBe('acme/network/aws')
  expect((await found('networks'))[0]).toBe('acme/vpc/aws')
})

rule('§7 search', 'The order is relevance … then downloads')
test('of equal relevance what is downloaded more comes first', async () => {
  for (const [provider, downloads] of [
    ['gcp', 7],
    ['aws', 3],
  ] as const)
    await app.prisma.moduleListing.updateMany({
      where: { name: 'object-storage', provider },
      data: { downloads },
    })
  expect(await found('object')).toEqual(['acme/object-storage/gcp', 'acme/object-storage/aws'])
})

rule(
  'Spec modules',
  'A search takes `provider`, `namespace`, `verified`, `offset` and `limit`, and has the shape of a list',
)
rule(
  '§7 paging',
  '15 by default, 100 at most; `next_…` and `prev_…` only where there is such a page; sorted keys, all parameters preserved, the same mount … in a search too',
)
test('a search can be narrowed and comes page by page', async () => {
  expect(await found('object', '&provider=aws')).toEqual(['acme/object-storage/aws'])
  expect(await found('network', '&namespace=BIG-corp')).toEqual(['Big-Corp/queue/aws'])
  expect(await found('network', '&namespace=missing')).toEqual([])
  expect(await found('object', '&verified=true')).toEqual([])
  const path = '/api/registry/v1/modules/search?q=aws&limit=2'
  const { meta, modules } = (await registry(app, owner, path)).body
  expect(meta).toEqual({
    limit: 2,
    current_offset: 0,
    next_offset: 2,
    next_url: '/api/registry/v1/modules/search?limit=2&offset=2&q=aws',
  })
  const rest = (await registry(app, owner, meta.next_url)).body
  expect(rest.modules).toHaveLength(2)
  expect(new Set([...modules, ...rest.modules].map(({ id }: { id: string }) => id)).size).toBe(4)
  expect(rest.meta).toEqual({
    limit: 2,
    current_offset: 2,
    prev_offset: 0,
    prev_url: '/api/registry/v1/modules/search?limit=2&q=aws',
  })
})

rule('Spec modules', 'A search needs `q`')
rule('§7 search', 'No `q`, or an empty one, is 400')
test.each(['', '?q=', '?q=%20', '?limit=5'])('a search without a question, %j, is 400', async (query) => {
  const answer = await registry(app, owner, `/v1/modules/search${query}`)
  expect([answer.status, answer.body]).toEqual([400, { errors: ['q is required'] }])
})

rule('§7 search', 'A stranger finds nothing')
test('a stranger finds nothing', async () => {
  const answer = await registry(app, await app.make.user(), '/v1/modules/search?q=network')
  expect(answer.body).toEqual({ meta: { limit: 15, current_offset: 0 }, modules: [] })
})
