import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf, forgedLink } from '../modules/module-requests.js'
import { as, expectDetails, faultsOf, notFoundBody } from '../rest.js'
import { announced, byLink, lineage, md5Of, openStateSetup, putTo, resources, stateText } from './states.js'

const setup = await openStateSetup()
const { app, owner, acme, lock, unlock, write } = setup

const post = (id: string, body: object) => as(app, owner).post(`/workspaces/${id}/state-versions`, { body })

async function storedFiles(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.storage.list('states')) if (key.startsWith(prefix)) keys.push(key)
  return keys
}

const current = (id: string) => as(app, owner).get(`/workspaces/${id}/current-state-version`)

describe('a state in the body', () => {
  rule('§13 states', 'A state in base64 becomes the current one, with what its resources are')
  test('becomes the current one, is read, and is downloaded byte by byte without a token', async () => {
    const id = await setup.workspace()
    expect((await current(id)).status).toBe(404)
    await lock(id)
    const text = stateText({ resources: [resources(3), { ...resources(2, 'x_y'), module: 'module.net' }] })
    const answer = await post(id, announced(text))
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data.attributes).toMatchObject({
      ...{ status: 'finalized', 'is-current': true, serial: 1, lineage, md5: md5Of(text), size: text.length },
      ...{ 'engine-version': '1.11.4', 'resource-count': 5, 'resources-processed': true },
      'hosted-state-upload-url': null,
      resources: [
        { mode: 'managed', type: 'terraform_data', module: '', count: 3 },
        { type: 'x_y', module: 'module.net', count: 2 },
      ],
    })
    const shown = await current(id)
    expect(shown.body.data.id).toBe(answer.body.data.id)
    const download = await byLink(app, shown.body.data.attributes['hosted-state-download-url'])
    expect([download.status, await download.text()]).toEqual([200, text])
    const workspace = await as(app, owner).get(`/workspaces/${id}`)
    expect(workspace.body.data.attributes).toMatchObject({ 'resource-count': 5, locked: true })
    expect((await auditOf(app, id)).at(-1)).toMatchObject({
      action: 'state-version.create',
      after: { stateVersion: answer.body.data.id, serial: 1, resourceCount: 5 },
    })
  })

  rule('§19 states', 'The CLI is told to save the states between, on every answer that it reads that from')
  test('the CLI is told how often to save what it has made, before the first state and at a refusal too', async () => {
    const id = await setup.workspace()
    const everySeconds = { 'x-engine-snapshot-interval': '30', 'x-terraform-snapshot-interval': '30' }
    const stranger = await app.make.user('stranger')
    for (const answer of [
      await current(id),
      await current('ws-0000000000000000'),
      await as(app, stranger).get(`/workspaces/${id}/current-state-version`),
      await as(app, owner).head(`/workspaces/${id}/current-state-version`),
      await post(id, {}),
      await post('ws-0000000000000000', announced(stateText())),
    ])
      expect(answer.headers, String(answer.status)).toMatchObject(everySeconds)
    await lock(id)
    const written = await post(id, announced(stateText()))
    expect([written.status, written.headers]).toMatchObject([201, everySeconds])
    const shown = await current(id)
    expect([shown.status, shown.headers]).toMatchObject([200, everySeconds])
    // The last that the CLI reads of a state that it has saved between: without it, it saves none after that one.
    const saved = await as(app, owner).get(`/state-versions/${written.body.data.id}`)
    expect([saved.status, saved.headers]).toMatchObject([200, everySeconds])
  })

  rule('§13 states', 'A write needs the lock, held by the very one that writes')
  test('is 409 without the lock, and under the lock of another one, who is named', async () => {
    const id = await setup.workspace()
    const text = stateText()
    const without = await post(id, announced(text))
    expect([without.status, without.body.errors[0].title]).toEqual([409, 'conflict'])
    const other = await app.make.manager(acme, { manageWorkspaces: true })
    await lock(id, other, 'mine')
    const held = await post(id, announced(text))
    expectDetails(
      held,
      409,
      `The workspace is locked by User ${other.username} since 2026-03-01T12:00:00.000Z: mine`,
    )
    expect((await current(id)).status).toBe(404)
  })

  rule('§13 states', 'A write needs the right lineage and a higher serial; the same state again is 200')
  test('follows the current one: lineage and serial decide, and the same again is the same version', async () => {
    const id = await setup.lockedWorkspace()
    const first = await post(id, announced(stateText({ serial: 4 })))
    const again = await post(id, announced(stateText({ serial: 4 })))
    expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id])
    for (const wrong of [
      stateText({ serial: 3 }),
      stateText({ serial: 4, resources: [resources(1)] }),
      stateText({ serial: 9, lineage: 'another' }),
    ]) {
      expect((await post(id, announced(wrong))).status).toBe(409)
      expect((await current(id)).body.data.id).toBe(first.body.data.id)
    }
    expect((await post(id, announced(stateText({ serial: 5 })))).status).toBe(201)
    const forced = await post(id, announced(stateText({ serial: 1, lineage: 'another' }), { force: true }))
    expect([forced.status, forced.body.data.attributes.lineage]).toEqual([201, 'another'])
    expect((await current(id)).body.data.attributes).toMatchObject({ serial: 1, lineage: 'another' })
  })

  rule('§13 states', 'What is no state, or not the announced one, is 422 and changes nothing')
  test.each([
    ['half a state', stateText().slice(0, 90), {}],
    ['no object', '[]', {}],
    ['no JSON', 'resource "x" {}', {}],
    ['no lineage', stateText().replace('lineage', 'line'), {}],
    ['another md5', stateText(), { md5: '0'.repeat(32) }],
    ['a lineage that cannot be stored', stateText({ lineage: 'a\u0000' }), { lineage: undefined }],
    ['an output that is none', stateText().replace('"outputs": {}', '"outputs": { "a": 1 }'), {}],
    ['no base64', stateText(), { state: '???' }],
    ['no serial', stateText(), { serial: null }],
    ['a negative serial', stateText(), { serial: -1 }],
    ['no md5', stateText(), { md5: 'x' }],
  ])('%s is 422, and nothing has changed', async (_, text, more) => {
    const id = await setup.lockedWorkspace()
    const state = Buffer.from(text).toString('base64')
    const attributes = { serial: 1, lineage, md5: md5Of(text), state, ...more }
    const answer = await post(id, { data: { type: 'state-versions', attributes } })
    expect([answer.status, answer.body.errors.length], answer.text).toEqual([422, 1])
    expect((await current(id)).status).toBe(404)
    expect((await as(app, owner).get(`/workspaces/${id}`)).body.data.attributes.locked).toBe(true)
  })

  test('a body above 16 MiB is 413', async () => {
    const id = await setup.lockedWorkspace()
    const answer = await post(id, announced(stateText(), { jsonStateOutputs: 'x'.repeat(16 * 1024 * 1024) }))
    expect(answer.status).toBe(413)
  })

  test('texts that no database stores do no harm', async () => {
    const id = await setup.lockedWorkspace()
    const strange = { a: { value: 'a\u0000\ud800', type: ['object', { 'k\u0000': 'string' }] } }
    const text = stateText({ resources: [resources(1, 't\u0000\ud800')], outputs: strange })
    const answer = await post(id, announced(text))
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data.attributes.resources).toMatchObject([{ type: 't\ufffd\ufffd' }])
    const { body } = await as(app, owner).get(`/workspaces/${id}/current-state-version-outputs`)
    expect(body.data[0].attributes).toMatchObject({
      type: 'object',
      'detailed-type': strange.a.type,
      value: 'a\u0000\ud800',
    })
  })

  test('100,000 resources are counted, and listed by their kind', async () => {
    const id = await setup.lockedWorkspace()
    const many = Array.from({ length: 1200 }, (_, index) => resources(80, `kind_${index}`))
    const answer = await post(id, announced(stateText({ resources: [...many, resources(4000)] })))
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data.attributes['resource-count']).toBe(100_000)
    expect(answer.body.data.attributes.resources).toHaveLength(1000)
  })
})

describe('a state by upload', () => {
  const announce = async (
    id: string,
    text: string,
  ): Promise<{ id: string; attributes: Record<string, string> }> => {
    const answer = await post(id, announced(text, { 'json-state-outputs': 'e30=' }, false))
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }

  rule('§13 states', 'Without bytes there are upload links, which need no token, in any order')
  test.each([
    ['state', 'json-state'],
    ['json-state', 'state'],
    ['state', undefined],
  ])('%s first, then %s: it is current once its bytes are there', async (...order) => {
    const id = await setup.lockedWorkspace()
    const text = stateText()
    const version = await announce(id, text)
    expect((await current(id)).status).toBe(404)
    for (const file of order)
      if (file)
        expect(
          await putTo(
            app,
            version.attributes[`hosted-${file}-upload-url`] ?? '',
            file === 'state' ? text : '{}',
          ),
        ).toBe(200)
    const { attributes } = (await current(id)).body.data
    expect(attributes).toMatchObject({ status: 'finalized', serial: 1, 'hosted-state-upload-url': null })
    const json = attributes['hosted-json-state-download-url']
    if (order[1]) expect(await (await byLink(app, json)).text()).toBe('{}')
    else expect(json).toBeNull()
    // Clients try again when an answer was lost.
    expect(await putTo(app, version.attributes['hosted-state-upload-url'] ?? '', text)).toBe(200)
  })

  rule(
    '§13 states',
    'A version that waits is never current, ends with its lock, and an upload after that is 409',
  )
  test('ends with the lock: an upload after that is 409, and nothing is current', async () => {
    const id = await setup.lockedWorkspace()
    const version = await announce(id, stateText())
    await unlock(id)
    await lock(id)
    for (const file of ['state', 'json-state'])
      expect(await putTo(app, version.attributes[`hosted-${file}-upload-url`] ?? '', stateText())).toBe(409)
    expect((await current(id)).status).toBe(404)
    const shown = await as(app, owner).get(`/state-versions/${version.id}`)
    expect(shown.body.data.attributes.status).toBe('discarded')
  })

  rule('§13 states', 'An upload of bytes that are there already is 200 too, and other bytes are 409')
  test.each([
    ['state first', true],
    ['JSON first', false],
  ])('the same JSON again is 200, other bytes are 409, and one file is left: %s', async (_, isStateFirst) => {
    const id = await setup.lockedWorkspace()
    const text = stateText()
    const version = await announce(id, text)
    const put = (file: 'state' | 'json-state', bytes: string) =>
      putTo(app, version.attributes[`hosted-${file}-upload-url`] ?? '', bytes)
    if (isStateFirst) expect(await put('state', text)).toBe(200)
    // Two at once, as when a client gives up waiting for the first answer.
    expect(await Promise.all([put('json-state', '{}'), put('json-state', '{}')])).toEqual([200, 200])
    expect(await put('json-state', '{ }')).toBe(409)
    if (!isStateFirst) expect(await put('state', text)).toBe(200)
    await unlock(id)
    expect(await put('json-state', '{}')).toBe(200)
    expect(await put('json-state', '[]')).toBe(409)
    const kept = (await storedFiles(`states/${version.id}/`)).map((key) => key.split('.').at(-1))
    expect(kept.sort()).toEqual(['json', 'state'])
    expect(
      await (
        await byLink(app, (await current(id)).body.data.attributes['hosted-json-state-download-url'])
      ).text(),
    ).toBe('{}')
  })

  rule('§13 states', 'Of one lock at most ten versions wait for their upload')
  test('is one of at most ten that wait under one lock: the next discards the oldest, as the newest must not be lost', async () => {
    const id = await setup.lockedWorkspace()
    const first = await announce(id, stateText())
    app.clock.move(1)
    const second = await announce(id, stateText())
    app.clock.move(1)
    for (let more = 2; more < 11; more++) await announce(id, stateText())
    const uploadTo = ({ attributes }: typeof first) =>
      putTo(app, attributes['hosted-state-upload-url'] ?? '', stateText())
    expect(await uploadTo(first)).toBe(409)
    const statuses = await app.prisma.stateVersion.groupBy({
      by: ['status'],
      where: { workspaceId: id },
      _count: true,
      orderBy: { status: 'asc' },
    })
    expect(statuses.map(({ status, _count }) => [status, _count])).toEqual([
      ['pending', 10],
      ['discarded', 1],
    ])
    expect(await uploadTo(second)).toBe(200)
  })

  rule('§13 states', 'An md5 that does not fit is 422')
  test('other bytes than announced are 422, and the right ones are taken after them', async () => {
    const id = await setup.lockedWorkspace()
    const version = await announce(id, stateText())
    const link = version.attributes['hosted-state-upload-url'] ?? ''
    expect(await putTo(app, link, stateText({ resources: [resources(1)] }))).toBe(422)
    expect(await putTo(app, link, '')).toBe(422)
    expect((await current(id)).status).toBe(404)
    expect(await putTo(app, link, stateText())).toBe(200)
  })

  test('a forged link, and one without its signature, are 404', async () => {
    const id = await setup.lockedWorkspace()
    const link = (await announce(id, stateText())).attributes['hosted-state-upload-url'] ?? ''
    expect(await putTo(app, forgedLink(link), stateText())).toBe(404)
    expect(await putTo(app, link.split('?')[0] ?? '', stateText())).toBe(404)
  })
})

describe('rollback', () => {
  rule('§13 states', 'A rollback needs the lock and makes a former state the newest one')
  test('brings a former state back under a serial that follows, byte by byte else', async () => {
    const id = await setup.workspace()
    const big = '"big": 12345678901234567890.5'
    const former = stateText().replace('"outputs": {}', `"outputs": {}, ${big}`)
    const first = await write(id, former)
    await write(id, stateText({ serial: 2, resources: [resources(1)] }))
    const body = (to: string) => ({
      data: {
        type: 'state-versions',
        relationships: { 'rollback-state-version': { data: { type: 'state-versions', id: to } } },
      },
    })
    const roll = (to: string) => as(app, owner).patch(`/workspaces/${id}/state-versions`, { body: body(to) })
    expect((await roll(first)).status).toBe(409)
    await lock(id)
    const answer = await roll(first)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data.attributes).toMatchObject({ serial: 3, 'is-current': true, 'resource-count': 0 })
    expect(answer.body.data.relationships['rollback-state-version'].data.id).toBe(first)
    const download = await byLink(app, answer.body.data.attributes['hosted-state-download-url'])
    expect(await download.text()).toBe(former.replace('"serial": 1', '"serial": 3'))
    expect((await post(id, announced(stateText({ serial: 4 })))).status).toBe(201)
    for (const unknown of ['sv-0000000000000000', 'sv-\u0000', ''])
      expect(faultsOf(await roll(unknown)), JSON.stringify(unknown)).toEqual([
        ['/data/relationships/rollback-state-version/data', 'State version is invalid'],
      ])
    expect((await auditOf(app, id)).slice(-2)).toMatchObject([
      {
        action: 'state-version.roll-back',
        after: { stateVersion: answer.body.data.id, rolledBackToId: first },
      },
      { action: 'state-version.create', after: { serial: 4 } },
    ])
  })
})

describe('lists', () => {
  rule('§13 states', 'The states of a workspace are listed by its id, and by its name')
  test('newest first, by id and by name; what waits or was discarded is in none', async () => {
    const id = await setup.workspace()
    for (const serial of [1, 2, 3]) await write(id, stateText({ serial }))
    await lock(id)
    await post(id, announced(stateText({ serial: 4 }), {}, false))
    const { name } = (await as(app, owner).get(`/workspaces/${id}`)).body.data.attributes
    const byName = `/state-versions?filter[workspace][name]=${name}&filter[organization][name]=acme`
    for (const path of [`/workspaces/${id}/state-versions`, byName]) {
      const { body } = await as(app, owner).get(path)
      expect(body.data.map((each: { attributes: { serial: number } }) => each.attributes.serial)).toEqual([
        3, 2, 1,
      ])
    }
    const without = await as(app, owner).get('/state-versions')
    expectDetails(without, 400, 'filter[organization][name] is required')
    const foreign = await as(app, await app.make.user()).get(byName)
    expect([foreign.status, foreign.body]).toEqual([404, notFoundBody])
  })
})
