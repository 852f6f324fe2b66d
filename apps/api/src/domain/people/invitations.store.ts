import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import type { StoreDatabase } from '../store.js'
import type { InvitationPurpose, StoredInvitation } from './invitation.js'
import type { User } from './user.js'

const columns = {
  id: true,
  userId: true,
  user: { select: { username: true } },
  createdBy: { select: { username: true } },
  expiresAt: true,
  usedAt: true,
  membership: {
    select: {
      id: true,
      organizationId: true,
      email: true,
      teamIds: true,
      organization: { select: { name: true, isDisabled: true } },
    },
  },
} satisfies Prisma.InvitationSelect

export interface EmailConfirmation {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly expiresAt: Date
}

const confirmationColumns = { id: true, userId: true, email: true, expiresAt: true } as const

/** One-time links, stored as hashes. */
export class InvitationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Stores a link in place of an earlier one for the same purpose. */
  async replace(
    ctx: OperationContext,
    purpose: InvitationPurpose,
    tokenHash: string,
    expiresAt: Date,
  ): Promise<void> {
    const { invitation } = this.database.of(ctx)
    await invitation.deleteMany({ where: 'membershipId' in purpose ? purpose : ofUser(purpose) })
    const createdById = ctx.actor.type === 'user' ? ctx.actor.id : null
    const facts = { id: newId('inv'), tokenHash, createdById, expiresAt, createdAt: ctx.clock.now() }
    await invitation.create({ data: { ...facts, ...purpose } })
  }

  /** Finds a link, good or not, unless its organization is disabled. */
  async find(ctx: OperationContext, tokenHash: string): Promise<StoredInvitation | undefined> {
    const row = await this.database.of(ctx).invitation.findUnique({ where: { tokenHash }, select: columns })
    if (!row || row.membership?.organization.isDisabled) return undefined
    const { id, userId, user, membership, createdBy, expiresAt, usedAt } = row
    const facts = { id, invitedBy: createdBy?.username ?? null, expiresAt, isUsed: usedAt !== null }
    if (!membership) return { ...facts, userId, username: user?.username ?? null, membership }
    const { organization, email } = membership
    const into = { ...membership, organization: organization.name, email: email ?? '' }
    return { ...facts, userId, username: null, membership: into }
  }

  /** Marks a link used, found by its own id or that of the membership to be: of many callers at once only one can. */
  async take(
    ctx: OperationContext,
    of: { readonly id: string } | { readonly membershipId: string },
  ): Promise<boolean> {
    const where = { ...of, ...goodLink(ctx) }
    return (await this.database.of(ctx).invitation.updateMany({ where, data: usedLink(ctx) })).count === 1
  }

  /** Finds the confirmation of an address by its link, as long as the link is good. */
  async findConfirmation(ctx: OperationContext, tokenHash: string): Promise<EmailConfirmation | undefined> {
    const where = { tokenHash, email: { not: null }, ...goodLink(ctx) }
    const row = await this.database.of(ctx).invitation.findFirst({ where, select: confirmationColumns })
    const { userId, email } = row ?? {}
    return row && userId && email ? { ...row, userId, email } : undefined
  }

  /** Finds the address that the user's own link would confirm; a user has one at most. */
  async findWaitingAddress(ctx: OperationContext, userId: string): Promise<string | undefined> {
    const where = { userId, email: { not: null }, ...goodLink(ctx) }
    const row = await this.database.of(ctx).invitation.findFirst({ where, select: confirmationColumns })
    return row?.email ?? undefined
  }

  /** Deletes open links of the person, and those into organizations to the verified address; returns how many. */
  async deleteOf(
    ctx: OperationContext,
    { id: userId, email, emailProof }: Pick<User, 'id' | 'email' | 'emailProof'>,
  ): Promise<number> {
    const isVerified = email !== null && emailProof !== null
    const OR = [{ userId }, ...(isVerified ? [{ membership: { emailKey: email.toLowerCase() } }] : [])]
    return (await this.database.of(ctx).invitation.deleteMany({ where: { usedAt: null, OR } })).count
  }

  async deleteConfirmations(ctx: OperationContext, userId: string): Promise<void> {
    await this.database.of(ctx).invitation.deleteMany({ where: { userId, email: { not: null } } })
  }
}

/** Selects the links of a user. A link to a new password and one that confirms an address exist side by side. */
const ofUser = ({ userId, email }: { readonly userId: string; readonly email?: string }) => ({
  userId,
  email: email === undefined ? null : { not: null },
})

/** Marks a link used and long expired, for a clock that is behind and a release that looks at the expiry alone. */
export const usedLink = ({ clock }: OperationContext) => ({ usedAt: clock.now(), expiresAt: new Date(0) })

export const goodLink = ({ clock }: OperationContext) => ({ usedAt: null, expiresAt: { gt: clock.now() } })
