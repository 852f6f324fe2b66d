import { Threads, type ThreadsOptions } from '@engine/threads'
import type { StoredInterface, VersionComparer } from '../../domain/registry-modules/version-comparison.js'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'

type Stored = StoredInterface | undefined

/** The limits of comparisons for pages, one of an organization at a time: two large versions take a thread half a second. */
const pageTurns = { running: 2, runningOfALine: 1, waiting: 20, waitingInAll: 200 }
/** Publications wait in a transaction; archives that are read come two at a time. */
const publicationTurns = { running: 2, runningOfALine: 1, waiting: 200, waitingInAll: 1000 }

const full = () => unavailable('Too many versions of modules are being compared at once, please try again')

/**
 * Compares versions of modules in threads. Pages and publications do not wait for each other, nor for what is counted in
 * background.
 */
export class ComparisonThreads implements VersionComparer {
  private readonly pages: Turns
  private readonly publications: Turns
  private readonly background: Threads<Answer>

  constructor(options: Partial<ThreadsOptions> = {}) {
    this.pages = new Turns(pageTurns, options)
    this.publications = new Turns(publicationTurns, options)
    this.background = threadsOf(1, options)
  }

  /** Comparisons that run right now, and that wait for it; those in background apart. */
  get load(): { readonly running: number; readonly waiting: number } {
    const [one, other] = [this.pages.load, this.publications.load]
    return { running: one.running + other.running, waiting: one.waiting + other.waiting }
  }

  compare: VersionComparer['compare'] = (organizationId, read, numbers) =>
    this.pages.run(organizationId, async () => {
      const [from, to] = await read()
      return { asked: 'compare', from, to, numbers }
    })

  evaluate: VersionComparer['evaluate'] = (organizationId, candidate, before, after) =>
    this.publications.run(organizationId, async () => ({ asked: 'evaluate', candidate, before, after }))

  async count(from: Stored, to: readonly Stored[]): Promise<readonly number[]> {
    return answerOf<readonly number[]>(await this.background.run({ asked: 'count', from, to }, 1))
  }

  async close(): Promise<void> {
    await Promise.all([this.pages.close(), this.publications.close(), this.background.close()])
  }
}

interface Answer {
  readonly answer: unknown
}

function threadsOf(size: number, options: Partial<ThreadsOptions>): Threads<Answer> {
  return new Threads({
    ...{ size, queue: size, full, holdUp: 200, timeLimit: 20_000, memoryLimit: 512, lifetime: Infinity },
    program: new URL('./comparison-worker.mjs', import.meta.url),
    ...options,
  })
}

/** Threads that organizations use in turn. */
class Turns {
  private readonly queue: FairQueue
  private readonly threads: Threads<Answer>

  constructor(turns: typeof pageTurns, options: Partial<ThreadsOptions>) {
    this.queue = new FairQueue({ ...turns, full })
    this.threads = threadsOf(turns.running, options)
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return this.queue.load
  }

  async run<Result>(organizationId: string, message: () => Promise<object>): Promise<Result> {
    const ended = await this.queue.run(organizationId, async () => this.threads.run(await message(), 1))
    return answerOf<Result>(ended)
  }

  close(): Promise<void> {
    return this.threads.close()
  }
}

function answerOf<Result>(ended: Awaited<ReturnType<Threads<Answer>['run']>>): Result {
  if (ended.kind === 'answered') return ended.answer.answer as Result
  throw unavailable('The versions cannot be compared at the moment, please try again', { why: ended.kind })
}
