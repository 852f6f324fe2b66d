import { existsSync, readFileSync } from 'node:fs'

/** The cost of a process since the last question. */
export interface ProcessCost {
  /** Resident bytes. */
  readonly memory: number
  /** The longest time for which the main thread was held at a stretch, in milliseconds, without what others took. */
  readonly held: number
}

// Preloaded into the API of any build, so it imports nothing of ours. The histogram of the runtime knows nothing of what
// holds the main thread before its first sample, so that it misses a request that begins right after a question.

/** The resolution of the histogram, in milliseconds. */
const resolution = 2

const account = `/proc/self/task/${process.pid}/schedstat`
const isKept = existsSync(account)

/** Returns the milliseconds for which the main thread waited for a processor, where the system keeps an account of it. */
const delay = (): number => (isKept ? Number(readFileSync(account, 'latin1').split(' ')[1]) / 1e6 : 0)

const now = (): number => performance.now() - delay()

let held = 0
let seen = now()

function look(): void {
  const at = now()
  held = Math.max(held, at - seen - resolution)
  seen = at
}

setInterval(look, resolution).unref()

process.on('message', ({ type }: { type: string }) => {
  if (type !== 'cost') return
  look()
  const cost: ProcessCost = { memory: process.memoryUsage.rss(), held }
  process.send?.({ type, ...cost })
  held = 0
})

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
