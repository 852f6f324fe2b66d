import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { isSmallState } from './state.js'

/** The limits of work in memory, where each state is once. */
const limits = { running: 2, waiting: 1000, waitingInAll: 5000 }

/**
 * A queue of work with whole states: each organization has a line, and lines take turns. Small states have a
 * separate queue and separate threads, so that they never wait for a large one.
 */
export class StateTurns {
  private readonly small: FairQueue
  private readonly large: FairQueue

  /**
   * @param done the participle of the work, for the refusal where too many wait
   * @param large the number of works with large states that run at once
   */
  constructor(done: string, large = limits.running) {
    const full = () => unavailable(`Too many states are being ${done} at once, please try again`)
    this.small = new FairQueue({ ...limits, full })
    this.large = new FairQueue({ ...limits, running: large, full })
  }

  /** Runs work in turn; `size` is that of all states that it has in memory, in bytes. */
  run<Result>(organizationId: string, size: number, work: () => Promise<Result>): Promise<Result> {
    return (isSmallState(size) ? this.small : this.large).run(organizationId, work)
  }
}
