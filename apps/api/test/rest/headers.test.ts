import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, jsonApi, notFoundBody, unauthorizedBody } from '../rest.js'

const app = await startTestApp({ LOG_LEVEL: 'silent', API_RATE_LIMIT: '30' })
const ana = await app.make.user()

describe('the id of a request', () => {
  const asked = async (id: string, path = '/account/details', caller: Person | undefined = ana) =>
    (await as(app, caller).get(path, { headers: { 'X-Request-Id': id } })).headers['x-request-id']

  rule('§2 headers', '`X-Request-Id` on every response, the caller’s own when it is sane')
  test('is echoed when it is sane, on answers, misses, refusals and ping', async () => {
    for (const id of ['a', 'trace:1-2_3.4', 'x'.repeat(128)]) {
      expect(await asked(id)).toBe(id)
      expect(await asked(id, '/nothing')).toBe(id)
      expect(await asked(id, '/account/details', undefined)).toBe(id)
      expect(await asked(id, '/ping', undefined)).toBe(id)
    }
  })

  rule('§2 headers', 'A request id that is not sane is replaced')
  test('is made anew when it is not, or is missing', async () => {
    app.clock.move(1000)
    for (const id of ['a b', 'a,b', '"', 'x'.repeat(129), 'é'])
      expect(await asked(id)).toMatch(/^[0-9a-f-]{36}$/)
    const [first, second] = [await as(app, ana).get('/ping'), await as(app, ana).get('/ping')]
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
  })
})

describe('the limit', () => {
  rule('§2 headers', '`X-RateLimit-Limit`, `-Remaining` and `-Reset`, a number of seconds')
  test('is told on every answer: how many a second, how many are left, how long to wait', async () => {
    const bea = await app.make.user()
    const answer = await as(app, bea).get('/account/details')
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29' })
    expect(answer.headers['x-ratelimit-reset']).toMatch(/^\d+(\.\d+)?$/)
    const miss = await as(app, bea).get('/nothing')
    expect(miss.headers).toMatchObject({ 'x-ratelimit-limit': '30' })
  })

  rule('§2 headers', 'With limits off all three are 0')
  test('is told with three zeros when limits are off', async () => {
    const own = await startTestApp()
    const { headers } = await as(own, undefined).get('/ping')
    const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
    expect(names.map((name) => headers[name])).toEqual(['0', '0', '0'])
  })
})

describe('ping', () => {
  rule('§2 headers', '`GET /api/v2/ping` is 204 with these headers, no token needed')
  test('answers 204 without a token, with the headers that client libraries read, and is for any cache', async () => {
    for (const method of ['get', 'head'] as const) {
      const answer = await as(app, undefined)[method]('/ping')
      expect([answer.status, answer.text ?? '']).toEqual([204, ''])
      expect(answer.headers).toMatchObject({ 'tfp-api-version': '2.6', 'x-ratelimit-limit': '30' })
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.headers['cache-control'] ?? '').not.toContain('private')
    }
  })

  test('says the same with a bad token, and knows no other method', async () => {
    expect((await as(app, 'engu_unknown').get('/ping')).status).toBe(204)
    const answer = await as(app, undefined).post('/ping', { body: {} })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

test.each(['/ping/anything', '/PING', '/authentication-tokens/actions/revoke/anything', '/invitations/a/b'])(
  'what nothing answers is 404 to a caller, and 401 without a good token, also below and beside an open path: %s',
  async (path) => {
    app.clock.move(1000)
    const [known, stranger, guess] = [as(app, ana), as(app, undefined), as(app, 'engu_unknown')]
    for (const method of ['get', 'post'] as const) {
      const answer = await known[method](path)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
      for (const who of [stranger, guess]) {
        const refused = await who[method](path)
        expect([refused.status, refused.body]).toEqual([401, unauthorizedBody])
      }
    }
  },
)

rule('§2 errors', '500 is `internal server error`, never a stack')
test('a failure of our own is 500 in the form of every error, without any of its cause', async () => {
  const broken = await startTestApp({ LOG_LEVEL: 'silent' })
  const admin = await broken.make.administrator()
  await broken.prisma.$executeRaw`ALTER TABLE engine_versions RENAME TO renamed`
  const answer = await as(broken, admin).get('/admin/engine-versions')
  expect([answer.status, answer.headers['content-type']]).toEqual([500, jsonApi])
  expect(answer.body).toEqual({ errors: [{ status: '500', title: 'internal server error' }] })
  expect(answer.headers).not.toHaveProperty('etag')
})
