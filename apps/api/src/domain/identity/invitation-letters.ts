import { browserName } from '../../kernel/browser-name.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Letter, Mail } from '../../kernel/mail.js'
import type { AuthenticationToken } from './authentication-token.js'
import type { User } from './user.js'

/** Letters on their way at once; links made beyond that are not mailed, but handed on by hand. */
const atOnce = 100

/**
 * Sends one-time links to those whom they are for, where there is a mail server (contract §3). The link is shown to the
 * one who made it in any case, so that no request waits for the letter, and one that is not taken is a warning in the
 * log.
 */
export class InvitationLetters {
  private readonly underWay = new Set<Promise<void>>()

  constructor(
    private readonly mail: Mail | undefined,
    /** Where the console answers. */
    private readonly consoleUrl: string,
  ) {}

  /** Whether there is a mail server at all. */
  get areSent(): boolean {
    return this.mail !== undefined
  }

  invite(ctx: OperationContext, email: string, organization: string, url: string): void {
    this.post(ctx, {
      to: email,
      subject: `You are invited to ${organization}`,
      text: `You are invited to the organization ${organization}.\n\nJoin with your account, or make one, here:\n${url}\n\nThe link works once, for 7 days.\n`,
    })
  }

  offerPassword(ctx: OperationContext, email: string, username: string, url: string): void {
    this.post(ctx, {
      to: email,
      subject: 'Your new password',
      text: `An administrator made a link for ${username} to set a new password:\n${url}\n\nThe link works once, for 7 days. Until you use it, your present password stays as it is.\n`,
    })
  }

  /** Only to a verified address, and never with the value: the person may not be who made the token. */
  announceToken(
    { address, ...ctx }: OperationContext,
    { username, email, emailProof }: Pick<User, 'username' | 'email' | 'emailProof'>,
    { description, scopes, createdAt, expiresAt }: AuthenticationToken,
  ): void {
    if (email === null || emailProof === null) return
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

  /** To a verified address alone: a claim may be another person's. */
  announceSignIn(
    { address, userAgent, ...ctx }: OperationContext,
    { username, email, emailProof }: Pick<User, 'username' | 'email' | 'emailProof'>,
    at: Date,
  ): void {
    if (email === null || emailProof === null) return
    const facts = [
      `Time: ${at.toISOString()}`,
      `Address: ${address ?? 'an unknown address'}`,
      `Program: ${inOneLine(browserName(userAgent ?? null))}`,
    ]
    this.post(ctx, {
      to: email,
      subject: 'A sign-in from a new place',
      text: `The account ${username} was signed in to from a network that it was not used from in the last 90 days.\n\n${facts.join('\n')}\n\nIf this was you, there is nothing to do.\n\nIf this was not you, change your password, which ends all other sessions and your tokens:\n${this.consoleUrl}/app/settings/password\n\nIf you sign in by single sign-on, change your password there. Your sessions, and where to end them:\n${this.consoleUrl}/app/settings/sessions\n`,
    })
  }

  confirmEmail(ctx: OperationContext, email: string, username: string, url: string): void {
    this.post(ctx, {
      to: email,
      subject: 'Confirm your e-mail address',
      text: `The account ${username} wants to use this e-mail address. If the account is yours, sign in and confirm it here:\n${url}\n\nThe link works once, for 24 hours. If the account is not yours, do nothing.\n`,
    })
  }

  tellEmailChange(ctx: OperationContext, old: string, username: string, email: string): void {
    this.post(ctx, {
      to: old,
      subject: 'Your e-mail address is being changed',
      text: `The e-mail address of the account ${username} is being changed from this one to ${email}.\n\nIf that was not you, change your password and tell an administrator.\n`,
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
