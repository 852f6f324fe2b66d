import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { setUpPath } from '../../src/rest/accounts/set-up.routes.js'
import { startTestApp } from '../app.js'
import { bearerAt, everyCaller } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { expectConformance, type Exchange } from '../reference/conformance.js'
import { hostileRequests } from '../reference/hostile.js'
import { document, resolved, type Parameter } from '../reference/reference.js'
import { runtimeWords } from '../reference/runtime-words.js'
import { send, type WireRequest } from '../reference/wire.js'
import { isFull } from '../full-run.js'

/** The same requests again: `ENGINE_TEST_SEED=… npx vitest run test/rest/properties.test.ts`. */
const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)
const tries = isFull ? 150 : 3

type Target = (typeof operations)[number]

const operations = Object.entries(document.paths).flatMap(([route, item]) =>
  Object.entries(item).map(([name, operation]) => {
    const method = name.toUpperCase()
    return { name: `${method} ${route}`, route, method, operation }
  }),
)

console.log(`ENGINE_TEST_SEED=${seed}`)
// What is deleted is made anew for the next try.
const app = await startTestApp({ ORG_LIMIT: '0', TEAM_LIMIT: '0', TOKEN_LIMIT: '0' })
const callers = await everyCaller(app)
const countRows = await rowCounter()

// A good name among the inputs renames the organization of the walk, which whatever comes next looks for by its name.
beforeEach(async () => {
  const { id, name } = callers.organization
  await app.prisma.organization.update({ where: { id }, data: { name, nameKey: name.toLowerCase() } })
})

/**
 * Counts the rows of each table in one statement, the audit log included. Unlogged tables are left out: their rows live
 * for a moment and are swept meanwhile.
 */
async function rowCounter(): Promise<() => Promise<string>> {
  const tables = await app.prisma.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' ORDER BY relname`
  const counts = tables.map(({ name }) => `'${name} ' || (SELECT count(*) FROM "${name}")`)
  const statement = `SELECT array_to_string(ARRAY[${counts.join(', ')}], ', ') AS counts`
  return async () => {
    const [row] = await app.prisma.$queryRawUnsafe<{ counts: string }[]>(statement)
    return row?.counts ?? ''
  }
}

/** Texts that reveal internals of the service. */
const secrets =
  /\bat .+:\d+:\d+|node_modules|\/src\/|\/dist\/|prisma|postgres|SELECT .+ FROM|INSERT INTO|violates|ECONN/i

interface ErrorObject {
  readonly title: string
  readonly detail?: string
  readonly source?: { readonly pointer?: string; readonly parameter?: string }
}

/** A fault of the input is told with its source. */
function expectSources({ text }: Exchange, { body }: WireRequest): void {
  for (const { title, detail, source } of (JSON.parse(text) as { errors: ErrorObject[] }).errors) {
    if (title === 'invalid parameter') expect(source?.parameter, detail).toEqual(expect.any(String))
    const isOfInput = title.startsWith('invalid attribute') && body !== undefined && body.length > 0
    const isOfState =
      /cannot be deleted|last member|last active|Platform has already|reached its limit|names at most|webhook is disabled/.test(
        detail ?? '',
      )
    if (isOfInput && !isOfState)
      expect(source?.pointer, detail).toMatch(
        /^\/(data(\/(type|attributes(\/.+)?|relationships\/.+|\d+\/(id|type|attributes(\/.+)?)))?|username|email|password|token|organization|identity|scopes(\/\d+)?)$/,
      )
  }
}

async function expectRefusedWell(
  { operation }: Target,
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
    expect(text).not.toMatch(runtimeWords)
    expect(rows, 'a refusal leaves everything as it was').toBe(before)
    // What is always refused, whatever it says, has no fault at a place of its own.
    if (!operation.summary.includes('always refused')) expectSources(exchange, asked)
  }
  return { status, rows }
}

/** The bearer of a caller with access. */
const bearerFor = ({ route }: { readonly route: string }): string => bearerAt(callers, route) ?? ''

/** All but the set-up, and the uploads, which take any bytes. */
const targets = operations.filter(({ route, method }) => route !== setUpPath && method !== 'PUT')

test.each(targets.map((target) => [target.name, target] as const))(
  '%s stands any input: no 5xx, no hang, every fault at its pointer, nothing half done',
  async (_name, target) => {
    const form = target.route.replace(/\{(\w+)\}/g, ':$1')
    const bearer = bearerFor(target)
    const fresh = (): Promise<string> => thingAt(app, callers, form, target.method)
    const first = await fresh()
    let [path, rows] = [first, await countRows()]
    const requests = hostileRequests(target, first, bearer)
    await fc.assert(
      fc.asyncProperty(requests, async (asked) => {
        const { target: wanted } = asked
        const after = await expectRefusedWell(target, { ...asked, target: wanted.replace(first, path) }, rows)
        rows = after.rows
        if (target.method !== 'DELETE' || after.status !== 204) return
        path = await fresh()
        rows = await countRows()
      }),
      { seed, numRuns: tries, endOnFailure: true },
    )
  },
)

/** Every kind of JSON value, each once. */
const ofEveryType: readonly unknown[] = [true, 7.5, 'x\u0000', [[]], { a: [] }]

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

async function refusal(asked: WireRequest): Promise<readonly ErrorObject[]> {
  const before = await countRows()
  const exchange = await send(app.url, asked)
  expectConformance(exchange, [])
  expect([400, 404, 422], `${asked.method} ${asked.target} ${asked.body?.toString()}`).toContain(
    exchange.status,
  )
  expect(await countRows()).toBe(before)
  return (JSON.parse(exchange.text) as { errors: ErrorObject[] }).errors
}

function requestTo({ route, method }: Target, path: string, change: Partial<WireRequest> = {}): WireRequest {
  const headers = {
    Authorization: `Bearer ${bearerFor({ route })}`,
    'Content-Type': 'application/vnd.api+json',
  }
  return { method, target: path, headers, ...change }
}

const thingOf = ({ route, method }: Target): Promise<string> =>
  thingAt(app, callers, route.replace(/\{(\w+)\}/g, ':$1'), method)

interface Document {
  readonly data?: { readonly attributes?: Readonly<Record<string, unknown>> }
}

/** The wrong values of an attribute whose right one this is: of another JSON type, or with a character that is none. */
const wrongOnes = (right: unknown): readonly unknown[] =>
  ofEveryType.filter((wrong) => typeof wrong === 'string' || typeOf(wrong) !== typeOf(right ?? ''))

/** A namespace that cannot be is a foreign one, and those are not there. */
const isHidden = ({ route }: Target, name: string, wrong: unknown): boolean =>
  route.endsWith('/gpg-keys') && name === 'namespace' && typeof wrong === 'string'

test('every attribute of every body refuses every wrong JSON type at its own pointer', async () => {
  let count = 0
  for (const target of targets) {
    const [media] = Object.values(target.operation.requestBody?.content ?? {})
    const { data } = (media?.example ?? {}) as Document
    const path = data?.attributes ? await thingOf(target) : ''
    for (const [name, right] of Object.entries(data?.attributes ?? {}))
      for (const wrong of wrongOnes(right).filter((value) => !isHidden(target, name, value))) {
        const attributes = { ...data?.attributes, [name]: wrong }
        const body = Buffer.from(JSON.stringify({ data: { ...data, attributes } }))
        const errors = await refusal(requestTo(target, path, { body }))
        const pointers = errors.map(({ source }) => source?.pointer).join(' ')
        expect(pointers, `${target.name} ${body.toString()}`).toContain(`/data/attributes/${name}`)
        count += 1
      }
  }
  expect(count).toBeGreaterThan(100)
})

test('every parameter of every query refuses to be given twice, and a NUL or a wrong word in it', async () => {
  for (const target of targets) {
    const path = (await thingOf(target)).split('?')[0] ?? ''
    const parameters = (target.operation.parameters ?? []).map(
      (given) => resolved<Parameter>(given, []).value,
    )
    for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
      const key = encodeURIComponent(name)
      for (const query of [`${key}=1&${key}=1`, `${key}=%00`]) {
        const errors = await refusal(requestTo(target, `${path}?${query}`))
        expect(errors.map((error) => error.source?.parameter)).toContain(name)
      }
    }
  }
})

const nothing = [
  '%00',
  '%F0%9F%92%A9',
  '%25',
  '_%25',
  '%2e%2e%2f',
  'x'.repeat(2000),
  '%ff',
  '__proto__.x%20',
  '%0d%0a',
]

test('every piece of every path that names nothing is a miss', async () => {
  let next = 0
  for (const target of targets) {
    const steps = (await thingOf(target)).split('?')[0]?.split('/') ?? []
    const segments = [...target.route.split('/').entries()].filter(([, step]) => step.startsWith('{'))
    for (const [segment] of segments)
      for (const piece of isFull ? nothing : [nothing[next++ % nothing.length]]) {
        const path = steps.map((given, index) => (index === segment ? piece : given)).join('/')
        const [error, ...others] = await refusal(requestTo(target, path))
        expect([error, others], `${target.method} ${path}`).toEqual([
          { status: '404', title: 'not found' },
          [],
        ])
      }
  }
})

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
})
