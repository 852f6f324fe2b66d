import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { as, expectDetails, graphql } from '../rest.js'
import { announced, byLink, openStateSetup, putTo, stateText } from './states.js'

const mebibyte = 1024 * 1024

const { app, owner, workspace, lockedWorkspace, lock, unlock, write } = await openStateSetup()

const get = (path: string) => as(app, owner).get(path)

/** A workspace whose current state was uploaded. */
async function uploaded(text: string): Promise<{ id: string; version: string; list: string }> {
  const id = await lockedWorkspace()
  const body = announced(text, {}, false)
  const made = await as(app, owner).post(`/workspaces/${id}/state-versions`, { body })
  expect(await putTo(app, made.body.data.attributes['hosted-state-upload-url'], text)).toBe(200)
  await unlock(id)
  return { id, version: made.body.data.id, list: `/workspaces/${id}/current-state-version-outputs` }
}

/** A number of outputs, each with its number as the value. */
const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [nameOf(index), { value: index, type: 'number' }]),
  )

const nameOf = (index: number): string => `o${String(index).padStart(6, '0')}`

interface Listed {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

const names = (body: { data: Listed[] }) => body.data.map(({ attributes }) => attributes['name'])
const one = async (id: string) => (await get(`/state-version-outputs/${id}`)).body.data.attributes

rule(
  '§18 outputs',
  'A list without pages of more than 10,000 outputs, or of more than 8 MiB, is 413 and says what to do',
)
test('20,000 outputs are all there: page by page, by id, in the state; the list without pages is 413', async () => {
  const text = stateText({ outputs: many(20_000) })
  const { version, list } = await uploaded(text)
  // Blocks end at every thousandth one.
  for (const number of [1, 20, 21, 200]) {
    const page = await get(`${list}?page[number]=${number}&page[size]=50`)
    expect(page.body.meta.pagination['total-count']).toBe(20_000)
    expect(names(page.body)).toEqual(
      Array.from({ length: 50 }, (_, index) => nameOf((number - 1) * 50 + index)),
    )
  }
  const across = await get(`${list}?page[number]=15&page[size]=70`)
  expect(names(across.body)).toEqual(Array.from({ length: 70 }, (_, index) => nameOf(980 + index)))
  for (const { id, attributes } of across.body.data) expect(await one(id)).toEqual(attributes)
  const past = await get(`${list}?page[number]=2001&page[size]=100`)
  expect([past.status, past.body.data]).toEqual([200, []])

  for (const path of [list, `/state-versions/${version}/outputs`]) {
    const whole = await get(path)
    expectDetails(
      whole,
      413,
      'The outputs are more than 10,000 or larger than 8 MiB together; ask for pages with page[number] and page[size], or for one by its id at /state-version-outputs/:id',
    )
  }
  const { attributes } = (await get(`/state-versions/${version}`)).body.data
  const download = await byLink(app, attributes['hosted-state-download-url'])
  expect(await download.text()).toBe(text)
})

rule('§18 outputs', 'No page has a value of more than 1 MiB; the output by its id has it, as a stream')
test('a value of 5 MiB is whole in the list and by its id, and omitted in pages', async () => {
  const value = 'ä'.repeat((5 * mebibyte) / 2)
  const { list } = await uploaded(
    stateText({ outputs: { a: { value: 1, type: 'number' }, big: { value, type: 'string' } } }),
  )
  const page = await get(`${list}?page[size]=10`)
  expect(page.body.data.map(({ attributes }: Listed) => attributes)).toMatchObject([
    { name: 'a', value: 1, 'value-omitted': false },
    { name: 'big', value: null, 'value-omitted': true, type: 'string' },
  ])
  const { id } = page.body.data[1]
  const whole = await get(list)
  expect(whole.body.data[1].attributes).toEqual({
    ...{ name: 'big', sensitive: false, type: 'string', 'detailed-type': 'string' },
    ...{ value, 'value-omitted': false },
  })
  const streamed = await get(`/state-version-outputs/${id}`)
  expect(streamed.status).toBe(200)
  expect(streamed.headers['content-type']).toContain('application/vnd.api+json')
  expect(streamed.body).toEqual({ data: whole.body.data[1] })
  const headers = { 'If-None-Match': String(streamed.headers['etag']) }
  const again = await as(app, owner).get(`/state-version-outputs/${id}`, { headers })
  expect(again.status).toBe(304)
  const head = await as(app, owner).head(`/state-version-outputs/${id}`)
  expect([head.status, head.headers['content-length']]).toEqual([200, streamed.headers['content-length']])
})

test('values that together pass 7 MiB are omitted in a page from there on, and the list without pages is 413', async () => {
  const value = 'x'.repeat(mebibyte - 100)
  const outputs = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [nameOf(index), { value, type: 'string' }]),
  )
  const { list, version } = await uploaded(
    stateText({ outputs: { ...outputs, z: { value: 'last', type: 'string' } } }),
  )
  const page = await get(`${list}?page[size]=100`)
  expect(page.status).toBe(200)
  expect(page.text.length).toBeLessThan(8 * mebibyte)
  const omitted = page.body.data.map(({ attributes }: Listed) => attributes['value-omitted'])
  expect(omitted).toEqual([...Array<boolean>(6).fill(false), ...Array<boolean>(3).fill(true), false])
  expect((await one(page.body.data[8].id))['value']).toBe(value)
  expect((await get(list)).status).toBe(413)
  const included = await get(`/state-versions/${version}?include=outputs`)
  expect([included.status, included.body.included.length]).toEqual([200, 10])
})

test('numbers that are longer in an answer than in the state make no page larger', async () => {
  const value = Array.from({ length: 100_000 }, () => '1e20').join(',')
  const outputs = Array.from({ length: 12 }, (_, index) => `"${nameOf(index)}":{"value":[${value}]}`).join(
    ',',
  )
  const { list } = await uploaded(stateText().replace('"outputs": {}', `"outputs": {${outputs}}`))
  const page = await get(`${list}?page[size]=100`)
  expect([page.status, page.body.data.length]).toEqual([200, 12])
  expect(page.text.length).toBeLessThan(8 * mebibyte)
})

rule('§18 outputs', 'A state is never refused because of its outputs, and none is left out')
test('names of any length and content, a type of 100 KB and values of every form are taken', async () => {
  const long = 'n'.repeat(300)
  const fields = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`k${index}`, 'bool']))
  const outputs = {
    '': { value: 'unnamed', type: 'string' },
    'a "quoted" \u0000 name': { value: 'strange', type: 'string' },
    [long]: { value: 'long', type: 'string' },
    typed: { value: {}, type: ['object', fields] },
    ä: { value: 'umlaut' },
    none: {},
  }
  const { list } = await uploaded(stateText({ outputs }))
  const { body } = await get(list)
  const byName = Object.fromEntries(
    body.data.map(({ attributes }: Listed) => [attributes['name'], attributes]),
  )
  // By bytes.
  expect(names(body)).toEqual(['', 'a "quoted" \u0000 name', long, 'none', 'typed', 'ä'])
  expect(byName).toMatchObject({
    '': { value: 'unnamed' },
    'a "quoted" \u0000 name': { value: 'strange' },
    [long]: { value: 'long' },
    none: { value: null, type: 'dynamic', 'value-omitted': false },
    typed: { value: {}, type: null, 'detailed-type': null },
    ä: { value: 'umlaut', type: 'dynamic' },
  })
})

test('of several outputs with one name the last counts, however the name is written', async () => {
  const outputs = '"b": {"value": 1}, "a": {"value": 2}, "\\u0061": {"value": 3}, "b": {"value": 4}'
  const { list } = await uploaded(stateText().replace('"outputs": {}', `"outputs": {${outputs}}`))
  const { data } = (await get(list)).body
  expect(data.map(({ attributes }: Listed) => [attributes['name'], attributes['value']])).toEqual([
    ['a', 3],
    ['b', 4],
  ])
})

rule('§18 outputs', 'Outputs of a state that an earlier release wrote are read when they are asked for, once')
test('two who read the outputs of a version of before at once get the same ones', async () => {
  const { version, list } = await uploaded(stateText({ outputs: many(2500) }))
  const { prisma } = app
  await prisma.stateOutputBlock.deleteMany({ where: { stateVersionId: version } })
  await prisma.stateVersion.update({ where: { id: version }, data: { outputCount: null, listedBytes: null } })
  const [first, second] = await Promise.all([get(list), get(list)])
  expect([first.status, first.body.data.length]).toEqual([200, 2500])
  expect(second.body).toEqual(first.body)
  expect(await prisma.stateOutputBlock.count({ where: { stateVersionId: version } })).toBe(3)
})

test('a rollback has the outputs of the former state, also where its serial is longer', async () => {
  const value = 'v'.repeat(20_000)
  const outputs = { big: { value, type: 'string' }, small: { value: 'two', type: 'string' } }
  const { id, version } = await uploaded(stateText({ serial: 8, outputs }))
  await write(id, stateText({ serial: 12_345 }))
  await lock(id)
  const to = { data: { type: 'state-versions', id: version } }
  const body = { data: { type: 'state-versions', relationships: { 'rollback-state-version': to } } }
  const rolled = await as(app, owner).patch(`/workspaces/${id}/state-versions`, { body })
  expect([rolled.status, rolled.body.data.attributes.serial]).toEqual([201, 12_346])
  const { data } = (await get(`/workspaces/${id}/current-state-version-outputs`)).body
  expect(data.map(({ attributes }: Listed) => attributes['value'])).toEqual([value, 'two'])
  expect((await one(data[0].id))['value']).toBe(value)
})

rule(
  '§18 outputs',
  'A sensitive value is in no list, however large, and by its id those who may read the state get it',
)
test('a sensitive value of 2 MiB counts for no list, and is streamed by its id', async () => {
  const value = 's'.repeat(2 * mebibyte)
  const { list } = await uploaded(
    stateText({ outputs: { secret: { value, type: 'string', sensitive: true } } }),
  )
  for (const path of [list, `${list}?page[size]=5`]) {
    const { body } = await get(path)
    expect(body.data[0].attributes).toMatchObject({ sensitive: true, value: null, 'value-omitted': false })
    expect((await one(body.data[0].id))['value']).toBe(value)
  }
  const foreign = await as(app, await app.make.user()).get(
    `/state-version-outputs/${(await get(list)).body.data[0].id}`,
  )
  expect(foreign.status).toBe(404)
})

test('an id of another block, or of a number that it has not, is 404', async () => {
  const { list } = await uploaded(stateText({ outputs: many(3) }))
  const [{ id }] = (await get(list)).body.data
  for (const unknown of [
    `${id.slice(0, -1)}D`,
    `${id.slice(0, -5)}99999`,
    `wsout-${'A'.repeat(16)}`,
    `${id}A`,
  ])
    expect((await get(`/state-version-outputs/${unknown}`)).status, unknown).toBe(404)
})

rule('§18 outputs', '`resources` stand on one state version, never in a list of them')
test('the resources of a state are in its own document, and in no list', async () => {
  const { id, version } = await uploaded(stateText())
  for (const path of [`/state-versions/${version}`, `/workspaces/${id}/current-state-version`])
    expect((await get(path)).body.data.attributes.resources).toEqual([])
  const { body } = await get(`/workspaces/${id}/state-versions`)
  expect(body.data).toHaveLength(1)
  for (const name of ['resources', 'modules', 'providers'])
    expect(body.data[0].attributes).not.toHaveProperty(name)
  expect(body.data[0].attributes['resource-count']).toBe(0)
})

rule('§18 states', 'Values of outputs are the JSON text that was sent, on every face')
test('outputs keep their digits in lists, by their id, as included and in GraphQL', async () => {
  const id = await workspace()
  const digits = ['9007199254740993', '[1.10, {"n": 12345678901234567890.5}]', '1e400']
  const members = digits.map((value, index) => `"o${index}": {"value": ${value}, "type": "number"}`)
  const textOf = (serial: number) =>
    stateText({ serial }).replace('"outputs": {}', `"outputs": {${members.join()}}`)
  const version = await write(id, textOf(1))
  const list = await get(`/workspaces/${id}/current-state-version-outputs`)
  const pages = await get(`/state-versions/${version}/outputs?page[size]=2`)
  const included = await get(`/state-versions/${version}?include=outputs`)
  const ofWorkspace = await get(`/workspaces/${id}?include=outputs`)
  for (const value of digits)
    for (const { text } of [list, included, ofWorkspace]) expect(text).toContain(`"value":${value}`)
  expect(pages.text).toContain(`"value":${digits[1]}`)
  const one = await get(`/state-version-outputs/${list.body.data[0].id}`)
  expect(one.text).toContain(`"value":${digits[0]}`)
  const query = `{ stateVersionOutputs(stateVersionId: "${version}") { nodes { value } } }`
  expect((await graphql(app, owner, query)).data?.['stateVersionOutputs']).toEqual({
    nodes: digits.map((value) => ({ value })),
  })
  const newer = await write(id, textOf(2).replace('9007199254740993', '9007199254740992'))
  const compared = `{ stateComparison(id: "${newer}", fromId: "${version}") { changes { kind address } } }`
  expect((await graphql(app, owner, compared)).data?.['stateComparison']).toEqual({
    changes: [{ kind: 'CHANGED', address: 'output.o0' }],
  })
})
