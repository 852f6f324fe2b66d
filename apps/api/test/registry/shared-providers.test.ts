import { rule } from '@engine/shared/rule'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { days, later } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { auditOf, registry, type Caller } from '../modules/module-requests.js'
import { createProvider, providerPath } from '../providers.js'
import { as, documentOf, graphql, must, notFoundBody } from '../rest.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { registerKey, releaseProvider, zipOf } from './signed-provider.js'
import { racers } from '../full-run.js'

let reader: Person
let stranger: Person
let producer: Organization
let consumer: Organization
let address: string

const app = await startTestApp()
const admin = await app.make.administrator()
const owner = await app.make.user()
const pair = await newSigningKey()

// What one test shares with all would be seen by the consumers of the next.
afterEach(() => must(as(app, admin).delete(`/admin/organizations/${producer.name}`)))
beforeEach(async () => {
  producer = await app.make.organization(owner)
  consumer = await app.make.organization(await app.make.user())
  reader = await app.make.member(consumer)
  stranger = await app.make.member(await app.make.organization(await app.make.user()))
  address = `${producer.name}/private/${producer.name}/cloud`
  await createProvider(app, owner, address)
  await registerKey(app, owner, producer.name, pair)
  await releaseProvider(app, owner, address, pair)
})

const partnerships = (attributes: object) =>
  as(app, admin).put(`/admin/organizations/${producer.name}/registry-partnerships`, {
    body: documentOf('registry-partnerships', attributes),
  })

const ask = (by: Caller, path = 'versions') =>
  registry(app, by, `/v1/providers/${producer.name}/cloud/${path}`)

const paths = ['versions', '1.0.0', '1.0.0/download/linux/amd64']
const statuses = async (by: Caller) => {
  const answers = []
  for (const path of paths) answers.push((await ask(by, path)).status)
  return answers
}

const listed = async (kind: string) => {
  const path = `/admin/organizations/${producer.name}/relationships/${kind}-consumers`
  const { body } = await as(app, admin).get(path)
  return body.data.map(({ id }: { id: string }) => id)
}

const isGlobal = async () =>
  (await as(app, admin).get(`/admin/organizations/${producer.name}`)).body.data.attributes[
    'global-provider-sharing'
  ]

const setGlobal = (isShared: boolean) =>
  must(
    as(app, admin).patch(`/admin/organizations/${producer.name}`, {
      body: documentOf('organizations', { 'global-provider-sharing': isShared }),
    }),
  )

rule(
  '§12 registry sharing',
  'Providers that are shared with an organization install there, and for no stranger',
)
test('a shared provider installs for a member of a consumer and for no stranger, and no longer than that', async () => {
  expect(await statuses(reader)).toEqual([404, 404, 404])
  expect((await partnerships({ 'provider-consumers': [consumer.name] })).status).toBe(204)
  expect(await statuses(reader)).toEqual([200, 200, 200])
  expect(await statuses(stranger)).toEqual([404, 404, 404])
  const { body } = await ask(reader, paths[2])
  expect(body.signing_keys.gpg_public_keys[0].ascii_armor).toContain('PGP PUBLIC KEY')
  const file = await app.http.get(body.download_url)
  expect([file.status, file.body]).toEqual([200, zipOf('linux/amd64')])
  await must(partnerships({ 'provider-consumers': [] }))
  expect(await statuses(reader)).toEqual([404, 404, 404])
  expect((await app.http.get(body.download_url)).status).toBe(404)
})

test('a shared provider can be used, never read or written by the API of its own members', async () => {
  await must(partnerships({ 'provider-consumers': [consumer.name] }))
  const manager = await app.make.manager(consumer, { manageProviders: true })
  for (const path of [providerPath(address), `${providerPath(address)}/versions`]) {
    expect((await as(app, manager).get(path)).body).toEqual(notFoundBody)
    expect((await as(app, manager).delete(path)).status).toBe(404)
  }
  expect((await ask(manager)).status).toBe(200)
})

test('modules and providers are shared each by itself', async () => {
  await must(partnerships({ 'module-consumers': [consumer.name] }))
  expect(await statuses(reader)).toEqual([404, 404, 404])
  await must(partnerships({ 'module-consumers': [], 'provider-consumers': [consumer.name] }))
  expect([await listed('module'), await listed('provider')]).toEqual([[], [consumer.name]])
})

rule(
  '§12 registry sharing',
  'PUT `registry-partnerships` is 204 and replaces the lists; one that is absent stays; underscores are accepted too',
)
test('the lists are set by either spelling, and one that is absent stays', async () => {
  const other = await app.make.organization(owner)
  const both = {
    module_consumers: [consumer.name],
    provider_consumers: [other.name, consumer.name.toUpperCase()],
  }
  const answer = await partnerships(both)
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(await listed('module')).toEqual([consumer.name])
  expect(await listed('provider')).toEqual([consumer.name, other.name].sort())
  await must(partnerships({ 'provider-consumers': [] }))
  expect([await listed('module'), await listed('provider')]).toEqual([[consumer.name], []])
  await must(partnerships({}))
  expect(await listed('module')).toEqual([consumer.name])
})

test('what is wrong with any item is told at once, where it stands, and nothing changes', async () => {
  await must(partnerships({ 'provider-consumers': [consumer.name] }))
  const answer = await partnerships({
    'module-consumers': ['no-such-one', ''],
    'provider-consumers': [{ name: producer.name, 'ends-at': '2000-01-01T00:00:00Z' }],
  })
  expect(answer.status).toBe(422)
  const pointers = answer.body.errors.map((each: { source: { pointer: string } }) => each.source.pointer)
  expect(pointers.toSorted()).toEqual([
    '/data/attributes/module-consumers/0',
    '/data/attributes/module-consumers/1',
    '/data/attributes/provider-consumers/0',
    '/data/attributes/provider-consumers/0/ends-at',
  ])
  for (const wrong of ['acme', [5], [{ 'ends-at': null }], [{ name: 'acme', 'ends-at': 'soon' }]])
    expect((await partnerships({ 'provider-consumers': wrong })).status, JSON.stringify(wrong)).toBe(422)
  expect(await listed('provider')).toEqual([consumer.name])
})

rule(
  '§12 registry sharing',
  '`global-provider-sharing` and the list of provider consumers exclude each other, in a race too',
)
test('sharing with all empties the list, and a list ends it, also of many at once', async () => {
  await must(partnerships({ 'provider-consumers': [consumer.name] }))
  await setGlobal(true)
  expect([await listed('provider'), await isGlobal(), (await ask(stranger)).status]).toEqual([[], true, 200])
  expect((await ask(await app.make.user())).status).toBe(404)
  await must(partnerships({ 'provider-consumers': [] }))
  expect([await isGlobal(), (await ask(stranger)).status]).toEqual([false, 404])
  await Promise.all(
    Array.from({ length: racers }, (_, n) =>
      n % 2 ? must(partnerships({ 'provider-consumers': [consumer.name] })) : setGlobal(true),
    ),
  )
  expect(await listed('provider')).toEqual((await isGlobal()) ? [] : [consumer.name])
})

rule('§12 registry sharing', 'A share with a date ends by itself, at reads at once, and with an audit row')
test('a share with an end counts until then, and its row goes with a row in the audit log', async () => {
  const endsAt = later(app.clock.now(), days(20))
  await must(
    partnerships({ 'provider-consumers': [{ name: consumer.name, 'ends-at': endsAt.toISOString() }] }),
  )
  const path = `/admin/organizations/${producer.name}/relationships/provider-consumers`
  const shown = await as(app, admin).get(path)
  expect(shown.body.data[0].meta).toEqual({ 'sharing-ends-at': endsAt.toISOString() })
  // Who sets the same list again by names alone ends nothing earlier and nothing later.
  await must(partnerships({ 'provider-consumers': [consumer.name] }))
  expect((await as(app, admin).get(path)).body.data[0].meta).toEqual({
    'sharing-ends-at': endsAt.toISOString(),
  })
  expect((await ask(reader)).status).toBe(200)
  app.clock.move(days(20))
  expect([await statuses(reader), await listed('provider')]).toEqual([[404, 404, 404], []])
  await app.doWhatIsDue()
  const rows = await auditOf(app, producer.id)
  expect(rows.at(-1)).toMatchObject({ action: 'provider-consumers.end', after: { consumers: [] } })
  expect(await app.prisma.providerConsumer.count({ where: { producerId: producer.id } })).toBe(0)
  await app.doWhatIsDue()
  expect((await auditOf(app, producer.id)).length).toBe(rows.length)
})

test('lists, a page and searches show it to consumers, with no more than what can be installed', async () => {
  await must(partnerships({ 'provider-consumers': [consumer.name] }))
  const unsigned = { signature: Buffer.from('none') }
  await releaseProvider(app, owner, address, pair, { version: '2.0.0', uploads: unsigned })
  const { data } = await graphql(
    app,
    reader,
    `{ sharedRegistryProviders { nodes { id namespace name sharing { organizations withAll endsAt } versions { nodes { version platforms } } } totalCount }
      search(text: "${producer.name}") { kind name organization } }`,
  )
  const { nodes } = data['sharedRegistryProviders'] as unknown as { nodes: { id: string }[] }
  expect(nodes).toEqual([
    {
      id: expect.any(String),
      namespace: producer.name,
      name: 'cloud',
      sharing: { organizations: [consumer.name], withAll: false, endsAt: null },
      versions: { nodes: [{ version: '1.0.0', platforms: ['linux/amd64'] }] },
    },
  ])
  expect(data['search']).toEqual([{ kind: 'SHARED_PROVIDER', name: 'cloud', organization: producer.name }])
  const page = `{ sharedRegistryProvider(id: "${nodes[0]?.id}") { name } sharedRegistryProviders { totalCount } }`
  expect((await graphql(app, reader, page)).data['sharedRegistryProvider']).toEqual({ name: 'cloud' })
  expect((await graphql(app, stranger, page)).data).toEqual({
    sharedRegistryProvider: null,
    sharedRegistryProviders: { totalCount: 0 },
  })
})
