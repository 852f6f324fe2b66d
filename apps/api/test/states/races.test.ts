import { EventEmitter, once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { racers as writers } from '../full-run.js'
import { as } from '../rest.js'
import {
  announced,
  byLink,
  lineage,
  md5Of,
  openStateSetup,
  putTo,
  stateText,
  type StateSetup,
} from './states.js'

let setup: StateSetup
beforeAll(async () => {
  setup = await openStateSetup()
})
afterAll(() => setup.app.stop())

const ask = () => as(setup.app, setup.owner)

rule('§13 states', 'Racing writers that keep to the lock leave their states in order; without it all are 409')
test('many racing writers leave as many states in order', async () => {
  const id = await setup.workspace()
  const unlocks = new EventEmitter().setMaxListeners(writers)
  const lock = async (): Promise<void> => {
    const next = once(unlocks, 'unlocked')
    const { status } = await ask().post(`/workspaces/${id}/actions/lock`)
    if (status === 200) return
    expect(status).toBe(409)
    await next
    await lock()
  }
  const writeOnce = async (): Promise<void> => {
    await lock()
    const current = await ask().get(`/workspaces/${id}/current-state-version`)
    const serial = (current.body.data?.attributes.serial ?? 0) + 1
    const text = stateText({ serial })
    const answer = await ask().post(`/workspaces/${id}/state-versions`, {
      body: announced(text, {}, serial % 2 === 0),
    })
    expect(answer.status, answer.text).toBe(201)
    const link = answer.body.data.attributes['hosted-state-upload-url']
    if (link !== null) expect(await putTo(setup.app, link, text)).toBe(200)
    expect((await ask().post(`/workspaces/${id}/actions/unlock`)).status).toBe(200)
    unlocks.emit('unlocked')
  }
  await Promise.all(Array.from({ length: writers }, writeOnce))
  const { body } = await ask().get(`/workspaces/${id}/state-versions?page[size]=100`)
  const serials = body.data.map((each: { attributes: { serial: number } }) => each.attributes.serial)
  expect(serials).toEqual(Array.from({ length: writers }, (_, index) => writers - index))
  expect(await setup.app.prisma.stateVersion.count({ where: { workspaceId: id, isCurrent: true } })).toBe(1)
})

test('of ten uploads of one encrypted state one is kept, with its outputs once', async () => {
  const id = await setup.workspace()
  await setup.lock(id)
  const text = JSON.stringify({ serial: 1, lineage, meta: {}, encrypted_data: 'AAAA' })
  const outputs = Buffer.from('{"a": {"value": 1, "type": "number"}}').toString('base64')
  const body = announced(text, { 'json-state-outputs': outputs }, false)
  const made = await ask().post(`/workspaces/${id}/state-versions`, { body })
  const { id: version, attributes } = made.body.data
  const link = attributes['hosted-state-upload-url']
  const statuses = await Promise.all(Array.from({ length: 10 }, () => putTo(setup.app, link, text)))
  expect(statuses.filter((status) => status === 200).length, String(statuses)).toBeGreaterThan(0)
  expect(
    statuses.every((status) => [200, 404, 409].includes(status)),
    String(statuses),
  ).toBe(true)
  const listed = await ask().get(`/state-versions/${version}/outputs`)
  expect(listed.body.data.map((each: { attributes: object }) => each.attributes)).toMatchObject([
    { name: 'a', value: 1 },
  ])
  const blocks = await setup.app.prisma.stateOutputBlock.findMany({
    where: { stateVersionId: version },
  })
  expect(blocks.map(({ first, count }) => [first, count])).toEqual([[0, 1]])
})

test('many writers without the lock are all 409, and of many under one lock one wins', async () => {
  const id = await setup.workspace()
  const statuses = async (): Promise<number[]> => {
    const answers = Array.from({ length: writers }, (_, index) =>
      ask().post(`/workspaces/${id}/state-versions`, {
        body: announced(stateText({ resources: [{ instances: Array.from({ length: index }, () => ({})) }] })),
      }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(new Set(await statuses())).toEqual(new Set([409]))
  await setup.lock(id)
  expect((await statuses()).toSorted()).toEqual([201, ...Array<number>(writers - 1).fill(409)])
  expect(await setup.app.prisma.stateVersion.count({ where: { workspaceId: id } })).toBe(1)
})

test('of many who lock at once one does', async () => {
  const id = await setup.workspace()
  const answers = Array.from({ length: writers }, () => ask().post(`/workspaces/${id}/actions/lock`))
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array<number>(writers - 1).fill(409)])
})

rule(
  '§13 secrets',
  'A state is sealed at rest: a value of it is in no file, no row and no answer but its own',
)
test('a secret of a state is in no file, no row of the database, and no answer but its own', async () => {
  const marker = 'marker-7f3a9c51d2'
  const id = await setup.workspace()
  const secret = { value: marker, type: 'string', sensitive: true }
  const resource = {
    mode: 'managed',
    type: 't',
    name: 'n',
    provider: 'p',
    instances: [{ attributes: { k: marker } }],
  }
  const text = stateText({
    outputs: { open: { ...secret, sensitive: false }, secret },
    resources: [resource],
  })
  const json = Buffer.from(JSON.stringify({ values: marker })).toString('base64')
  await setup.lock(id)
  const answer = await ask().post(`/workspaces/${id}/state-versions`, {
    body: announced(text, { 'json-state': json, 'json-state-outputs': json }),
  })
  expect([answer.status, answer.text.includes(marker)]).toEqual([201, false])
  // The clear value of an open output belongs to lists of outputs alone.
  for (const path of [
    `/workspaces/${id}`,
    `/workspaces/${id}/state-versions`,
    `/state-versions/${answer.body.data.id}`,
  ])
    expect((await ask().get(path)).text).not.toContain(marker)
  for (const name of await readdir(setup.app.filesFolder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue
    const bytes = await readFile(join(name.parentPath, name.name))
    expect(bytes.includes(marker) || bytes.includes(Buffer.from(marker).toString('base64')), name.name).toBe(
      false,
    )
  }
  const tables = await setup.app.prisma.$queryRaw<{ table: string }[]>`
    SELECT table_name AS table FROM information_schema.tables WHERE table_schema = current_schema()`
  for (const { table } of tables) {
    const rows = await setup.app.prisma.$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM "${table}" AS each WHERE each::text LIKE '%${marker}%'`,
    )
    expect(rows, table).toEqual([])
  }
  const link = (await ask().get(`/workspaces/${id}/current-state-version`)).body.data.attributes
  const download = await (await byLink(setup.app, link['hosted-state-download-url'])).text()
  expect(md5Of(download)).toBe(md5Of(text))
})
