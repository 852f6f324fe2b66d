import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { graphql } from '../rest.js'
import { startFront } from '../registry/public-registry-front.js'

const front = await startFront()
const owner = await front.app.make.user('owner')
await front.app.make.organization(owner, 'acme')

const query = `query ($id: ID!, $page: PageInput) { registryProvider(id: $id) {
  publicVersions(page: $page) { nodes { version protocols platforms } totalCount failure }
} }`

async function make(name: string, registryName: 'public' | 'private' = 'public'): Promise<string> {
  const namespace = registryName === 'private' ? 'acme' : 'someone'
  const facts = { registryName, namespace, name }
  return (await front.app.services.providers.create(owner.ctx, 'acme', facts)).id
}

async function versionsOf(id: string, page?: object): Promise<unknown> {
  const { data } = await graphql(front.app, owner, query, { id, page })
  return (data['registryProvider'] as unknown as { publicVersions: unknown }).publicVersions
}

const upstream = (name: string): string => `/v1/providers/someone/${name}/versions`

test('a public provider tells the versions of the public registry, newest first, a page at a time', async () => {
  const platforms = [
    { os: 'linux', arch: 'arm64' },
    { os: 'darwin', arch: 'arm64' },
  ]
  const versions = ['1.9.0', '1.10.0', '1.10.0-rc1', 'nonsense'].map((version) => ({ version }))
  front.twin.say(upstream('cloud'), { body: { versions: [...versions, { version: '0.1.0', platforms }] } })
  const id = await make('cloud')
  expect(await versionsOf(id)).toMatchObject({
    nodes: [{ version: '1.10.0' }, { version: '1.10.0-rc1' }, { version: '1.9.0' }, { version: '0.1.0' }],
    totalCount: 4,
    failure: null,
  })
  expect(await versionsOf(id, { number: 2, size: 3 })).toMatchObject({
    nodes: [{ version: '0.1.0', protocols: [], platforms: ['darwin/arm64', 'linux/arm64'] }],
  })
})

test('that the public registry fails is told in a sentence, and the rest of the answer stands', async () => {
  expect(await versionsOf(await make('unknown'))).toEqual({
    nodes: [],
    totalCount: 0,
    failure: 'The public registry does not know this provider',
  })
  front.twin.say(upstream('broken'), { status: 500 })
  expect(await versionsOf(await make('broken'))).toMatchObject({
    failure: 'The public registry answered 500',
  })
  front.twin.say(upstream('odd'), { body: { versions: 'many' } })
  expect(await versionsOf(await make('odd'))).toMatchObject({
    failure: 'The public registry answered with another document than it was asked for',
  })
})

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ version: `1.0.${index}` }))

const linux = (count: number) => Array.from({ length: count }, () => ({ os: 'linux', arch: 'amd64' }))

test.each<[string, readonly object[]]>([
  ['10,001 versions', numbered(10_001)],
  ['101 platforms', [{ version: '1.0.0', platforms: linux(101) }]],
  ['a version without a number', [{ version: '1.0.0' }, { version: null }]],
  ['a text that the database cannot keep', [{ version: '1.0.0', protocols: ['\u0000'] }]],
  ['half of a character', [{ version: '1.0.0', protocols: ['\ud800'] }]],
])('a list of %s is as unreadable as where its versions are controlled', async (what, versions) => {
  const name = `strange-${what.replaceAll(/[^a-z]+/g, '-')}`
  front.twin.say(upstream(name), { body: { versions } })
  expect(await versionsOf(await make(name))).toEqual({
    nodes: [],
    totalCount: 0,
    failure: 'The origin answered with no list of versions that can be read',
  })
})

test('a version that is listed twice is told once', async () => {
  front.twin.say(upstream('twice'), { body: { versions: [...numbered(2), ...numbered(2)] } })
  expect(await versionsOf(await make('twice'))).toMatchObject({
    nodes: [{ version: '1.0.1' }, { version: '1.0.0' }],
    totalCount: 2,
  })
})

test('a private provider has none there', async () => {
  expect(await versionsOf(await make('own', 'private'))).toBeNull()
})

test('where no public registry is set up there is nothing to tell, and nothing that failed', async () => {
  const app = await startTestApp({ LOG_LEVEL: 'silent' })
  const person = await app.make.user('person')
  await app.make.organization(person, 'acme')
  const facts = { registryName: 'public', namespace: 'someone', name: 'cloud' } as const
  const { id } = await app.services.providers.create(person.ctx, 'acme', facts)
  const { data } = await graphql(app, person, query, { id })
  expect(data['registryProvider']).toEqual({ publicVersions: null })
})
