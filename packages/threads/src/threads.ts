import { Worker } from 'node:worker_threads'

type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'too slow' | 'crashed' }

/** The end of a job, with the milliseconds that it took in its thread. */
export type Ended<Answer> = Outcome<Answer> & { readonly took: number }

interface Job<Answer> {
  readonly message: unknown
  readonly moved: readonly ArrayBuffer[]
  readonly weight: number
  readonly timeLimit: number
  settle(ended: Ended<Answer>): void
}

export interface ThreadsOptions {
  /** Program of a thread, which answers each message by another. */
  readonly program: URL
  /** Limit of the threads. */
  readonly size: number
  /** Time that a job may delay others before another thread starts, in milliseconds. */
  readonly holdUp: number
  /**
   * Time limit of one job, in milliseconds; on a machine that is busy with other things up to four times as
   * long.
   */
  readonly timeLimit: number
  /** Memory limit of one thread, in MiB. */
  readonly memoryLimit: number
  /** A thread whose jobs weigh more than this together makes room for a fresh one. */
  readonly lifetime: number
  /** Limit of the jobs that may wait. */
  readonly queue: number
  /** Error that is thrown for those beyond the limit. */
  readonly full: () => Error
}

/** Factor of the limit that a job may take if the machine hardly lets it run. */
const mostDelay = 4

/** Time in milliseconds after which a thread without work ends. */
const startTimeout = 30_000

/**
 * Runs work that never yields in threads, which are started when needed, ended when a job takes too long or
 * too much memory, and replaced. One thread does it all until a job delays the others.
 */
export class Threads<Answer extends object> {
  private readonly waiting: Job<Answer>[] = []
  private readonly threads = new Set<Thread<Answer>>()
  private isClosed = false

  constructor(private readonly options: ThreadsOptions) {}

  /** Jobs that are worked at right now, and that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    const running = [...this.threads].filter(({ isIdle }) => !isIdle).length
    return { running, waiting: this.waiting.length }
  }

  /**
   * Throws what `full` makes when too many jobs wait already. `timeLimit`: of this one, where it is not the usual one.
   * `moved`: buffers of the message that the thread owns from then on.
   */
  async run(
    message: unknown,
    weight: number,
    timeLimit = this.options.timeLimit,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Ended<Answer>> {
    if (this.isClosed) return { kind: 'crashed', took: 0 }
    if (this.waiting.length >= this.options.queue) throw this.options.full()
    return new Promise((settle) => {
      this.waiting.push({ message, moved, weight, timeLimit, settle })
      this.advance()
    })
  }

  /** Ends what is being worked at, what waits, and whatever comes later. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const { settle } of this.waiting.splice(0)) settle({ kind: 'crashed', took: 0 })
    await Promise.all([...this.threads].map((thread) => thread.stop()))
  }

  private advance(): void {
    while (this.waiting.length > 0) {
      const thread = this.idleThread()
      const job = thread && this.waiting.shift()
      if (!job) return
      thread.take(job)
    }
  }

  private idleThread(): Thread<Answer> | undefined {
    for (const thread of this.threads) if (thread.isIdle) return thread
    const areHeldUp = [...this.threads].every(({ isHeldUp }) => isHeldUp)
    if (!areHeldUp || this.threads.size >= this.options.size) return undefined
    const started = new Thread<Answer>(this.options, {
      advance: () => this.advance(),
      gone: (thread) => {
        this.threads.delete(thread)
        this.advance()
      },
    })
    this.threads.add(started)
    return started
  }
}

interface Listener<Answer extends object> {
  /** Reports that a thread has no work left, or delays that of others. */
  advance(): void
  gone(thread: Thread<Answer>): void
}

class Thread<Answer extends object> {
  private readonly worker: Worker
  private job: Job<Answer> | undefined
  private timer: NodeJS.Timeout | undefined
  private holdUp: NodeJS.Timeout | undefined
  private stopwatch = new Stopwatch()
  private seen = 0
  private hasEnded = false
  /** True if its present job delays others. */
  isHeldUp = false

  constructor(
    private readonly options: ThreadsOptions,
    private readonly listener: Listener<Answer>,
  ) {
    const { program, memoryLimit } = options
    this.worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryLimit } })
    this.worker.on('message', (answer: Answer) => this.answered(answer))
    this.worker.on('error', () => this.end({ kind: 'crashed' }))
    this.worker.on('exit', () => this.end({ kind: 'crashed' }))
    this.worker.unref()
  }

  get isIdle(): boolean {
    return this.job === undefined && !this.hasEnded
  }

  take(job: Job<Answer>): void {
    clearTimeout(this.timer)
    this.job = job
    this.stopwatch = new Stopwatch()
    this.seen += job.weight
    this.timer = setTimeout(() => this.checkTime(job), job.timeLimit)
    this.holdUp = setTimeout(() => {
      this.isHeldUp = true
      this.listener.advance()
    }, this.options.holdUp)
    this.worker.ref()
    this.worker.postMessage(job.message, [...job.moved])
  }

  async stop(): Promise<void> {
    this.end({ kind: 'crashed' })
    await this.worker.terminate()
  }

  private checkTime(job: Job<Answer>): void {
    const { timeLimit } = job
    const left = Math.min(timeLimit - this.stopwatch.worked, mostDelay * timeLimit - this.stopwatch.passed)
    if (left < 1) this.end({ kind: 'too slow' })
    else this.timer = setTimeout(() => this.checkTime(job), left)
  }

  private answered(answer: Answer): void {
    const outcome = { kind: 'answered', answer } as const
    // One that says that it is broken is replaced.
    const isBroken = 'isBroken' in answer && answer.isBroken === true
    if (isBroken || this.seen > this.options.lifetime) return this.end(outcome)
    this.settle(outcome)
    this.worker.unref()
    this.timer = setTimeout(() => this.end({ kind: 'crashed' }), startTimeout).unref()
    this.listener.advance()
  }

  private settle(outcome: Outcome<Answer>): void {
    clearTimeout(this.timer)
    clearTimeout(this.holdUp)
    this.isHeldUp = false
    const { job } = this
    this.job = undefined
    job?.settle({ ...outcome, took: this.stopwatch.worked })
  }

  /** Ends a thread, whatever it does. Another one takes its place only once its memory is released. */
  private end(outcome: Outcome<Answer>): void {
    if (this.hasEnded) return
    this.hasEnded = true
    this.settle(outcome)
    void this.worker.terminate().finally(() => this.listener.gone(this))
  }
}

/**
 * A measure of the time that has passed, and of how much of it this process was at work at most, in
 * milliseconds.
 */
class Stopwatch {
  private readonly began = performance.now()
  private readonly used = process.cpuUsage()

  get passed(): number {
    return performance.now() - this.began
  }

  get worked(): number {
    const { user, system } = process.cpuUsage(this.used)
    return Math.min(this.passed, (user + system) / 1000)
  }
}
