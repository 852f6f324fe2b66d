import { seconds, type Clock } from '../../kernel/clock.js'
import { rateLimited } from '../../kernel/errors.js'
import { LeakyBucket } from '../../kernel/leaky-bucket.js'
import { FairQueue } from '../../kernel/fair-queue.js'

/** The limit of failures: the same as for sign-ins of a network. */
const limit = { capacity: 20, leakInterval: seconds(15), keys: 20_000 }

/** Limits above it: a key has one try at a time. */
const turns = { running: 20, runningOfALine: 1, waiting: 50, waitingInAll: 500 }

/**
 * A limit of failures that slows only the callers who fail: above it, tries of the same key run one at a time, and a
 * failure is answered `rate-limited` without saying more. Successful tries are never refused for the failures of others
 * who share the key, as all runners of a network do.
 */
export class FailuresInTurns {
  private readonly failures = new LeakyBucket(limit)
  private readonly queue = new FairQueue({ ...turns, full: () => rateLimited(limit.leakInterval / 1000) })

  async run<T>(
    key: string,
    clock: Clock,
    work: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> {
    const inTurn = (wait: number) =>
      this.queue.run(key, work).catch((error: unknown) => {
        throw isFailure(error) ? rateLimited(Math.ceil(wait / 1000)) : error
      })
    return this.failures.run(key, clock, work, isFailure, inTurn)
  }
}
