import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { as, expectDetails, graphql } from '../rest.js'
import { announced, byLink, lineage, openStateSetup, putTo, resources, stateText } from './states.js'

const { app, owner, workspace, lockedWorkspace, unlock, write } = await openStateSetup()

const ask = () => as(app, owner)
const current = async (id: string) => (await ask().get(`/workspaces/${id}/current-state-version`)).body.data
const outputsOf = async (id: string) =>
  (await ask().get(`/workspaces/${id}/current-state-version-outputs`)).body.data as readonly {
    readonly id: string
    readonly attributes: Readonly<Record<string, unknown>>
  }[]
const safeDelete = (id: string, body?: unknown) =>
  ask().post(`/workspaces/${id}/actions/safe-delete`, body === undefined ? {} : { body })

interface Listed {
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A module of format 3. */
const module3 = (path: readonly string[], parts: object) => ({ path, outputs: {}, resources: {}, ...parts })
const resource3 = (type: string, id: string, more: object = {}) => ({
  type,
  primary: { id, attributes: { id }, meta: {}, tainted: false },
  deposed: [],
  provider: 'provider.x',
  ...more,
})
const format3 = (serial = 4) =>
  JSON.stringify({
    version: 3,
    terraform_version: '0.11.14',
    serial,
    lineage,
    modules: [
      module3(['root'], {
        outputs: {
          name: { sensitive: false, type: 'string', value: 'x' },
          secret: { sensitive: true, type: 'string', value: 'y' },
        },
        resources: {
          'x_y.a': resource3('x_y', '1'),
          'data.x_d.d': resource3('x_d', 's'),
          'x_y.old': { ...resource3('x_y', '3', { deposed: [{ id: '4' }, { id: '5' }] }), primary: null },
        },
      }),
      module3(['root', 'net', 'inner'], { resources: { 'x_z.b.0': resource3('x_z', '2') } }),
    ],
  })

const envelope = (serial = 4) =>
  JSON.stringify({
    ...{ serial, lineage, meta: { 'key_provider.pbkdf2.k': 'e30=' } },
    ...{ encrypted_data: 'AAAA', encryption_version: 'v0' },
  })

describe('a state of format 3', () => {
  rule('§18 states', 'Format 3 is counted, its data sources apart')
  test('is counted by its modules, with its outputs, and is not safe to delete', async () => {
    const id = await workspace()
    await write(id, format3())
    const { attributes } = await current(id)
    expect(attributes).toMatchObject({
      ...{ 'resource-count': 4, 'resources-processed': true, 'engine-version': '0.11.14', serial: 4 },
      resources: [
        { mode: 'managed', type: 'x_y', module: '', count: 3 },
        { mode: 'data', type: 'x_d', module: '', count: 1 },
        { mode: 'managed', type: 'x_z', module: 'module.net.module.inner', count: 1 },
      ],
    })
    expect((await outputsOf(id)).map((output) => output.attributes)).toMatchObject([
      { name: 'name', type: 'string', value: 'x', sensitive: false },
      { name: 'secret', type: 'string', value: null, sensitive: true },
    ])
    const listed = await ask().get(`/workspaces/${id}/resources`)
    expect(listed.body.data.map(({ attributes: { address, module } }: Listed) => [address, module])).toEqual([
      ['x_y.a', 'root'],
      ['net.inner.x_z.b[0]', 'net.inner'],
    ])
    const refused = await safeDelete(id)
    expectDetails(
      refused,
      409,
      'The workspace manages 4 resources; destroy them first, or delete it by force',
    )
    expect((await ask().get(`/workspaces/${id}`)).status).toBe(200)
  })

  test('is compared with the same in format 4 by the addresses of that', async () => {
    const id = await workspace()
    const former = await write(id, format3())
    const instance = (attributes: object, more: object = {}) => ({ attributes_flat: attributes, ...more })
    const z = {
      ...{ mode: 'managed', type: 'x_z', name: 'b', module: 'module.net.module.inner' },
      instances: [instance({ id: '2' }, { index_key: 0 })],
    }
    const y = { mode: 'managed', type: 'x_y', name: 'a', instances: [instance({ id: 'new' })] }
    const newer = await write(id, stateText({ serial: 5, resources: [y, z] }))
    const query = `{ stateComparison(id: "${newer}", fromId: "${former}") { changes { kind address } } }`
    const { data } = await graphql(app, owner, query)
    expect(data?.['stateComparison']).toEqual({
      changes: [
        { kind: 'CHANGED', address: 'x_y.a' },
        { kind: 'REMOVED', address: 'x_y.old (deposed 0)' },
        { kind: 'REMOVED', address: 'x_y.old (deposed 1)' },
        { kind: 'REMOVED', address: 'output.name' },
        { kind: 'REMOVED', address: 'output.secret' },
      ],
    })
  })

  test('with data sources alone is safe to delete', async () => {
    const id = await workspace()
    const data = module3(['root'], { resources: { 'data.x_d.d': resource3('x_d', 's') } })
    await write(id, JSON.stringify({ version: 3, serial: 1, lineage, modules: [data] }))
    expect((await safeDelete(id)).status).toBe(204)
  })
})

describe('a state whose contents cannot be read', () => {
  rule('§18 states', 'States that cannot be counted are not empty')
  test.each([
    ['of a format of the future', JSON.stringify({ version: 5, serial: 1, lineage, things: [] })],
    ['of an old format', JSON.stringify({ version: 1, serial: 1, lineage, resources: { 'x_y.a': {} } })],
    ['with a resource that is none', stateText({ resources: ['x_y.a' as unknown as object] })],
    ['with instances that are none', stateText({ resources: [{ ...resources(1), instances: { a: 1 } }] })],
    [
      'of format 3 with a module that is none',
      '{"version":3,"serial":1,"lineage":"' + lineage + '","modules":[1]}',
    ],
  ])('%s is kept, given back byte by byte, and never taken as empty', async (_, text) => {
    const id = await workspace()
    await write(id, text)
    const { attributes } = await current(id)
    expect(attributes).toMatchObject({
      ...{ 'resource-count': null, 'resources-processed': false, 'encrypted-by-client': false },
      ...{ serial: 1, lineage, warnings: [] },
    })
    const download = await byLink(app, attributes['hosted-state-download-url'])
    expect(await download.text()).toBe(text)
    expect((await ask().get(`/workspaces/${id}`)).body.data.attributes['resource-count']).toBeNull()
    const listed = await ask().get(`/workspaces/${id}/resources`)
    expectDetails(
      listed,
      409,
      'A state whose resources cannot be read here cannot be listed resource by resource; download it instead',
    )
    expect([(await safeDelete(id)).status, (await ask().get(`/workspaces/${id}`)).status]).toEqual([409, 200])
  })

  rule('§18 states', 'A state that the client encrypted is kept byte by byte; a rollback of it is 409')
  test('as the client encrypted it is kept by upload, with the outputs that came beside it', async () => {
    const id = await lockedWorkspace()
    const large = 'x'.repeat(20_000)
    const outputs = { a: { value: 1, type: 'number' }, b: { value: large, sensitive: true, type: 'string' } }
    const said = Buffer.from(JSON.stringify(outputs)).toString('base64')
    const text = envelope()
    const path = `/workspaces/${id}/state-versions`
    const body = announced(text, { 'json-state-outputs': said }, false)
    const made = (await ask().post(path, { body })).body.data
    const link = made.attributes['hosted-state-upload-url']
    expect(await putTo(app, link, text.replace('AAAA', 'BBBB'))).toBe(422)
    expect(await putTo(app, link, text)).toBe(200)
    const { attributes } = await current(id)
    expect(attributes).toMatchObject({
      ...{ 'resource-count': null, 'resources-processed': false, 'encrypted-by-client': true },
      ...{ serial: 4, lineage, 'engine-version': null, warnings: [], resources: [] },
    })
    expect(await (await byLink(app, attributes['hosted-state-download-url'])).text()).toBe(text)
    const listed = await ask().get(`/workspaces/${id}/resources?page[number]=2`)
    expectDetails(
      listed,
      409,
      'A state that the client encrypted cannot be listed resource by resource; download it instead',
    )
    const [a, b] = await outputsOf(id)
    expect([a?.attributes, b?.attributes]).toMatchObject([
      { name: 'a', value: 1 },
      { name: 'b', value: null, sensitive: true },
    ])
    const whole = await ask().get(`/state-version-outputs/${b?.id}`)
    expect(whole.body.data.attributes.value).toBe(large)
    // The same lineage with no higher serial does not follow, as of any state.
    expect((await ask().post(path, { body: announced(envelope(4).replace('AAAA', 'CCCC')) })).status).toBe(
      409,
    )
  })

  test('in the body has the outputs that came beside it, up to 8 MiB as by upload', async () => {
    const warningsOf = async (size: number) => {
      const outputs = JSON.stringify({ a: { value: '', type: 'string' } })
      const padded = outputs.replace('""', `"${'x'.repeat(size - outputs.length)}"`)
      const said = { 'json-state-outputs': Buffer.from(padded).toString('base64') }
      const path = `/workspaces/${await lockedWorkspace()}/state-versions`
      const answer = await ask().post(path, { body: announced(envelope(), said) })
      expect(answer.status).toBe(201)
      return answer.body.data.attributes.warnings
    }
    const most = 8 * 1024 * 1024
    expect(await warningsOf(most)).toEqual([])
    expect(await warningsOf(most + 1)).toEqual(['No outputs of at most 8 MiB came with the encrypted state'])
  })

  test('in the body is the envelope’s, cannot be rolled back to, compared or taken as empty', async () => {
    const id = await lockedWorkspace()
    const path = `/workspaces/${id}/state-versions`
    const first = await ask().post(path, { body: announced(envelope(), { serial: 9, lineage: undefined }) })
    expect([first.status, first.body.data.attributes], first.text).toMatchObject([
      201,
      {
        ...{ serial: 4, lineage },
        warnings: [
          'No outputs of at most 8 MiB came with the encrypted state',
          'The request says serial 9; the version has 4',
        ],
      },
    ])
    const second = await ask().post(path, { body: announced(stateText({ serial: 5 })) })
    const rollback = {
      data: {
        type: 'state-versions',
        relationships: {
          'rollback-state-version': { data: { type: 'state-versions', id: first.body.data.id } },
        },
      },
    }
    const rolled = await ask().patch(path, { body: rollback })
    expectDetails(rolled, 409, 'State 4 is encrypted by the client and can only be pushed again')
    const query = `{ stateComparison(id: "${second.body.data.id}") { changes { address } } }`
    const compared = await graphql(app, owner, query)
    expect(compared.errors?.[0]?.message).toBe('A state that the client encrypted cannot be compared')
    const list = `{ stateVersions(workspaceId: "${id}") { nodes { form resourceCount resourceChanges { added } } } }`
    expect((await graphql(app, owner, list)).data?.['stateVersions']).toEqual({
      nodes: [
        { form: 'COUNTED', resourceCount: 0, resourceChanges: null },
        { form: 'ENCRYPTED', resourceCount: null, resourceChanges: null },
      ],
    })
    expect((await ask().post(path, { body: announced(envelope(6)) })).status).toBe(201)
    await unlock(id)
    expect((await safeDelete(id)).status).toBe(409)
  })
})

rule('§18 states', '`safe-delete` is 409 for a workspace that is locked')
test('a locked workspace is not deleted by the safe way, which says whose lock it is', async () => {
  const id = await lockedWorkspace()
  const refused = await safeDelete(id, { reason: 'done' })
  expectDetails(
    refused,
    409,
    'The workspace is locked by User ana since 2026-03-01T12:00:00.000Z: Locked by the engine',
  )
  await unlock(id)
  expect((await safeDelete(id, { reason: 1 })).status).toBe(422)
  expect((await safeDelete(id, {})).status).toBe(204)
  expect((await ask().get(`/workspaces/${id}`)).status).toBe(404)
})

rule('§18 states', 'The attributes decide over the serial and the lineage of the file')
test('serial and lineage of a version are its attributes, and a file that says otherwise is a warning', async () => {
  const id = await lockedWorkspace()
  const path = `/workspaces/${id}/state-versions`
  const text = stateText({ serial: 5, lineage: 'of-the-file' })
  const body = announced(text, { serial: 1, lineage })
  const written = await ask().post(path, { body })
  expect([written.status, written.body.data.attributes], written.text).toMatchObject([
    201,
    {
      ...{ serial: 1, lineage },
      warnings: [
        'The state itself says serial 5; the version has 1',
        `The state itself says lineage of-the-file; the version has ${lineage}`,
      ],
    },
  ])
  expect((await ask().post(path, { body })).status).toBe(200)
  const next = announced(stateText({ serial: 5 }), { serial: 2 }, false)
  const made = (await ask().post(path, { body: next })).body.data
  expect(await putTo(app, made.attributes['hosted-state-upload-url'], stateText({ serial: 5 }))).toBe(200)
  expect((await current(id)).attributes).toMatchObject({ serial: 2, lineage })
})
