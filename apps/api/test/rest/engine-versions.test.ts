import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import { testSha as sha, type Person } from '../makers.js'
import { as, documentOf, jsonApi, notFoundBody, unauthorizedBody } from '../rest.js'

const path = '/admin/engine-versions'
const url = 'https://releases.example/engine.zip'
const version = (attributes: object): object => documentOf('engine-versions', attributes)

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.administrator()
})
afterAll(() => app.stop())

let patch = 0
const fresh = (): string => `7.0.${++patch}`
const create = async (attributes: object = {}) => {
  const answer = await as(app, admin).post(path, {
    body: version({ version: fresh(), url, sha, ...attributes }),
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

describe('create', () => {
  test('takes the three required attributes and answers 201 with every default', async () => {
    const answer = await as(app, admin).post(path, { body: version({ version: '1.2.3', url, sha }) })
    expect(answer.status).toBe(201)
    expect(answer.headers['content-type']).toBe(jsonApi)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^tool-[A-Za-z0-9]{16}$/),
        type: 'engine-versions',
        attributes: {
          version: '1.2.3',
          url,
          sha,
          deprecated: false,
          'deprecated-reason': null,
          official: false,
          enabled: true,
          beta: false,
          usage: 0,
          'created-at': '2026-03-01T12:00:00.000Z',
          archs: [{ url, sha, os: 'linux', arch: 'amd64' }],
        },
        links: { self: `/api/v2/admin/engine-versions/${answer.body.data.id}` },
      },
    })
  })

  test('leaves one audit row that names who, what and the request', async () => {
    const { id } = await create()
    const rows = await app.prisma.auditEvent.findMany({ where: { subjectId: id } })
    expect(rows).toMatchObject([
      {
        action: 'engine-version.create',
        actorId: admin.id,
        face: 'rest',
        before: null,
        after: { id, enabled: true },
      },
    ])
  })

  test('reports every fault of the request at once, each with its pointer', async () => {
    const body = { data: { type: 'wrong', attributes: { version: 'v1', sha: 7, enabled: 'yes' } } }
    const answer = await as(app, admin).post(path, { body })
    expect(answer.status).toBe(422)
    const fault = (pointer: string, detail: string) => ({
      status: '422',
      title: 'invalid attribute',
      detail,
      source: { pointer },
    })
    expect(answer.body.errors).toEqual([
      fault('/data/type', 'Type is invalid'),
      fault('/data/attributes/version', 'Version is invalid'),
      fault('/data/attributes/sha', 'Sha is invalid'),
      fault('/data/attributes/enabled', 'Enabled is invalid'),
      fault('/data/attributes/url', "Url can't be blank"),
    ])
  })

  test.each([
    [{}, ["Version can't be blank", "Url can't be blank", "Sha can't be blank"]],
    [
      { version: null, url: null, sha: null },
      ["Version can't be blank", "Url can't be blank", "Sha can't be blank"],
    ],
    [
      { version: '', url: '', sha: '' },
      ["Version can't be blank", "Url can't be blank", "Sha can't be blank"],
    ],
    [{ version: '1.0', url, sha }, ['Version is invalid']],
    [{ version: 'v1.0.0', url, sha }, ['Version is invalid']],
    [{ version: '01.0.0', url, sha }, ['Version is invalid']],
    [{ version: '1.0.0-', url, sha }, ['Version is invalid']],
    [{ version: '1.0.0+b', url, sha }, ['Version is invalid']],
    [{ version: 1, url, sha }, ['Version is invalid']],
    [{ version: `1.0.${'9'.repeat(200)}`, url, sha }, ['Version is too long (maximum is 128 characters)']],
    [{ version: '9.9.9', url: 'ftp://x/y', sha }, ['Url is invalid']],
    [{ version: '9.9.9', url: '/y', sha }, ['Url is invalid']],
    [{ version: '9.9.9', url, sha: 'abc' }, ['Sha is invalid']],
    [{ version: '9.9.9', url, sha: 'x'.repeat(65) }, ['Sha is too long (maximum is 64 characters)']],
    [{ version: '9.9.9', url, sha, beta: 'true' }, ['Beta is invalid']],
    [{ version: '9.9.9', url, sha, official: 1 }, ['Official is invalid']],
    [{ version: '9.9.9', url, sha, deprecated: [] }, ['Deprecated is invalid']],
    [{ version: '9.9.9', url, sha, 'deprecated-reason': 5 }, ['Deprecated reason is invalid']],
    [{ version: '9.9.9', url, sha, 'deprecated-reason': 'a\u0000b' }, ['Deprecated reason is invalid']],
    [{ version: '9.9.9', archs: 'no' }, ['Archs is invalid']],
    [{ version: '9.9.9', archs: [] }, ["Archs can't be blank"]],
    [{ version: '9.9.9', archs: [{ url }] }, ["Sha can't be blank"]],
    [{ version: '9.9.9', archs: [{ url, sha, os: 'Linux' }] }, ['Os is invalid']],
  ])('%j is 422 and nothing is created', async (attributes, details) => {
    const before = await app.prisma.engineVersion.count()
    const answer = await as(app, admin).post(path, { body: version(attributes) })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { detail: string }) => error.detail)).toEqual(details)
    expect(await app.prisma.engineVersion.count()).toBe(before)
  })

  test('a version twice is 422', async () => {
    const { attributes } = await create()
    const answer = await as(app, admin).post(path, {
      body: version({ version: attributes.version, url, sha }),
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'Version has already been taken',
        source: { pointer: '/data/attributes/version' },
      },
    ])
  })

  test('of thirty at once for one version, one wins and the others are 422', async () => {
    const body = version({ version: fresh(), url, sha })
    const answers = await Promise.all(Array.from({ length: 30 }, () => as(app, admin).post(path, { body })))
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 29 }, () => 422)])
  })

  test('a checksum is kept in lower case, and a reason only beside a deprecation', async () => {
    const upper = await create({ sha: sha.toUpperCase(), 'deprecated-reason': 'old' })
    expect(upper.attributes).toMatchObject({ sha, deprecated: false, 'deprecated-reason': null })
    const deprecated = await create({ deprecated: true, 'deprecated-reason': 'old' })
    expect(deprecated.attributes).toMatchObject({ deprecated: true, 'deprecated-reason': 'old' })
  })

  test('archs keep their order, and url and sha mirror linux/amd64', async () => {
    const archs = [
      { url: `${url}?arm`, sha: 'cd'.repeat(32), os: 'darwin', arch: 'arm64' },
      { url, sha, os: 'linux', arch: 'amd64' },
    ]
    expect((await create({ url: undefined, sha: undefined, archs })).attributes).toMatchObject({
      url,
      sha,
      archs,
    })
    const without = await create({ url: undefined, sha: undefined, archs: archs.slice(0, 1) })
    expect(without.attributes).toMatchObject({ url: '', sha: '' })
  })

  test('url or sha that contradict archs, and a platform twice, are 422', async () => {
    const archs = [
      { url, sha },
      { url, sha, os: 'linux', arch: 'amd64' },
    ]
    const body = version({ version: fresh(), url: `${url}?other`, sha: 'cd'.repeat(32), archs })
    const answer = await as(app, admin).post(path, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)).toEqual([
      '/data/attributes/archs/1/arch',
      '/data/attributes/url',
      '/data/attributes/sha',
    ])
  })
})

describe('body and media type', () => {
  test.each([
    ['{', 400, 'JSON body is invalid', undefined],
    ['[]', 422, 'invalid attribute', '/data'],
    ['{}', 422, 'invalid attribute', '/data'],
    ['{"data":[]}', 422, 'invalid attribute', '/data'],
    ['{"data":{"attributes":{}}}', 422, 'invalid attribute', '/data/type'],
    ['', 422, 'invalid attribute', '/data'],
  ])('%j is %i', async (body, status, title, pointer) => {
    const answer = await as(app, admin).post(path, { body })
    expect(answer.status).toBe(status)
    expect(answer.body.errors[0].title).toBe(title)
    expect(answer.body.errors[0].source?.pointer).toBe(pointer)
  })

  test('another media type with a body is 415, application/json is fine', async () => {
    const text = await as(app, admin).post(path, {
      body: 'version=1',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(text.status).toBe(415)
    const json = await as(app, admin).post(path, {
      body: version({ version: fresh(), url, sha }),
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    })
    expect(json.status).toBe(201)
  })

  test('a body above 1 MiB is 413, before its type is looked at', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1)
    const answer = await as(app, admin).post(path, { body, headers: { 'Content-Type': 'text/plain' } })
    expect(answer.status).toBe(413)
    expect(answer.body.errors).toEqual([{ status: '413', title: 'payload too large' }])
  })

  test('a deletion with a JSON type and no body is fine', async () => {
    const { id } = await create()
    const answer = await as(app, admin).delete(`${path}/${id}`, { headers: { 'Content-Type': jsonApi } })
    expect(answer.status).toBe(204)
  })
})

describe('update', () => {
  test('what is absent stays, what is given changes', async () => {
    const { id, attributes } = await create({ beta: true })
    const answer = await as(app, admin).patch(`${path}/${id}`, { body: version({ enabled: false }) })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toEqual({ ...attributes, enabled: false })
  })

  test('undoing a deprecation clears its reason', async () => {
    const { id } = await create({ deprecated: true, 'deprecated-reason': 'old' })
    const kept = await as(app, admin).patch(`${path}/${id}`, { body: version({ 'deprecated-reason': '' }) })
    expect(kept.body.data.attributes['deprecated-reason']).toBe('old')
    const undone = await as(app, admin).patch(`${path}/${id}`, { body: version({ deprecated: false }) })
    expect(undone.body.data.attributes).toMatchObject({ deprecated: false, 'deprecated-reason': null })
    const unset = await as(app, admin).patch(`${path}/${id}`, {
      body: version({ deprecated: true, 'deprecated-reason': null }),
    })
    expect(unset.body.data.attributes).toMatchObject({ deprecated: true, 'deprecated-reason': null })
  })

  test.each(['version', 'url', 'sha', 'archs', 'official', 'deprecated', 'enabled', 'beta'])(
    'null for %s is 422',
    async (name) => {
      const { id } = await create()
      const answer = await as(app, admin).patch(`${path}/${id}`, { body: version({ [name]: null }) })
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].source.pointer).toBe(`/data/attributes/${name}`)
    },
  )

  test('url and sha together leave one archive, one alone keeps the rest', async () => {
    const archs = [
      { url, sha, os: 'linux', arch: 'amd64' },
      { url, sha, os: 'linux', arch: 'arm64' },
    ]
    const { id } = await create({ url: undefined, sha: undefined, archs })
    const one = await as(app, admin).patch(`${path}/${id}`, { body: version({ url: `${url}?2` }) })
    expect(one.body.data.attributes.archs).toEqual([{ ...archs[0], url: `${url}?2` }, archs[1]])
    const both = await as(app, admin).patch(`${path}/${id}`, { body: version({ url, sha: 'cd'.repeat(32) }) })
    expect(both.body.data.attributes.archs).toEqual([
      { url, sha: 'cd'.repeat(32), os: 'linux', arch: 'amd64' },
    ])
  })

  test('a version in use may be renumbered; its workspaces follow', async () => {
    const { id, attributes } = await create()
    const acme = await app.make.organization(admin)
    const workspace = await app.make.workspace(admin, acme, attributes.version)
    const number = fresh()
    const answer = await as(app, admin).patch(`${path}/${id}`, { body: version({ version: number }) })
    expect(answer.body.data.attributes).toMatchObject({ version: number, usage: 1 })
    const row = await app.prisma.workspace.findUniqueOrThrow({ where: { id: workspace.id } })
    expect(row.engineVersionId).toBe(id)
  })

  test('with a stale If-Match it is 412 and nothing changes, with the right one it goes through', async () => {
    const { id } = await create()
    const shown = await as(app, admin).get(`${path}/${id}`)
    const headers = { 'If-Match': shown.headers['etag'] as string }
    const first = await as(app, admin).patch(`${path}/${id}`, { body: version({ beta: true }), headers })
    expect(first.status).toBe(200)
    const second = await as(app, admin).patch(`${path}/${id}`, { body: version({ beta: false }), headers })
    expect(second.status).toBe(412)
    expect((await as(app, admin).get(`${path}/${id}`)).body.data.attributes.beta).toBe(true)
  })

  test('of ten changes at once under one If-Match, one goes through', async () => {
    const { id } = await create()
    const { headers } = await as(app, admin).get(`${path}/${id}`)
    const change = (beta: boolean) =>
      as(app, admin).patch(`${path}/${id}`, {
        body: version({ beta }),
        headers: { 'If-Match': headers['etag'] as string },
      })
    const answers = await Promise.all(Array.from({ length: 10 }, () => change(true)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 412)).toHaveLength(9)
  })
})

describe('delete', () => {
  test('answers 204 with no body, once', async () => {
    const { id } = await create()
    const answer = await as(app, admin).delete(`${path}/${id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await app.prisma.engineVersion.count({ where: { id } })).toBe(0)
    const again = await as(app, admin).delete(`${path}/${id}`)
    expect([again.status, again.body]).toEqual([404, notFoundBody])
  })

  test('an official or used version is 422 with the reason, and stays', async () => {
    const { id, attributes } = await create({ official: true })
    const acme = await app.make.organization(admin)
    await app.make.workspace(admin, acme, attributes.version)
    await app.make.workspace(admin, acme, attributes.version)
    const answer = await as(app, admin).delete(`${path}/${id}`)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'The version cannot be deleted: it is official and 2 workspaces use it',
      },
    ])
    expect((await as(app, admin).get(`${path}/${id}`)).body.data.attributes.usage).toBe(2)
  })

  test('against workspaces that start to use it at the same moment, it wins or loses cleanly', async () => {
    const acme = await app.make.organization(admin)
    for (let round = 0; round < 10; round++) {
      const { id, attributes } = await create()
      const [deletion, ...uses] = await Promise.all([
        as(app, admin).delete(`${path}/${id}`),
        ...Array.from({ length: 4 }, () =>
          app.make.workspace(admin, acme, attributes.version).then(
            () => true,
            () => false,
          ),
        ),
      ])
      const used = await app.prisma.workspace.count({ where: { engineVersionId: id } })
      expect(used).toBe(uses.filter(Boolean).length)
      expect(deletion.status).toBe(used > 0 ? 422 : 204)
    }
  })
})

describe('list', () => {
  let own: TestApp
  let ana: Person
  const order = ['2.0.0', '1.10.0', '1.9.0', '1.9.0-rc.11', '1.9.0-rc.2', '1.0.7790374163559867652', '1.0.0']

  beforeAll(async () => {
    own = await startTestApp()
    ana = await own.make.administrator()
    for (const number of [...order].sort()) await own.make.engineVersion(ana, number)
  })
  afterAll(() => own.stop())

  const versions = (body: { data: { attributes: { version: string } }[] }): string[] =>
    body.data.map((each) => each.attributes.version)

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
  ])('%s is 400', async (query, parameter) => {
    const answer = await as(own, ana).get(`${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].source).toEqual({ parameter })
  })
})

describe('methods, tags and headers', () => {
  test('405 names what is allowed, and so does OPTIONS', async () => {
    const put = await as(app, admin).put(path, { body: {} })
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const { id } = await create()
    const options = await as(app, admin).options(`${path}/${id}`)
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS'])
  })

  test('HEAD answers like GET without the body; a known tag is 304', async () => {
    const { id } = await create()
    const get = await as(app, admin).get(`${path}/${id}`)
    const head = await as(app, admin).head(`${path}/${id}`)
    expect(head.status).toBe(200)
    for (const name of ['etag', 'content-type', 'content-length'])
      expect(head.headers[name]).toBe(get.headers[name])
    const headers = { 'If-None-Match': get.headers['etag'] as string }
    const again = await as(app, admin).get(`${path}/${id}`, { headers })
    expect([again.status, again.text]).toEqual([304, ''])
  })

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
  test.each([
    ['no token', {}],
    ['an unknown token', { Authorization: 'Bearer engu_unknown' }],
    ['another scheme', { Authorization: 'Basic YTpi' }],
    ['a malformed header', { Authorization: 'Bearer' }],
  ])('%s is 401', async (_, headers) => {
    const answer = await as(app, undefined).get(path, { headers })
    expect([answer.status, answer.body]).toEqual([401, unauthorizedBody])
    expect(answer.headers).not.toHaveProperty('etag')
  })

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

  test('without the right, everything is the very same 404 as a miss, whatever is asked', async () => {
    const user = await app.make.user()
    const { id } = await create()
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
