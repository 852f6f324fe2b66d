import { request } from 'node:http'
import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { as } from '../rest.js'
import { announced, byLink, lineage, md5Of, openStateSetup, putTo, resources, stateText } from './states.js'

const limit = 2 * 1024 * 1024

const { app, owner, acme, workspace, lock, unlock, write } = await openStateSetup({
  STATE_UPLOAD_LIMIT: String(limit),
  UPLOAD_STALL_SECONDS: '5',
})

const ask = () => as(app, owner)
const post = (id: string, body: object) => ask().post(`/workspaces/${id}/state-versions`, { body })

/** A workspace with a state, locked by the owner again; what of it may not change. */
async function locked() {
  const id = await workspace()
  await write(id, stateText({ serial: 3 }))
  await lock(id, owner, 'mine')
  return id
}

async function facts(id: string): Promise<unknown> {
  const { locked: isLocked, ...attributes } = (await ask().get(`/workspaces/${id}`)).body.data.attributes
  const current = (await ask().get(`/workspaces/${id}/current-state-version`)).body.data
  const { 'hosted-state-download-url': link, serial, md5 } = current.attributes
  const bytes = await (await byLink(app, link)).text()
  return [isLocked, attributes['lock-reason'], attributes['locked-at'], current.id, serial, md5, md5Of(bytes)]
}

/** A state of the next serial, which is spoilt. */
const spoilt = (spoil: (text: string) => string): string => spoil(stateText({ serial: 4 }))
const nested = '['.repeat(50_000)

/** Kind of the bytes, the bytes, and the answer; both in the body and by upload. */
const broken: readonly (readonly [string, string, string])[] = [
  ['no state at all', '', 'The state is no JSON object'],
  ['half a state', spoilt((text) => text.slice(0, text.length / 2)), 'The state is no JSON object'],
  ['a state with something behind it', spoilt((text) => `${text}{}`), 'The state is no JSON object'],
  [
    'JSON that is none',
    spoilt((text) => text.replace('"outputs"', 'outputs')),
    'The state is no JSON object',
  ],
  ['a configuration', 'resource "x" "y" {}', 'The state is no JSON object'],
  [
    'a state behind the mark of an editor',
    spoilt((text) => `\uFEFF${text}`),
    'The state is no JSON object: it begins with the byte order mark of UTF-8; write it as UTF-8 without a mark',
  ],
  ['a list', '[]', 'The state is no JSON object'],
  ['what is nested without end', spoilt((text) => text.replace('[]', nested)), 'The state is no JSON object'],
  ['no version', spoilt((text) => text.replace('"version"', '"v"')), 'The state has no version'],
  ['no serial', spoilt((text) => text.replace('"serial"', '"s"')), 'The state has no serial'],
  ['no lineage', spoilt((text) => text.replace('"lineage"', '"l"')), 'The state has no lineage'],
  [
    'resources that are none',
    spoilt((text) => text.replace('[]', '{}')),
    'The resources of the state are none',
  ],
  ['outputs that are none', spoilt((text) => text.replace('{}', '[]')), 'The outputs of the state are none'],
]

describe('bytes that are no state', () => {
  rule(
    '§13 bad input',
    'What is no state is 422 with why, in the body and by upload, and nothing has changed',
  )
  test.each(broken)('%s', async (_, text, detail) => {
    const id = await locked()
    const before = await facts(id)
    const attributes = { serial: 4, lineage, md5: md5Of(text) }
    const error = { errors: [{ status: '422', title: 'invalid attribute', detail }] }
    const state = Buffer.from(text).toString('base64')
    const inline = await post(id, { data: { type: 'state-versions', attributes: { ...attributes, state } } })
    expect([inline.status, inline.body]).toEqual([422, error])
    const waiting = await post(id, { data: { type: 'state-versions', attributes } })
    const link = waiting.body.data.attributes['hosted-state-upload-url']
    const upload = await byLink(app, link, { method: 'PUT', body: text })
    expect([upload.status, await upload.json()]).toEqual([422, error])
    expect(await facts(id)).toEqual(before)
    // The right one is taken after it, under the same lock.
    expect((await post(id, announced(stateText({ serial: 4 })))).status).toBe(201)
  })
})

describe('states that do not follow', () => {
  rule(
    '§13 bad input',
    'A state that does not follow the current one is 409 with both, and nothing has changed',
  )
  test.each([
    [
      'of another lineage',
      stateText({ serial: 4, lineage: 'other' }),
      `The lineage of the state is other, that of the current one ${lineage}`,
    ],
    ['of a lower serial', stateText({ serial: 2 }), 'The serial of the state is 2, the current one has 3'],
    [
      'of the same serial',
      stateText({ serial: 3, resources: [resources(1)] }),
      'The serial of the state is 3, the current one has 3',
    ],
  ])('a state %s', async (_, text, detail) => {
    const id = await locked()
    const before = await facts(id)
    for (const isInline of [true, false]) {
      const answer = await post(id, announced(text, {}, isInline))
      expect([answer.status, answer.body]).toEqual([
        409,
        { errors: [{ status: '409', title: 'conflict', detail }] },
      ])
    }
    expect(await facts(id)).toEqual(before)
  })

  test('a state under the lock of another one, who is named, and without a lock', async () => {
    const id = await locked()
    const before = await facts(id)
    const other = await app.make.manager(acme, { manageWorkspaces: true })
    const body = announced(stateText({ serial: 4 }))
    const detail = 'The workspace is locked by User ana since 2026-03-01T12:00:00.000Z: mine'
    for (const [path, sent] of [
      ['state-versions', { body }],
      ['actions/lock', {}],
      ['actions/unlock', {}],
    ] as const) {
      const answer = await as(app, other).post(`/workspaces/${id}/${path}`, sent)
      expect([answer.status, answer.body]).toEqual([
        409,
        { errors: [{ status: '409', title: 'conflict', detail }] },
      ])
    }
    expect(await facts(id)).toEqual(before)
    await unlock(id)
    const free = await post(id, body)
    expect([free.status, free.body.errors[0].detail]).toEqual([
      409,
      'The workspace is not locked; lock it before writing its state',
    ])
  })
})

describe('huge states', () => {
  /** A state with at least this number of bytes. */
  const ofSize = (size: number): string =>
    stateText({ serial: 4, outputs: { big: { value: 'x'.repeat(size), type: 'string' } } })

  rule('§13 bad input', 'A state above `STATE_UPLOAD_LIMIT` is 413, and nothing has changed')
  test('a state above the limit is 413 by upload, whether its size is announced or not', async () => {
    const id = await locked()
    const before = await facts(id)
    const text = ofSize(limit)
    const waiting = await post(id, announced(text, {}, false))
    const link = waiting.body.data.attributes['hosted-state-upload-url']
    const unannounced = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(text))
        controller.close()
      },
    })
    for (const sent of [{ body: text }, { body: unannounced, duplex: 'half' as const }]) {
      const answer = await byLink(app, link, { method: 'PUT', ...sent })
      expect([answer.status, await answer.json()]).toEqual([
        413,
        {
          errors: [
            {
              status: '413',
              title: 'payload too large',
              detail: 'The state is larger than 2,097,152 bytes',
            },
          ],
        },
      ])
    }
    expect(await facts(id)).toEqual(before)
    expect(await putTo(app, link, text.slice(0, 100))).toBe(422)
  })

  test('a state above the limit in the body is 413 too', async () => {
    const id = await locked()
    const before = await facts(id)
    const answer = await post(id, announced(ofSize(limit)))
    expect([answer.status, answer.body.errors]).toEqual([
      413,
      [{ status: '413', title: 'payload too large', detail: 'The file is larger than 2,097,152 bytes' }],
    ])
    expect(await facts(id)).toEqual(before)
  })

  test('a JSON above the limit is 413, and neither it nor its state is stored', async () => {
    const id = await locked()
    const before = await facts(id)
    const stored = async (): Promise<number> => (await keys()).length
    const files = await stored()
    const json = Buffer.from('x'.repeat(limit + 1)).toString('base64')
    const answer = await post(id, announced(stateText({ serial: 4 }), { 'json-state': json }))
    expect([answer.status, await stored()]).toEqual([413, files])
    expect(await facts(id)).toEqual(before)
  })

  test('100,000 resources by upload are counted', async () => {
    const id = await locked()
    const instances = Array.from({ length: 10_000 }, () => ({}))
    const many = { ...resources(0), instances }
    const text = stateText({ serial: 4, resources: Array.from({ length: 10 }, () => many) })
    const waiting = await post(id, announced(text, {}, false))
    expect(await putTo(app, waiting.body.data.attributes['hosted-state-upload-url'], text)).toBe(200)
    const { body } = await ask().get(`/workspaces/${id}`)
    expect(body.data.attributes['resource-count']).toBe(100_000)
  })
})

describe('an upload that breaks off', () => {
  rule('§13 bad input', 'An upload that breaks off leaves the version waiting, and no file')
  test('leaves no file, the lock as it was, and the version waiting for the next one', async () => {
    const id = await locked()
    const before = await facts(id)
    const text = stateText({ serial: 4, resources: [resources(500)] })
    const waiting = (await post(id, announced(text, {}, false))).body.data
    const link = waiting.attributes['hosted-state-upload-url']
    await breakOff(link, text.slice(0, 1000), text.length)
    const stored = async () => (await keys()).filter((key) => key.includes(waiting.id))
    await expect.poll(stored).toEqual([])
    expect(await facts(id)).toEqual(before)
    const shown = (await ask().get(`/state-versions/${waiting.id}`)).body.data.attributes
    expect(shown).toMatchObject({ status: 'pending', 'is-current': false })
    expect(await putTo(app, link, text)).toBe(200)
    expect((await ask().get(`/workspaces/${id}/current-state-version`)).body.data.id).toBe(waiting.id)
  })
})

/** Keys of all stored states. */
async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of app.storage.list('states')) found.push(key)
  return found
}

/** Sends a part of what it announces, and closes the connection. */
function breakOff(link: string, part: string, size: number): Promise<void> {
  const { pathname, search } = new URL(link)
  return new Promise((done) => {
    const sent = request(`${app.url}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'Content-Length': size },
    })
    sent.on('error', () => done())
    sent.on('close', () => done())
    sent.write(part, () => sent.destroy())
  })
}
