import { gzipSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import { isFull } from '../full-run.js'
import { otherFaces } from '../fuzz/faces.js'
import { createModule, uploadLink } from '../modules/module-requests.js'
import { everyCaller, type Callers } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { brokenBodies, pieces } from '../reference/hostile-values.js'
import { document } from '../reference/reference.js'
import { runtimeWords } from '../reference/runtime-words.js'
import { send, type WireRequest } from '../reference/wire.js'

const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)
const tries = isFull ? 100 : 2

let app: TestApp
let callers: Callers

beforeAll(async () => {
  console.log(`ENGINE_TEST_SEED=${seed}`)
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  callers = await everyCaller(app)
})
afterAll(() => app.stop())

const deep = 50_000

const bodies = fc.oneof(
  brokenBodies,
  fc
    .constantFrom(
      '['.repeat(2 * deep),
      '['.repeat(deep) + ']'.repeat(deep),
      '{"a":'.repeat(deep) + '1' + '}'.repeat(deep),
      `{"data":{"type":"x","attributes":{"name":${'['.repeat(deep)}${']'.repeat(deep)}}}}`,
      `{"data":[${'0,'.repeat(100_000)}0]}`,
      `{"query":"${'['.repeat(deep)}"}`,
      `{"query":"{ a(b: ${'{a:'.repeat(deep)}","variables":{"a":1}}`,
      `{"query":"query ($a: Int) { setup { required } }","variables":{"a":${'['.repeat(deep)}${']'.repeat(deep)}}}`,
      '{"query":"query ($page: PageInput) { engineVersions(page: $page) { totalCount } }","variables":{"page":[[[]]]}}',
      '{"query":1}',
      '{"query":"{"}',
      '{"query":"{ setup { required } }","extensions":{"persistedQuery":{"version":1,"sha256Hash":{}}}}',
      '{"query":"{ setup { required } }","operationName":"a","variables":{"__proto__":{}}}',
      '{"__proto__":{"query":"{"},"constructor":{"prototype":null}}',
      'grant_type=authorization_code&code[a][b]=%ff&client_id=%',
      `${'a[b]'.repeat(2000)}=1`,
    )
    .map((text) => Buffer.from(text)),
)

const packed = fc.oneof(
  bodies.map((body) => ({ body, headers: {} })),
  bodies.map((body) => ({ body: gzipSync(body), headers: { 'Content-Encoding': 'gzip' } })),
  fc
    .tuple(bodies, fc.constantFrom('gzip', 'deflate', 'br', 'nonsense', 'gzip, gzip'))
    .map(([body, encoding]) => ({ body, headers: { 'Content-Encoding': encoding } })),
)

const types = fc.constantFrom(
  'application/json',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'application/json; charset=nonsense',
  'application/json; charset=utf-7',
  'multipart/form-data',
  '/',
)

const searches = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?%',
    '?%ff=%ff',
    `?${'a[b]'.repeat(500)}=1`,
    '?page[size]=%00&page[number]=1e99',
    '?__proto__[a]=1&filter[__proto__]=1',
    '?token=%E0%A4%A&signature=%&expires=NaN&caller=[]',
  ),
  pieces.map((piece) => `?q=${piece}&filter[version]=${piece}&include=${piece}`),
)

const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  { Authorization: 'Bearer' },
  { Authorization: `Bearer ${'x'.repeat(5000)}` },
  { 'If-Match': '"' },
  { 'If-None-Match': '*,W/,"' },
  { Range: 'bytes=9-1,-,x', 'Accept-Encoding': '*;q=x' },
  { Accept: '\u00ff;q=NaN', 'X-Request-Id': '%00' },
  { 'X-Forwarded-For': ',,[::', Forwarded: 'for="' },
)

/** An odd value in every part of a request to this path; a segment of the path is replaced now and then. */
const odd = (method: string, path: string, bearer: string): fc.Arbitrary<WireRequest> =>
  fc
    .record({ packed, type: types, search: searches, more: headers, piece: fc.option(pieces, { freq: 3 }) })
    .map(({ packed: { body, headers: encoding }, type, search, more, piece }) => {
      const [plain = ''] = path.split('?')
      const target = piece === null ? plain : plain.replace(/[^/]+$/, () => piece)
      return {
        method,
        target: (target.startsWith('/') ? target : `/${target}`) + search,
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': type, ...encoding, ...more },
        ...(method !== 'GET' && { body }),
      }
    })

async function expectOwnWords(asked: WireRequest): Promise<void> {
  const { status, text, headers: answered } = await send(app.url, asked)
  const what = `${asked.method} ${asked.target.slice(0, 200)} ${asked.body?.toString().slice(0, 200)}`
  expect(status, `${what} -> ${text.slice(0, 300)}`).toBeLessThan(500)
  if (status >= 400 || asked.target.startsWith('/graphql'))
    expect(`${text}\n${JSON.stringify(answered)}`, what).not.toMatch(runtimeWords)
}

const stands = (requests: fc.Arbitrary<WireRequest>, numRuns = tries) =>
  fc.assert(fc.asyncProperty(requests, expectOwnWords), { seed, numRuns, endOnFailure: true })

const routes = Object.entries(document.paths).flatMap(([route, item]) =>
  Object.keys(item).map((name) => [name.toUpperCase(), route] as const),
)

rule('§10 cost', 'Nothing of the runtime’s own messages is ever in an answer')
test.each(routes)('%s %s: whatever is sent, no answer holds words of the runtime', async (method, route) => {
  const path =
    method === 'PUT' || /^\/(admin|api\/uploads)/.test(route)
      ? route.replace(/\{\w+\}/g, 'x')
      : await thingAt(app, callers, route.replace(/\{(\w+)\}/g, ':$1'), method)
  await stands(odd(method, path, callers.bearers['admin'] ?? ''))
})

const others = [
  ['POST', '/graphql'],
  ['POST', '/api/oauth/token'],
  ['GET', '/v1/modules/acme/network/aws/versions'],
  ['GET', '/v1/modules/search'],
  ['GET', '/v1/providers/acme/cloud/versions'],
  ['GET', '/v1/providers/acme/cloud/1.0.0/download/linux/amd64'],
  ['GET', '/v2/modules/acme/network/aws/downloads/summary'],
  ['GET', '/api/registry/v1/archives/x.tar.gz'],
  ['GET', '/api/exports/audit-events.csv'],
  ['GET', '/.well-known/terraform.json'],
  ['GET', '/api/docs'],
  ['GET', '/downloads/x'],
  ['POST', '/missing'],
  ['GET', '/metrics'],
] as const

test.each(others)('%s %s: the same', (method, path) =>
  stands(odd(method, path, callers.owner.token), 4 * tries),
)

test('the other faces, with right names in wrong parameters: the same', () =>
  stands(otherFaces(callers.owner.token, ['acme', 'network', 'aws', '1.0.0', 'private']), 20 * tries))

test('an upload of anything: the same, in the answer and in what the version says of it', async () => {
  await createModule(app, callers.owner, 'acme/odd/aws')
  let count = 0
  await fc.assert(
    fc.asyncProperty(packed, async ({ body, headers: encoding }) => {
      const target = await uploadLink(app, callers.owner, 'acme/odd/aws', `1.0.${count++}`)
      await expectOwnWords({ method: 'PUT', target, headers: { ...encoding }, body })
    }),
    { seed, numRuns: tries },
  )
  const versions = await app.prisma.moduleVersion.findMany()
  expect(JSON.stringify(versions.map(({ error }) => error))).not.toMatch(runtimeWords)
})
