import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import {
  createModule,
  createVersion,
  moduleArchive,
  publish,
  publishModule,
  put,
  setStatus,
  uploadLink,
} from '../modules/module-requests.js'
import { dataOf, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp()
const admin = await app.make.administrator()
const owner = await app.make.user('owner')
const sharer = await app.make.organization(owner, 'Sharer')
const manager = await app.make.manager(sharer, { manageModules: true })
const member = await app.make.member(sharer)
const reader = await app.make.organization(admin, 'reader')
/** A member of `reader` alone, without any right there. */
const guest = await app.make.member(reader)
const stranger = await app.make.user()
await createModule(app, owner, 'Sharer/network/aws', { description: 'Subnets' })
await createModule(app, owner, 'Sharer/draft/aws')
await publish(app, owner, 'Sharer/network/aws', '1.0.0')
await publish(app, owner, 'Sharer/network/aws', '1.1.0')
await setStatus(app, owner, 'Sharer/network/aws', '1.0.0', 'Revoked', { reason: 'It leaks' })
await createVersion(app, owner, 'Sharer/network/aws', '2.0.0')
await put(app, await uploadLink(app, owner, 'Sharer/network/aws', '3.0.0'), Buffer.from('no archive'))

beforeEach(() => share([]))

const share = (consumers: string[]) =>
  app.services.registryPartnerships.setConsumers(admin.ctx, sharer.id, 'modules', consumers)
const set = (id: string, change: object) => app.services.adminOrganizations.update(admin.ctx, id, change)
const disable = (id: string, isDisabled: boolean) => set(id, { isDisabled })

const addresses = (nodes: unknown): string[] =>
  (nodes as { namespace: string; name: string }[]).map(({ namespace, name }) => `${namespace}/${name}`)

/** The addresses in the list of modules, with or without a filter. */
async function seen(by: Person, filter = '{}'): Promise<string[]> {
  const query = `{ registryModules(filter: ${filter}) { nodes { namespace name } totalCount } }`
  const data = await dataOf(app, by, query)
  const { nodes, totalCount } = data['registryModules'] as { nodes: object[]; totalCount: number }
  expect(totalCount).toBe(nodes.length)
  return addresses(nodes)
}

const facts = `usableOnly sharing { withAll organizations } canDelete canPublish status organization { name }
  downloads downloadsHistory(days: 1) { days { count } } versions { nodes { version } totalCount }
  revoked: version(version: "1.0.0") { deprecation { reason } } waiting: version(version: "2.0.0") { version }
  newestVersion { version contents { root { outputs { name } } } }`

/** The module as its page shows it; null where there is no such thing for the caller. */
async function opened(by: Person, name = 'network'): Promise<Record<string, unknown> | null> {
  const query = `{ registryModuleNamespace(name: "SHARER") { name usableOnly canCreate sharing { withAll }
    registryModule(name: "${name}", provider: "aws") { ${facts} } } }`
  const data = await dataOf(app, by, query)
  return (data['registryModuleNamespace']?.['registryModule'] as Record<string, unknown> | undefined) ?? null
}

const all = ['Sharer/draft', 'Sharer/network']
const versionsIn = (module: Record<string, unknown> | null): string[] =>
  (module?.['versions'] as { nodes: { version: string }[] }).nodes.map(({ version }) => version)

test('those of the organization see all of it, whether they may change it or not', async () => {
  await share(['reader'])
  for (const by of [owner, manager, member, admin]) {
    expect(await seen(by, '{ organization: "sharer" }')).toEqual(all)
    const module = await opened(by)
    expect(module).toMatchObject({ usableOnly: false, organization: { name: 'Sharer' } })
    expect(versionsIn(module)).toEqual(['3.0.0', '2.0.0', '1.1.0', '1.0.0'])
    expect(module?.['downloadsHistory']).toMatchObject({ days: [{ count: 0 }] })
    expect(await opened(by, 'draft')).not.toBeNull()
  }
  for (const by of [owner, manager, member]) expect((await opened(by))?.['sharing']).toBeNull()
  expect((await opened(manager))?.['canPublish']).toBe(true)
  expect((await opened(member))?.['canPublish']).toBe(false)
})

rule(
  '§7 visibility',
  'The console and GraphQL show the same modules: all of it to its members, what is published to others, with the reason why',
)
test('those of a consumer see what is published, why they see it, and nothing of its making', async () => {
  await share(['reader'])
  expect(await seen(guest)).toEqual(['Sharer/network'])
  const module = await opened(guest)
  expect(module).toMatchObject({
    usableOnly: true,
    sharing: { withAll: false, organizations: ['reader'] },
    canDelete: false,
    canPublish: false,
    organization: null,
    downloadsHistory: null,
    revoked: { deprecation: { reason: 'It leaks' } },
    waiting: null,
    newestVersion: { version: '1.1.0', contents: { root: { outputs: [{ name: 'greeting' }] } } },
  })
  expect(versionsIn(module)).toEqual(['1.1.0', '1.0.0'])
  expect(await opened(guest, 'draft')).toBeNull()
  expect(await opened(guest, 'nothing')).toBeNull()
  expect(await seen(guest, '{ organization: "SHARER" }')).toEqual(['Sharer/network'])
})

rule(
  '§7 visibility',
  'The console and GraphQL show the same modules: all of it to its members, what is published to others, with the reason why … also when it is shared with all',
)
test('those of any organization see what is shared with all, a user of no organization does not', async () => {
  await set(sharer.id, { globalModuleSharing: true })
  expect(await seen(guest)).toEqual(['Sharer/network'])
  expect((await opened(guest))?.['sharing']).toEqual({ withAll: true, organizations: [] })
  expect(await seen(stranger)).toEqual([])
  expect(await opened(stranger)).toBeNull()
})

rule(
  '§7 visibility',
  'The console and GraphQL show the same modules: all of it to its members, what is published to others, with the reason why … and to strangers nothing, whether it is there or not',
)
test('a stranger gets the same answer for modules of another organization and for missing ones', async () => {
  const question = (name: string) =>
    `{ registryModuleNamespace(name: "${name}") { id } registryModules(filter: { organization: "${name}" }) { totalCount } }`
  for (const by of [guest, stranger]) {
    expect(await seen(by)).toEqual([])
    const answers = []
    for (const name of ['sharer', 'missing', 'no name']) answers.push(await graphql(app, by, question(name)))
    const [one, ...others] = answers.map(({ data, errors }) => [data, errors?.[0]?.extensions.code])
    expect(one).toEqual([null, 'NOT_FOUND'])
    for (const other of others) expect(other).toEqual(one)
    expect(await opened(by)).toBeNull()
  }
  const anonymous = await graphql(app, undefined, '{ registryModuleNamespace(name: "sharer") { id } }')
  expect(anonymous.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
})

rule(
  '§7 visibility',
  'The console and GraphQL show the same modules: all of it to its members, what is published to others, with the reason why … and no longer than it is shared and both are enabled',
)
test('a sharing that is withdrawn, and an organization that is disabled, are gone at once', async () => {
  const sees = async () => [(await seen(guest)).length, (await opened(guest)) !== null]
  const [something, nothing] = [
    [1, true],
    [0, false],
  ]
  await share(['reader'])
  expect(await sees()).toEqual(something)
  await share([])
  expect(await sees()).toEqual(nothing)
  await share(['reader'])
  for (const { id } of [sharer, reader]) {
    await disable(id, true)
    expect(await sees()).toEqual(nothing)
    await disable(id, false)
    expect(await sees()).toEqual(something)
  }
})

test('the list is narrowed to what is shared, or to what is the caller’s own', async () => {
  const both = await app.make.member(sharer)
  await app.make.organization(both, 'both-labs')
  await createModule(app, both, 'both-labs/own/aws')
  const third = await app.make.organization(owner, 'third')
  await createModule(app, owner, 'third/disk/aws')
  await publish(app, owner, 'third/disk/aws', '1.0.0', moduleArchive('disk'))
  await app.services.registryPartnerships.setConsumers(admin.ctx, third.id, 'modules', [
    'both-labs',
    'sharer',
  ])
  expect(await seen(both)).toEqual([...all, 'both-labs/own', 'third/disk'].sort())
  expect(await seen(both, '{ shared: true }')).toEqual(['third/disk'])
  expect(await seen(both, '{ shared: false }')).toEqual([...all, 'both-labs/own'].sort())
  expect(await seen(both, '{ shared: null, published: false }')).toEqual(['Sharer/draft', 'both-labs/own'])
  expect(await seen(admin, '{ shared: false }')).toEqual([])
  const sharing = '{ registryModules(filter: { shared: true }) { nodes { sharing { organizations } } } }'
  expect((await graphql(app, both, sharing)).data['registryModules']).toEqual({
    nodes: [{ sharing: { organizations: ['Sharer', 'both-labs'] } }],
  })
})

test('a token of the consumer sees the same, and one that may not use modules sees none', async () => {
  await share(['reader'])
  const query = '{ registryModules { nodes { namespace name } } }'
  for (const [scopes, expected] of [
    [['read'], ['Sharer/network']],
    [['publish:reader/a/aws'], []],
  ] as const) {
    const token = await app.make.token(guest, { scopes: [...scopes] })
    const { data } = await graphql(app, token, query)
    expect(addresses((data['registryModules'] as { nodes: object[] }).nodes)).toEqual(expected)
  }
})

test('a list takes the same statements for one shared module and for twenty', async () => {
  await share(['reader'])
  // What a version declares is for one version in an operation.
  const listed = facts.replace('contents { root { outputs { name } } }', '')
  const question = `{ registryModules(filter: { shared: true }) { nodes { ${listed} } totalCount } }`
  const count = async () => {
    const { answer, own } = await statementsOf(app, () => graphql(app, guest, question))
    expect(answer.errors).toBeUndefined()
    return [own.length, (answer.data['registryModules'] as { totalCount: number }).totalCount]
  }
  const [statements] = await count()
  for (let n = 0; n < 19; n++) {
    await publishModule(app, owner, `Sharer/many-${n}/aws`, '1.0.0')
  }
  expect(await count()).toEqual([statements, 20])
})
