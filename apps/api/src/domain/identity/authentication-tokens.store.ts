import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import type { AuthenticationToken } from './authentication-token.js'
import type { User } from './user.js'
import { userColumns } from './users.store.js'

const columns = {
  id: true,
  userId: true,
  description: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  createdBy: { select: { id: true, username: true } },
} satisfies Prisma.AuthenticationTokenSelect

export interface NewAuthenticationToken {
  readonly id: string
  readonly tokenHash: string
  readonly userId: string
  readonly createdById: string
  readonly description: string | null
  readonly scopes: readonly string[]
  readonly expiresAt: Date
}

export class AuthenticationTokensStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Newest first. */
  async listOfUser(ctx: OperationContext, userId: string, page: Page): Promise<Paged<AuthenticationToken>> {
    const { authenticationToken } = this.database.of(ctx)
    const where = { userId }
    const orderBy: Prisma.AuthenticationTokenOrderByWithRelationInput[] = [
      { createdAt: 'desc' },
      { id: 'asc' },
    ]
    return paged(
      page,
      () => authenticationToken.count({ where }),
      (range) => authenticationToken.findMany({ where, orderBy, select: columns, ...range }),
    )
  }

  async find(ctx: OperationContext, id: string): Promise<AuthenticationToken | undefined> {
    return (
      (await this.database.of(ctx).authenticationToken.findUnique({ where: { id }, select: columns })) ??
      undefined
    )
  }

  async findByHash(
    ctx: OperationContext,
    tokenHash: string,
  ): Promise<{ token: AuthenticationToken; user: User } | undefined> {
    const row = await this.database.of(ctx).authenticationToken.findUnique({
      where: { tokenHash },
      select: { ...columns, user: { select: userColumns } },
    })
    if (!row) return undefined
    const { user, ...token } = row
    return { token, user }
  }

  async create(ctx: OperationContext, token: NewAuthenticationToken): Promise<AuthenticationToken> {
    const data = { ...token, scopes: [...token.scopes], createdAt: ctx.clock.now() }
    return this.database.of(ctx).authenticationToken.create({ data, select: columns })
  }

  async delete(ctx: OperationContext, id: string): Promise<boolean> {
    return (await this.database.of(ctx).authenticationToken.deleteMany({ where: { id } })).count === 1
  }

  async markUsed(ctx: OperationContext, id: string): Promise<void> {
    const data = { lastUsedAt: ctx.clock.now() }
    await this.database.of(ctx).authenticationToken.updateMany({ where: { id }, data })
  }
}
