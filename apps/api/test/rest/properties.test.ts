import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpPath } from '../../src/rest/set-up.routes.js'
import { startTestApp, type TestApp } from '../app.js'
import { everyCaller, type Callers } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { expectConformance, type Exchange } from '../reference/conformance.js'
import { hostileRequests } from '../reference/hostile.js'
import { document } from '../reference/reference.js'
import { send, type WireRequest } from '../reference/wire.js'

/** The same requests again: `ENGINE_TEST_SEED=… npx vitest run test/rest/properties.test.ts`. */
const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)
const isFull = process.env['ENGINE_TEST_FULL'] === '1'
const tries = isFull ? 400 : 25

const operations = Object.entries(document.paths).flatMap(([route, item]) =>
  Object.entries(item).map(([name, operation]) => {
    const method = name.toUpperCase()
    return { name: `${method} ${route}`, route, method, operation }
  }),
)

let app: TestApp
let callers: Callers
let countRows: () => Promise<string>

beforeAll(async () => {
  console.log(`ENGINE_TEST_SEED=${seed}`)
  app = await startTestApp()
  callers = await everyCaller(app)
  countRows = await rowCounter()
})
afterAll(() => app.stop())

/** How many rows each table holds, in one statement; the log of what happened is a table too. */
async function rowCounter(): Promise<() => Promise<string>> {
  const tables = await app.prisma.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`
  const counts = tables.map(({ name }) => `'${name}', (SELECT count(*) FROM "${name}")`)
  const statement = `SELECT json_build_object(${counts.join(', ')})::text AS counts`
  return async () => {
    const [row] = await app.prisma.$queryRawUnsafe<{ counts: string }[]>(statement)
    return row?.counts ?? ''
  }
}

/** What tells about the inside of the service. */
const secrets =
  /\bat .+:\d+:\d+|node_modules|\/src\/|\/dist\/|prisma|postgres|SELECT .+ FROM|INSERT INTO|violates|ECONN/i

interface ErrorObject {
  readonly title: string
  readonly detail?: string
  readonly source?: { readonly pointer?: string; readonly parameter?: string }
}

/** Where the fault is in the input, the answer says where. */
function expectSources({ text }: Exchange, { body }: WireRequest): void {
  for (const { title, detail, source } of (JSON.parse(text) as { errors: ErrorObject[] }).errors) {
    if (title === 'invalid parameter') expect(source?.parameter, detail).toEqual(expect.any(String))
    const isOfInput = title.startsWith('invalid attribute') && body !== undefined && body.length > 0
    const isOfState = /cannot be deleted|last member|last active|Platform has already/.test(detail ?? '')
    if (isOfInput && !isOfState)
      expect(source?.pointer, detail).toMatch(
        /^\/(data(\/(type|attributes(\/.+)?|relationships\/.+|\d+\/(id|type)))?|username|email|password)$/,
      )
  }
}

async function expectRefusedWell(
  asked: WireRequest,
  before: string,
): Promise<{ status: number; rows: string }> {
  const exchange = await send(app.url, asked)
  const { status, text } = exchange
  expect(status, text).toBeLessThan(500)
  expectConformance(exchange, [])
  const rows = await countRows()
  if (status >= 400) {
    expect(text).not.toMatch(secrets)
    expect(rows, 'a refusal leaves everything as it was').toBe(before)
    expectSources(exchange, asked)
  }
  return { status, rows }
}

const targets = operations.filter(({ route }) => route !== setUpPath)

test.each(targets.map((target) => [target.name, target] as const))(
  '%s stands any input: no 5xx, no hang, every fault at its place, nothing half done',
  async (_name, target) => {
    const form = target.route.replace(/\{(\w+)\}/g, ':$1')
    const bearer = target.route.startsWith('/api/v2/admin/') ? callers.bearers['admin'] : callers.owner.token
    const fresh = (): Promise<string> => thingAt(app, callers, form, target.method)
    const first = await fresh()
    let [path, rows] = [first, await countRows()]
    const requests = hostileRequests(target, first, bearer ?? '')
    await fc.assert(
      fc.asyncProperty(requests, async (asked) => {
        const { target: wanted } = asked
        const after = await expectRefusedWell({ ...asked, target: wanted.replace(first, path) }, rows)
        rows = after.rows
        if (target.method !== 'DELETE' || after.status !== 204) return
        path = await fresh()
        rows = await countRows()
      }),
      { seed, numRuns: tries, endOnFailure: true },
    )
  },
  isFull ? 240_000 : 60_000,
)

test('the set-up stands any input, as often as it may be asked', async () => {
  const fresh = await startTestApp({ INITIAL_ADMIN_CREATION_TOKEN: 'a-configured-token-of-enough-length' })
  const bodies = ['{', '[]', '{"username":"\\u0000","email":[],"password":1e999}', '"\\ud800"']
  const target = `${setUpPath}?token=%00&token=`
  for (const body of bodies) {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await send(fresh.url, { method: 'POST', target, headers, body: Buffer.from(body) })
    expect(answer.status).toBe(404)
    expectConformance(answer, [])
  }
  expect(await fresh.prisma.user.count()).toBe(0)
  await fresh.stop()
})
