import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { temporaryFolder, type Closing, type Say } from '../server/program.js'
import { ServerProcess } from '../server/server-process.js'
import { figure, percentile, tableOf } from './report.js'
import { usageTeller } from './stage.js'
import type { Usage } from './usage-teller.js'

/** Time for which the API is idle before its memory is measured, in milliseconds. */
const idle = 4000

/**
 * Starts the API this number of times with the embedded database, which its first start has made; measures its memory
 * at the end.
 */
export async function measureStart(starts: number, closing: Closing, tell: Say): Promise<void> {
  const folder = await temporaryFolder('bench-start', closing)
  const api = await ServerProcess.create({ DATA_DIR: folder, DRAIN_SECONDS: '0' }, { preload: usageTeller })
  closing.push(() => api.end())
  const times: number[] = []
  for (let n = 0; n <= starts; n++) {
    await api.end()
    const begun = performance.now()
    await api.start()
    const { statusCode, body } = await request(`${api.origin}/readyz`)
    await body.dump()
    if (statusCode !== 200) throw new Error(`/readyz answered ${statusCode}`)
    if (n > 0) times.push(performance.now() - begun)
  }
  await sleep(idle)
  const megabytes = (await api.ask<Usage>({ type: 'usage' })).memory / 1e6
  times.sort((a, b) => a - b)
  const middle = percentile(times, 0.5)
  const cells = [middle, percentile(times, 1), megabytes].map((value) => figure(value, 0))
  const row = tableOf(['p50 ms', 'longest ms', 'idle MB'], tell)
  row('start, then idle', cells, [
    ['p50 2000 ms', middle < 2000],
    ['200 MB', megabytes < 200],
  ])
}
