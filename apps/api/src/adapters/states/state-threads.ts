import { Threads, type Ended } from '@engine/threads'
import { unavailable } from '../../kernel/errors.js'
import type { StateFacts } from '../../domain/states/state.js'
import type { StateComparison } from '../../domain/states/state-comparison.js'

interface Answer {
  /** A text says why it is no state. */
  readonly read: StateFacts | string
  readonly isBroken?: never
}

interface Compared {
  readonly comparison: StateComparison
  readonly isBroken?: never
}

/**
 * Reads states in a thread: a large one takes seconds. Of its contents the thread holds no more than the outputs.
 * Comparisons have a thread of their own, and hold up no write.
 */
export class StateThreads {
  private readonly threads: Threads<Answer>
  private readonly comparing: Threads<Compared>

  constructor(memoryLimit = 1024) {
    const limits = { size: 1, holdUp: 60_000, timeLimit: 60_000, queue: 50, memoryLimit, lifetime: Infinity }
    this.threads = new Threads<Answer>({
      ...limits,
      program: new URL('./state-worker.mjs', import.meta.url),
      full: () => unavailable('Too many states are being written at once, please try again'),
    })
    this.comparing = new Threads<Compared>({
      ...limits,
      program: new URL('./state-comparison-worker.mjs', import.meta.url),
      full: () => unavailable('Too many states are being compared at once, please try again'),
    })
  }

  async read(bytes: Uint8Array<SharedArrayBuffer>): Promise<StateFacts | string> {
    return answerOf(await this.threads.run(bytes, 1), 'read').read
  }

  async compare(
    former: Uint8Array<SharedArrayBuffer> | undefined,
    newer: Uint8Array<SharedArrayBuffer>,
  ): Promise<StateComparison> {
    return answerOf(await this.comparing.run({ former, newer }, 1), 'compared').comparison
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return this.threads.load
  }

  async close(): Promise<void> {
    await Promise.all([this.threads.close(), this.comparing.close()])
  }
}

function answerOf<A>(ended: Ended<A>, done: string): A {
  if (ended.kind === 'answered') return ended.answer
  throw unavailable(`The state cannot be ${done} at the moment, please try again`, { why: ended.kind })
}
