import { Worker } from 'node:worker_threads'
import { unavailable } from '../../kernel/errors.js'

/** `error` is the parser's own sentence; a thread that says that it is broken is replaced. */
type Answer =
  { readonly json: string } | { readonly error: string; readonly line?: number; readonly isBroken: boolean }

interface Job {
  readonly text: string
  readonly isJson: boolean
  settle(outcome: Outcome): void
}

export type Outcome =
  | { readonly kind: 'parsed'; readonly json: string }
  | { readonly kind: 'refused'; readonly message: string; readonly line?: number | undefined }
  | { readonly kind: 'too deep' | 'too slow' | 'crashed' }

export interface HclThreadsOptions {
  /** How many threads there are at most. */
  readonly size?: number
  /** For how long a file may hold up those behind it before there is another thread, in milliseconds. */
  readonly holdUp?: number
  /** For one file, in milliseconds. */
  readonly timeLimit?: number
  /** How many files may wait. */
  readonly queue?: number
  /** In tests: another program than the parser. */
  readonly program?: URL
}

/** The parser's memory only grows, so a thread that has seen this much makes room for a fresh one. In characters. */
const lifetime = 2 * 1024 ** 2

/** A thread without work is let go of after this, in milliseconds. */
const patience = 30_000

/**
 * Parses files of the engine's language in threads, which are started when needed and replaced when they fail. Each takes
 * a good deal of memory and is quick, so one does the work until a file holds up the others.
 */
export class HclThreads {
  private readonly waiting: Job[] = []
  private readonly threads = new Set<Thread>()
  private readonly options: Required<HclThreadsOptions>

  constructor(options: HclThreadsOptions = {}) {
    const program = new URL('./hcl-worker.mjs', import.meta.url)
    this.options = { size: 2, holdUp: 1000, timeLimit: 20_000, queue: 5000, program, ...options }
  }

  /** Files that are parsed right now, and that wait for it. */
  get load(): { readonly running: number; readonly waiting: number } {
    const running = [...this.threads].filter(({ isIdle }) => !isIdle).length
    return { running, waiting: this.waiting.length }
  }

  /** Answers the JSON text of the file's blocks. Throws `unavailable` when too many files wait already. */
  async parse(text: string, isJson = false): Promise<Outcome> {
    if (this.waiting.length >= this.options.queue)
      throw unavailable('Too many modules are being read at once')
    return new Promise((settle) => {
      this.waiting.push({ text, isJson, settle })
      this.advance()
    })
  }

  /** Ends what is being parsed, and what waits. */
  async close(): Promise<void> {
    for (const { settle } of this.waiting.splice(0)) settle({ kind: 'crashed' })
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

  private idleThread(): Thread | undefined {
    for (const thread of this.threads) if (thread.isIdle) return thread
    const areHeldUp = [...this.threads].every(({ isHeldUp }) => isHeldUp)
    if (!areHeldUp || this.threads.size >= this.options.size) return undefined
    const started = new Thread(this.options, {
      idle: () => this.advance(),
      heldUp: () => this.advance(),
      gone: (thread) => {
        this.threads.delete(thread)
        this.advance()
      },
    })
    this.threads.add(started)
    return started
  }
}

interface Listener {
  idle(): void
  heldUp(): void
  gone(thread: Thread): void
}

class Thread {
  private readonly worker: Worker
  private job: Job | undefined
  private timer: NodeJS.Timeout | undefined
  private holdUp: NodeJS.Timeout | undefined
  private seen = 0
  private hasEnded = false
  /** By the file that it is at. */
  isHeldUp = false

  constructor(
    private readonly options: Required<HclThreadsOptions>,
    private readonly listener: Listener,
  ) {
    this.worker = new Worker(options.program, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    this.worker.on('message', (answer: Answer) => this.answered(answer))
    this.worker.on('error', () => this.end({ kind: 'crashed' }))
    this.worker.on('exit', () => this.end({ kind: 'crashed' }))
    this.worker.unref()
  }

  get isIdle(): boolean {
    return this.job === undefined && !this.hasEnded
  }

  take(job: Job): void {
    clearTimeout(this.timer)
    this.job = job
    this.seen += job.text.length
    this.timer = setTimeout(() => this.end({ kind: 'too slow' }), this.options.timeLimit)
    this.holdUp = setTimeout(() => {
      this.isHeldUp = true
      this.listener.heldUp()
    }, this.options.holdUp)
    this.worker.ref()
    this.worker.postMessage({ text: job.text, isJson: job.isJson }, [])
  }

  async stop(): Promise<void> {
    this.end({ kind: 'crashed' })
    await this.worker.terminate()
  }

  private answered(answer: Answer): void {
    const isSpent = this.seen > lifetime || ('isBroken' in answer && answer.isBroken)
    const outcome = outcomeOf(answer)
    if (isSpent) return this.end(outcome)
    this.settle(outcome)
    this.worker.unref()
    this.timer = setTimeout(() => this.end({ kind: 'crashed' }), patience).unref()
    this.listener.idle()
  }

  private settle(outcome: Outcome): void {
    clearTimeout(this.timer)
    clearTimeout(this.holdUp)
    this.isHeldUp = false
    const { job } = this
    this.job = undefined
    job?.settle(outcome)
  }

  /** Whatever it was doing ends so. Another thread takes its place only once its memory is given back. */
  private end(outcome: Outcome): void {
    if (this.hasEnded) return
    this.hasEnded = true
    this.settle(outcome)
    void this.worker.terminate().finally(() => this.listener.gone(this))
  }
}

function outcomeOf(answer: Answer): Outcome {
  if ('json' in answer) return { kind: 'parsed', json: answer.json }
  const { error, line, isBroken } = answer
  return isBroken ? { kind: 'too deep' } : { kind: 'refused', message: error, line }
}
