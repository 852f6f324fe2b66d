import type { OperationContext } from '../../kernel/context.js'
import type { Letter, Mail } from '../../kernel/mail.js'
import type { AuthenticationToken } from './authentication-token.js'
import type { User } from './user.js'

/** On their way at once; whoever makes more links meanwhile hands them on by hand. */
const atOnce = 100

/**
 * Sends one-time links to those whom they are for, where there is a mail server (contract §3). The link is shown to
 * whoever made it in any case, so nobody waits for the letter, and one that is not taken is a warning in the log.
 */
export class InvitationLetters {
  private readonly underWay = new Set<Promise<void>>()

  constructor(
    private readonly mail: Mail | undefined,
    /** Where the console answers. */
    private readonly consoleUrl: string,
  ) {}

  invite(ctx: OperationContext, email: string, organization: string, url: string): void {
    this.post(ctx, {
      to: email,
      subject: `You are invited to ${organization}`,
      text: `You are invited to the organization ${organization}.\n\nChoose a user name and a password here:\n${url}\n\nThe link works once, for 7 days.\n`,
    })
  }

  offerPassword(ctx: OperationContext, email: string, username: string, url: string): void {
    this.post(ctx, {
      to: email,
      subject: 'Your new password',
      text: `An administrator made a link for ${username} to set a new password:\n${url}\n\nThe link works once, for 7 days. Until you use it, your present password stays as it is.\n`,
    })
  }

  /** Whether anything is sent at all. */
  get areSent(): boolean {
    return this.mail !== undefined
  }

  /** Never with its value: the letter is for a person who may not be who made it. */
  announceToken(
    { address, ...ctx }: OperationContext,
    { username, email }: Pick<User, 'username' | 'email'>,
    { description, scopes, createdAt, expiresAt }: AuthenticationToken,
  ): void {
    const facts = [
      `Description: ${description ? inOneLine(description) : 'none'}`,
      `May do: ${scopes.length === 0 ? 'everything that you may do' : scopes.join(', ')}`,
      `Made: ${createdAt.toISOString()}`,
      `Expires: ${expiresAt.toISOString()}`,
      `From: ${address ?? 'an unknown address'}`,
    ]
    this.post(ctx, {
      to: email,
      subject: 'A new token for your account',
      text: `A token was made that acts as ${username}.\n\n${facts.join('\n')}\n\nIf you did not make it, end it here and change your password:\n${this.consoleUrl}/app/settings/tokens\n`,
    })
  }

  /** What is under way is finished first. */
  async stop(): Promise<void> {
    await Promise.all(this.underWay)
  }

  private post(ctx: OperationContext, letter: Letter): void {
    if (!this.mail) return
    if (this.underWay.size >= atOnce)
      return ctx.log.warn({}, 'a letter was not mailed: too many letters are under way')
    const sent = this.mail.send(letter).catch((error: unknown) => {
      ctx.log.warn({ reason: String(error) }, 'a letter could not be mailed')
    })
    this.underWay.add(sent)
    void sent.finally(() => this.underWay.delete(sent))
  }
}

/** What a thief has typed makes no lines of its own in the letter. */
const inOneLine = (text: string): string => JSON.stringify(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
