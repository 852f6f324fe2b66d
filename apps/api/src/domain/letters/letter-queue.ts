import type { OperationContext } from '../../kernel/context.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import type { Letter, Mail } from '../../kernel/mail.js'

/**
 * A queue of letters, sent after the answer, so that no request waits for a mail server. They take turns by line, which
 * is an organization, or a person who is told of their own account. A letter that is not taken is a warning in the log.
 */
export class LetterQueue {
  private readonly underWay = new Set<Promise<void>>()
  private readonly turns = new FairQueue({
    ...{ running: 50, waiting: 200, waitingInAll: 5000 },
    full: () => new Error('too many letters are waiting'),
  })

  constructor(private readonly mail: Mail | undefined) {}

  /** True where there is a mail server at all. */
  get areSent(): boolean {
    return this.mail !== undefined
  }

  post(ctx: OperationContext, line: string, letter: Letter): void {
    const { mail } = this
    if (!mail) return
    const sent = this.turns
      .run(line, () => mail.send(letter))
      .catch((error: unknown) => ctx.log.warn({ reason: String(error) }, 'a letter could not be mailed'))
    this.underWay.add(sent)
    void sent.finally(() => this.underWay.delete(sent))
  }

  /** Finishes the letters that are under way or wait. */
  async stop(): Promise<void> {
    await Promise.all(this.underWay)
  }
}
