import { Worker } from 'node:worker_threads'
import { unavailable } from '../../kernel/errors.js'
import type { PasswordStrength } from '../../kernel/secrets.js'

export interface PasswordStrengthOptions {
  /** For one password, in milliseconds; the first waits until the word lists are read. */
  readonly timeLimit?: number
  /** How many may wait, the one that is judged included. */
  readonly waiting?: number
}

/** Below this score (of 0 to 4) a guesser needs less than 10^6 guesses, which budgets of failures alone cannot make long. */
const leastScore = 2

/** What is judged of a password, and of each text that is known about its owner: the cost grows with their length. */
const judged = { password: 40, text: 40, texts: 10 }

/** Without work the thread is let go of after this, with the memory of its word lists. In milliseconds. */
const patience = 60_000

interface Job {
  readonly question: { readonly password: string; readonly texts: readonly string[] }
  settle(score: number): void
  refuse(error: Error): void
}

/**
 * The strength of passwords by zxcvbn, in a thread that is there only while passwords are set: it takes up to half a
 * second for a hostile one. A thread that does not answer in time is replaced.
 */
export class PasswordStrengthThread implements PasswordStrength {
  private worker: Worker | undefined
  private timer: NodeJS.Timeout | undefined
  private readonly jobs: Job[] = []
  private readonly options: Required<PasswordStrengthOptions>

  constructor(options: PasswordStrengthOptions = {}) {
    this.options = { timeLimit: 10_000, waiting: 50, ...options }
  }

  async isCommon(password: string, about: readonly string[]): Promise<boolean> {
    if (this.jobs.length >= this.options.waiting)
      throw unavailable('Too many passwords are being set at once, please try again')
    const texts = about.slice(0, judged.texts).map((text) => text.slice(0, judged.text))
    const question = { password: password.normalize('NFKC').slice(0, judged.password), texts }
    const score = await new Promise<number>((settle, refuse) => {
      this.jobs.push({ question, settle, refuse })
      if (this.jobs.length === 1) this.begin()
    })
    return score < leastScore
  }

  async close(): Promise<void> {
    const { worker } = this
    this.fail('closed')
    await worker?.terminate()
  }

  private begin(): void {
    clearTimeout(this.timer)
    const [job] = this.jobs
    if (!job) {
      this.worker?.unref()
      this.timer = setTimeout(() => this.end(), patience).unref()
      return
    }
    this.worker ??= this.start()
    this.worker.ref()
    this.timer = setTimeout(() => this.fail('too slow'), this.options.timeLimit)
    this.worker.postMessage(job.question, [])
  }

  private start(): Worker {
    const worker = new Worker(new URL('./password-strength-worker.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    worker.on('message', (score: number) => {
      this.jobs.shift()?.settle(score)
      this.begin()
    })
    const crashed = (): void => {
      if (this.worker === worker) this.fail('crashed')
    }
    return worker.on('error', crashed).on('exit', crashed)
  }

  /** What it was at, and what waits behind, is told to come again. */
  private fail(why: string): void {
    this.end()
    const error = unavailable('The password cannot be judged at the moment, please try again', { why })
    for (const { refuse } of this.jobs.splice(0)) refuse(error)
  }

  private end(): void {
    clearTimeout(this.timer)
    const { worker } = this
    this.worker = undefined
    void worker?.terminate()
  }
}
