import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { setUpPath } from '../../src/rest/accounts/set-up.routes.js'
import { createModule, publish } from '../modules/module-requests.js'
import type { Callers } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { hostileRequests } from '../reference/hostile.js'
import { document } from '../reference/reference.js'
import type { WireRequest } from '../reference/wire.js'
import { otherFaces } from './faces.js'
import { expectSound, FuzzedPlatform, inTurn, seed } from './fuzzed-platform.js'

const total = Number(process.env['ENGINE_FUZZ_COUNT'] ?? 100_000)

/** Number of rounds, each with new people and things, since hostile requests delete some. */
const rounds = 20
const atOnce = 8

let platform: FuzzedPlatform

beforeAll(async () => {
  console.log(`ENGINE_TEST_SEED=${seed}, ${total} requests`)
  platform = await FuzzedPlatform.start()
})
afterAll(() => platform.stop())

const operations = Object.entries(document.paths)
  .filter(([route]) => route !== setUpPath)
  .flatMap(([route, item]) =>
    Object.entries(item).map(([name, operation]) => ({ route, method: name.toUpperCase(), operation })),
  )

/** An administrator, and an owner with an organization that has a module. */
async function scene(organizationName: string): Promise<Callers> {
  const { app } = platform
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
    const path = await thingAt(platform.app, callers, route.replace(/\{(\w+)\}/g, ':$1'), method)
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

test('whatever is sent to any face: no 5xx, no hang, nothing told of the inside, and memory stays flat', async () => {
  const size = Math.ceil(total / rounds)
  for (let round = 0; round < rounds; round++) {
    const arbitrary = await hostile(await scene(`acme-${round}`))
    const requests = fc.sample(arbitrary, { numRuns: size, seed: seed + round })
    await inTurn(requests, atOnce, (asked) => platform.ask(asked))
    await platform.tell((round + 1) * size, 'requests')
  }
  expectSound(platform)
})
