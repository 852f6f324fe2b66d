import { afterAll, expect, test } from 'vitest'
import { ComparisonThreads } from './comparison-threads.js'

const threads = new ComparisonThreads()
afterAll(() => threads.close())

const numbers = { from: '1.0.0', to: '1.1.0' }
const declaring = (...names: readonly string[]) => ({
  parts: JSON.stringify({
    root: {
      path: '',
      name: '',
      readme: '',
      empty: false,
      inputs: names.map((name) => ({
        name,
        type: 'string',
        description: '',
        default: '""',
        required: false,
      })),
      outputs: [],
      dependencies: [],
      provider_dependencies: [],
      resources: [],
    },
    submodules: [],
    examples: [],
  }),
  engineConstraints: null,
})
const two = async () => [declaring('a', 'b'), declaring('b', 'c')] as const

test('one caller cannot spend the threads of all: while one organization keeps them, another has its turn', async () => {
  let end = (): void => undefined
  const slow = new Promise<void>((resolve) => (end = resolve))
  const slowly = async () => {
    await slow
    return two()
  }
  const compared = Array.from({ length: 21 }, () => threads.compare('acme', slowly, numbers))
  await expect(threads.compare('acme', slowly, numbers)).rejects.toMatchObject({
    failure: { kind: 'unavailable', message: expect.stringMatching(/^Too many versions/) },
  })
  expect(await threads.compare('globex', two, numbers)).toMatchObject({ breakingCount: 1 })
  const candidate = { version: '1.1.0', published: [{ version: '1.0.0', isRevoked: false }] }
  const verdict = await threads.evaluate('acme', candidate, declaring('a'), declaring())
  expect(verdict).toMatchObject({ interface: { breakingCount: 1, wantedVersion: '2.0.0' } })
  end()
  expect(await Promise.all(compared)).toHaveLength(21)
})

test('counts end at the first version that breaks nothing, and what is not stored declares nothing', async () => {
  const to = [declaring(), declaring('a'), declaring('a', 'b', 'c'), declaring()]
  expect(await threads.count(declaring('a', 'b'), to)).toEqual([2, 1, 0])
  expect(await threads.count(undefined, [undefined])).toEqual([0])
})

test('changes come in texts that are small enough to be parsed at once', async () => {
  const names = Array.from({ length: 5000 }, (_, n) => `input_${n}`)
  const { chunks, breakingCount } = await threads.compare(
    'acme',
    async () => [declaring(...names), declaring()],
    numbers,
  )
  expect(chunks.length).toBeGreaterThan(1)
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(250_000)
  expect(chunks.flatMap((chunk) => JSON.parse(chunk) as unknown[])).toHaveLength(breakingCount)
})
