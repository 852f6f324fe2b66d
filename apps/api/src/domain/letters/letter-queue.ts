import type { OperationContext } from '../../kernel/context.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { minutes } from '../../kernel/clock.js'
import { MailPostponed, type Letter, type Mail } from '../../kernel/mail.js'

/** After so long a letter is tried again that the server does not take yet: greylisting ones do after some minutes. */
const waits = [minutes(5), minutes(15), minutes(45)]

/** So many may wait for another try. */
const mostPostponed = 5000

interface Sending {
  readonly ctx: Pick<OperationContext, 'log' | 'clock'>
  readonly line: string
  readonly letter: Letter
  /** How many tries there were. */
  readonly tries: number
}

/**
 * A queue of letters, sent after the answer, so that no request waits for a mail server. They take turns by line, which
 * is an organization, or a person who is told of their own account. What the server may take later is tried again, by
 * this process alone; a letter that is not taken at last is a warning in the log.
 */
export class LetterQueue {
  private readonly underWay = new Set<Promise<void>>()
  /** By when they are due. */
  private postponed: (Sending & { readonly dueAt: number })[] = []
  private readonly turns = new FairQueue({
    ...{ running: 50, waiting: 200, waitingInAll: 5000 },
    full: () => new Error('too many letters are waiting'),
  })

  constructor(private readonly mail: Mail | undefined) {}

  /** True where there is a mail server at all. */
  get areSent(): boolean {
    return this.mail !== undefined
  }

  post({ log, clock }: OperationContext, line: string, letter: Letter): void {
    this.send({ ctx: { log, clock }, line, letter, tries: 0 })
  }

  /** Tries those again that are due. */
  sendDue({ clock }: Pick<OperationContext, 'clock'>): void {
    const isDue = ({ dueAt }: { readonly dueAt: number }) => dueAt <= clock.elapsed()
    const due = this.postponed.filter(isDue)
    this.postponed = this.postponed.filter((each) => !isDue(each))
    for (const sending of due) this.send(sending)
  }

  /** Finishes the letters that are under way or wait for their turn. Those that the server did not take yet are lost. */
  async stop(): Promise<void> {
    await Promise.all(this.underWay)
    const [first] = this.postponed
    first?.ctx.log.warn({ letters: this.postponed.length }, 'letters that were to be tried again are lost')
    this.postponed = []
  }

  private send(sending: Sending): void {
    const { mail } = this
    if (!mail) return
    const sent = this.turns
      .run(sending.line, () => mail.send(sending.letter))
      .catch((error: unknown) => this.failed(sending, error))
    this.underWay.add(sent)
    void sent.finally(() => this.underWay.delete(sent))
  }

  private failed({ ctx, ...sending }: Sending, error: unknown): void {
    const wait = waits[sending.tries]
    const isPostponed = error instanceof MailPostponed && wait !== undefined
    if (!isPostponed || this.postponed.length >= mostPostponed) {
      ctx.log.warn({ reason: String(error) }, 'a letter could not be mailed')
      return
    }
    ctx.log.info({ reason: String(error), wait }, 'a letter is tried again later')
    const dueAt = ctx.clock.elapsed() + wait
    this.postponed.push({ ...sending, ctx, tries: sending.tries + 1, dueAt })
  }
}
