import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, notFoundBody, unauthorizedBody } from '../rest.js'
import { create, path } from './engine-versions.js'

const app = await startTestApp()
const admin = await app.make.administrator()

/** App with these versions alone. */
const own = await startTestApp()
const ana = await own.make.administrator()
const order = ['2.0.0', '1.10.0', '1.9.0', '1.9.0-rc.11', '1.9.0-rc.2', '1.0.7790374163559867652', '1.0.0']
for (const number of [...order].sort()) await own.make.engineVersion(ana, number)

describe('list', () => {
  const versions = (body: { data: { attributes: { version: string } }[] }): string[] =>
    body.data.map((each) => each.attributes.version)

  rule('Spec paging', 'A list holds `data`, `links` and `meta.pagination` with the fields of the table')
  rule('§2 sorting', 'Engine versions newest first, numeric parts above 2^53, a suffix below its release')
  test('is newest first by number, also above 2^53, a suffix below its release', async () => {
    const answer = await as(own, ana).get(path)
    expect(answer.status).toBe(200)
    expect(versions(answer.body)).toEqual(order)
    expect(answer.body.meta.pagination).toEqual({
      'current-page': 1,
      'page-size': 20,
      'prev-page': null,
      'next-page': null,
      'total-pages': 1,
      'total-count': 7,
    })
  })

  rule('Spec engine versions', '`filter[version]` is an exact match and wins over `search[version]`')
  rule('§4 versions', '`search[version]` is a substring match')
  test('filter finds the exact version and wins over search; search finds a part, literally', async () => {
    const query = (text: string) => as(own, ana).get(`${path}?${text}`)
    expect(versions((await query('filter%5Bversion%5D=1.9.0')).body)).toEqual(['1.9.0'])
    expect(versions((await query('filter[version]=1.9.0&search[version]=2')).body)).toEqual(['1.9.0'])
    expect(versions((await query('search[version]=.9.0-')).body)).toEqual(['1.9.0-rc.11', '1.9.0-rc.2'])
    expect(versions((await query('search[version]=%25')).body)).toEqual([])
    expect(versions((await query('search[version]=_')).body)).toEqual([])
    expect((await query('filter[version]=none')).body).toMatchObject({
      data: [],
      meta: { pagination: { 'total-count': 0, 'total-pages': 0 } },
    })
  })

  test('links are absolute, percent-encoded, and keep every other parameter', async () => {
    const answer = await as(own, ana).get(`${path}?page[size]=3&search[version]=.&page[number]=2&x=y`)
    const link = (number: number): string =>
      `http://registry.test/api/v2${path}?page%5Bsize%5D=3&search%5Bversion%5D=.&page%5Bnumber%5D=${number}&x=y`
    expect(answer.body.links).toEqual({
      self: link(2),
      first: link(1),
      prev: link(1),
      next: link(3),
      last: link(3),
    })
    expect(versions(answer.body)).toEqual(order.slice(3, 6))
  })

  test('a page past the end is empty and points back to the last real one', async () => {
    const answer = await as(own, ana).get(`${path}?page[number]=9&page[size]=5`)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual([])
    expect(answer.body.meta.pagination).toMatchObject({
      'current-page': 9,
      'prev-page': 2,
      'next-page': null,
    })
    const deepest = await as(own, ana).get(`${path}?page[number]=${Number.MAX_SAFE_INTEGER}`)
    expect([deepest.status, deepest.body.data]).toEqual([200, []])
  })

  test.each([
    ['page[number]=0&page[size]=0', 20],
    ['page[size]=1000', 100],
    ['page[size]=1', 1],
  ])('%s means pages of %i', async (query, size) => {
    const answer = await as(own, ana).get(`${path}?${query}`)
    expect(answer.body.meta.pagination).toMatchObject({ 'current-page': 1, 'page-size': size })
  })

  test.each(['', 'x', '1.5', '-1', '9007199254740992', '1e3', ' 1'])(
    'page[number]=%j is 400',
    async (value) => {
      const answer = await as(own, ana).get(`${path}?page[number]=${encodeURIComponent(value)}&page[size]=x`)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toMatchObject([
        { status: '400', title: 'invalid parameter', source: { parameter: 'page[number]' } },
        { status: '400', title: 'invalid parameter', source: { parameter: 'page[size]' } },
      ])
    },
  )

  test.each([
    ['filter[enabled]=true', 'filter[enabled]'],
    ['include=workspaces', 'include'],
    ['page[size]=1&page[size]=2', 'page[size]'],
    ['search[version]=%00', 'search[version]'],
  ])('an unknown filter or include, a parameter twice and a NUL are 400: %s', async (query, parameter) => {
    const answer = await as(own, ana).get(`${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].source).toEqual({ parameter })
  })
})

rule('§4 versions', 'A fresh database holds no versions')
test('a fresh platform knows no versions: nothing is made up', async () => {
  const own = await startTestApp()
  const answer = await as(own, await own.make.administrator()).get(path)
  expect([answer.status, answer.body.data]).toEqual([200, []])
})

describe('methods, tags and headers', () => {
  test('405 names what is allowed, and so does OPTIONS', async () => {
    const put = await as(app, admin).put(path, { body: {} })
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const { id } = await create(app, admin)
    const options = await as(app, admin).options(`${path}/${id}`)
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS'])
  })

  rule('§2 tags', 'An ETag is made from the bytes sent; a known one is 304')
  test('HEAD answers like GET without the body; a known tag is 304', async () => {
    const { id } = await create(app, admin)
    const get = await as(app, admin).get(`${path}/${id}`)
    const head = await as(app, admin).head(`${path}/${id}`)
    expect(head.status).toBe(200)
    for (const name of ['etag', 'content-type', 'content-length'])
      expect(head.headers[name]).toBe(get.headers[name])
    const headers = { 'If-None-Match': get.headers['etag'] as string }
    const again = await as(app, admin).get(`${path}/${id}`, { headers })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  rule('§2 headers', '`TFP-API-Version: 2.6`')
  test('every answer carries the headers of the platform', async () => {
    const answer = await as(app, admin).get(path, { headers: { 'X-Request-Id': 'my-id-1' } })
    expect(answer.headers).toMatchObject({
      'x-request-id': 'my-id-1',
      'tfp-api-version': '2.6',
      'x-ratelimit-limit': '0',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '0',
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
    })
    const insane = await as(app, admin).get(path, { headers: { 'X-Request-Id': 'a b' } })
    expect(insane.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('ping needs no token', async () => {
    const answer = await as(app, undefined).get('/ping')
    expect([answer.status, answer.text, answer.headers['tfp-api-version']]).toEqual([204, '', '2.6'])
    expect((await as(app, undefined).post('/ping')).status).toBe(405)
  })
})

describe('who may ask', () => {
  rule('Spec authentication', 'Requests carry `Authorization: Bearer`')
  test.each([
    ['no token', {}],
    ['an unknown token', { Authorization: 'Bearer engu_unknown' }],
    ['another scheme', { Authorization: 'Basic YTpi' }],
    ['a malformed header', { Authorization: 'Bearer' }],
  ])('a missing, unknown or malformed token is 401: %s', async (_, headers) => {
    const answer = await as(app, undefined).get(path, { headers })
    expect([answer.status, answer.body]).toEqual([401, unauthorizedBody])
    expect(answer.headers).not.toHaveProperty('etag')
  })

  rule('§2 hiding', '401 is also for an expired token and that of a suspended user')
  test('an expired token and the token of a suspended user are 401', async () => {
    const bea = await app.make.administrator()
    await app.prisma.user.update({ where: { id: bea.id }, data: { suspendedAt: app.clock.now() } })
    expect((await as(app, bea).get(path)).status).toBe(401)
    const cai = await app.make.administrator()
    const soon = await app.make.token(cai, { expiredAt: '2026-03-01T12:30:00.000Z' })
    expect((await as(app, soon).get(path)).status).toBe(200)
    app.clock.move(30 * 60_000)
    expect((await as(app, soon).get(path)).status).toBe(401)
  })

  rule(
    'Spec authentication',
    'A caller who is no administrator gets the response of a missing resource on admin endpoints',
  )
  test('without the right, everything is the very same 404 as a miss, whatever is asked', async () => {
    const user = await app.make.user()
    const { id } = await create(app, admin)
    const miss = await as(app, admin).get(`${path}/tool-0000000000000000`)
    const calls = [
      as(app, user).get(path),
      as(app, user).get(`${path}/${id}`),
      as(app, user).get(`${path}?page[number]=x`),
      as(app, user).post(path, { body: '{' }),
      as(app, user).patch(`${path}/${id}`, { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
      as(app, user).put(`${path}/${id}`),
      as(app, user).options(`${path}/${id}`),
      as(app, user).delete(`${path}/${id}`, { headers: { 'If-Match': '"x"' } }),
      as(app, user).get('/nothing/here'),
      as(app, admin).get(`${path}/%zz`),
      as(app, admin).get(`${path}/tool-%00`),
    ]
    const volatile = ['date', 'x-request-id', 'connection', 'keep-alive']
    const steady = (headers: Record<string, string>) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !volatile.includes(name)))
    for (const answer of await Promise.all(calls)) {
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
      expect(steady(answer.headers)).toEqual(steady(miss.headers))
    }
    expect(await app.prisma.engineVersion.count({ where: { id } })).toBe(1)
  })
})
