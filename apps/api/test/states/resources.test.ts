import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
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
        ...{ address: 'module.net.cloud_net.each["eu \\"1\\""]', name: 'each', module: 'module.net' },
        ...{ provider: 'acme/cloud', 'provider-type': 'cloud_net', 'name-index': 'eu "1"', ...times },
      },
      {
        ...{ address: 'module.net.cloud_net.each["us"]', name: 'each', module: 'module.net' },
        ...{ provider: 'acme/cloud', 'provider-type': 'cloud_net', 'name-index': 'us', ...times },
      },
    ],
  ])
  const again = await get(`/workspaces/${id}/resources`)
  expect(again.body).toEqual(body)
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
