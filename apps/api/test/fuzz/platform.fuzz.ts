import fc from 'fast-check'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpPath } from '../../src/rest/identity/set-up.routes.js'
import { startTestApp, type TestApp } from '../app.js'
import { createModule, publish } from '../modules/module-requests.js'
import type { Callers } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { startApi, type ApiProcess } from '../process/api-process.js'
import { hostileRequests } from '../reference/hostile.js'
import { document } from '../reference/reference.js'
import { runtimeWords } from '../reference/runtime-words.js'
import { send, type WireRequest } from '../reference/wire.js'
import { otherFaces } from './faces.js'

const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)
const total = Number(process.env['ENGINE_FUZZ_REQUESTS'] ?? 100_000)

/** People and things that requests are about are made anew so often, since hostile requests delete some. */
const rounds = 20
const atOnce = 8
/** In milliseconds; what takes longer is a hang. */
const patience = 5_000
const mebibyte = 1024 ** 2

/** What reveals internals of the service. */
const secrets = /node_modules|\/dist\/|prisma|SELECT .+ FROM|violates|ECONN|at .+\.js:\d+/i

let app: TestApp
let api: ApiProcess
let folder: string

beforeAll(async () => {
  console.log(`ENGINE_TEST_SEED=${seed}, ${total} requests`)
  folder = await mkdtemp(join(tmpdir(), 'engine-fuzz-'))
  app = await startTestApp()
  api = await startApi(folder, {
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: 'a-secret-for-tests-of-32-bytes-or-more',
    REGISTRY_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    ENGINE_ALIASES: 'terraform',
  })
})
afterAll(async () => {
  api.child.kill('SIGTERM')
  await api.ended
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const operations = Object.entries(document.paths)
  .filter(([route]) => route !== setUpPath)
  .flatMap(([route, item]) =>
    Object.entries(item).map(([name, operation]) => ({ route, method: name.toUpperCase(), operation })),
  )

/** An administrator, and an owner with an organization that has a module. */
async function scene(organizationName: string): Promise<Callers> {
  const administrator = await app.make.administrator()
  const owner = await app.make.user()
  const organization = await app.make.organization(owner, organizationName)
  const module = `${organizationName}/fuzzed/aws`
  await createModule(app, owner, module)
  await publish(app, owner, module, '1.0.0')
  return { organization, owner, bearers: { admin: administrator.token } }
}

/** Requests of all faces, those of the REST API about things that were made for them. */
async function hostile(callers: Callers): Promise<fc.Arbitrary<WireRequest>> {
  const rest: fc.Arbitrary<WireRequest>[] = []
  for (const operation of operations) {
    const { route, method } = operation
    // An upload link is its own secret; the walk does not know it.
    if (method === 'PUT') continue
    const path = await thingAt(app, callers, route.replace(/\{(\w+)\}/g, ':$1'), method)
    for (const bearer of [callers.bearers['admin'], callers.owner.token])
      rest.push(hostileRequests(operation, path, bearer ?? ''))
  }
  const { name } = callers.organization
  const known = [name, 'fuzzed', 'network', 'aws', '1.0.0', '~> 1.0', 'private', 'owners']
  return fc.oneof(
    { arbitrary: fc.oneof(...rest), weight: 3 },
    { arbitrary: otherFaces(callers.owner.token, known), weight: 1 },
    { arbitrary: otherFaces(callers.bearers['admin'] ?? '', known), weight: 1 },
  )
}

interface Outcome {
  readonly statuses: Map<string, number>
  readonly failures: string[]
  slowest: number
}

async function ask(asked: WireRequest, outcome: Outcome): Promise<void> {
  const started = performance.now()
  const what = `${asked.method} ${asked.target.slice(0, 300)} ${asked.body?.toString().slice(0, 600) ?? ''}`
  try {
    const { status, text } = await send(api.url, asked)
    const kind = `${Math.floor(status / 100)}xx`
    outcome.statuses.set(kind, (outcome.statuses.get(kind) ?? 0) + 1)
    if (status >= 500) outcome.failures.push(`${status} ${what} -> ${text.slice(0, 300)}`)
    else if (status >= 400 && (secrets.test(text) || runtimeWords.test(text)))
      outcome.failures.push(`told too much: ${what} -> ${text.slice(0, 300)}`)
  } catch (error) {
    outcome.failures.push(`${String(error)}: ${what}`)
  }
  const took = performance.now() - started
  outcome.slowest = Math.max(outcome.slowest, took)
  if (took > patience) outcome.failures.push(`took ${Math.round(took)} ms: ${what}`)
}

/** In MiB. */
async function residentMemory(): Promise<number> {
  const text = await (await fetch(`${api.url}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / mebibyte)
}

test('whatever is sent to any face: no 5xx, no hang, nothing told of the inside, and memory stays flat', async () => {
  const outcome: Outcome = { statuses: new Map(), failures: [], slowest: 0 }
  const memory: number[] = []
  const size = Math.ceil(total / rounds)
  for (let round = 0; round < rounds; round++) {
    const arbitrary = await hostile(await scene(`acme-${round}`))
    const requests = fc.sample(arbitrary, { numRuns: size, seed: seed + round })
    const next = requests.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const asked of next) await ask(asked, outcome)
      }),
    )
    memory.push(await residentMemory())
    const told = [...outcome.statuses].sort().map(([kind, count]) => `${kind} ${count}`)
    console.log(`${(round + 1) * size} requests: ${told.join(', ')}; ${memory.at(-1)} MiB`)
  }
  console.log(`slowest answer ${Math.round(outcome.slowest)} ms; memory in MiB: ${memory.join(' ')}`)
  expect(api.child.exitCode, api.output()).toBeNull()
  expect(outcome.failures.slice(0, 20)).toEqual([])
  expect(outcome.failures).toHaveLength(0)
  const half = memory.length / 2
  const highest = (part: readonly number[]): number => Math.max(...part)
  expect(highest(memory.slice(half))).toBeLessThan(highest(memory.slice(0, half)) * 1.2 + 50)
})
