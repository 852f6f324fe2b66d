import { asSystem, type OperationContext } from '../../kernel/context.js'
import { faults, faultsIn, found, humanName, invalid, notFound, type Fault } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { allows, denied, requirePermission } from '../../kernel/permissions.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import type { SignInParts } from '../sign-in/sign-in-parts.js'
import type { Invitation, InvitationState, StoredInvitation } from '../people/invitation.js'
import type { OrganizationMembershipsService } from '../teams/organization-memberships.service.js'
import type { RevocationsService } from '../tokens/revocations.service.js'
import { acceptance, passwordReset, userSubject, type User } from '../people/user.js'

export interface PasswordLink {
  readonly user: User
  readonly url: string
  /** True where a mail with it is on its way. */
  readonly mailed: boolean
}

/** Accepts one-time links (contract §3, §10): into an organization, or to a new password. They ask for no bearer. */
export class InvitationsService {
  constructor(
    private readonly parts: SignInParts & {
      readonly joining: Pick<OrganizationMembershipsService, 'join'>
      readonly revocations: RevocationsService
    },
  ) {}

  /** Creates a link that a site administrator hands on to a user who forgot the password; an earlier link ends. */
  async createPasswordLink(ctx: OperationContext, userId: string): Promise<PasswordLink> {
    requirePermission(ctx, 'users:write')
    this.parts.newPasswords.requireOn()
    const { links, mail, users, transactions, audit } = this.parts
    return transactions.run(ctx, async (tx) => {
      if (!isId('user', userId)) throw notFound()
      const user = found(await users.findLocked(tx, userId))
      // The link is as good as the account.
      requireFreshSignIn(tx)
      const url = await links.create(tx, { userId })
      await audit.record(tx, { action: 'user.create-password-link', subject: userSubject(user) })
      return { user, url, mailed: await mail.offerPassword(tx, user, url) }
    })
  }

  /** Finds a link; `not-found` where it is forged, old or used, and for a token without all rights of its user. */
  async find(ctx: OperationContext, value: string): Promise<Invitation> {
    const { actor } = ctx
    if ('credential' in actor && (actor.type !== 'user' || !allows(actor, 'account:write')))
      throw denied(ctx, 'account:write')
    const found = await this.findStored(ctx, value)
    if (!found || stateOf(ctx, found) !== 'good') throw notFound()
    return found
  }

  /** Shows what the link is for, before it is used; `not-found` where it is forged, replaced or withdrawn. */
  async look(ctx: OperationContext, value: string): Promise<InvitationState> {
    const invitation = found(await this.findStored(ctx, value))
    const state = stateOf(ctx, invitation)
    if (state !== 'good') return { state }
    const { membership } = invitation
    const teams = membership ? await this.parts.teams.findMany(ctx, membership.teamIds) : []
    return { state, invitation, teams: teams.map(({ name }) => name).sort() }
  }

  private async findStored(ctx: OperationContext, value: string): Promise<StoredInvitation | undefined> {
    const parsed = this.parts.tokenValues.parse(value)
    return parsed?.kind === 'invitation' ? this.parts.invitations.find(ctx, parsed.hash) : undefined
  }

  /** Uses the link, once: a signed-in person joins, another gets an account. Faults of the input leave it good. */
  async accept(
    ctx: OperationContext,
    value: string,
    raw: Raw<typeof acceptance & typeof passwordReset>,
  ): Promise<User> {
    const invitation = await this.find(ctx, value)
    const { id, userId, membership } = invitation
    if (membership && ctx.actor.type === 'user') return this.joinAs(ctx, ctx.actor.id, id, membership.id, raw)
    this.parts.newPasswords.requireOn()
    if (userId !== null) return this.resetPassword(ctx, id, userId, raw)
    if (!membership) throw notFound()
    return this.createUser(ctx, id, membership, raw)
  }

  private async joinAs(
    ctx: OperationContext,
    userId: string,
    invitationId: string,
    membershipId: string,
    raw: Raw<typeof acceptance>,
  ): Promise<User> {
    const given = (['username', 'password'] as const).filter((name) => (raw[name] ?? undefined) !== undefined)
    if (given.length > 0) throw invalid(...given.map(notNeeded))
    return this.parts.transactions.run(ctx, async (tx) => {
      const user = await this.parts.users.findLocked(tx, userId)
      if (!user || !(await this.parts.invitations.take(tx, { id: invitationId }))) throw notFound()
      return this.parts.joining.join(tx, user, membershipId)
    })
  }

  /** Creates a user with the address that was invited; one that another account has proven stays there. */
  private async createUser(
    ctx: OperationContext,
    invitationId: string,
    { id: membershipId, email, organization }: NonNullable<Invitation['membership']>,
    raw: Raw<typeof acceptance>,
  ): Promise<User> {
    const { invitations, claims, joining, users, transactions, audit, newPasswords } = this.parts
    const weakness = await newPasswords.faultsOf(raw.password, [raw.username, email, organization])
    const { username, password } = parseCreation(acceptance, raw, () => weakness)
    const passwordHash = await newPasswords.hash(ctx, password)
    const emailProof = 'invitation' as const
    return transactions.run(asSystem(ctx, 'invitation'), async (tx) => {
      if (!(await invitations.take(tx, { id: invitationId }))) throw notFound()
      await claims.claim(tx, email, emailProof).catch(withAdvice)
      const facts = { id: newId('user'), isSiteAdmin: false, username, email, emailProof, passwordHash }
      const user = await users.create(tx, facts)
      await audit.record(tx, { action: 'user.create', subject: userSubject(user), after: user })
      return joining.join(tx, user, membershipId)
    })
  }

  private async resetPassword(
    ctx: OperationContext,
    invitationId: string,
    id: string,
    raw: Raw<typeof passwordReset>,
  ): Promise<User> {
    const { invitations, memberships, users, revocations, transactions, newPasswords } = this.parts
    const owner = await users.find(ctx, id)
    const organizations = await memberships.organizationsOf(ctx, id)
    const about = [owner?.username, owner?.email, ...organizations]
    const weakness = await newPasswords.faultsOf(raw.password, about)
    const input = parseCreation(passwordReset, raw, () => weakness)
    const passwordHash = await newPasswords.hash(ctx, input.password)
    return transactions.run(asSystem(ctx, 'invitation'), async (tx) => {
      if (!(await invitations.take(tx, { id: invitationId }))) throw notFound()
      if (!(await users.findLocked(tx, id))) throw notFound()
      const user = await users.update(tx, id, { passwordHash })
      await revocations.endAfterPassword(tx, user, { keepsTokens: input.keep_tokens ?? false })
      return user
    })
  }
}

const notNeeded = (name: string): Fault => ({
  path: [name],
  code: 'INVALID',
  message: `${humanName([name])} is not needed to join with your own account`,
})

const signInInstead = faults.denied(
  'Sign in with the account of this address and accept the invitation there',
)

/** Adds the advice to join with the account of the address. */
function withAdvice(error: unknown): never {
  throw invalid(...faultsIn(error), signInInstead)
}

function stateOf(
  { clock }: OperationContext,
  { isUsed, expiresAt }: StoredInvitation,
): InvitationState['state'] {
  if (isUsed) return 'used'
  return expiresAt > clock.now() ? 'good' : 'expired'
}
