import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiProcess } from './api-process.js'
import { RegistrySite } from './registry-process.js'
import { isFull } from '../full-run.js'

/** The same moments again: `ENGINE_TEST_SEED=… npx vitest run test/process/downloads.test.ts`. */
const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)
const rounds = isFull ? 10 : 2

let site: RegistrySite

beforeAll(async () => {
  site = await RegistrySite.open()
})
afterAll(() => site?.close())

/** Numbers from 0 to 1, the same for the same seed. */
function* random(start: number): Generator<number, never> {
  for (let state = start >>> 0; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** Downloads in several loops until the process is gone; each answer with its time, in milliseconds. */
async function downloadUntilGone(apis: readonly ApiProcess[], address: string): Promise<number[]> {
  const answered: number[] = []
  const loop = async (api: ApiProcess): Promise<void> => {
    for (;;) {
      const path = `/v1/modules/${address}/1.0.0/download`
      const status = await site.get(api, path).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status !== 204) return
      answered.push(performance.now())
    }
  }
  await Promise.all(apis.flatMap((api) => Array.from({ length: 4 }, () => loop(api))))
  return answered
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

rule('§7 counting', 'A kill loses at most its last second and never counts twice')
test.each(Array.from({ length: rounds }, (_, round) => round))(
  'killed while downloads run, round %i, it has counted none twice and lost no more than the last second',
  async (round) => {
    console.log(`ENGINE_TEST_SEED=${seed}`)
    const address = `acme/killed-${round}/aws`
    const api = await site.start()
    await site.publish(api, address)
    const downloading = downloadUntilGone([api], address)
    await expect.poll(() => site.downloads(api, address)).toBeGreaterThan(0)
    await pause(1000 + 2000 * random(seed + round).next().value)
    const killedAt = performance.now()
    await site.stop(api, 'SIGKILL')
    const answered = await downloading
    const later = await site.start()
    const counted = await site.downloads(later, address)
    const before = answered.filter((at) => at < killedAt - 1000).length
    expect(counted).toBeLessThanOrEqual(answered.length)
    expect(counted).toBeGreaterThanOrEqual(before)
    await site.stop(later)
  },
)

test('two processes that are told to stop while downloads run have counted each, once', async () => {
  const apis = [await site.start(), await site.start()]
  const [first] = apis as [ApiProcess, ApiProcess]
  await site.publish(first, 'acme/stopped/aws')
  const downloading = downloadUntilGone(apis, 'acme/stopped/aws')
  await expect.poll(() => site.downloads(first, 'acme/stopped/aws')).toBeGreaterThan(20)
  expect(await Promise.all(apis.map((api) => site.stop(api)))).toEqual([0, 0])
  const answered = await downloading
  const later = await site.start()
  expect(await site.downloads(later, 'acme/stopped/aws')).toBe(answered.length)
  await site.stop(later)
})

// A bound on time holds only where nothing else runs; what the machine does meanwhile may delay one.
test.runIf(isFull)('the summary knows of a download within a second', async () => {
  const api = await site.start()
  await site.publish(api, 'acme/summed/aws')
  const waits: number[] = []
  for (let count = 1; count <= 20; count++) {
    await site.get(api, '/v1/modules/acme/summed/aws/1.0.0/download')
    const answeredAt = performance.now()
    const total = () => site.downloads(api, 'acme/summed/aws')
    await expect.poll(total, { interval: 20 }).toBe(count)
    waits.push(performance.now() - answeredAt)
  }
  expect(waits.toSorted((one, other) => one - other)[18]).toBeLessThan(1000)
  await site.stop(api)
})
