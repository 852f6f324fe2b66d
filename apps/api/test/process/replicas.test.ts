import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disturb, untilAllReady, type Window } from '../../load/src/soak/disturb.js'
import { judgeAudit, judgeDownloads, judgeRequests, judgeThings } from '../../load/src/soak/judge.js'
import { Ledger } from '../../load/src/soak/ledger.js'
import { begin, prepare } from '../../load/src/soak/load.js'
import type { Disturbance } from '../../load/src/soak/plan.js'
import { Stage } from '../../load/src/soak/stage.js'
import { Traffic } from '../../load/src/soak/traffic.js'
import { isFull } from '../full-run.js'

/** The same seed again: `ENGINE_TEST_FULL=1 ENGINE_TEST_SEED=… npx vitest run test/process/replicas.test.ts`. */
const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)

describe.runIf(isFull)('two replicas that start at once on an empty database', () => {
  let folder: string
  let stage: Stage
  let traffic: Traffic
  /** For reads that do not count as load. */
  let looking: Traffic
  const ledger = new Ledger()
  const windows: Window[] = []
  const said: string[] = []

  beforeAll(async () => {
    console.log(`ENGINE_TEST_SEED=${seed}`)
    folder = await mkdtemp(join(tmpdir(), 'engine-replicas-'))
    const onLine = (line: string): void => void said.push(line)
    stage = await Stage.open({ folder, replicas: 2, storageUrl: undefined, onLine })
    await Promise.all(stage.replicas.map((replica) => replica.start()))
    await untilAllReady(stage)
    const token = await stage.setUp()
    traffic = new Traffic(stage.balancer.url, token)
    looking = new Traffic(stage.balancer.url, token, 'looking')
    await prepare({ traffic, ledger, seed, folder })
  })
  afterAll(async () => {
    await traffic?.close()
    await looking?.close()
    await stage?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** What happened, while readers and writers were at it. */
  async function under(plan: readonly Disturbance[]) {
    const running = begin({ traffic, ledger, seed: seed + windows.length, folder })
    const disturbed = await disturb(stage, plan, performance.now(), () => {}).catch((error: unknown) => {
      throw new Error(said.slice(-60).join('\n'), { cause: error })
    })
    await running.stop()
    windows.push(...disturbed.windows)
    return disturbed
  }

  async function expectServed(): Promise<void> {
    const { told } = traffic
    expect(judgeRequests(told, windows).breaks, said.join('\n')).toEqual([])
    expect((await judgeThings(looking, ledger)).breaks).toEqual([])
    expect((await judgeAudit(stage.databaseUrl, ledger)).breaks).toEqual([])
    await expect.poll(async () => (await judgeDownloads(looking, told, windows)).breaks).toEqual([])
  }

  test('are restarted one after the other under load, and no request fails', async () => {
    const plan = [0, 1].map((replica, n) => ({ at: 2 + n, what: 'SIGTERM', replica }) as const)
    expect(await under(plan)).toEqual({ windows: [], faults: [] })
    expect(traffic.told.length).toBeGreaterThan(100)
    await expectServed()
  })

  test('lose no acknowledged write when one is killed and when PostgreSQL is restarted', async () => {
    const { faults } = await under([
      { at: 2, what: 'SIGKILL', replica: 0 },
      { at: 4, what: 'PostgreSQL', replica: 0 },
    ])
    expect(faults).toEqual([])
    await expectServed()
  })
})
