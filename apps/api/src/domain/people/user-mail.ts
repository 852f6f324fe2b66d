import { browserName } from '../../kernel/browser-name.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MailRateLimits } from '../mail/mail-rate-limits.js'
import type { MailQueue } from '../mail/mail-queue.js'
import { isProven } from './email-address.js'
import type { User } from './user.js'
import type { UsersStore } from './users.store.js'

type Addressee = Pick<User, 'id' | 'username' | 'email' | 'emailProof'>

/** The news of a mail, as a sentence. */
interface News {
  readonly subject: string
  readonly text: string
}

/** The facts of a new token that a mail names. */
interface NewToken {
  readonly description: string | null
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** An invitation of an address to an organization. */
interface InvitationTo {
  readonly email: string
  readonly organization: { readonly id: string; readonly name: string }
}

interface MailParts {
  readonly queue: MailQueue
  readonly rateLimits: MailRateLimits
  readonly users: UsersStore
  /** The address of the console. */
  readonly consoleUrl: string
}

/**
 * Mail to people, where there is a mail server (contract §3): one-time links to their addressees, and what happened
 * to an account to its verified address. They leave once the transaction is committed. Links are shown to their maker
 * in any case.
 */
export class UserMail {
  constructor(private readonly parts: MailParts) {}

  get isConfigured(): boolean {
    return this.parts.queue.isConfigured
  }

  /** Mails an invitation; false where it is not mailed. */
  invite(tx: OperationContext, { email, organization }: InvitationTo, url: string): Promise<boolean> {
    const { id, name } = organization
    return this.offer(
      tx,
      email,
      { line: id, organizationId: id },
      {
        subject: `You are invited to ${name}`,
        text: `You are invited to the organization ${name}.\n\nJoin with your account, or make one, here:\n${url}\n\nThe link works once, for 7 days.\n`,
      },
    )
  }

  /** Mails a link to a new password; false for a claim, which may be another person's address. */
  async offerPassword(tx: OperationContext, user: Addressee, url: string): Promise<boolean> {
    const { id, username, email, emailProof } = user
    if (email === null || emailProof === null) return false
    return this.offer(
      tx,
      email,
      { line: id },
      {
        subject: 'Your new password',
        text: `An administrator made a link for ${username} to set a new password:\n${url}\n\nThe link works once, for 7 days. Until you use it, your present password stays as it is.\n`,
      },
    )
  }

  /** Tells the person of a new token, never with its value: another person may have made it. */
  async announceToken(
    tx: OperationContext,
    user: Addressee,
    { description, scopes, createdAt, expiresAt }: NewToken,
  ): Promise<void> {
    const facts = [
      `Description: ${description ? inOneLine(description) : 'none'}`,
      `May do: ${scopes.length === 0 ? 'everything that you may do' : scopes.join(', ')}`,
      `Made: ${createdAt.toISOString()}`,
      `Expires: ${expiresAt.toISOString()}`,
      `From: ${tx.address ?? 'an unknown address'}`,
    ]
    await this.notify(tx, user, {
      subject: 'A new token for your account',
      text: `A token was made that acts as ${user.username}.\n\n${facts.join('\n')}\n\nIf you did not make it, end it here and change your password:\n${this.pageOf('tokens')}\n`,
    })
  }

  async announceSignIn(tx: OperationContext, user: Addressee): Promise<void> {
    await this.notify(tx, user, {
      subject: 'A sign-in from a new place',
      text: `The account ${user.username} was signed in to from a network that it was not used from in the last 90 days.\n\n${factsOf(tx).join('\n')}\n\nIf this was you, there is nothing to do.\n\nIf this was not you, change your password, which ends all other sessions and your tokens:\n${this.pageOf('password')}\n\nIf you sign in by single sign-on, change your password there. Your sessions, and where to end them:\n${this.pageOf('sessions')}\n`,
    })
  }

  /** Tells the person that what proves or reaches them, or an organization, has changed. */
  async announceChange(tx: OperationContext, user: Addressee, { subject, text }: News): Promise<void> {
    const facts = factsOf(tx, user)
    await this.notify(tx, user, {
      subject,
      text: `${text}\n\n${facts.join('\n')}\n\nIf you know of it, there is nothing to do.\n\nIf you do not, tell an administrator, and change your password, which ends all other sessions and your tokens:\n${this.pageOf('password')}\n`,
    })
  }

  /** Informs the acting person of their change. */
  async announceAct(tx: OperationContext, news: News): Promise<void> {
    if (!this.isConfigured || tx.actor.type !== 'user') return
    const user = await this.parts.users.find(tx, tx.actor.id)
    if (user) await this.announceChange(tx, user, news)
  }

  /** Mails a confirmation link where the wait is 0; returns the wait until one may be sent, in milliseconds. */
  async confirmEmail(
    tx: OperationContext,
    { id, username }: Addressee,
    email: string,
    url: string,
  ): Promise<number> {
    const wait = await this.parts.rateLimits.take(tx, { address: email, confirmsFor: id })
    if (wait === 0)
      this.enqueue(tx, id, email, {
        subject: 'Confirm your e-mail address',
        text: `The account ${username} wants to use this e-mail address. If the account is yours, sign in and confirm it here:\n${url}\n\nThe link works once, for 24 hours. If the account is not yours, do nothing.\n`,
      })
    return wait
  }

  announceEmailChange(tx: OperationContext, { id, username }: Addressee, old: string, email: string): void {
    this.enqueue(tx, id, old, {
      subject: 'Your e-mail address is being changed',
      text: `The e-mail address of the account ${username} is being changed from this one to ${email}.\n\nIf that was not you, change your password and tell an administrator.\n`,
    })
  }

  /**
   * Mails to a verified address alone: a claim may be another person's. An address that only an invitation proved,
   * which its inviter chose, may be too, so it counts against the limits.
   */
  private async notify(tx: OperationContext, user: Addressee, news: News): Promise<void> {
    const { id, email, emailProof } = user
    if (email === null || emailProof === null) return
    if (isProven(user)) this.enqueue(tx, id, email, news)
    else await this.offer(tx, email, { line: id }, news)
  }

  /** Mails to an address that the sender chose; false beyond the limit of what may be mailed there. */
  private async offer(
    tx: OperationContext,
    address: string,
    { line, organizationId }: { line: string; organizationId?: string },
    news: News,
  ): Promise<boolean> {
    const purpose = { address, ...(organizationId !== undefined && { organizationId }) }
    if (!this.isConfigured || (await this.parts.rateLimits.take(tx, purpose)) > 0) return false
    this.enqueue(tx, line, address, news)
    return true
  }

  private enqueue(tx: OperationContext, line: string, to: string, news: News): void {
    tx.afterCommit?.(() => this.parts.queue.enqueue(tx, line, { to, ...news }))
  }

  private pageOf(page: 'password' | 'sessions' | 'tokens'): string {
    return `${this.parts.consoleUrl}/app/settings/${page}`
  }
}

/** Names the time and where the act came from; where another person acted, who that was. */
function factsOf(
  { clock, actor, address, userAgent }: OperationContext,
  of?: Pick<User, 'id'>,
): readonly string[] {
  const time = `Time: ${clock.now().toISOString()}`
  if (of && actor.type === 'user' && actor.id !== of.id) return [time, `By: ${actor.name}`]
  return [
    time,
    `Address: ${address ?? 'an unknown address'}`,
    `Program: ${inOneLine(browserName(userAgent ?? null))}`,
  ]
}

/** Quotes a text so that line breaks typed by a thief make no separate lines in the mail. */
export const inOneLine = (text: string): string =>
  JSON.stringify(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
