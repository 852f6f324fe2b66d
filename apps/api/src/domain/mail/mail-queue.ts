import type { OperationContext } from '../../kernel/context.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { minutes } from '../../kernel/clock.js'
import { MailPostponed, type Mail, type MailMessage } from '../../kernel/mail.js'

/** Waits before each retry of a postponed mail: greylisting servers accept it after some minutes. */
const waits = [minutes(5), minutes(15), minutes(45)]

/** Maximum number of mails that wait for a retry. */
const mostPostponed = 5000

interface Sending {
  readonly ctx: Pick<OperationContext, 'log' | 'clock'>
  readonly line: string
  readonly message: MailMessage
  /** Number of tries before. */
  readonly tries: number
}

/**
 * A queue of mail, sent after the answer, so that no request waits for a mail server. Mails take turns by line: an
 * organization, or a person who gets news of their account. A mail that the server postpones is tried again, by this
 * process alone; one that is finally refused is a warning in the log.
 */
export class MailQueue {
  private readonly underWay = new Set<Promise<void>>()
  /** Mails that wait for a retry. */
  private postponed: (Sending & { readonly dueAt: number })[] = []
  private readonly turns = new FairQueue({
    ...{ running: 50, waiting: 200, waitingInAll: 5000 },
    full: () => new Error('too many mails are waiting'),
  })

  constructor(private readonly mail: Mail | undefined) {}

  /** True where there is a mail server at all. */
  get isConfigured(): boolean {
    return this.mail !== undefined
  }

  enqueue({ log, clock }: OperationContext, line: string, message: MailMessage): void {
    this.send({ ctx: { log, clock }, line, message, tries: 0 })
  }

  /** Sends the postponed mails that are due. */
  sendDue({ clock }: Pick<OperationContext, 'clock'>): void {
    const isDue = ({ dueAt }: { readonly dueAt: number }) => dueAt <= clock.elapsed()
    const due = this.postponed.filter(isDue)
    this.postponed = this.postponed.filter((each) => !isDue(each))
    for (const sending of due) this.send(sending)
  }

  /** Finishes the mails that are under way or wait for their turn. Postponed ones are lost. */
  async stop(): Promise<void> {
    await Promise.all(this.underWay)
    const [first] = this.postponed
    first?.ctx.log.warn({ mails: this.postponed.length }, 'mails that were to be tried again are lost')
    this.postponed = []
  }

  private send(sending: Sending): void {
    const { mail } = this
    if (!mail) return
    const sent = this.turns
      .run(sending.line, () => mail.send(sending.message))
      .catch((error: unknown) => this.failed(sending, error))
    this.underWay.add(sent)
    void sent.finally(() => this.underWay.delete(sent))
  }

  private failed({ ctx, ...sending }: Sending, error: unknown): void {
    const wait = waits[sending.tries]
    const isPostponed = error instanceof MailPostponed && wait !== undefined
    if (!isPostponed || this.postponed.length >= mostPostponed) {
      ctx.log.warn({ reason: String(error) }, 'a mail could not be sent')
      return
    }
    ctx.log.info({ reason: String(error), wait }, 'a mail is tried again later')
    const dueAt = ctx.clock.elapsed() + wait
    this.postponed.push({ ...sending, ctx, tries: sending.tries + 1, dueAt })
  }
}
