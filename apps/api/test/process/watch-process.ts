import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ApiProcess } from './api-process.js'

const program = fileURLToPath(new URL('watch-process.mjs', import.meta.url))

export interface Watched {
  /** The most memory that the process had, all its threads included, in MiB. */
  readonly peak: number
  /** Median duration of `/livez`, requested every 20 ms; in milliseconds. */
  readonly median: number
  readonly p99: number
  readonly slowest: number
}

/** Measures the process during some work. */
export async function watched(api: ApiProcess, work: () => Promise<void>): Promise<Watched> {
  const watcher = fork(program, [api.url, String(api.child.pid)])
  await new Promise((done) => setTimeout(done, 300))
  await work()
  watcher.send('stop')
  const [{ latencies, peak }] = (await once(watcher, 'message')) as [{ latencies: number[]; peak: number }]
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10
  return { peak: Math.round(peak / 1024 ** 2), median: at(0.5), p99: at(0.99), slowest: at(1) }
}
