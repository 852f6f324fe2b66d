import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { as } from '../rest.js'
import { openStateSetup, resources, stateText } from './states.js'

const { app, owner, acme, workspace, write } = await openStateSetup()

const get = (path: string, by = owner) => as(app, by).get(path)

const outputs = {
  list: { value: ['a', 1], type: ['tuple', ['string', 'number']] },
  open: { value: 'b', type: 'string' },
  secret: { value: 'hidden', type: 'string', sensitive: true },
}

/** A workspace with a state, by its addresses. */
async function written(of: Readonly<Record<string, object>> = outputs) {
  const id = await workspace()
  const version = await write(id, stateText({ outputs: of, resources: [resources(1)] }))
  const { name } = await app.prisma.workspace.findUniqueOrThrow({ where: { id } })
  return { id, version, addresses: [`/workspaces/${id}`, `/organizations/Acme/workspaces/${name}`] }
}

interface Identified {
  readonly id: string
  readonly type: string
}

interface Listed extends Identified {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships: Readonly<Record<string, { readonly data: unknown }>>
}

const identity = ({ id, type }: Identified) => ({ id, type })

describe('outputs', () => {
  rule(
    '§18 includes',
    'Outputs that a workspace brings along are linked by it, sensitive ones without a value',
  )
  test('of a workspace by name and by id are linked, with their ids, and a sensitive one has no value', async () => {
    const { version, addresses } = await written()
    const listed = await get(`/state-versions/${version}/outputs`)
    for (const address of addresses) {
      const answer = await get(`${address}?include=outputs`)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).not.toContain('hidden')
      expect(answer.body.included).toEqual([
        {
          id: listed.body.data[0].id,
          type: 'workspace-outputs',
          attributes: { name: 'list', sensitive: false, 'output-type': 'array', value: ['a', 1] },
        },
        {
          id: listed.body.data[1].id,
          type: 'workspace-outputs',
          attributes: { name: 'open', sensitive: false, 'output-type': 'string', value: 'b' },
        },
        {
          id: listed.body.data[2].id,
          type: 'workspace-outputs',
          attributes: { name: 'secret', sensitive: true, 'output-type': 'string', value: null },
        },
      ])
      expect(answer.body.data.relationships.outputs.data).toEqual(answer.body.included.map(identity))
      const secret = await get(`/state-version-outputs/${answer.body.included[2].id}`)
      expect(secret.body.data.attributes.value).toBe('hidden')
    }
  })

  rule('§18 includes', 'Outputs that a state brings along are linked by it, all of them')
  test('of a state are linked, more than a page of them too', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`o${index}`, { value: index, type: 'number' }]),
    )
    const { id, version } = await written(many)
    for (const address of [`/state-versions/${version}`, `/workspaces/${id}/current-state-version`]) {
      const { status, body } = await get(`${address}?include=outputs`)
      expect([status, body.included.length]).toEqual([200, 150])
      expect(body.data.relationships.outputs.data).toEqual(body.included.map(identity))
    }
    const { body } = await get(`/workspaces/${id}?include=outputs`)
    expect(body.included).toHaveLength(150)
    const plain = await get(`/state-versions/${version}`)
    expect(plain.body.data.relationships.outputs).toEqual({
      links: { related: `/api/v2/state-versions/${version}/outputs` },
    })
  })

  rule('§18 includes', 'Outputs that would not all be in an answer are 413')
  test('that are more than an answer holds are 413 with where else they are', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`o${index}`, { value: index, type: 'number' }]),
    )
    const { id, version } = await written(many)
    for (const address of [`/workspaces/${id}`, `/state-versions/${version}`]) {
      const { status, body } = await get(`${address}?include=outputs`)
      expect([status, body.errors[0].detail]).toEqual([413, expect.stringContaining('page[number]')])
    }
    expect((await as(app, owner).delete(`/workspaces/${id}`)).status).toBe(204)
  })

  test('are none before the first state, and for those who may not read states', async () => {
    const id = await workspace()
    const { addresses } = await written()
    const member = await app.make.member(acme)
    for (const answer of [
      await get(`/workspaces/${id}?include=outputs,current_state_version`),
      await get(`${addresses[0]}?include=outputs,current_state_version`, member),
    ]) {
      expect([answer.status, answer.body.included]).toEqual([200, []])
      expect(answer.body.data.relationships.outputs).toEqual({ data: [] })
    }
  })
})

describe('a list of workspaces', () => {
  rule('§18 includes', 'A list of workspaces brings along their tags and their organization, linked')
  test('brings along the tags of each, linked by it, and their organization once', async () => {
    const { addresses } = await written()
    const [path] = addresses as [string, string]
    const body = { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }] }
    await as(app, owner).patch(`${path}/tag-bindings`, { body })
    const { name } = (await get(path)).body.data.attributes
    const bare = await workspace()
    const list = '/organizations/Acme/workspaces'
    const asked = 'include=organization,effective_tag_bindings,readme,current_run'
    const answer = await get(`${list}?${asked}&page[size]=100`)
    expect(answer.status, answer.text).toBe(200)
    const of = (wanted: (item: Listed) => boolean) => (answer.body.data as Listed[]).find(wanted)
    const tagged = of(({ attributes }) => attributes['name'] === name)
    expect(of(({ id }) => id === bare)?.relationships['effective-tag-bindings']).toEqual({ data: [] })
    const included: (Identified & { readonly attributes: object })[] = answer.body.included
    const linked = tagged?.relationships['effective-tag-bindings']?.data
    const tag = included.find(({ attributes }) => 'value' in attributes && attributes.value === 'prod')
    expect(tag?.attributes).toEqual({ key: 'env', value: 'prod' })
    expect(linked).toEqual([tag && identity(tag)])
    const organizations = included.filter(({ type }) => type === 'organizations').map(identity)
    expect(organizations).toEqual([{ id: 'Acme', type: 'organizations' }])
    expect(tagged?.relationships['organization']?.data).toEqual(organizations[0])
    const plain = await get(list)
    expect(plain.text).not.toContain('effective-tag-bindings')
    expect(plain.body).not.toHaveProperty('included')
    const none = await get(`${list}?${asked}&search[name]=no-such-workspace`)
    expect([none.status, none.body.data, none.body.included]).toEqual([200, [], []])
  })

  rule('§19 Payloads', 'A list of workspaces brings along current states, outputs and holders of locks')
  test('brings along the state, the outputs and the holder of the lock of each, linked', async () => {
    const long = 'x'.repeat(20_000)
    const [one, other, bare] = [
      await written(),
      await written({ ...outputs, long: { value: long, type: 'string' } }),
      await workspace(),
    ]
    for (const { id } of [one, other])
      expect((await as(app, owner).post(`/workspaces/${id}/actions/lock`, { body: {} })).status).toBe(200)
    const list = '/organizations/Acme/workspaces?page[size]=100'
    const answer = await get(`${list}&include=locked_by,current_state_version,outputs`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain('hidden')
    const included: Listed[] = answer.body.included
    const inList = (id: string) => (answer.body.data as Listed[]).find((each) => each.id === id)
    const names = included.map(({ type, id }) => `${type} ${id}`)
    expect(new Set(names).size).toBe(names.length)
    expect(included.filter(({ type }) => type === 'users').map(({ id }) => id)).toEqual([owner.id])
    for (const { id, version } of [one, other]) {
      const { relationships } = inList(id) ?? {}
      expect(relationships?.['locked-by']?.data).toEqual({ id: owner.id, type: 'users' })
      expect(relationships?.['current-state-version']?.data).toEqual({ id: version, type: 'state-versions' })
      const state = included.find((each) => each.id === version)
      expect(state?.attributes).toMatchObject({ serial: 1, 'resource-count': 1 })
      expect(state?.attributes).not.toHaveProperty('resources')
      const single = (await get(`/workspaces/${id}?include=outputs`)).body
      expect(relationships?.['outputs']).toEqual(single.data.relationships.outputs)
      for (const output of single.included as Listed[]) {
        const shown = included.find((each) => each.id === output.id)
        if (output.attributes['name'] !== 'long') expect(shown).toEqual(output)
        else expect(shown?.attributes).toMatchObject({ value: null, 'value-omitted': true })
      }
    }
    expect(inList(bare)?.relationships).toMatchObject({
      'locked-by': { data: null },
      'current-state-version': { data: null },
      outputs: { data: [] },
    })
    await as(app, owner).post(`/workspaces/${one.id}/actions/unlock`, { body: {} })
  })

  test('brings along no states and outputs for those who may not read states', async () => {
    await written()
    const member = await app.make.member(acme)
    const asked = 'include=current_state_version,outputs,locked_by&page[size]=100'
    const answer = await get(`/organizations/Acme/workspaces?${asked}`, member)
    expect(answer.status).toBe(200)
    const types = (answer.body.included as Identified[]).map(({ type }) => type)
    expect(types.filter((type) => type !== 'users')).toEqual([])
    for (const { relationships } of answer.body.data as Listed[])
      expect(relationships).toMatchObject({
        'current-state-version': { data: null },
        outputs: { data: [] },
      })
  })

  test('leaves out outputs that are not known yet, and is 413 where they are too many', async () => {
    const { id, version, addresses } = await written()
    await app.prisma.stateVersion.update({
      where: { id: version },
      data: { outputCount: null, listedBytes: null },
    })
    const name = addresses[1]?.split('/').at(-1)
    const list = `/organizations/Acme/workspaces?search[name]=${name}&include=outputs`
    const answer = await get(list)
    expect([answer.body.data[0].id, answer.body.included]).toEqual([id, []])
    expect(answer.body.data[0].relationships).not.toHaveProperty('outputs')
    await app.prisma.stateVersion.update({
      where: { id: version },
      data: { outputCount: 10_001, listedBytes: 1 },
    })
    const refused = await get(list)
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      413,
      expect.stringContaining('page[number]'),
    ])
  })

  test('brings along nothing that is not known: 400', async () => {
    for (const name of ['projects', 'outputs,nothing'])
      expect((await get(`/organizations/Acme/workspaces?include=${name}`)).status).toBe(400)
  })
})

describe('what else a workspace brings along', () => {
  rule('§18 includes', 'A workspace brings along its organization, its current state and its tags, linked')
  test('is its organization, current state and tags, each linked; of READMEs and runs there are none', async () => {
    const { id, version, addresses } = await written()
    const body = { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'dev' } }] }
    await as(app, owner).patch(`/workspaces/${id}/tag-bindings`, { body })
    const asked = 'organization,current_state_version,effective_tag_bindings,readme,current_run'
    for (const address of addresses) {
      const answer = await get(`${address}?include=${asked}`)
      expect(answer.status, answer.text).toBe(200)
      const [organization, state, tag, ...others] = answer.body.included
      expect([organization.id, state.id, tag.attributes, others]).toEqual([
        'Acme',
        version,
        { key: 'env', value: 'dev' },
        [],
      ])
      const { relationships } = answer.body.data
      expect(relationships['organization'].data).toEqual(identity(organization))
      expect(relationships['current-state-version'].data).toEqual(identity(state))
      expect(relationships['effective-tag-bindings'].data).toEqual([identity(tag)])
    }
    const effective = await get(`/workspaces/${id}/effective-tag-bindings`)
    expect(effective.body.data).toMatchObject([
      { type: 'effective-tag-bindings', attributes: { key: 'env', value: 'dev' } },
    ])
  })

  test('is nothing that is not known: 400', async () => {
    const { addresses } = await written()
    for (const name of ['projects', 'outputs,nothing', 'constructor'])
      expect((await get(`${addresses[0]}?include=${name}`)).status).toBe(400)
  })
})
