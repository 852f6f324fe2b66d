import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { registry } from '../modules/story.js'
import { PublicRegistryTwin } from './public-registry-twin.js'

let twin: PublicRegistryTwin
let app: TestApp
let ana: Person

beforeAll(async () => {
  twin = await PublicRegistryTwin.start()
  app = await startTestApp({
    LOG_LEVEL: 'silent',
    ENGINE_ALIASES: 'terraform',
    PUBLIC_REGISTRY_URL: `${twin.url}/`,
  })
  ana = await app.make.user('ana')
})
afterAll(async () => {
  await app.stop()
  await twin.stop()
})
beforeEach(() => twin.recover())

/** For a busy machine. */
const patient = { timeout: 15_000 }

const mount = '/api/registry/public/v1'
const ask = (path: string, options: Parameters<typeof registry>[3] = {}) =>
  registry(app, ana, `${mount}${path}`, options)

let count = 0
/** A path that nobody has asked for yet, and the twin's name of it. */
const fresh = (): { path: string; upstream: string } => {
  const path = `/modules/someone/fresh-${++count}/aws/versions`
  return { path, upstream: `/v1${path}` }
}

describe('what is passed on', () => {
  test('documents as they are, with a tag of their own', async () => {
    const answer = await ask('/modules/someone/network/aws/versions')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(answer.body.modules[0].versions).toEqual([{ version: '1.1.0' }, { version: '1.0.0' }])
    const headers = { 'If-None-Match': answer.headers['etag'] }
    expect((await ask('/modules/someone/network/aws/versions', { headers })).status).toBe(304)
    const head = await ask('/modules/someone/network/aws/versions', { method: 'head' })
    expect([head.status, head.headers['etag']]).toEqual([200, answer.headers['etag']])
  })

  test('the location of a module in all words, absolute', async () => {
    const answer = await ask('/modules/someone/network/aws/1.1.0/download')
    const location = `${twin.url}/v1/modules/someone/network/aws/1.1.0/archive.tar.gz?archive=tar.gz`
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({ 'x-engine-get': location, 'x-terraform-get': location })
  })

  test('the newest download, whose redirect is followed here', async () => {
    const answer = await ask('/modules/someone/network/aws/download')
    expect(answer.status).toBe(204)
    expect(answer.headers['x-engine-get']).toMatch(/1\.1\.0\/archive\.tar\.gz/)
  })

  test.each([
    ['/files/a.tar.gz', (url: string) => `${url}/files/a.tar.gz`],
    ['../b.zip//sub?x=1', (url: string) => `${url}/v1/modules/someone/b.zip//sub?x=1`],
    ['//cdn.example/c.tgz', () => 'http://cdn.example/c.tgz'],
    ['git::https://git.example/d?ref=v1', () => 'git::https://git.example/d?ref=v1'],
    ['https://cdn.example/e//*?archive=tar.gz', () => 'https://cdn.example/e//*?archive=tar.gz'],
  ])('a module at %s', async (location, expected) => {
    const path = `/modules/someone/place-${++count}/download`
    twin.say(`/v1${path.replace('/download', '/aws/1.0.0/download')}`, {
      status: 204,
      headers: { 'x-opentofu-get': location },
    })
    const answer = await ask(path.replace('/download', '/aws/1.0.0/download'))
    const base = expected(twin.url).replace('/someone/b.zip', `/someone/place-${count}/aws/b.zip`)
    expect([answer.status, answer.headers['x-engine-get']]).toEqual([204, base])
  })

  test('a location that comes in the body, as 204 and header, which every engine understands', async () => {
    const path = '/modules/someone/inbody/aws/1.0.0/download'
    twin.say(`/v1${path}`, { body: { location: 'https://cdn.example/a.tgz' } })
    const answer = await ask(path)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['x-engine-get']).toBe('https://cdn.example/a.tgz')
  })

  test('the files of a provider by absolute addresses', async () => {
    const { status, body } = await ask('/providers/someone/cloud/2.0.0/download/linux/amd64')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      os: 'linux',
      arch: 'amd64',
      download_url: `${twin.url}/files/terraform-provider-cloud_2.0.0_linux_amd64.zip`,
      shasums_url: `${twin.url}/v1/providers/someone/SHA256SUMS`,
      shasums_signature_url: 'https://releases.example/cloud/SHA256SUMS.sig',
      signing_keys: { gpg_public_keys: [{ key_id: 'KEY', ascii_armor: 'armor' }] },
    })
  })

  test('lists whose other pages are found here', async () => {
    const { status, body } = await ask('/modules?offset=1&limit=1')
    expect([status, body.meta]).toEqual([
      200,
      {
        limit: 1,
        current_offset: 1,
        next_offset: 2,
        next_url: `${mount}/modules?limit=1&offset=2`,
        prev_offset: 0,
        prev_url: `${mount}/modules?limit=1`,
      },
    ])
  })

  test('404 as our own, and a complaint about the question', async () => {
    const missing = await ask('/modules/someone/nothing/aws/versions')
    expect([missing.status, missing.body]).toEqual([404, { errors: ['Not Found'] }])
    twin.say('/v1/modules/search', { status: 400, body: { errors: ['no q'] } })
    const wrong = await ask('/modules/search')
    expect([wrong.status, wrong.body]).toEqual([400, { errors: ['no q'] }])
  })

  test('discovery leads here', async () => {
    const { body } = await app.http.get('/.well-known/engine.json')
    expect([body['public.modules.v1'], body['public.providers.v1']]).toEqual([
      `${mount}/modules/`,
      `${mount}/providers/`,
    ])
  })
})

describe('what is not', () => {
  test('anything without a good token: 401, and nobody is asked', async () => {
    const before = twin.asked.length
    for (const by of [undefined, 'no-token']) {
      const answer = await registry(app, by, `${mount}/modules/someone/network/aws/versions`)
      expect([answer.status, answer.body]).toEqual([401, { errors: ['Unauthorized'] }])
    }
    expect(twin.asked).toHaveLength(before)
  })

  test('the token, cookies, addresses or anything else of whoever asks', async () => {
    const { path, upstream } = fresh()
    twin.say(upstream, { body: { modules: [] } })
    const headers = { Cookie: 'a=b', 'X-Forwarded-For': '1.2.3.4', 'User-Agent': 'somebody', 'X-Secret': 's' }
    await registry(app, ana, `${mount}${path}?token=secret`, { headers })
    const [asked] = twin.asked.filter(({ url }) => url === upstream)
    expect(asked).toEqual({
      method: 'GET',
      url: upstream,
      headers: {
        host: new URL(twin.url).host,
        connection: 'close',
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'engine-platform',
      },
    })
    expect(JSON.stringify(twin.asked)).not.toContain(ana.token)
  })

  test.each([
    '/modules/a/b/c/1.0.0/download/more',
    '/modules/..%2f..%2fadmin/b/c/versions',
    '/modules/a/b%3fc/d/versions',
    '/modules/a/%00/c/versions',
    '/modules/a/b/c/1.0.0%2f..%2fversions',
    '/modules/a%ff/b/c/versions',
    '/providers/a/b',
    '/providers/a/b/1.0.0/download/linux',
    '/providers/a/b/1.0.0/download/linux%2f..%2f..%2fx/amd64',
    '/other/a',
    '',
  ])('the unknown shape %s: 404, and nobody is asked', async (path) => {
    const before = twin.asked.length
    const answer = await ask(path)
    expect([answer.status, answer.body]).toEqual([404, { errors: ['Not Found'] }])
    expect(twin.asked).toHaveLength(before)
  })

  test('another method than GET and HEAD: 405, and nobody is asked', async () => {
    const before = twin.asked.length
    const answer = await ask('/modules/someone/network/azure/versions', { method: 'post' })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const options = await ask('/modules/someone/network/azure/versions', { method: 'options' })
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(twin.asked).toHaveLength(before)
  })

  test('a parameter that means nothing, or is no good', async () => {
    twin.say('/v1/modules/search?limit=5&q=vpc', { body: { meta: {}, modules: [] } })
    expect((await ask('/modules/search?utm=x&q=vpc&limit=5&q=other')).status).toBe(200)
    for (const query of ['limit=-1', 'offset=a', `q=${'x'.repeat(513)}`, 'verified=maybe']) {
      const answer = await ask(`/modules/search?${query}`)
      const [name] = query.split('=')
      expect([answer.status, answer.body]).toEqual([400, { errors: [`The parameter ${name} is invalid`] }])
    }
  })
})

describe('what is remembered', () => {
  test('an answer as long as it says, then it is asked again by its tag', async () => {
    const { path, upstream } = fresh()
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

  test.each<[string, Record<string, string>, number]>([
    ['s-maxage wins over max-age', { 'cache-control': 'max-age=0, s-maxage=60' }, 1],
    ['its age counts', { 'cache-control': 'max-age=60', age: '59' }, 2],
    ['Expires counts', { expires: 'Tue, 01 Jan 2030 00:00:00 GMT' }, 1],
    ['no-store is not kept', { 'cache-control': 'no-store, max-age=60' }, 2],
    ['private is not kept', { 'cache-control': 'private, max-age=60' }, 2],
    ['what says nothing is asked for again', { 'last-modified': 'Tue, 01 Jan 2019 00:00:00 GMT' }, 2],
  ])('%s', async (_name, headers, times) => {
    const { path, upstream } = fresh()
    twin.say(upstream, { body: { a: 1 }, headers })
    await ask(path)
    app.clock.move(5000)
    await ask(path)
    expect(twin.count(upstream)).toBe(times)
  })

  test('a redirect is followed anew each time, however long what it leads to may be kept', async () => {
    const path = `/modules/someone/moving-${++count}/aws`
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

  test('one copy for all spellings of one wish, and for HEAD and GET', async () => {
    const upstream = '/v1/modules/search?limit=7&q=vpc+aws'
    twin.say(upstream, { body: { meta: {}, modules: [] }, headers: { 'cache-control': 'max-age=60' } })
    for (const query of ['q=vpc+aws&limit=7', 'limit=7&q=vpc%20aws', 'limit=7&x=y&q=v%70c+aws'])
      expect((await ask(`/modules/search?${query}`)).status, query).toBe(200)
    await ask('/modules/search/?q=vpc+aws&limit=7', { method: 'head' })
    expect(twin.count(upstream)).toBe(1)
  })

  test('many who ask the same at the same moment cost one question', async () => {
    const { path, upstream } = fresh()
    const held: (() => void)[] = []
    twin.hear(upstream, (_req, res) => {
      held.push(() => res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'))
    })
    const asking = Array.from({ length: 30 }, () => ask(path))
    await expect.poll(() => held.length, patient).toBe(1)
    // All thirty have come as far as the proxy before the first is answered.
    const other = fresh()
    twin.say(other.upstream, { body: {} })
    await ask(other.path)
    for (const answer of held) answer()
    for (const { status, body } of await Promise.all(asking)) expect([status, body]).toEqual([200, { a: 1 }])
    expect(twin.count(upstream)).toBe(1)
  })

  test('sixteen at a time: the others wait for their turn', async () => {
    const held: (() => void)[] = []
    let most = 0
    twin.fail((_req, res) => {
      held.push(() => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
      most = Math.max(most, held.length)
    })
    const asking = Array.from({ length: 40 }, () => ask(fresh().path))
    await expect.poll(() => held.length, patient).toBe(16)
    let answered = 0
    for (const answer of asking) void answer.then(() => answered++)
    await expect
      .poll(() => {
        for (const answer of held.splice(0)) answer()
        return answered
      }, patient)
      .toBe(40)
    expect(most).toBe(16)
    expect(new Set((await Promise.all(asking)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('a bounded number of bytes: what was not asked for the longest goes first', async () => {
    const large = fresh()
    twin.say(large.upstream, { body: { a: 'x'.repeat(1000) }, headers: { 'cache-control': 'max-age=60' } })
    await ask(large.path)
    const document = JSON.stringify({ a: 'y'.repeat(15 * 1024 * 1024) })
    for (let index = 0; index < 5; index++) {
      const { path, upstream } = fresh()
      twin.say(upstream, {
        body: document,
        headers: { 'content-type': 'application/json', 'cache-control': 'max-age=60' },
      })
      expect((await ask(path)).status).toBe(200)
    }
    await ask(large.path)
    expect(twin.count(large.upstream)).toBe(2)
  })
})

describe('when the registry fails', () => {
  const failures: Record<string, [Parameters<PublicRegistryTwin['fail']>[0], number, RegExp]> = {
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

  test.each(Object.entries(failures))(
    'and %s, whoever asks is told',
    async (_name, [failure, status, message]) => {
      twin.fail(failure)
      const answer = await ask(fresh().path)
      expect(answer.status).toBe(status)
      expect(answer.body).toEqual({ errors: [expect.stringMatching(message)] })
      expect(answer.headers['etag']).toBeUndefined()
    },
  )

  test.each(Object.entries(failures))('and %s, what it said before still holds', async (_name, [failure]) => {
    const { path, upstream } = fresh()
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
    app.clock.move(11_000)
    expect((await ask(path)).body).toEqual({ a: 2 })
  })

  test('and never answers, whoever asks is told within 10 seconds: 504', async () => {
    twin.fail(() => {})
    const begin = performance.now()
    const answers = await Promise.all([ask(fresh().path), ask(fresh().path)])
    expect(performance.now() - begin).toBeLessThan(10_000)
    for (const { status, body } of answers)
      expect([status, body]).toEqual([504, { errors: ['The public registry did not answer in time'] }])
  })

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

test('without PUBLIC_REGISTRY_URL it is 503, and the message says so; without a token still 401', async () => {
  const bare = await startTestApp({ LOG_LEVEL: 'silent' })
  try {
    const person = await bare.make.user()
    const answer = await registry(bare, person, `${mount}/modules/a/b/c/versions`)
    expect([answer.status, answer.body]).toEqual([
      503,
      { errors: ['No public registry is set up here: PUBLIC_REGISTRY_URL is unset'] },
    ])
    expect((await registry(bare, undefined, `${mount}/modules/a/b/c/versions`)).status).toBe(401)
  } finally {
    await bare.stop()
  }
})
