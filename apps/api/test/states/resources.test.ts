import { inflateRawSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import { expect, test, vi } from 'vitest'
import { as, graphql } from '../rest.js'
import { openStateSetup, resources, stateText } from './states.js'

const { app, owner, acme, workspace, write } = await openStateSetup()

const get = (path: string, by = owner) => as(app, by).get(path)

async function written(of: readonly object[]): Promise<string> {
  const id = await workspace()
  await write(id, stateText({ resources: of }))
  return id
}

interface Listed {
  readonly attributes: Readonly<Record<string, unknown>>
}

function inflates(bytes: Uint8Array | undefined): boolean {
  try {
    return inflateRawSync(bytes ?? '').length > 0
  } catch {
    return false
  }
}

const addressesOf = (data: readonly Listed[]) => data.map(({ attributes }) => attributes['address'])

const provider = 'provider["registry.example/acme/cloud"]'
const several = [
  { mode: 'data', type: 'cloud_zone', name: 'z', provider, instances: [{ attributes: {} }] },
  { mode: 'managed', type: 'cloud_disk', name: 'one', provider, instances: [{ attributes: { id: 'a' } }] },
  {
    ...{ module: 'module.net', mode: 'managed', type: 'cloud_net', name: 'each', provider },
    instances: [
      { index_key: 'eu "1"', attributes: {} },
      { index_key: 'us', attributes: {} },
      { index_key: 'us', deposed: 'abcdef01', attributes: {} },
    ],
  },
]

rule('§18 resources', '`GET /workspaces/:id/resources` lists the managed resources of the current state')
test('lists what the current state manages one by one, with where each is and by which provider', async () => {
  const id = await written(several)
  const { status, body } = await get(`/workspaces/${id}/resources`)
  const at = expect.stringMatching(/^\d{4}-.*Z$/)
  const times = { 'created-at': at, 'updated-at': at }
  expect([status, body.data.map(({ attributes }: Listed) => attributes)]).toEqual([
    200,
    [
      {
        ...{ address: 'cloud_disk.one', name: 'one', module: 'root', provider: 'acme/cloud' },
        ...{ 'provider-type': 'cloud_disk', 'name-index': null, ...times },
      },
      {
        ...{ address: 'net.cloud_net.each["eu \\"1\\""]', name: 'each', module: 'net' },
        ...{ provider: 'acme/cloud', 'provider-type': 'cloud_net', 'name-index': 'eu "1"', ...times },
      },
      {
        ...{ address: 'net.cloud_net.each["us"]', name: 'each', module: 'net' },
        ...{ provider: 'acme/cloud', 'provider-type': 'cloud_net', 'name-index': 'us', ...times },
      },
    ],
  ])
  const again = await get(`/workspaces/${id}/resources`)
  expect(again.body).toEqual(body)
})

rule('§19 States and workspaces', '`resources` have `address` and `module` as the vendor writes them')
test('modules stand without the word before them, and keys as they are', async () => {
  const inner = { module: 'module.net["a.module.b"].module.inner[0]', mode: 'managed' }
  const resource = { ...inner, type: 'cloud_vm', name: 'it', provider }
  const key = { index_key: 'x"].module.y', attributes: {} }
  const id = await written([{ ...resource, instances: [key] }])
  const { body } = await get(`/workspaces/${id}/resources`)
  expect(body.data.map(({ attributes }: Listed) => [attributes['address'], attributes['module']])).toEqual([
    ['net["a.module.b"].inner[0].cloud_vm.it["x\\"].module.y"]', 'net["a.module.b"].inner[0]'],
  ])
})

test('comes in pages that together are the whole', async () => {
  const id = await written([resources(3), resources(200, 'cloud_vm'), resources(2, 'cloud_ip')])
  const listed: unknown[] = []
  for (const number of [1, 2, 3]) {
    const { body } = await get(`/workspaces/${id}/resources?page[size]=100&page[number]=${number}`)
    expect(body.meta.pagination['total-count']).toBe(205)
    listed.push(...addressesOf(body.data))
  }
  expect([listed.length, new Set(listed).size]).toEqual([205, 205])
  expect([listed[2], listed[3], listed[204]]).toEqual([
    'terraform_data.it[2]',
    'cloud_vm.it[0]',
    'cloud_ip.it[1]',
  ])
})

test('what a look at resources costs does not grow with the state: neither page nor search opens a state file', async () => {
  const id = await written([resources(2500, 'cloud_vm'), resources(1, 'cloud_ip')])
  const opened = vi.spyOn(app.storage, 'open')
  const page = await get(`/workspaces/${id}/resources?page[size]=100&page[number]=11`)
  expect([page.status, addressesOf(page.body.data)[0], page.body.data.length]).toEqual([
    200,
    'cloud_vm.it[1000]',
    100,
  ])
  const over = await get(`/workspaces/${id}/resources?page[size]=60&page[number]=17`)
  expect(addressesOf(over.body.data)).toEqual(
    Array.from({ length: 60 }, (_, index) => `cloud_vm.it[${960 + index}]`),
  )
  const last = await get(`/workspaces/${id}/resources?page[number]=999`)
  expect([last.body.data, last.body.meta.pagination['total-count']]).toEqual([[], 2501])
  const query = `{ currentStateResources(workspaceId: "${id}", search: "99]", page: { size: 20, number: 2 }) {
    nodes { address } totalCount } }`
  const found = (await graphql(app, owner, query)).data['currentStateResources']
  expect(found).toEqual({
    nodes: ['2099', '2199', '2299', '2399', '2499'].map((index) => ({ address: `cloud_vm.it[${index}]` })),
    totalCount: 25,
  })
  expect(opened).not.toHaveBeenCalled()
  opened.mockRestore()
})

test('resources of a state that an earlier release wrote are read once, however many ask at once', async () => {
  const id = await written(several)
  const listed = await get(`/workspaces/${id}/resources`)
  const where = { workspaceId: id }
  await app.prisma.stateResourceBlock.deleteMany({ where: { stateVersion: where } })
  await app.prisma.stateVersion.updateMany({ where, data: { listedResources: null } })
  const opened = vi.spyOn(app.storage, 'open')
  const answers = await Promise.all([1, 2, 3].map(() => get(`/workspaces/${id}/resources`)))
  for (const { status, body } of answers) expect([status, body]).toEqual([200, listed.body])
  expect(opened).toHaveBeenCalledTimes(1)
  opened.mockRestore()
  const blocks = await app.prisma.stateResourceBlock.findMany({ where: { stateVersion: where } })
  expect(blocks.map(({ first, count }) => [first, count])).toEqual([[0, 3]])
})

test('names and addresses of resources are stored sealed, and go with their state', async () => {
  const id = await written([resources(2, 'cloud_secret_plan')])
  const where = { stateVersion: { workspaceId: id } }
  const [block] = await app.prisma.stateResourceBlock.findMany({ where })
  expect(inflates(block?.sealed)).toBe(false)
  await app.prisma.stateResourceBlock.updateMany({ where, data: { sealed: Buffer.from('another key') } })
  const { status, body } = await get(`/workspaces/${id}/resources`)
  expect([status, body.errors[0].detail]).toEqual([503, expect.stringContaining('cannot be opened')])
  await app.prisma.workspace.delete({ where: { id } })
  expect(await app.prisma.stateResourceBlock.count({ where: { id: block?.id ?? '' } })).toBe(0)
})

test('a resource with thousands of instances and long names is stored once a block, not once an instance', async () => {
  const name = 'n'.repeat(500)
  const it = { ...resources(3000), name, instances: Array.from({ length: 3000 }, () => ({})) }
  const id = await written([it, { ...it, mode: 'data' }, { instances: null }])
  const blocks = await app.prisma.stateResourceBlock.findMany({
    where: { stateVersion: { workspaceId: id } },
  })
  expect(blocks.map(({ count }) => count)).toEqual([1000, 1000, 1000])
  expect(blocks.reduce((sum, { sealed }) => sum + sealed.length, 0)).toBeLessThan(3000)
  const { body } = await get(`/workspaces/${id}/resources?page[number]=150`)
  expect(addressesOf(body.data)).toEqual(Array.from({ length: 20 }, () => `terraform_data.${name}`))
})

test('GraphQL lists the same to who may read states, all or those whose address has a text', async () => {
  const id = await written(several)
  const ask = async (args: string, by = owner) => {
    const query = `{ currentStateResources(workspaceId: "${id}"${args}) {
      nodes { address module type name index provider } totalCount } }`
    return (await graphql(app, by, query)).data['currentStateResources']
  }
  const disk = {
    ...{ address: 'cloud_disk.one', module: 'root', type: 'cloud_disk', name: 'one', index: null },
    provider: 'acme/cloud',
  }
  expect(await ask(', page: { size: 1 }')).toEqual({ nodes: [disk], totalCount: 3 })
  expect(await ask(', search: "DISK"')).toEqual({ nodes: [disk], totalCount: 1 })
  expect(await ask(', search: "net.each", page: { size: 1, number: 2 }')).toMatchObject({
    nodes: [{ address: 'module.net.cloud_net.each["us"]', index: '"us"' }],
    totalCount: 2,
  })
  expect(await ask('', await app.make.member(acme))).toBeNull()
})

test('is empty before the first state, and not found for who may not read states', async () => {
  const id = await workspace()
  const { status, body } = await get(`/workspaces/${id}/resources`)
  expect([status, body.data]).toEqual([200, []])
  const member = await app.make.member(acme)
  expect((await get(`/workspaces/${id}/resources`, member)).status).toBe(404)
})

test('are counted by module and by provider in the document of their state, where it can be counted', async () => {
  const of = [...several, resources(2), { ...several[1], name: 'two' }]
  const attributesOf = async (text: string) => {
    const id = await workspace()
    await write(id, text)
    return (await get(`/workspaces/${id}/current-state-version`)).body.data.attributes
  }
  const counted = await attributesOf(stateText({ resources: of }))
  expect([counted.modules, counted.providers]).toEqual([
    {
      root: { 'data.cloud-zone': 1, 'cloud-disk': 2, 'terraform-data': 2 },
      'module.net': { 'cloud-net': 3 },
    },
    {
      [provider]: { 'data.cloud-zone': 1, 'cloud-disk': 2, 'cloud-net': 3 },
      'provider["terraform.io/builtin/terraform"]': { 'terraform-data': 2 },
    },
  ])
  const none = await attributesOf(JSON.stringify({ version: 5, serial: 1, lineage: 'x' }))
  expect([none['resources-processed'], none.modules, none.providers]).toEqual([false, null, null])
})
