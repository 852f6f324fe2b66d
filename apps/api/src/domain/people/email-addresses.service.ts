import type { OperationContext } from '../../kernel/context.js'
import { faults, found, invalid, notFound, type Fault } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, type Raw } from '../../kernel/input.js'
import { requirePermission, requirePerson } from '../../kernel/permissions.js'
import { isProven, isSameEmail } from './email-address.js'
import type { EmailConfirmation } from './invitations.store.js'
import { durationInWords } from '../../kernel/leaky-bucket.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import type { PeopleParts } from './people-parts.js'
import { adminUserChange, userSubject, type Account, type User } from './user.js'
import type { UserFacts } from './users.store.js'

/** Changes and verifies the addresses of people (contract §10). */
export class EmailAddressesService {
  constructor(private readonly parts: PeopleParts) {}

  /**
   * Returns the facts to write for a user who asks for another address. Where mail is sent the change waits for the
   * link that goes to the new address, and the old one gets a mail; an address that a site administrator asks for is
   * proven. Any other is a claim.
   */
  async change(tx: OperationContext, user: User, email: string): Promise<UserFacts> {
    const { claims, mail, invitations } = this.parts
    await invitations.deleteConfirmations(tx, user.id)
    if (isSameEmail(user.email, email)) return { email }
    if (!user.isSiteAdmin && mail.isConfigured) {
      await claims.requireFree(tx, email, 'mail', user.id)
      await this.mailLink(tx, user, email, ['email'])
      this.tellOld(tx, user, email)
      return {}
    }
    const emailProof = user.isSiteAdmin ? 'administrator' : null
    await claims.claim(tx, email, emailProof, user.id)
    this.tellOld(tx, user, email)
    return { email, emailProof }
  }

  /** Sets and verifies a user's address, as a site administrator. A change that waits is dropped. */
  async set(ctx: OperationContext, id: string, raw: Raw<typeof adminUserChange>): Promise<User> {
    requirePermission(ctx, 'users:write')
    const { claims, invitations, users, transactions, audit } = this.parts
    const { email } = parseChange(adminUserChange, raw)
    return transactions.run(ctx, async (tx) => {
      if (email !== undefined) await users.lockEmail(tx, email)
      const before = found(isId('user', id) ? await users.findLocked(tx, id) : undefined)
      if (email === undefined) return before
      requireFreshSignIn(tx)
      const emailProof = 'administrator' as const
      await invitations.deleteConfirmations(tx, id)
      await claims.claim(tx, email, emailProof, id)
      const after = await users.update(tx, id, { email, emailProof })
      await audit.record(tx, { action: 'user.set-email', subject: userSubject(after), before, after })
      if (!isSameEmail(before.email, email)) this.tellOld(tx, before, email)
      return after
    })
  }

  /** Mails another link to the address that waits, or to the caller's own while an invitation alone proves it. */
  async sendConfirmation(ctx: OperationContext): Promise<void> {
    const { id } = requirePerson(ctx, 'account:write')
    await this.parts.transactions.run(ctx, async (tx) => {
      const user = found(await this.parts.users.findLocked(tx, id))
      const waiting = await this.parts.invitations.findWaitingAddress(tx, id)
      const email = waiting ?? (isProven(user) ? null : user.email)
      if (!this.parts.mail.isConfigured || email === null) throw invalid(nothingToConfirm)
      await this.mailLink(tx, user, email)
    })
  }

  /** Finds the confirmation behind a link; `not-found` for a link that is forged, old, used or another user's. */
  async findConfirmation(ctx: OperationContext, value: string): Promise<EmailConfirmation> {
    const { id: userId } = requirePerson(ctx, 'account:write')
    const parsed = this.parts.tokenValues.parse(value)
    const found =
      parsed?.kind === 'confirmation'
        ? await this.parts.invitations.findConfirmation(ctx, parsed.hash)
        : undefined
    // Only the user who asked may see it: another owner of the address must not give it to that account by a click.
    if (found?.userId !== userId) throw notFound()
    return found
  }

  /** Gives the confirmed address to the caller, verified. */
  async confirm(ctx: OperationContext, value: string): Promise<Account> {
    const { claims, invitations, users, transactions, audit } = this.parts
    const { id, userId, email } = await this.findConfirmation(ctx, value)
    return transactions.run(ctx, async (tx) => {
      await users.lockEmail(tx, email)
      const before = await users.findLocked(tx, userId)
      if (!before || !(await invitations.take(tx, { id }))) throw notFound()
      await claims.claim(tx, email, 'mail', userId)
      const after = await users.update(tx, userId, { email, emailProof: 'mail' })
      await audit.record(tx, { action: 'user.verify-email', subject: userSubject(after), before, after })
      return { ...after, unconfirmedEmail: null, isServiceAccount: false }
    })
  }

  /** Adds to the user the address that waits for its confirmation. */
  async accountOf(ctx: OperationContext, user: User): Promise<Account> {
    const { mail, invitations } = this.parts
    const waiting = mail.isConfigured ? await invitations.findWaitingAddress(ctx, user.id) : undefined
    return { ...user, unconfirmedEmail: waiting ?? null, isServiceAccount: false }
  }

  /** True where a mail would make an address of the account count for more. */
  canSend({
    email,
    emailProof,
    unconfirmedEmail,
  }: Omit<Account, 'suspendedAt' | 'twoFactorEnabledAt'>): boolean {
    const isWeak = email !== null && !isProven({ emailProof })
    return this.parts.mail.isConfigured && (isWeak || unconfirmedEmail !== null)
  }

  private async mailLink(
    tx: OperationContext,
    user: User,
    email: string,
    path: Fault['path'] = [],
  ): Promise<void> {
    const url = await this.parts.links.create(tx, { userId: user.id, email })
    const wait = await this.parts.mail.confirmEmail(tx, user, email, url)
    if (wait === 0) return
    const why = 'too many confirmation mails'
    tx.refused?.(tx, { action: 'access.deny', why, subject: userSubject(user) })
    const message = `Too many confirmation mails. Wait ${durationInWords(wait)}, then try again`
    throw invalid(faults.denied(message, ...path))
  }

  /** Notifies the old address of the change, unless it is a claim: it may be another person's, who must not know. */
  private tellOld(tx: OperationContext, user: User, email: string): void {
    const { email: old, emailProof } = user
    if (old !== null && emailProof !== null) this.parts.mail.announceEmailChange(tx, user, old, email)
  }
}

const nothingToConfirm = faults.denied('There is no address to confirm, or no mail is set up')
