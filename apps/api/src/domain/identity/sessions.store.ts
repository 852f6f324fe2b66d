import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { Session } from './session.js'
import type { User } from './user.js'
import { userColumns } from './users.store.js'

const columns = {
  id: true,
  userId: true,
  createdAt: true,
  expiresAt: true,
} satisfies Prisma.SessionSelect

export interface NewSession {
  readonly id: string
  readonly tokenHash: string
  readonly userId: string
  readonly address: string | null
  readonly expiresAt: Date
}

export class SessionsStore {
  constructor(private readonly database: StoreDatabase) {}

  async findByHash(
    ctx: OperationContext,
    tokenHash: string,
  ): Promise<{ session: Session; user: User } | undefined> {
    const row = await this.database.of(ctx).session.findUnique({
      where: { tokenHash },
      select: { ...columns, user: { select: userColumns } },
    })
    if (!row) return undefined
    const { user, ...session } = row
    return { session, user }
  }

  async find(ctx: OperationContext, id: string): Promise<Session | undefined> {
    return (await this.database.of(ctx).session.findUnique({ where: { id }, select: columns })) ?? undefined
  }

  /** Old sessions of the same user go on this occasion, so that the table does not grow for ever. */
  async create(ctx: OperationContext, session: NewSession): Promise<Session> {
    const now = ctx.clock.now()
    const sessions = this.database.of(ctx).session
    await sessions.deleteMany({ where: { userId: session.userId, expiresAt: { lte: now } } })
    return sessions.create({ data: { ...session, createdAt: now, lastUsedAt: now }, select: columns })
  }

  async delete(ctx: OperationContext, id: string): Promise<boolean> {
    return (await this.database.of(ctx).session.deleteMany({ where: { id } })).count === 1
  }

  /** All of the user's, or all but one. */
  async deleteOf(ctx: OperationContext, userId: string, butId = ''): Promise<void> {
    await this.database.of(ctx).session.deleteMany({ where: { userId, id: { not: butId } } })
  }
}
