import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import type { StoreDatabase } from '../store.js'

/** Into an organization for somebody who has no user yet, or to a new password for a user. */
export type InvitationPurpose = { readonly membershipId: string } | { readonly userId: string }

export interface Invitation {
  readonly id: string
  readonly userId: string | null
  /** Where the person is invited to, and at which address. */
  readonly membership: { readonly organizationId: string; readonly email: string } | null
}

/** One-time links, kept as hashes. */
export class InvitationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** In place of an earlier one for the same purpose. */
  async replace(
    ctx: OperationContext,
    purpose: InvitationPurpose,
    tokenHash: string,
    expiresAt: Date,
  ): Promise<void> {
    const { invitation } = this.database.of(ctx)
    await invitation.deleteMany({ where: purpose })
    const facts = { id: newId('inv'), tokenHash, expiresAt, createdAt: ctx.clock.now() }
    await invitation.create({ data: { ...facts, ...purpose } })
  }

  /** As long as it is good and its organization is not disabled. */
  async find(ctx: OperationContext, tokenHash: string): Promise<Invitation | undefined> {
    const row = await this.database.of(ctx).invitation.findUnique({
      where: { tokenHash, expiresAt: { gt: ctx.clock.now() } },
      select: {
        id: true,
        userId: true,
        membership: {
          select: { organizationId: true, email: true, organization: { select: { isDisabled: true } } },
        },
      },
    })
    if (!row || row.membership?.organization.isDisabled) return undefined
    const { id, userId, membership } = row
    if (!membership) return { id, userId, membership }
    return { id, userId, membership: { ...membership, email: membership.email ?? '' } }
  }

  /** Whoever takes it uses it: of many at once only one can. */
  async take(ctx: OperationContext, id: string): Promise<boolean> {
    const where = { id, expiresAt: { gt: ctx.clock.now() } }
    return (await this.database.of(ctx).invitation.deleteMany({ where })).count === 1
  }
}
