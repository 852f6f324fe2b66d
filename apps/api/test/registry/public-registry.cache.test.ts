import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { timeouts } from '../../src/kernel/timeouts.js'
import type { TestApp } from '../app.js'
import { registry } from '../modules/module-requests.js'
import { fresh, mount, startFront, type Front } from './public-registry-front.js'
import type { OriginTwin } from '../../load/src/origin/origin-twin.js'
import { isFull } from '../full-run.js'

let twin: OriginTwin
let app: TestApp
let ask: Front['ask']
let stop: Front['stop']

beforeAll(async () => {
  ;({ twin, app, ask, stop } = await startFront())
})
afterAll(() => stop())
beforeEach(() => twin.recover())

/** Time limit for a busy machine. */
const longTimeout = { timeout: 60_000 }

describe('what is cached', () => {
  rule('§8 proxy', 'It caches as long as the upstream says')
  test('an answer as long as it says, then it is asked again by its tag', async () => {
    const { path, upstream } = fresh(app)
    twin.say(upstream, { body: { a: 1 }, headers: { 'cache-control': 'max-age=60', etag: '"one"' } })
    for (let times = 0; times < 3; times++) expect((await ask(path)).body).toEqual({ a: 1 })
    expect(twin.count(upstream)).toBe(1)
    app.clock.move(61_000)
    expect((await ask(path)).body).toEqual({ a: 1 })
    expect(twin.asked.at(-1)?.headers['if-none-match']).toBe('"one"')
    // 304 made it good for another minute.
    app.clock.move(30_000)
    await ask(path)
    expect(twin.count(upstream)).toBe(2)
    app.clock.move(31_000)
    twin.say(upstream, { body: { a: 2 }, headers: { 'cache-control': 'max-age=60', etag: '"two"' } })
    expect((await ask(path)).body).toEqual({ a: 2 })
    expect(twin.count(upstream)).toBe(3)
  })

  test.each([
    ['an ETag', { etag: '"one"' }, 'if-none-match'],
    ['Last-Modified', { 'last-modified': 'Tue, 01 Jan 2019 00:00:00 GMT' }, 'if-modified-since'],
  ])('a 304 that does not repeat %s renews what it was asked with', async (_name, validator, asked) => {
    const { path, upstream } = fresh(app)
    const headers = { 'cache-control': 'max-age=60' }
    twin.say(upstream, { body: { a: 1 }, headers: { ...headers, ...validator } })
    await ask(path)
    twin.say(upstream, { status: 304, headers })
    for (const times of [2, 3]) {
      app.clock.move(61_000)
      for (let again = 0; again < 2; again++) expect((await ask(path)).body).toEqual({ a: 1 })
      expect(twin.count(upstream)).toBe(times)
      expect(twin.asked.at(-1)?.headers[asked]).toBe(Object.values(validator)[0])
    }
  })

  rule('§8 proxy', 'It caches as long as the upstream says … in each of the ways that can be said')
  test.each<[string, Record<string, string>, number]>([
    ['s-maxage wins over max-age', { 'cache-control': 'max-age=0, s-maxage=60' }, 1],
    ['its age counts', { 'cache-control': 'max-age=60', age: '59' }, 2],
    ['Expires counts', { expires: 'Tue, 01 Jan 2030 00:00:00 GMT' }, 1],
    ['no-store is not cached', { 'cache-control': 'no-store, max-age=60' }, 2],
    ['private is not cached', { 'cache-control': 'private, max-age=60' }, 2],
    ['what says nothing is asked for again', { 'last-modified': 'Tue, 01 Jan 2019 00:00:00 GMT' }, 2],
  ])('%s', async (_name, headers, times) => {
    const { path, upstream } = fresh(app)
    twin.say(upstream, { body: { a: 1 }, headers })
    await ask(path)
    app.clock.move(5000)
    await ask(path)
    expect(twin.count(upstream)).toBe(times)
  })

  test('a redirect is followed anew each time, however long its target may be cached', async () => {
    const path = '/modules/someone/moving/aws'
    for (const version of ['1.0.0', '2.0.0'])
      twin.say(`/v1${path}/${version}/download`, {
        status: 204,
        headers: { 'x-terraform-get': `https://cdn.example/${version}.tgz`, 'cache-control': 'max-age=3600' },
      })
    for (const version of ['1.0.0', '2.0.0']) {
      const headers = { location: `/v1${path}/${version}/download` }
      twin.say(`/v1${path}/download`, { status: 302, headers })
      const answer = await ask(`${path}/download`)
      expect(answer.headers['x-engine-get']).toBe(`https://cdn.example/${version}.tgz`)
    }
    twin.fail((_req, res) => void res.writeHead(500).end())
    expect((await ask(`${path}/download`)).headers['x-engine-get']).toBe('https://cdn.example/2.0.0.tgz')
  })

  rule('§8 proxy', 'It caches as long as the upstream says … under normalised keys')
  test('one copy for all spellings of one request, and for HEAD and GET', async () => {
    const upstream = '/v1/modules/search?limit=7&q=vpc+aws'
    twin.say(upstream, { body: { meta: {}, modules: [] }, headers: { 'cache-control': 'max-age=60' } })
    for (const query of ['q=vpc+aws&limit=7', 'limit=7&q=vpc%20aws', 'limit=7&x=y&q=v%70c+aws'])
      expect((await ask(`/modules/search?${query}`)).status, query).toBe(200)
    await ask('/modules/search/?q=vpc+aws&limit=7', { method: 'head' })
    expect(twin.count(upstream)).toBe(1)
  })

  rule('§8 proxy', 'Who asks the same at once costs one question')
  test('many callers with the same request at the same moment cost one request', async () => {
    const { path, upstream } = fresh(app)
    const pending: (() => void)[] = []
    twin.say(upstream, (_req, res) => {
      const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=60' }
      pending.push(() => res.writeHead(200, headers).end('{"a":1}'))
    })
    const arrived = arrivalsAt(`${mount}${path}`)
    const asking = Array.from({ length: 30 }, () => ask(path))
    await expect.poll(() => [arrived.count(), pending.length], longTimeout).toEqual([30, 1])
    arrived.stop()
    // By now most of the thirty wait for that one answer; a late one gets it from the cache.
    const other = fresh(app)
    twin.say(other.upstream, { body: { a: 1 } })
    await ask(other.path)
    for (const answer of pending) answer()
    for (const { status, body } of await Promise.all(asking)) expect([status, body]).toEqual([200, { a: 1 }])
    expect(twin.count(upstream)).toBe(1)
  })

  test('at most eighteen run at a time, nine of one caller, the others wait', async () => {
    const pending: (() => void)[] = []
    let most = 0
    twin.fail((_req, res) => {
      pending.push(() => res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'))
      most = Math.max(most, pending.length)
    })
    const ben = await app.make.user()
    const others = (path: string) => registry(app, ben, `${mount}${path}`)
    const asking = Array.from({ length: 40 }, (_, index) => (index % 2 ? ask : others)(fresh(app).path))
    await expect.poll(() => pending.length, longTimeout).toBe(18)
    let answered = 0
    for (const answer of asking) void answer.then(() => answered++)
    await expect
      .poll(() => {
        for (const answer of pending.splice(0)) answer()
        return answered
      }, longTimeout)
      .toBe(40)
    expect(most).toBe(18)
    expect(new Set((await Promise.all(asking)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  rule('§8 proxy', 'It caches as long as the upstream says … within a bounded number of bytes')
  test('a bounded number of bytes: what was not asked for the longest goes first', async () => {
    const large = fresh(app)
    twin.say(large.upstream, { body: { a: 'x'.repeat(1000) }, headers: { 'cache-control': 'max-age=60' } })
    await ask(large.path)
    // Packed, so that a busy machine receives it within the time of an answer.
    const document = gzipSync(JSON.stringify({ a: 'y'.repeat(15 * 1024 * 1024) }))
    for (let index = 0; index < 5; index++) {
      const { path, upstream } = fresh(app)
      twin.say(upstream, {
        body: document,
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'cache-control': 'max-age=60',
        },
      })
      expect((await ask(path)).status).toBe(200)
    }
    await ask(large.path)
    expect(twin.count(large.upstream)).toBe(2)
  })
})

describe('when the registry fails', () => {
  const failures: Record<string, [Parameters<OriginTwin['fail']>[0], number, RegExp]> = {
    'answers 500': [(_req, res) => void res.writeHead(500).end('<html>'), 502, /answered 500/],
    'answers 403': [(_req, res) => void res.writeHead(403).end(), 502, /answered 403/],
    'is busy': [(_req, res) => void res.writeHead(503).end(), 503, /busy/],
    'limits us': [(_req, res) => void res.writeHead(429).end(), 503, /busy/],
    'breaks off': [(req) => void req.socket.destroy(), 502, /cannot be reached/],
    'answers a page': [
      (_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      502,
      /without a document/,
    ],
    'answers half a document': [
      (_req, res) => void res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      502,
      /no JSON document/,
    ],
    'answers too much': [
      (_req, res) => {
        const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024))
        res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
      },
      502,
      /more than 16 MiB/,
    ],
    'leads inside': [
      (_req, res) => void res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      502,
      /cannot be reached/,
    ],
  }

  rule('§8 proxy', 'It answers 502 and 503 with `{"errors":[…]}`, also for more than 16 MiB')
  test.each(Object.entries(failures))(
    'and %s, the caller is told',
    async (_name, [failure, status, message]) => {
      twin.fail(failure)
      const answer = await ask(fresh(app).path)
      expect(answer.status).toBe(status)
      expect(answer.body).toEqual({ errors: [expect.stringMatching(message)] })
      expect(answer.headers['etag']).toBeUndefined()
    },
  )

  rule('§8 proxy', 'It serves a stale copy when the upstream fails')
  test.each(Object.entries(failures))(
    'and %s, the cached answer is still served',
    async (_name, [failure]) => {
      const { path, upstream } = fresh(app)
      twin.say(upstream, { body: { a: 1 }, headers: { 'cache-control': 'max-age=60' } })
      await ask(path)
      app.clock.move(3_600_000)
      twin.fail(failure)
      for (let times = 0; times < 3; times++) {
        const answer = await ask(path)
        expect([answer.status, answer.body]).toEqual([200, { a: 1 }])
      }
      // Once it has failed it is left alone for a moment.
      expect(twin.count(upstream)).toBe(2)
      twin.recover()
      twin.say(upstream, { body: { a: 2 } })
      // A question that was late on a busy machine ends first.
      await expect
        .poll(async () => {
          app.clock.move(11_000)
          return (await ask(path)).body
        }, longTimeout)
        .toEqual({ a: 2 })
    },
  )

  rule('§8 proxy', 'It answers 504 before the CLI gives up')
  test('and never answers, the caller gets 504 within 10 seconds', async () => {
    // The full run waits as long as a platform does.
    expect(timeouts.publicRegistry).toBeLessThan(10_000)
    const front = await startFront(isFull ? {} : { timeouts: { ...timeouts, publicRegistry: 1000 } })
    front.twin.fail(() => {})
    const begin = performance.now()
    const answers = await Promise.all([front.ask(fresh(app).path), front.ask(fresh(app).path)])
    // A bound on time holds only where nothing else runs.
    if (isFull) expect(performance.now() - begin).toBeLessThan(10_000)
    await front.stop()
    for (const { status, body } of answers)
      expect([status, body]).toEqual([504, { errors: ['The public registry did not answer in time'] }])
  })

  let count = 0
  rule('§8 proxy', 'A download without a usable location is 502')
  test.each([
    ['no location', { status: 204 }],
    ['an empty location', { body: { location: '' } }],
    ['a location with a line break in it', { body: { location: 'https://a.example/\r\nSet-Cookie: x' } }],
    ['a body that is no document', { body: 'nothing' }],
  ])('and gives %s for a module: 502', async (_name, document) => {
    const path = `/modules/someone/broken-${++count}/aws/1.0.0/download`
    twin.say(`/v1${path}`, document)
    expect((await ask(path)).status).toBe(502)
  })
})

/** Counts the requests for this address that have reached a server of this process. */
function arrivalsAt(url: string): { count(): number; stop(): void } {
  let count = 0
  const began = (message: unknown): void => {
    if ((message as { request: IncomingMessage }).request.url === url) count++
  }
  subscribe('http.server.request.start', began)
  return { count: () => count, stop: () => void unsubscribe('http.server.request.start', began) }
}
