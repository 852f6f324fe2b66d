import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordedLog } from '../recorded-log.js'
import { seconds } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { publishModule, registry } from '../modules/module-requests.js'
import { createProvider } from '../providers.js'
import { statementsOf } from '../statements.js'
import { ask, hitsOf, cacheMetric, type Answer } from './asking.js'

const recorded = recordedLog()

const app = await startTestApp(
  { ANSWER_CACHE_LIMIT: '10000000', ENGINE_ALIASES: 'tool' },
  undefined,
  recorded.log,
)
const admin = await app.make.administrator('ana')
const acme = await app.make.organization(admin, 'acme')
await publishModule(app, admin, 'acme/network/aws', '1.0.0')
await createProvider(app, admin, 'acme/private/acme/cloud')
const toolId = (await app.make.engineVersion(admin, '1.2.3')).id

// Nothing is cached from one test to the next.
beforeEach(clearCache)
// What one test downloads changes no list in the midst of another one.
afterEach(() => app.services.moduleDownloads.stop(admin.ctx))

async function clearCache(): Promise<void> {
  await app.prisma.organization.updateMany({ data: { planTimeout: '1h' } })
  await app.prisma.engineVersion.updateMany({ data: { beta: false } })
}

/** Headers that differ for each request. */
const perRequest = ['x-request-id', 'date']

function comparable({ status, headers, body }: Answer): object {
  return {
    status,
    body,
    headers: headers
      .map(([name, value]) => [name, perRequest.includes(name.toLowerCase()) ? 'of the request' : value])
      .sort(([one = ''], [other = '']) => one.localeCompare(other)),
  }
}

const paths = {
  'the versions of a module': () => '/v1/modules/acme/network/aws/versions',
  'a detail': () => '/v1/modules/acme/network/aws/1.0.0',
  'the newest': () => '/v1/modules/acme/network/aws',
  'a download': () => '/v1/modules/acme/network/aws/1.0.0/download',
  'the list': () => '/v1/modules',
  'the list under the other mount': () => '/api/registry/v1/modules?limit=1',
  'a search': () => '/v1/modules/search?q=network',
  'a namespace': () => '/v1/modules/acme',
  'a name': () => '/v1/modules/acme/network',
  'the versions of a provider': () => '/v1/providers/acme/cloud/versions',
  'engine versions': () => '/api/v2/admin/engine-versions?page[size]=5',
  'engine versions in another word': () => '/api/v2/admin/tool-versions',
  'an engine version': () => `/api/v2/admin/engine-versions/${toolId}`,
  'the providers of an organization': () => '/api/v2/organizations/acme/registry-providers',
  'the modules of an organization': () => '/api/v2/organizations/acme/registry-modules',
  'the organizations': () => '/api/v2/organizations',
  'an organization': () => '/api/v2/organizations/acme',
} as const

test.each(Object.entries(paths))('%s is answered again without a statement', async (_name, pathOf) => {
  const first = await ask(app, admin.token, pathOf())
  let statements: readonly object[] | undefined
  const hits = await hitsOf(app, async () => {
    statements = (await statementsOf(app, () => ask(app, admin.token, pathOf()))).all
  })
  expect([first.status, hits, statements]).toEqual([expect.toBeOneOf([200, 204]), 1, []])
  for (const method of ['GET', 'HEAD']) {
    const cached = await ask(app, admin.token, pathOf(), { method })
    const expected = method === 'HEAD' ? { ...first, body: '' } : first
    expect(comparable(cached)).toEqual(comparable(expected))
  }
  const tag = first.headers.find(([name]) => name === 'ETag')?.[1]
  if (tag === undefined) return
  const known = await ask(app, admin.token, pathOf(), { headers: { 'If-None-Match': tag } })
  expect([known.status, known.body]).toEqual([304, ''])
  const other = await ask(app, admin.token, pathOf(), { headers: { 'If-None-Match': '"other"' } })
  expect(other.status).toBe(200)
})

test('a caller gets a request id of its own, or its own id back', async () => {
  const path = paths['a detail']()
  await ask(app, admin.token, path)
  const idOf = ({ headers }: Answer) => headers.find(([name]) => name === 'X-Request-Id')?.[1]
  const [one, other] = [await ask(app, admin.token, path), await ask(app, admin.token, path)]
  expect(idOf(one)).not.toBe(idOf(other))
  const headers = { 'X-Request-Id': 'mine' }
  expect(idOf(await ask(app, admin.token, path, { headers }))).toBe('mine')
})

test('an answer from the cache is logged and measured like any other', async () => {
  const path = paths['a detail']()
  const served = async () =>
    Number(
      /^engine_http_request_duration_seconds_count\{face="registry",method="GET",status="200"\} (\d+)$/m.exec(
        (await app.http.get('/metrics')).text,
      )?.[1] ?? 0,
    )
  await ask(app, admin.token, path)
  const before = await served()
  const linesBefore = recorded.lines.length
  expect(await hitsOf(app, () => ask(app, admin.token, `${path}`))).toBe(1)
  await expect.poll(served).toBe(before + 1)
  const lines = recorded.lines.slice(linesBefore).filter((line) => 'path' in line && line.path === path)
  expect(lines).toMatchObject([
    { method: 'GET', path, status: 200, caller: admin.id, address: expect.stringContaining('127.0.0.1') },
  ])
})

test('a download counts each time that it is given, and never for HEAD', async () => {
  const path = paths['a download']()
  const total = async () => {
    const summary = '/v2/modules/acme/network/aws/downloads/summary'
    return (await registry(app, admin, summary)).body.data.attributes.total as number
  }
  const before = await total()
  const hits = await hitsOf(app, async () => {
    for (const method of ['GET', 'GET', 'HEAD', 'GET']) await ask(app, admin.token, path, { method })
  })
  expect(hits).toBeGreaterThanOrEqual(3)
  await expect.poll(total).toBe(before + 3)
})

test('the link of a download is made anew, so that it never lives shorter than it should', async () => {
  const linkIn = ({ headers }: Answer) => headers.find(([name]) => name === 'X-Engine-Get')?.[1] ?? ''
  const path = paths['a download']()
  const linkFromCache = async (): Promise<string> => {
    let link = ''
    await expect
      .poll(() => hitsOf(app, async () => (link = linkIn(await ask(app, admin.token, path)))))
      .toBe(1)
    return link
  }
  // Links are the same for a second; this one begins here.
  app.clock.move(seconds(1) - (app.clock.now().getTime() % seconds(1)))
  const first = await linkFromCache()
  // Less than the second for which the cache is trusted: after that everything would be made anew.
  app.clock.move(900)
  const later = await linkFromCache()
  expect(later).not.toBe(first)
  // A link lives for five minutes.
  app.clock.move(seconds(299.5))
  expect((await app.http.get(first)).status).toBe(404)
  expect((await app.http.get(later)).status).toBe(200)
})

test('what one caller was told is not told to another', async () => {
  const path = paths['a detail']()
  const [member, stranger] = [await app.make.member(acme), await app.make.user()]
  for (const { token } of [admin, member]) expect((await ask(app, token, path)).status).toBe(200)
  // Asked again, they are known by then.
  for (let n = 0; n < 2; n++) expect((await ask(app, stranger.token, path)).status).toBe(404)
  const narrow = await app.make.token(admin, { scopes: ['publish:acme/network/aws'] })
  expect((await ask(app, admin.token, path)).status).toBe(200)
  for (let n = 0; n < 2; n++) expect((await ask(app, narrow, path)).status).toBe(404)
})

test('what is refused, redirected or made for one moment is not cached', async () => {
  for (const path of [
    '/v1/modules/acme/none/aws',
    '/v1/modules/search',
    '/v1/modules/acme/network/aws/download',
    '/api/v2/account/details',
    '/api/v2/organizations/acme/registry-providers?include=versions',
  ]) {
    const before = await cacheMetric(app, 'misses')
    for (let n = 0; n < 2; n++) await ask(app, admin.token, path)
    expect([path, await cacheMetric(app, 'misses')]).toEqual([path, before])
  }
})

test('too many requests are refused from the cache as they are anew, and too much to do too', async () => {
  const limited = await startTestApp({ ANSWER_CACHE_LIMIT: '10000000', REGISTRY_RATE_LIMIT: '4' }, app)
  const path = paths['a detail']()
  const answers = []
  for (let n = 0; n < 6; n++) answers.push(await ask(limited, admin.token, path))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
  const remaining = answers.map(
    ({ headers }) => headers.find(([name]) => name === 'X-RateLimit-Remaining')?.[1],
  )
  expect(remaining).toEqual(['3', '2', '1', '0', '0', '0'])
  expect(answers[4]?.body).toBe('{"errors":["Too Many Requests"]}')

  await ask(app, admin.token, path)
  expect(await hitsOf(app, () => ask(app, admin.token, path))).toBe(1)
  for (let n = 0; n < 4; n++) app.overload.look({ delay: 60_000, memory: 0 })
  expect((await ask(app, admin.token, path)).status).toBe(503)
  for (let n = 0; n < 2; n++) app.overload.look({ delay: 0, memory: 0 })
  expect((await ask(app, admin.token, path)).status).toBe(200)
})

test('no more is cached than the limit says', async () => {
  const bytes = 40_000
  const small = await startTestApp({ ANSWER_CACHE_LIMIT: String(bytes) }, app)
  for (let n = 0; n < 30; n++) await ask(small, admin.token, `/v1/modules?limit=${n + 1}`)
  expect(await cacheMetric(small, 'misses')).toBe(30)
  expect(await cacheMetric(small, 'bytes')).toBeLessThanOrEqual(bytes)
  expect(await cacheMetric(small, 'entries')).toBeGreaterThan(0)
  expect(await cacheMetric(small, 'entries')).toBeLessThan(30)

  const none = await startTestApp({ ANSWER_CACHE_LIMIT: '0' }, app)
  expect(
    await hitsOf(none, async () => {
      for (let n = 0; n < 3; n++) await ask(none, admin.token, '/v1/modules')
    }),
  ).toBe(0)
})
