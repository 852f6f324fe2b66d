import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dice } from '../../src/bench/dice.js'
import { disturb, untilAllReady } from '../../src/soak/disturb.js'
import { judgeAudit, judgeDownloads, judgeRequests, judgeThings } from '../../src/soak/judge.js'
import { Ledger } from '../../src/soak/ledger.js'
import { begin, prepare } from '../../src/soak/load.js'
import { Stage } from '../../src/soak/stage.js'
import { Traffic } from '../../src/soak/traffic.js'

/** The same dice again: `ENGINE_TEST_FULL=1 ENGINE_TEST_SEED=… npx vitest run test/process/rolling.test.ts`. */
const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)
const isFull = Boolean(process.env['ENGINE_TEST_FULL'])

let folder: string
let stage: Stage | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-rolling-'))
})
afterAll(async () => {
  await stage?.close()
  await rm(folder, { recursive: true, force: true })
})

test.runIf(isFull)(
  'replicas that start at once on an empty database are restarted one after the other under load, and no request fails',
  async () => {
    console.log(`ENGINE_TEST_SEED=${seed}`)
    const said: string[] = []
    const onLine = (line: string): void => void said.push(line)
    stage = await Stage.open({ folder, replicas: 2, storageUrl: undefined, onLine })
    await Promise.all(stage.replicas.map((replica) => replica.start()))
    await untilAllReady(stage)
    const token = await stage.setUp()
    const traffic = new Traffic(stage.balancer.url, token)
    const ledger = new Ledger()
    const work = { traffic, ledger, seed: new Dice(seed).between(0, 2 ** 30), folder }
    await prepare(work)
    const running = begin(work)
    const plan = [0, 1].map((replica, n) => ({ at: 2 + n, what: 'SIGTERM', replica }) as const)
    const { windows, faults } = await disturb(stage, plan, performance.now(), () => {})
    await running.stop()
    expect([windows, faults]).toEqual([[], []])
    expect(traffic.told.length).toBeGreaterThan(100)
    expect(judgeRequests(traffic.told, []).breaks, said.join('\n')).toEqual([])
    expect((await judgeThings(traffic, ledger)).breaks).toEqual([])
    expect((await judgeAudit(stage.databaseUrl, ledger)).breaks).toEqual([])
    const told = [...traffic.told]
    await expect.poll(async () => (await judgeDownloads(traffic, told, [])).breaks).toEqual([])
    await traffic.close()
  },
  300_000,
)
