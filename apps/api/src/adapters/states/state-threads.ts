import { Threads, type Ended } from '@engine/threads'
import { unavailable } from '../../kernel/errors.js'
import { unopened, type Keyring } from '../../kernel/signing.js'
import {
  isSmallState,
  type ReadFor,
  type ReadResult,
  type StateBytes,
  type StateFacts,
} from '../../domain/states/state.js'
import type {
  ListedResources,
  ResourceRange,
  StateResourceBlock,
} from '../../domain/states/state-resource.js'
import type { StateComparison } from '../../domain/states/state-comparison.js'
import { sealedFor } from '../secrets/purposes.js'
import { release } from './release.mjs'
import { StateBuffers, type Bytes } from './state-buffers.js'

/** A thread that has read more bytes makes room for a fresh one, so that what a large state leaves ends with it. */
const lifetime = 64 * 1024 * 1024

/** Time limit for one state, in milliseconds: for every state, and for each MiB. */
const timeLimit = { each: 10_000, mebibyte: 1000 }

/** Time limit for a state of this size. */
const timeFor = (size: number): number =>
  timeLimit.each + Math.ceil(size / (1024 * 1024)) * timeLimit.mebibyte

/**
 * Reads states in threads: a large one takes seconds. A thread has in memory the positions of the outputs,
 * and what is stored of them. Small states have a separate thread, and comparisons do not delay writes.
 */
export class StateThreads {
  /** A text says why it is no state. */
  private readonly readers: BySize<{ readonly read: StateFacts | string }>
  private readonly comparing: BySize<{ readonly comparison: StateComparison }>
  /** Undefined where no key opens a block. */
  private readonly listing: BySize<{ readonly listed: ListedResources | undefined }>
  private readonly buffers = new StateBuffers()

  constructor(memoryLimit = 1024) {
    this.readers = new BySize(new URL('./state-worker.mjs', import.meta.url), memoryLimit)
    this.comparing = new BySize(new URL('./state-comparison-worker.mjs', import.meta.url), memoryLimit)
    this.listing = new BySize(new URL('./state-resources-worker.mjs', import.meta.url), memoryLimit)
  }

  async read(state: StateBytes, { id, ...readFor }: ReadFor, keyring: Keyring): Promise<ReadResult> {
    const asked = { ...readFor, keys: keysOf(keyring), about: id }
    const ended = await this.buffers.with([state], (buffers) =>
      this.readers.run({ ...asked, bytes: buffers[0] }, state.size, buffers),
    )
    const facts = answerOf(ended, 'read').read
    return { facts, release: () => release(typeof facts === 'string' ? [] : listsOf(facts)) }
  }

  async compare(former: StateBytes | undefined, newer: StateBytes): Promise<StateComparison> {
    const size = Math.max(former?.size ?? 0, newer.size)
    const ended = await this.buffers.with(former ? [newer, former] : [newer], (buffers) =>
      this.comparing.run({ newer: buffers[0], former: buffers[1] }, size, buffers),
    )
    return answerOf(ended, 'compared').comparison
  }

  /** Reads a part of the resources in blocks of one state. */
  async list(
    stateVersionId: string,
    blocks: readonly StateResourceBlock[],
    range: ResourceRange,
    keyring: Keyring,
  ): Promise<ListedResources> {
    const keys = keyring.derive(sealedFor.stateResources).all.map((key) => new Uint8Array(key))
    const size = blocks.reduce((sum, { sealed }) => sum + sealed.length, 0)
    const asked = { blocks, keys, about: stateVersionId, range }
    const { listed } = answerOf(await this.listing.run(asked, size, []), 'read')
    if (!listed) throw unopened('The list of resources')
    return listed
  }

  /** Returns how many whole states are in memory, and their bytes. */
  get usage(): { readonly count: number; readonly bytes: number } {
    return this.buffers.usage
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return this.readers.load
  }

  async close(): Promise<void> {
    await Promise.all([this.readers.close(), this.comparing.close(), this.listing.close()])
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
      lifetime,
    }
    const full = () => unavailable('Too many states are being read at once, please try again')
    const threads = () => new Threads<A>({ ...limits, program, full })
    this.small = threads()
    this.large = threads()
  }

  /** Runs a job by a message whose buffers the thread owns from then on. */
  run(message: object, size: number, buffers: readonly Bytes[]): Promise<Ended<A>> {
    const owned = buffers.map(({ buffer }) => buffer)
    return (isSmallState(size) ? this.small : this.large).run(message, size, timeFor(size), owned)
  }

  get load(): { readonly running: number; readonly waiting: number } {
    const [one, other] = [this.small.load, this.large.load]
    return { running: one.running + other.running, waiting: one.waiting + other.waiting }
  }

  async close(): Promise<void> {
    await Promise.all([this.small.close(), this.large.close()])
  }
}

const keysOf = (keyring: Keyring) => ({
  outputs: new Uint8Array(keyring.derive(sealedFor.stateOutputs).first),
  resources: new Uint8Array(keyring.derive(sealedFor.stateResources).first),
})

const listsOf = ({ outputs, resources }: StateFacts): readonly ArrayBuffer[] =>
  [...outputs.batches, ...resources.batches].map(({ bytes }) => bytes.buffer)

function answerOf<A>(ended: Ended<A>, done: string): A {
  if (ended.kind === 'answered') return ended.answer
  throw unavailable(`The state cannot be ${done} at the moment, please try again`, { why: ended.kind })
}
