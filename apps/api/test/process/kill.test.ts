import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../full-run.js'
import { createVersion, killAll, setUp, startApi, totalOf, type ApiProcess } from './api-process.js'
import { temporaryFolder } from '../temporary-folder.js'

/** The whole ten rounds belong to the full run; one shows a broken build just as well. */
const rounds = isFull ? 10 : 1

const dataDir = await temporaryFolder()
let api: ApiProcess
let token: string

beforeAll(async () => {
  api = await startApi(dataDir)
  token = await setUp(api)
})
afterAll(async () => {
  api.child.kill('SIGTERM')
  await api.ended
})

/** Creates versions until the process is gone; counts those that were acknowledged. */
async function writeUntilKilled(round: number, writer: number): Promise<number> {
  for (let acknowledged = 0; ; acknowledged++) {
    const version = `${round}.${writer}.${acknowledged}`
    const status = await createVersion(api, token, version).catch(() => 0)
    if (status !== 201) return acknowledged
  }
}

/** Number of created versions in the audit log. */
async function audited(): Promise<number> {
  const query = 'page%5Bsize%5D=1&filter%5Baction%5D=engine-version.create'
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${api.url}/api/v2/admin/audit-events?${query}`, { headers })
  const body = (await answer.json()) as { meta: { pagination: { 'total-count': number } } }
  return body.meta.pagination['total-count']
}

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'killed in the middle of writes, round %i, it starts again with every acknowledged write, each audited once',
  async (round) => {
    const writers = [0, 1, 2, 3].map((writer) => writeUntilKilled(round, writer))
    await expect.poll(() => totalOf(api, token, `${round}.0.`)).toBeGreaterThan(10 + round)
    await killAll(api, dataDir)
    const acknowledged = await Promise.all(writers)
    api = await startApi(dataDir)
    for (const [writer, count] of acknowledged.entries()) {
      // A write may have been committed just before the kill lost its answer: one more, never one less.
      const found = await totalOf(api, token, `${round}.${writer}.`)
      expect([count, count + 1]).toContain(found)
    }
    expect(await audited()).toBe(await totalOf(api, token, '.'))
  },
)
