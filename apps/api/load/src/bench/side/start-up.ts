import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { percentile } from '../client.js'
import type { Closing } from '../measure.js'
import { startApi } from '../processes.js'
import { targets, type Measured } from './figures.js'
import { usageTeller } from './scene.js'
import type { Usage } from './usage-teller.js'

/** Starts the API on a database that is there, so often, and looks at its memory once it has been idle for a while. */
export async function measureStartUp(
  env: NodeJS.ProcessEnv,
  { starts, seconds }: { readonly starts: number; readonly seconds: number },
  closing: Closing,
): Promise<Measured> {
  const times: number[] = []
  let memory = Number.NaN
  for (let n = 1; n <= starts; n++) {
    const begun = performance.now()
    const api = await startApi(env, usageTeller)
    closing.push(() => api.stop())
    await expectReady(api.origin)
    times.push(performance.now() - begun)
    if (n === starts) {
      await sleep(seconds * 2 * 1000)
      memory = (await api.ask<Usage>({ type: 'usage' })).memory
    }
    await api.stop()
  }
  times.sort((a, b) => a - b)
  return {
    name: 'start, then idle',
    median: percentile(times, 0.5),
    slowest: percentile(times, 0.99),
    memory,
    targets: [targets.median(2000), targets.memory(200)],
  }
}

async function expectReady(origin: string): Promise<void> {
  const { statusCode, body } = await request(`${origin}/readyz`)
  await body.dump()
  if (statusCode !== 200) throw new Error(`/readyz answered ${statusCode}`)
}
