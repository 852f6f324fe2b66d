import { seconds, type Clock } from '../../kernel/clock.js'
import { rateLimited } from '../../kernel/errors.js'
import { FailureBudget } from '../../kernel/failure-budget.js'
import { FairQueue } from '../../kernel/fair-queue.js'

/** The failures that are free: as many as a network has for a sign-in. */
const budget = { free: 20, forgetAfter: seconds(15), keys: 20_000 }

/** Beyond them a key has one try at a time. */
const turns = { running: 20, runningOfALine: 1, waiting: 50, waitingInAll: 500 }

/**
 * A budget of failures that only the failing callers pay for: once it is used up, tries of its key are made one at a
 * time, and a failure is answered `rate-limited` without saying more. What succeeds is never refused for the failures of
 * others who share a key, as all runners of a network do.
 */
export class FailuresInTurns {
  private readonly failures = new FailureBudget(budget)
  private readonly queue = new FairQueue({ ...turns, full: () => rateLimited(budget.forgetAfter / 1000) })

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
