import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncate, utimes } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { rule } from '@engine/shared/rule'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { seconds } from '../../src/kernel/clock.js'
import { startTestApp, type TestApp } from '../app.js'
import {
  archiveLink,
  createModule,
  forgedLink,
  pathOf,
  publish,
  registry,
} from '../modules/module-requests.js'
import { createProvider } from '../providers.js'
import { registerKey, releaseProvider } from '../registry/signed-provider.js'
import { statementsOf } from '../statements.js'
import { ask, cacheMetric, hitsOf, type Answer } from './asking.js'

const mebibyte = 1024 * 1024
const app = await startTestApp({ ANSWER_CACHE_LIMIT: String(10 * mebibyte), LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')
const address = 'acme/network/aws'
await createModule(app, owner, address)
const sizes = { '1.0.0': 20_000, '1.1.0': mebibyte, '1.2.0': 20 * mebibyte }
const bytes = Object.fromEntries(
  Object.entries(sizes).map(([version, size]) => [
    version,
    archive(file('main.tf'), file('noise', randomBytes(size))),
  ]),
)
for (const [version, each] of Object.entries(bytes)) await publish(app, owner, address, version, each)

// Whatever was cached is not any longer.
beforeEach(() => app.prisma.organization.updateMany({ data: { planTimeout: '1h' } }))
afterEach(() => vi.restoreAllMocks())

const linkOf = (version: string, of: TestApp = app) => archiveLink(of, owner, address, version)

const paths: Record<string, () => Promise<string>> = {
  'a small archive': () => linkOf('1.0.0'),
  'an archive': () => linkOf('1.1.0'),
  'an archive on a page': async () => `/api/registry/v1/module-files/${address}/1.1.0/archive`,
  'the checksums of a provider': async () => pathOf((await providerLinks()).shasums_url),
  'the zip of a provider': async () => pathOf((await providerLinks()).download_url),
}

const providerLinks = async (): Promise<Record<'shasums_url' | 'download_url', string>> =>
  (await registry(app, owner, '/v1/providers/acme/cloud/1.0.0/download/linux/amd64')).body

beforeAll(async () => {
  const pair = await newSigningKey()
  await registerKey(app, owner, 'acme', pair)
  await createProvider(app, owner, 'acme/private/acme/cloud')
  await releaseProvider(app, owner, 'acme/private/acme/cloud', pair, { version: '1.0.0' })
})

/** Removes what differs by nature, and the order of headers. */
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  body,
  headers: headers.filter(([name]) => !/^(x-request-id|date|x-ratelimit-remaining)$/i.test(name)).sort(),
})

describe.each(Object.entries(paths))('%s, asked for again', (_name, pathFor) => {
  rule('§19 costs', 'A hot archive, zip or link takes no statement of SQL')
  test.each([
    ['GET', {}],
    ['HEAD', {}],
    ['GET', { Range: 'bytes=5-9' }],
    ['GET', { Range: 'bytes=5-9', 'If-Range': '"another"' }],
    ['GET', { 'If-None-Match': '*' }],
    ['HEAD', { 'If-None-Match': '*' }],
  ])('takes no statement and is the same: %s %o', async (method, headers) => {
    const path = await pathFor()
    // The clock of a link is that of the second in which it was made.
    const first = await ask(app, owner.token, path, { method, headers })
    // By this the caller, the answer and, of a small one, the bytes are there.
    await ask(app, owner.token, path)
    const again: Answer[] = []
    const hits = await hitsOf(app, async () => {
      const { all } = await statementsOf(app, async () => {
        again.push(await ask(app, owner.token, path, { method, headers }))
      })
      expect(all).toEqual([])
    })
    expect(hits).toBe(1)
    expect(again.map(comparable)).toEqual([comparable(first)])
    expect(first.headers).toContainEqual(['Cache-Control', 'private, no-cache, no-transform'])
  })
})

test('a link of a later second leads to what is cached', async () => {
  await ask(app, '', await linkOf('1.0.0'))
  app.clock.move(seconds(1))
  // No process trusts its cache until it has received events again.
  await expect.poll(() => hitsOf(app, async () => ask(app, '', await linkOf('1.0.0')))).toBe(2)
  const later = await linkOf('1.0.0')
  expect((await statementsOf(app, () => ask(app, '', later))).all).toEqual([])
})

test('a small file is read once, and a larger one each time, also by another caller', async () => {
  const other = await app.make.member(await app.prisma.organization.findFirstOrThrow())
  await publish(app, owner, address, '1.3.0', bytes['1.0.0'])
  const opened = vi.spyOn(app.storage, 'open')
  for (const caller of [owner, other, owner])
    await ask(app, '', await archiveLink(app, caller, address, '1.3.0'))
  expect(opened).toHaveBeenCalledTimes(1)
  for (const caller of [owner, other, owner])
    await ask(app, '', await archiveLink(app, caller, address, '1.1.0'))
  expect(opened).toHaveBeenCalledTimes(4)
})

test('a forged link to what is cached is not found', async () => {
  const link = await linkOf('1.0.0')
  for (let n = 0; n < 2; n++) await ask(app, '', link)
  for (const bad of [link.split('?')[0] ?? '', forgedLink(link)])
    expect((await ask(app, owner.token, bad)).status, bad).toBe(404)
})

test('a link ends at its time, however often it led to what is cached', async () => {
  const link = await linkOf('1.0.0')
  for (let n = 0; n < 2; n++) expect((await ask(app, '', link)).status).toBe(200)
  app.clock.move(seconds(302))
  expect((await ask(app, '', link)).status).toBe(404)
})

test('the bytes that are cached stay within the limit', async () => {
  const limit = 2 * mebibyte
  const small = await startTestApp({ ANSWER_CACHE_LIMIT: String(limit), LOG_LEVEL: 'silent' }, app)
  await createModule(app, owner, 'acme/many/aws')
  for (let n = 0; n < 20; n++) {
    const each = archive(file('main.tf'), file('noise', randomBytes(120_000)))
    await publish(small, owner, 'acme/many/aws', `1.0.${n}`, each)
    const answer = await ask(small, '', await archiveLink(small, owner, 'acme/many/aws', `1.0.${n}`))
    expect(answer.status).toBe(200)
  }
  expect(await cacheMetric(small, 'bytes')).toBeLessThanOrEqual(limit)
  expect(await cacheMetric(small, 'bytes')).toBeGreaterThan(limit / 2)
})

/** Sends the request on a new connection, which reads nothing of the answer until it is resumed. */
function askSlowly(path: string): Socket {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
  return socket
}

describe('clients that take nothing', () => {
  test('hold little memory, and their files are closed once they leave', async () => {
    const path = await linkOf('1.2.0')
    await ask(app, '', path, { method: 'HEAD' })
    const opened = vi.spyOn(app.storage, 'open')
    const files = () =>
      Promise.all(opened.mock.results.map(({ value }) => value as ReturnType<typeof app.storage.open>))
    const before = process.memoryUsage().arrayBuffers
    const sockets = []
    for (let n = 0; n < 20; n++) sockets.push(askSlowly(path))
    await Promise.all(sockets.map((socket) => once(socket, 'readable')))
    const held: number[] = []
    await vi.waitUntil(() => held.push(process.memoryUsage().arrayBuffers - before) === 20, 60_000)
    expect(Math.max(...held)).toBeLessThan(32 * mebibyte)
    const streams = (await files()).flatMap((each) => each?.stream ?? [])
    for (const socket of sockets) socket.destroy()
    await vi.waitUntil(() => streams.every(({ destroyed }) => destroyed), 60_000)
  })
})

describe('a file on a disk that is no longer what it was while it is sent', () => {
  const changes: Record<string, (path: string, key: string) => Promise<unknown>> = {
    'is removed': (_path, key) => app.storage.remove(key),
    'is cut off': (path) => truncate(path, 4 * mebibyte),
    'is written to': (path) => utimes(path, new Date(), new Date(1)),
  }
  test.each(Object.entries(changes))('ends with a broken connection: it %s', async (_name, change) => {
    const version = `2.0.${app.make.next()}`
    const sent = archive(file('main.tf'), file('noise', randomBytes(20 * mebibyte)))
    await publish(app, owner, address, version, sent)
    const { storageKey } = await app.prisma.moduleVersion.findFirstOrThrow({ where: { version } })
    const socket = askSlowly(await linkOf(version))
    await once(socket, 'readable')
    await change(join(app.filesFolder, storageKey ?? ''), storageKey ?? '')
    const chunks: Buffer[] = []
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk)
    const answer = Buffer.concat(chunks)
    const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4)
    expect(answer.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK')
    expect(body.length).toBeLessThan(sent.length)
    expect(body.equals(sent.subarray(0, body.length))).toBe(true)
  })
})
