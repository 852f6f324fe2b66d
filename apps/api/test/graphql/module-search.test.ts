import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, publish } from '../modules/module-requests.js'
import { dataOf, graphql } from '../rest.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const admin = await app.make.administrator()
const ana = await app.make.user('ana')
const bob = await app.make.user('bob')
await app.make.organization(ana, 'acme')
await app.make.organization(bob, 'other')
await made(ana, 'acme/network/aws', 'Subnets', 'variable "flow_logs_days" {}\nresource "aws_vpc" "main" {}')
await made(ana, 'acme/queue/gcp', 'Uses the network', 'output "queue" { value = 1 }', 'It has a **backlog**.')
await made(bob, 'other/network/azure', 'Foreign', 'variable "flow_logs_days" {}')
await createModule(app, ana, 'acme/networking/aws')

async function made(by: Person, address: string, description: string, code: string, readme = '') {
  await createModule(app, by, address, { description })
  await publish(app, by, address, '1.0.0', archive(file('main.tf', code), file('README.md', readme)))
}

async function found(by: Person, filter: object, orderBy: object | null = null): Promise<string[]> {
  const query = `query ($filter: RegistryModuleFilter!, $orderBy: RegistryModuleOrder) {
    registryModules(filter: $filter, orderBy: $orderBy) { nodes { namespace name provider } totalCount } }`
  const data = await dataOf(app, by, query, { filter, orderBy })
  const { nodes, totalCount } = data['registryModules'] as { nodes: object[]; totalCount: number }
  expect(totalCount).toBe(nodes.length)
  return nodes.map((node) => Object.values(node).join('/'))
}

test('modules are found by their inputs, resources and README, of those that the caller may use', async () => {
  expect(await found(ana, { search: 'flow_logs_days' })).toEqual(['acme/network/aws'])
  expect(await found(ana, { search: 'aws_vpc' })).toEqual(['acme/network/aws'])
  expect(await found(ana, { search: 'backlog' })).toEqual(['acme/queue/gcp'])
  expect(await found(bob, { search: 'backlog' })).toEqual([])
  expect(await found(admin, { search: 'flow days' })).toEqual(['acme/network/aws', 'other/network/azure'])
})

test('those whose address has the text come first, then the more relevant ones, unless an order is asked for', async () => {
  expect(await found(ana, { search: 'network' })).toEqual([
    'acme/network/aws',
    'acme/networking/aws',
    'acme/queue/gcp',
  ])
  const byName = { field: 'NAME', direction: 'DESC' }
  expect(await found(ana, { search: 'network' }, byName)).toEqual([
    'acme/queue/gcp',
    'acme/networking/aws',
    'acme/network/aws',
  ])
})

test('a name with a typo is found where nothing matches as typed', async () => {
  expect(await found(ana, { search: 'quuee' })).toEqual(['acme/queue/gcp'])
})

test('the list is narrowed by providers and organizations, with a search and without', async () => {
  expect(await found(ana, { providers: ['gcp'] })).toEqual(['acme/queue/gcp'])
  expect(await found(ana, { providers: ['aws'], search: 'network' })).toEqual([
    'acme/network/aws',
    'acme/networking/aws',
  ])
  expect(await found(ana, { providers: ['nothing'] })).toEqual([])
  expect(await found(admin, { providers: ['gcp', 'azure'] })).toEqual([
    'acme/queue/gcp',
    'other/network/azure',
  ])
  expect(await found(admin, { organizations: ['OTHER'] })).toEqual(['other/network/azure'])
  const both = { organizations: ['acme', 'other'], providers: ['aws', 'azure'], search: 'network' }
  expect(await found(admin, both)).toHaveLength(3)
})

test('an organization that the caller may not know of has no modules among those of others', async () => {
  expect(
    await found(ana, { organizations: ['acme', 'other', 'nowhere'], providers: ['gcp', 'azure'] }),
  ).toEqual(['acme/queue/gcp'])
})

test('what a search finds inside a module is told for each', async () => {
  const query = `{ registryModules(filter: { search: "flow days" }) { nodes { namespace matches(search: "flow days") {
    kind text path } other: matches(search: "main") { kind text } } } }`
  const { data } = await graphql(app, admin, query)
  const matches = [{ kind: 'INPUT', text: 'flow_logs_days', path: '' }]
  expect(data['registryModules']).toEqual({
    nodes: [
      { namespace: 'acme', matches, other: [{ kind: 'RESOURCE', text: 'aws_vpc.main' }] },
      { namespace: 'other', matches, other: [] },
    ],
  })
})

const facetsOf = async (by: Person, filter: object, search: string | null = null) => {
  const query = `query ($filter: RegistryModuleFilter, $search: String) { registryModuleFacets(filter: $filter) {
    organizations(search: $search) { nodes { value count } totalCount }
    providers(search: $search) { nodes { value count } totalCount } } }`
  return graphql(app, by, query, { filter, search })
}

const connection = (...nodes: object[]) => ({ nodes, totalCount: nodes.length })

test('facets count the modules of each organization and provider, each but for its own choice', async () => {
  const acme = { value: 'acme', count: 3 }
  const aws = { value: 'aws', count: 2 }
  const gcp = { value: 'gcp', count: 1 }
  expect((await facetsOf(ana, {})).data['registryModuleFacets']).toEqual({
    organizations: connection(acme),
    providers: connection(aws, gcp),
  })
  const narrowed = { organizations: ['acme'], providers: ['gcp'], search: 'network' }
  expect((await facetsOf(admin, narrowed)).data['registryModuleFacets']).toEqual({
    organizations: connection({ value: 'acme', count: 1 }),
    // Those that are chosen come first, however few modules they have.
    providers: connection(gcp, aws),
  })
  expect((await facetsOf(ana, { search: 'quuee' })).data['registryModuleFacets']).toEqual({
    organizations: connection({ value: 'acme', count: 1 }),
    providers: connection(gcp),
  })
  const nothing = { organizations: connection(), providers: connection() }
  expect((await facetsOf(ana, { search: 'absent' })).data['registryModuleFacets']).toEqual(nothing)
})

test('the values of a facet are searched by a part of them', async () => {
  expect((await facetsOf(admin, {}, 'Z')).data['registryModuleFacets']).toEqual({
    organizations: connection(),
    providers: connection({ value: 'azure', count: 1 }),
  })
  expect((await facetsOf(admin, { search: 'network' }, '%')).data['registryModuleFacets']).toEqual({
    organizations: connection(),
    providers: connection(),
  })
})

test('facets of a foreign organization are not found, and a caller without a bearer gets none', async () => {
  expect((await facetsOf(bob, { organization: 'acme' })).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  const anonymous = await graphql(app, undefined, '{ registryModuleFacets { providers { totalCount } } }')
  expect(anonymous.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
})
