import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { InvitationLetters } from './invitation-letters.js'
import type { InvitationLinks } from './invitation-links.js'
import type { Invitation, InvitationState, KeptInvitation } from './invitation.js'
import type { InvitationsStore } from './invitations.store.js'
import type { MembershipsService } from './memberships.service.js'
import type { NewPasswords } from './new-passwords.js'
import type { RevocationsService } from './revocations.service.js'
import { acceptance, passwordReset, type User } from './user.js'
import type { UsersStore } from './users.store.js'

/** What one-time links lead to (contract §3): a first password, or a new one. They ask for no bearer. */
export class InvitationsService {
  constructor(
    private readonly parts: {
      readonly invitations: InvitationsStore
      readonly links: InvitationLinks
      readonly letters: InvitationLetters
      readonly memberships: MembershipsService
      readonly users: UsersStore
      readonly revocations: RevocationsService
      readonly transactions: Transactions
      readonly audit: AuditService
      readonly newPasswords: NewPasswords
      readonly values: TokenValues
    },
  ) {}

  /** For a site administrator to hand on to somebody who forgot a password; an earlier link ends. */
  async createPasswordLink(ctx: OperationContext, userId: string): Promise<{ user: User; url: string }> {
    requirePermission(ctx, 'users:write')
    this.parts.newPasswords.requireOn()
    const { links, letters, users, transactions, audit } = this.parts
    const made = await transactions.run(ctx, async (tx) => {
      if (!isId('user', userId)) throw notFound()
      const user = await users.findLocked(tx, userId)
      if (!user) throw notFound()
      const url = await links.create(tx, { userId })
      await audit.record(tx, { action: 'user.create-password-link', subject: subject(user) })
      return { user, url }
    })
    letters.offerPassword(ctx, made.user.email, made.user.username, made.url)
    return made
  }

  /** A link that is forged, old or used leads nowhere. */
  async find(ctx: OperationContext, value: string): Promise<Invitation> {
    const found = await this.findKept(ctx, value)
    if (!found || stateOf(ctx, found) !== 'good') throw notFound()
    return found
  }

  /** What the link is for, before it is used; not found when it is forged, replaced or withdrawn. */
  async look(ctx: OperationContext, value: string): Promise<InvitationState> {
    const invitation = await this.findKept(ctx, value)
    if (!invitation) throw notFound()
    const state = stateOf(ctx, invitation)
    if (state !== 'good') return { state }
    const { membership } = invitation
    const teams = membership ? await this.parts.memberships.teamsOf(ctx, [membership]) : []
    return { state, invitation, teams: teams.map(({ name }) => name).sort() }
  }

  private async findKept(ctx: OperationContext, value: string): Promise<KeptInvitation | undefined> {
    const parsed = this.parts.values.parse(value)
    return parsed?.kind === 'invitation' ? this.parts.invitations.find(ctx, parsed.hash) : undefined
  }

  /** Uses the link: of many at once one does. What is wrong with the input leaves it as good as it was. */
  async accept(
    ctx: OperationContext,
    value: string,
    raw: Raw<typeof acceptance & typeof passwordReset>,
  ): Promise<User> {
    const invitation = await this.find(ctx, value)
    const { newPasswords, users } = this.parts
    newPasswords.requireOn()
    const { userId, membership } = invitation
    const owner = userId === null ? undefined : await users.find(ctx, userId)
    const about = owner ? [owner.username, owner.email] : [raw.username, membership?.email]
    const weakness = await newPasswords.faultsOf(raw.password, about)
    const rules = () => weakness
    const input =
      userId === null
        ? { ...parseCreation(acceptance, raw, rules), keep_tokens: undefined }
        : { ...parseCreation(passwordReset, raw, rules), username: undefined }
    const passwordHash = await newPasswords.hash(ctx, input.password)
    const asSystem: OperationContext = { ...ctx, actor: { type: 'system', name: 'invitation' } }
    return this.parts.transactions.run(asSystem, async (tx) => {
      if (!(await this.parts.invitations.take(tx, invitation.id))) throw notFound()
      if (userId !== null) return this.resetPassword(tx, userId, passwordHash, input.keep_tokens ?? false)
      if (!membership || input.username === undefined) throw notFound()
      return this.createUser(tx, { username: input.username, email: membership.email, passwordHash })
    })
  }

  private async createUser(
    tx: OperationContext,
    facts: { username: string; email: string; passwordHash: string },
  ): Promise<User> {
    const { users, memberships, audit } = this.parts
    const user = await users.create(tx, { id: newId('user'), isSiteAdmin: false, ...facts })
    await memberships.welcome(tx, user)
    await audit.record(tx, { action: 'user.create', subject: subject(user), after: user })
    return user
  }

  private async resetPassword(
    tx: OperationContext,
    id: string,
    passwordHash: string,
    keepsTokens: boolean,
  ): Promise<User> {
    const { users, revocations } = this.parts
    if (!(await users.findLocked(tx, id))) throw notFound()
    const user = await users.update(tx, id, { passwordHash })
    await revocations.endAfterPassword(tx, user, { keepsTokens })
    return user
  }
}

function stateOf(
  { clock }: OperationContext,
  { isUsed, expiresAt }: KeptInvitation,
): InvitationState['state'] {
  if (isUsed) return 'used'
  return expiresAt > clock.now() ? 'good' : 'expired'
}

function subject(user: User): { type: 'user'; id: string; name: string } {
  return { type: 'user', id: user.id, name: user.username }
}
