import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { isSmallState } from './state.js'

/** So many are in memory at a time, each once. */
const limits = { running: 2, waiting: 1000, waitingInAll: 5000 }

/**
 * Work with whole states waits in the line of its organization, and lines take turns. Small states have a queue of their
 * own, as they have threads of their own, so that none waits for a large one.
 */
export class StateTurns {
  private readonly small: FairQueue
  private readonly large: FairQueue

  /** `done`: what is done with the states, for those who are refused because too many wait. */
  constructor(done: string) {
    const full = () => unavailable(`Too many states are being ${done} at once, please try again`)
    this.small = new FairQueue({ ...limits, full })
    this.large = new FairQueue({ ...limits, full })
  }

  /** `size`: of all states that the work holds, in bytes. */
  run<Result>(organizationId: string, size: number, work: () => Promise<Result>): Promise<Result> {
    return (isSmallState(size) ? this.small : this.large).run(organizationId, work)
  }
}
