import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaceServices } from '../../src/http/face-services.js'
import { routes } from '../../src/rest/routes.js'
import { startTestApp, type TestApp } from '../app.js'
import { bearerAt, everyCaller, type Callers } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { as, faultsOf, jsonApi } from '../rest.js'

let app: TestApp
let callers: Callers
/** Path of an existing thing for each route. */
const paths = new Map<string, string>()

const table = Object.entries(routes({} as FaceServices))

/** Methods in `Allow` for a route. */
function allowedAt(operations: object): string {
  const methods = Object.keys(operations).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].sort().join(', ')
}

const sorted = (allow = ''): string => allow.split(', ').sort().join(', ')

/** Every way to send a body, as `[name, path, send, operation]`; the caller may do everything. */
function writes() {
  return table.flatMap(([route, { operations }]) =>
    (['POST', 'PATCH', 'DELETE'] as const).flatMap((method) => {
      const operation = operations[method]
      const path = paths.get(route) ?? ''
      const verb = method.toLowerCase() as Lowercase<typeof method>
      const send = (body: unknown, headers = {}) => as(app, callers.owner)[verb](path, { body, headers })
      return operation ? [{ name: `${method} ${route}`, path, send, operation }] : []
    }),
  )
}

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  callers = await everyCaller(app)
  await app.prisma.user.update({ where: { id: callers.owner.id }, data: { isSiteAdmin: true } })
  for (const [route] of table) paths.set(route, await thingAt(app, callers, route, 'GET'))
})
afterAll(() => app.stop())

/** The owner is a site administrator here. */
const readerOf = (route: string) => bearerAt(callers, route)

rule('§2 methods', '`HEAD` works wherever `GET` does')
test('HEAD answers on every route as GET does, without the body', async () => {
  for (const [route, { operations }] of table) {
    if (!operations.GET) continue
    const path = paths.get(route) ?? ''
    const get = await as(app, readerOf(route)).get(path)
    const head = await as(app, readerOf(route)).head(path)
    expect([head.status, head.text ?? ''], route).toEqual([get.status, ''])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary'])
      expect(head.headers[name], `${route} ${name}`).toBe(get.headers[name])
  }
})

test('a slash at the end of a path changes nothing, and two are no path of the API', async () => {
  for (const [route, { operations }] of table) {
    if (!operations.GET) continue
    const [path = '', query = ''] = (paths.get(route) ?? '').split('?')
    const at = (ending: string) => as(app, readerOf(route)).get(`${path}${ending}${query && `?${query}`}`)
    const [plain, slash, two] = [await at(''), await at('/'), await at('//')]
    expect([slash.status, slash.body.data], route).toEqual([plain.status, plain.body.data])
    expect(two.status, route).toBe(404)
  }
  for (const path of ['/v1/modules', '/v1/modules/acme', '/api/registry/v1/modules/acme']) {
    const ask = (ending: string) =>
      app.http.get(path + ending).set('Authorization', `Bearer ${callers.owner.token}`)
    const [plain, slash] = [await ask(''), await ask('/')]
    expect([plain.status, slash.status, slash.body], path).toEqual([200, 200, plain.body])
  }
})

rule('§2 media types', 'Responses are `application/vnd.api+json`')
test('every document has the media type of JSON:API, a tag, and is for its caller alone', async () => {
  for (const [route, { operations }] of table) {
    if (!operations.GET) continue
    const answer = await as(app, readerOf(route)).get(paths.get(route) ?? '')
    const expected = /\/(version|comparison)$/.test(route) ? 400 : 200
    expect(answer.status, `${route} ${answer.text}`).toBe(expected)
    expect(answer.headers, route).toMatchObject({
      'content-type': operations.GET.mediaType ?? jsonApi,
      'cache-control': 'private, no-cache',
      vary: operations.GET.csv ? 'Authorization, Accept' : 'Authorization',
      'tfp-api-version': '2.6',
    })
    if (expected === 200) expect(answer.headers['etag'], route).toMatch(/^"[\w-]{27}"$/)
    else expect(answer.headers, route).not.toHaveProperty('etag')
  }
})

rule('§2 errors', '405 names in `Allow` what is allowed, on every route')
rule('§2 methods', '`OPTIONS` answers `Allow`')
test('a method that a route does not know is 405, and Allow names those it knows, as OPTIONS does', async () => {
  for (const [route, { operations }] of table) {
    const path = paths.get(route) ?? ''
    const unknown = (['PUT', 'POST', 'PATCH', 'DELETE'] as const).filter((method) => !(method in operations))
    for (const verb of unknown.map((method) => method.toLowerCase() as Lowercase<typeof method>)) {
      const answer = await as(app, readerOf(route))[verb](path)
      expect([answer.status, answer.body], `${verb} ${route}`).toEqual([
        405,
        { errors: [{ status: '405', title: 'method not allowed' }] },
      ])
      expect(sorted(answer.headers['allow']), `${verb} ${route}`).toBe(allowedAt(operations))
    }
    const options = await as(app, readerOf(route)).options(path)
    expect([options.status, options.text, sorted(options.headers['allow'])], route).toEqual([
      204,
      '',
      allowedAt(operations),
    ])
  }
})

rule('§2 media types', 'Another type with a body is 415 on every route that writes')
test('a body of another media type is 415 on every route that writes, and nothing is done', async () => {
  const audited = await app.prisma.auditEvent.count()
  for (const { name, send } of writes()) {
    const answer = await send('{}', { 'Content-Type': 'text/plain' })
    expect([answer.status, answer.body], name).toEqual([
      415,
      { errors: [{ status: '415', title: 'unsupported media type' }] },
    ])
  }
  expect(await app.prisma.auditEvent.count()).toBe(audited)
})

rule(
  '§2 tags',
  'A stale `If-Match` is 412 on every route that writes, and where there is no GET only `*` fits',
)
test('a tag that nothing has is 412 on every route that writes, also where nothing is read, and nothing is done', async () => {
  const audited = await app.prisma.auditEvent.count()
  for (const { name, send } of writes()) {
    const stale = await send({}, { 'If-Match': '"stale"' })
    expect([stale.status, stale.body], name).toEqual([
      412,
      { errors: [{ status: '412', title: 'precondition failed' }] },
    ])
    const any = await send('{}', { 'If-Match': '*', 'Content-Type': 'text/plain' })
    expect(any.status, name).toBe(415)
  }
  expect(await app.prisma.auditEvent.count()).toBe(audited)
})

rule('§2 errors', 'Malformed JSON is 400 with its title, on every route that reads a body')
test('malformed JSON is 400 on every route that reads a body, and nothing is done', async () => {
  const audited = await app.prisma.auditEvent.count()
  for (const { name, send, operation } of writes()) {
    if (!operation.body && !operation.linkage) continue
    for (const text of ['{', '{"data":}', 'null x', '\u0000']) {
      const answer = await send(text)
      expect([answer.status, answer.body], `${name} ${text}`).toEqual([
        400,
        { errors: [{ status: '400', title: 'JSON body is invalid' }] },
      ])
    }
  }
  expect(await app.prisma.auditEvent.count()).toBe(audited)
})

rule('§2 errors', 'A body without `data` is 422 at `/data`')
rule('§18 bodies', 'Only the acts on locks, and the safe deletion, read a body without `data` flat')
test('a body without data is 422 at /data on every route that reads one, but for five acts, and nothing is done', async () => {
  const audited = await app.prisma.auditEvent.count()
  const flat = writes().filter(({ operation }) => operation.body?.plain === 'accepted')
  expect([...new Set(flat.map(({ name }) => name.split('/').at(-1)))].sort()).toEqual([
    'force-unlock',
    'lock',
    'safe-delete',
    'unlock',
  ])
  for (const { name, send, operation } of writes()) {
    if (!operation.body && !operation.linkage) continue
    const without = operation.body?.plain === 'accepted' ? [] : [{}]
    for (const body of [...without, [], null, 'text', { data: null }, { data: 'text' }]) {
      const answer = await send(JSON.stringify(body))
      expect(answer.status, `${name} ${JSON.stringify(body)}`).toBe(422)
      expect(answer.body.errors, name).toMatchObject([
        { status: '422', title: 'invalid attribute', source: { pointer: '/data' } },
      ])
    }
  }
  expect(await app.prisma.auditEvent.count()).toBe(audited)
})

rule('§2 errors', 'A wrong `data.type` is 422 at `/data/type` on every route')
test('a wrong type is 422 at /data/type on every route that reads a resource, and nothing is done', async () => {
  const audited = await app.prisma.auditEvent.count()
  for (const { name, send, operation } of writes()) {
    if (!operation.body) continue
    for (const type of ['wrong', 7, null, ['teams']]) {
      const answer = await send({ data: { type, attributes: {} } })
      expect(answer.status, `${name} ${String(type)}`).toBe(422)
      const detail = type === null ? "Type can't be blank" : 'Type is invalid'
      expect(faultsOf(answer)[0], name).toEqual(['/data/type', detail])
    }
  }
  expect(await app.prisma.auditEvent.count()).toBe(audited)
})

rule(
  '§2 errors',
  'A missing or empty type is accepted for tokens, provider versions, platforms, locks, safe deletion, states and three PATCHes alone',
)
test('a missing or empty type is accepted for tokens, provider versions, platforms, locks, safe deletion, states and three PATCHes alone', async () => {
  const accepting = new Set<string>()
  for (const { name, send, operation } of writes()) {
    if (!operation.body) continue
    const answers = [
      await send({ data: { attributes: {} } }),
      await send({ data: { type: '', attributes: {} } }),
    ]
    const isRefused = answers.map((answer) =>
      (answer.status === 422 ? faultsOf(answer) : []).some(([pointer]) => pointer === '/data/type'),
    )
    expect(isRefused[0], name).toBe(isRefused[1])
    if (!isRefused[0]) accepting.add(name)
  }
  const provider = '/organizations/:org/registry-providers/:registry/:namespace/:name'
  expect([...accepting].sort()).toEqual([
    'PATCH /admin/organizations/:name',
    `PATCH ${provider}`,
    `PATCH ${provider}/versions/:version`,
    'PATCH /workspaces/:id/state-versions',
    'POST /organizations/:org/authentication-token',
    `POST ${provider}/versions`,
    `POST ${provider}/versions/:version/platforms`,
    'POST /organizations/:org/workspaces/:name/actions/safe-delete',
    'POST /teams/:id/authentication-token',
    'POST /teams/:id/authentication-tokens',
    'POST /users/:id/authentication-tokens',
    'POST /workspaces/:id/actions/force-unlock',
    'POST /workspaces/:id/actions/lock',
    'POST /workspaces/:id/actions/safe-delete',
    'POST /workspaces/:id/actions/unlock',
    'POST /workspaces/:id/state-versions',
  ])
})
