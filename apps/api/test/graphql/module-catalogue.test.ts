import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { days, later } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { createModule, foundModules, moduleArchive, publish } from '../modules/module-requests.js'
import { dataOf, graphql } from '../rest.js'

const app = await startTestApp({ ENGINE_ALIASES: 'tool', PUBLIC_URL: 'https://registry.example' })
const admin = await app.make.administrator()
const ana = await app.make.user('ana')
const bob = await app.make.user('bob')
const member = await app.make.member(await app.make.organization(ana, 'acme'), 'mia')
await app.make.organization(bob, 'other')
await createModule(app, ana, 'acme/network/aws', { description: 'Subnets in every zone' })
await createModule(app, ana, 'acme/queue/aws')
await createModule(app, bob, 'other/network/gcp')
await publish(app, ana, 'acme/network/aws', '1.0.0')
await publish(app, bob, 'other/network/gcp', '1.0.0')

const idOf = async (name: string): Promise<string> =>
  (await app.prisma.module.findFirstOrThrow({ where: { name } })).id

test('a member sees the modules of their organizations, an administrator all, published or not', async () => {
  expect(await foundModules(app, member)).toEqual(['acme/network/aws', 'acme/queue/aws'])
  expect(await foundModules(app, bob)).toEqual(['other/network/gcp'])
  expect(await foundModules(app, admin)).toEqual(['acme/network/aws', 'acme/queue/aws', 'other/network/gcp'])
  expect(await foundModules(app, await app.make.user())).toEqual([])
})

test('a caller without a bearer sees no modules, and a foreign organization is not found', async () => {
  const anonymous = await graphql(app, undefined, '{ registryModules { totalCount } }')
  expect(anonymous.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  const foreign = '{ registryModules(filter: { organization: "other" }) { totalCount } }'
  expect((await graphql(app, member, foreign)).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
})

test('the list is narrowed by organization, text, publication and trust', async () => {
  expect(await foundModules(app, admin, '(filter: { organization: "ACME" })')).toHaveLength(2)
  expect(await foundModules(app, admin, '(filter: { search: "R/NETWORK/G" })')).toEqual(['other/network/gcp'])
  expect(await foundModules(app, admin, '(filter: { search: "subnets" })')).toEqual(['acme/network/aws'])
  expect(await foundModules(app, admin, '(filter: { search: "%" })')).toEqual([])
  expect(await foundModules(app, admin, '(filter: { published: false })')).toEqual(['acme/queue/aws'])
  expect(await foundModules(app, admin, '(filter: { organization: "acme", published: true })')).toHaveLength(
    1,
  )
  await app.services.modules.verify(admin.ctx, await idOf('queue'), { verified: true })
  expect(await foundModules(app, admin, '(filter: { verified: true })')).toEqual(['acme/queue/aws'])
  expect(await foundModules(app, admin, '(filter: { verified: false, published: null })')).toHaveLength(2)
})

test('the list is in the order that is asked for', async () => {
  const of = await app.prisma.module.findFirstOrThrow({ where: { provider: 'gcp' } })
  await app.prisma.moduleListing.update({ where: { moduleId: of.id }, data: { downloads: 7 } })
  expect((await foundModules(app, admin, '(orderBy: { field: DOWNLOADS, direction: DESC })'))[0]).toBe(
    'other/network/gcp',
  )
  const byUse = ['other/network/gcp', 'acme/network/aws', 'acme/queue/aws']
  expect(await foundModules(app, admin, '(orderBy: { field: DOWNLOADS, direction: DESC })')).toEqual(byUse)
  expect(await foundModules(app, admin, '(orderBy: { field: DOWNLOADS, direction: ASC })')).toEqual(
    byUse.toReversed(),
  )
  app.clock.move(1000)
  await app.services.modules.update(ana.ctx, await idOf('queue'), { description: 'Waits' })
  expect((await foundModules(app, admin, '(orderBy: { field: UPDATED_AT, direction: DESC })'))[0]).toBe(
    'acme/queue/aws',
  )
  const { data } = await graphql(app, bob, '{ registryModules { nodes { downloads } } }')
  expect(data['registryModules']).toEqual({ nodes: [{ downloads: 7 }] })
})

test('a published version tells what its sources declare, and one that waits tells nothing', async () => {
  const files = [
    file('main.tf', 'variable "name" {\n  type = string\n}\noutput "id" {\n  value = 1\n}\n'),
    file('README.md', '# Hello'),
    file('modules/part/main.tf', 'resource "thing_one" "it" {}\nmodule "far" { source = "far/away/aws" }'),
  ]
  await createModule(app, ana, 'acme/parts/aws')
  await publish(app, ana, 'acme/parts/aws', '1.0.0', archive(...files))
  const part = 'path name readme empty inputs { name type default required } outputs { name }'
  const query = `{ organization(name: "acme") { registryModule(name: "parts", provider: "aws") { newestVersion {
    contents { root { ${part} } submodules { path resources { type name } dependencies { name source version } }
    examples { path } } } } } }`
  const data = await dataOf(app, member, query)
  const root = { path: '', name: 'parts', readme: '# Hello', empty: false, outputs: [{ name: 'id' }] }
  const resources = [{ type: 'thing_one', name: 'it' }]
  const dependencies = [{ name: 'far', source: 'far/away/aws', version: '' }]
  expect(data['organization']?.['registryModule']).toEqual({
    newestVersion: {
      contents: {
        root: { ...root, inputs: [{ name: 'name', type: 'string', default: '', required: true }] },
        submodules: [{ path: 'modules/part', resources, dependencies }],
        examples: [],
      },
    },
  })
  const { version } = await app.services.moduleVersions.create(ana.ctx, await idOf('queue'), {
    version: '1.0.0',
  })
  const waiting = `{ registryModule(id: "${await idOf('queue')}") { version(version: "1.0.0") { id contents { root { path } } } } }`
  expect((await graphql(app, member, waiting)).data['registryModule']).toEqual({
    version: { id: version.id, contents: null },
  })
})

test('downloads are told day by day, and by who made them', async () => {
  await createModule(app, ana, 'acme/counted/aws')
  await publish(app, ana, 'acme/counted/aws', '1.0.0', moduleArchive('counted'))
  const moduleId = await idOf('counted')
  const { id: organizationId } = await app.prisma.organization.findFirstOrThrow({ where: { name: 'acme' } })
  const ago = (number: number) =>
    new Date(later(app.clock.now(), -days(number)).toISOString().slice(0, 10) + 'T00:00:00Z')
  const row = { moduleId, version: '1.0.0', credentialId: 'at-1', organizationId: '' }
  await app.prisma.moduleDownload.createMany({
    data: [
      { ...row, day: ago(0), count: 2 },
      { ...row, day: ago(2), organizationId, count: 3 },
      { ...row, day: ago(2), credentialId: 'at-2', organizationId, count: 1 },
      { ...row, day: ago(1), organizationId: 'org-gone', count: 1 },
      { ...row, day: ago(3), count: 100 },
    ],
  })
  const query = (args: string): string => `{ registryModule(id: "${moduleId}") { downloadsHistory${args} {
    days { day count } consumers(page: { size: 2 }) { nodes { organizationId organizationName count } totalCount } } } }`
  const { data } = await graphql(app, member, query('(days: 3)'))
  const day = (number: number): string => ago(number).toISOString().slice(0, 10)
  expect(data['registryModule']?.['downloadsHistory']).toEqual({
    days: [
      { day: day(2), count: 4 },
      { day: day(1), count: 1 },
      { day: day(0), count: 2 },
    ],
    consumers: {
      nodes: [
        { organizationId, organizationName: 'acme', count: 4 },
        { organizationId: null, organizationName: null, count: 2 },
      ],
      totalCount: 3,
    },
  })
  for (const wrong of [0, 367]) {
    const { errors } = await graphql(app, member, query(`(days: ${wrong})`))
    expect(errors?.[0]?.message).toBe('Days is invalid: from 1 to 366')
  }
})

test('downloads of late are told by day, and those of all time by version, for each module of a list', async () => {
  for (const name of ['early', 'late']) {
    await createModule(app, ana, `acme/${name}/days`)
    await publish(app, ana, `acme/${name}/days`, '1.0.0', moduleArchive(name))
  }
  await publish(app, ana, 'acme/late/days', '1.1.0', moduleArchive('late'))
  const [early, late] = [await idOf('early'), await idOf('late')]
  const ago = (number: number) =>
    new Date(later(app.clock.now(), -days(number)).toISOString().slice(0, 10) + 'T00:00:00Z')
  const row = { version: '1.0.0', credentialId: 'at-1', organizationId: '' }
  await app.prisma.moduleDownload.createMany({
    data: [
      { ...row, moduleId: early, day: ago(29), count: 4 },
      { ...row, moduleId: early, day: ago(30), count: 8 },
      { ...row, moduleId: late, day: ago(0), count: 1 },
      { ...row, moduleId: late, day: ago(0), credentialId: 'at-2', count: 2 },
      { ...row, moduleId: late, day: ago(1), version: '9.9.9', count: 5 },
    ],
  })
  const query = `{ registryModules(filter: { providers: ["days"] }) { nodes { name recentDownloads
    versions { nodes { version downloads } } } } }`
  const { data } = await graphql(app, member, query)
  const none = Array.from({ length: 28 }, () => 0)
  const versions = (...nodes: [string, number][]) => ({
    nodes: nodes.map(([version, downloads]) => ({ version, downloads })),
  })
  expect(data['registryModules']?.['nodes']).toEqual([
    { name: 'early', recentDownloads: [4, ...none, 0], versions: versions(['1.0.0', 12]) },
    { name: 'late', recentDownloads: [...none, 5, 3], versions: versions(['1.1.0', 0], ['1.0.0', 3]) },
  ])
})

test("what the engine's own CLI has to know is told", async () => {
  const { data } = await graphql(app, member, '{ cli { publicUrl words } }')
  expect(data['cli']).toEqual({ publicUrl: 'https://registry.example', words: ['tool'] })
})
