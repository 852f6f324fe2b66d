import { Threads, type Ended } from '@engine/threads'
import { unavailable } from '../../kernel/errors.js'
import { isSmallState, type ReadFor, type StateFacts } from '../../domain/states/state.js'
import type { ListedResources } from '../../domain/states/state-resource.js'
import type { StateComparison } from '../../domain/states/state-comparison.js'

type Bytes = Uint8Array<SharedArrayBuffer>

/** For one state, in milliseconds: what every one has, and what it has for each MiB. */
const timeLimit = { each: 10_000, mebibyte: 1000 }

/** As long as a state of this size may take. */
const timeFor = (size: number): number =>
  timeLimit.each + Math.ceil(size / (1024 * 1024)) * timeLimit.mebibyte

/**
 * Reads states in threads: a large one takes seconds. Of its contents a thread holds where the outputs stand, and what
 * is stored of them. Small states have a thread beside that of large ones, and comparisons hold up no write.
 */
export class StateThreads {
  /** A text says why it is no state. */
  private readonly reading: BySize<{ readonly read: StateFacts | string }>
  private readonly comparing: BySize<{ readonly comparison: StateComparison }>
  private readonly listing: BySize<{ readonly listed: ListedResources }>

  constructor(memoryLimit = 1024) {
    this.reading = new BySize(new URL('./state-worker.mjs', import.meta.url), memoryLimit)
    this.comparing = new BySize(new URL('./state-comparison-worker.mjs', import.meta.url), memoryLimit)
    this.listing = new BySize(new URL('./state-resources-worker.mjs', import.meta.url), memoryLimit)
  }

  /** `key` seals its outputs. */
  async read(bytes: Bytes, { id, ...readFor }: ReadFor, key: Uint8Array): Promise<StateFacts | string> {
    const asked = { ...readFor, bytes, key: new Uint8Array(key), about: id }
    return answerOf(await this.reading.run(asked, bytes.length), 'read').read
  }

  async compare(former: Bytes | undefined, newer: Bytes): Promise<StateComparison> {
    const size = Math.max(former?.length ?? 0, newer.length)
    return answerOf(await this.comparing.run({ former, newer }, size), 'compared').comparison
  }

  async list(
    bytes: Bytes,
    range: { readonly skip: number; readonly take: number },
  ): Promise<ListedResources> {
    return answerOf(await this.listing.run({ bytes, range }, bytes.length), 'read').listed
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return this.reading.load
  }

  async close(): Promise<void> {
    await Promise.all([this.reading.close(), this.comparing.close(), this.listing.close()])
  }
}

/** A thread for small states and one for large ones. Few wait here: others wait in turns before they are in memory. */
class BySize<A extends object> {
  private readonly small: Threads<A>
  private readonly large: Threads<A>

  constructor(program: URL, memoryLimit: number) {
    const limits = {
      size: 1,
      holdUp: 60_000,
      timeLimit: timeLimit.each,
      queue: 50,
      memoryLimit,
      lifetime: Infinity,
    }
    const full = () => unavailable('Too many states are being read at once, please try again')
    const threads = () => new Threads<A>({ ...limits, program, full })
    this.small = threads()
    this.large = threads()
  }

  run(message: object, size: number): Promise<Ended<A>> {
    return (isSmallState(size) ? this.small : this.large).run(message, 1, timeFor(size))
  }

  get load(): { readonly running: number; readonly waiting: number } {
    const [one, other] = [this.small.load, this.large.load]
    return { running: one.running + other.running, waiting: one.waiting + other.waiting }
  }

  async close(): Promise<void> {
    await Promise.all([this.small.close(), this.large.close()])
  }
}

function answerOf<A>(ended: Ended<A>, done: string): A {
  if (ended.kind === 'answered') return ended.answer
  throw unavailable(`The state cannot be ${done} at the moment, please try again`, { why: ended.kind })
}
