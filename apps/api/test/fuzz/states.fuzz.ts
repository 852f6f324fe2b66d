import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import type { Person } from '../makers.js'
import { lineage, md5Of, resources, stateText } from '../states/states.js'
import { expectSound, FuzzedPlatform, inTurn, seed } from './fuzzed-platform.js'
import { mutated } from './mutations.js'

const total = Number(process.env['ENGINE_FUZZ_COUNT'] ?? 10_000)
const rounds = 20
const atOnce = 4

const module3 = {
  path: ['root', 'a'],
  outputs: { name: { sensitive: false, type: 'string', value: 'x' } },
  resources: {
    'x_y.a.0': {
      type: 'x_y',
      primary: { id: '1', attributes: {} },
      deposed: [{ id: '2' }],
      provider: 'provider.x',
    },
    'data.x_y.b': { type: 'x_y', primary: { id: '1', attributes: {} }, provider: 'provider.x' },
  },
}
const outputs = {
  number: { value: 12345678901234567890n.toString(), type: 'number' },
  deep: {
    value: { a: [1, null, { b: 'é' }] },
    type: ['object', { a: ['tuple', ['number']] }],
    sensitive: true,
  },
}
const encrypted = { serial: 1, lineage, meta: {}, encrypted_data: 'AAAA', encryption_version: 'v0' }
const states = [
  stateText(),
  stateText({
    outputs,
    resources: [resources(3), { ...resources(1), module: 'module.a["x"]', mode: 'data' }],
  }),
  JSON.stringify({ version: 3, terraform_version: '0.11.14', serial: 1, lineage, modules: [module3] }),
  JSON.stringify(encrypted),
]
const words = [
  ...['{', '}', '[', ']', ',', ':', '"', 'null', 'true', '-0', '1e400', '1E-400', '12345678901234567890.10'],
  ...['"\\ud800"', '"\\u0000"', '\u0000', '\ufeff', 'é', '"__proto__":{},', '"version":4,', '"version":5,'],
  ...['"outputs":{},', '"outputs":[1],', '"resources":{},', '"instances":[{}],', '"encrypted_data":"x",'],
  ...['"module":"module.a",', '"deposed":"x",', '"index_key":{},', '"type":["list",["list","any"]],'],
  ...[
    '['.repeat(5000),
    '{"a":'.repeat(5000),
    '"x"'.repeat(300),
    `"${'y'.repeat(70_000)}"`,
    '[],'.repeat(2000),
  ],
]

interface Sent {
  readonly text: string
  readonly outputs: string | undefined
}

const sent: fc.Arbitrary<Sent> = fc.record({
  text: mutated(states, words),
  outputs: fc.option(mutated([JSON.stringify(outputs)], words), { freq: 1, nil: undefined }),
})

const base64 = (text: string): string => Buffer.from(text).toString('base64')

let platform: FuzzedPlatform
let owner: Person
let acme: Organization

beforeAll(async () => {
  console.log(`ENGINE_TEST_SEED=${seed}, ${total} states`)
  platform = await FuzzedPlatform.start()
  const admin = await platform.app.make.administrator()
  owner = await platform.app.make.user('ana')
  acme = await platform.app.make.organization(owner, 'acme')
  await platform.app.make.engineVersion(admin, '1.11.4')
})
afterAll(() => platform.stop())

const headers = () => ({ Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/vnd.api+json' })

interface Kept {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
}

/** The workspace of a lane, locked, which takes one state after the other. */
class Lane {
  private serial = 0

  constructor(private readonly workspace: string) {}

  static async open(): Promise<Lane> {
    const { id } = await platform.app.make.workspace(owner, acme, '1.11.4')
    await platform.ask({
      method: 'POST',
      target: `/api/v2/workspaces/${id}/actions/lock`,
      headers: headers(),
    })
    return new Lane(id)
  }

  async push(some: Sent): Promise<void> {
    const serial = ++this.serial
    const text = some.text.replace('"serial":1', `"serial":${serial}`)
    const attributes = {
      ...{ serial, lineage, md5: md5Of(text), state: base64(text) },
      ...(some.outputs !== undefined && { 'json-state-outputs': base64(some.outputs) }),
    }
    const body = Buffer.from(JSON.stringify({ data: { type: 'state-versions', attributes } }))
    const target = `/api/v2/workspaces/${this.workspace}/state-versions`
    const answer = await platform.ask({ method: 'POST', target, headers: headers(), body })
    if (answer?.status !== 201) {
      // What an encrypted one says of itself counts: it may be an older one, or that of another lineage.
      const refusals = text.includes('encrypted_data') ? [409, 422] : [422]
      if (!refusals.includes(answer?.status ?? 0)) this.fail(`is ${answer?.status} ${answer?.text}`, text)
      return
    }
    const { id, attributes: kept } = (JSON.parse(answer.text) as { data: Kept }).data
    const { pathname, search } = new URL(kept['hosted-state-download-url'] ?? '')
    const content = await this.get(pathname + search, [200])
    if (content !== text) this.fail('comes back as another', text)
    const isCounted = kept['resource-count'] !== null
    await this.get(`/api/v2/state-versions/${id}?include=outputs`, [200])
    await this.get(`/api/v2/state-versions/${id}/outputs`, [200])
    await this.get(`/api/v2/workspaces/${this.workspace}/resources`, [isCounted ? 200 : 409])
  }

  private async get(target: string, expected: readonly number[]): Promise<string> {
    const answer = await platform.ask({ method: 'GET', target, headers: headers() })
    if (!expected.includes(answer?.status ?? 0))
      this.fail(`${target} is ${answer?.status}`, answer?.text ?? '')
    return answer?.text ?? ''
  }

  private fail(what: string, text: string): void {
    platform.failures.push(`state ${this.serial} of ${this.workspace} ${what}: ${text.slice(0, 500)}`)
  }
}

test('whatever state is pushed: kept to the byte or refused, shown without a 5xx, no hang, flat memory', async () => {
  const size = Math.ceil(total / rounds)
  for (let round = 0; round < rounds; round++) {
    const lanes = await Promise.all(Array.from({ length: atOnce }, () => Lane.open()))
    const some = fc.sample(sent, { numRuns: size, seed: seed + round })
    await inTurn(some, atOnce, (state, lane) => lanes[lane]?.push(state) ?? Promise.resolve())
    await platform.tell((round + 1) * size, 'states')
  }
  expectSound(platform)
})
