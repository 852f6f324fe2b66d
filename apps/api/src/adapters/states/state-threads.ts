import { Threads } from '@engine/threads'
import { unavailable } from '../../kernel/errors.js'
import type { StateFacts } from '../../domain/states/state.js'

interface Answer {
  /** A text says why it is no state. */
  readonly read: StateFacts | string
  readonly isBroken?: never
}

/** Reads states in a thread: a large one takes seconds. Of its contents the thread holds no more than the outputs. */
export class StateThreads {
  private readonly threads: Threads<Answer>

  constructor(memoryLimit = 1024) {
    this.threads = new Threads<Answer>({
      ...{ size: 1, holdUp: 60_000, timeLimit: 60_000, queue: 50, memoryLimit, lifetime: Infinity },
      program: new URL('./state-worker.mjs', import.meta.url),
      full: () => unavailable('Too many states are being written at once, please try again'),
    })
  }

  async read(bytes: Uint8Array<SharedArrayBuffer>): Promise<StateFacts | string> {
    const ended = await this.threads.run(bytes, 1)
    if (ended.kind === 'answered') return ended.answer.read
    throw unavailable('The state cannot be read at the moment, please try again', { why: ended.kind })
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return this.threads.load
  }

  close(): Promise<void> {
    return this.threads.close()
  }
}
