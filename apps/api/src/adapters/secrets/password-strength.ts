import { Threads, type ThreadsOptions } from '@engine/threads'
import { unavailable } from '../../kernel/errors.js'
import type { PasswordStrength } from '../../kernel/secrets.js'

/**
 * Least score (of 0 to 4): below it a guesser needs fewer than 10^6 guesses, too few for limits of failures
 * alone.
 */
const leastScore = 2

/**
 * Limits of the characters that are evaluated of a password, and of each known text about its owner: the cost
 * grows with them.
 */
const evaluatedLengths = { password: 40, text: 40, texts: 10 }

/** The strength of passwords by zxcvbn, in a thread: it takes up to half a second for a hostile one. */
export class PasswordStrengthThread implements PasswordStrength {
  private readonly threads: Threads<{ readonly score: number }>

  /** The first password waits until the word lists are read. */
  constructor(options: Partial<Pick<ThreadsOptions, 'timeLimit' | 'queue'>> = {}) {
    this.threads = new Threads({
      ...{ size: 1, holdUp: 10_000, timeLimit: 10_000, queue: 50, memoryLimit: 256 },
      program: new URL('./password-strength-worker.mjs', import.meta.url),
      lifetime: Infinity,
      full: () => unavailable('Too many passwords are being set at once, please try again'),
      ...options,
    })
  }

  async isCommon(password: string, about: readonly string[]): Promise<boolean> {
    const texts = about.slice(0, evaluatedLengths.texts).map((text) => text.slice(0, evaluatedLengths.text))
    const question = { password: password.normalize('NFKC').slice(0, evaluatedLengths.password), texts }
    const ended = await this.threads.run(question, 1)
    if (ended.kind === 'answered') return ended.answer.score < leastScore
    throw unavailable('The password cannot be evaluated at the moment, please try again', { why: ended.kind })
  }

  /** Ends what is being evaluated, and what waits. */
  close(): Promise<void> {
    return this.threads.close()
  }
}
