import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import { usedLink } from './invitations.store.js'

export interface EmailConfirmation {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly expiresAt: Date
}

const columns = { id: true, userId: true, email: true, expiresAt: true } as const

/** The one-time links that confirm an address, among all the others; a user has one at most. */
export class EmailConfirmationsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** As long as it is good. */
  async find(ctx: OperationContext, tokenHash: string): Promise<EmailConfirmation | undefined> {
    const where = { tokenHash, ...good(ctx) }
    const row = await this.database.of(ctx).invitation.findFirst({ where, select: columns })
    const { userId, email } = row ?? {}
    return row && userId && email ? { ...row, userId, email } : undefined
  }

  /** The address that the user's own link would confirm. */
  async findWaiting(ctx: OperationContext, userId: string): Promise<string | undefined> {
    const where = { userId, ...good(ctx) }
    const row = await this.database.of(ctx).invitation.findFirst({ where, select: columns })
    return row?.email ?? undefined
  }

  /** Of many at once only one takes it. */
  async take(ctx: OperationContext, id: string): Promise<boolean> {
    const where = { id, ...good(ctx) }
    return (await this.database.of(ctx).invitation.updateMany({ where, data: usedLink(ctx) })).count === 1
  }

  async delete(ctx: OperationContext, userId: string): Promise<void> {
    await this.database.of(ctx).invitation.deleteMany({ where: { userId, email: { not: null } } })
  }
}

const good = ({ clock }: OperationContext) => ({
  email: { not: null },
  usedAt: null,
  expiresAt: { gt: clock.now() },
})
