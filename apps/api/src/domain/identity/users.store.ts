import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import type { StoreDatabase } from '../store.js'
import type { User } from './user.js'

export const userColumns = {
  id: true,
  username: true,
  email: true,
  isSiteAdmin: true,
  suspendedAt: true,
  createdAt: true,
} satisfies Prisma.UserSelect

export interface NewUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly passwordHash: string | null
  readonly isSiteAdmin: boolean
}

export class UsersStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(ctx: OperationContext, id: string): Promise<User | undefined> {
    return (await this.database.of(ctx).user.findUnique({ where: { id }, select: userColumns })) ?? undefined
  }

  async isEmpty(ctx: OperationContext): Promise<boolean> {
    return (await this.database.of(ctx).user.findFirst({ select: { id: true } })) === null
  }

  /** By user name or e-mail address, in any case; a user name wins. */
  async findByLogin(
    ctx: OperationContext,
    login: string,
  ): Promise<{ user: User; passwordHash: string | null } | undefined> {
    const key = login.toLowerCase()
    const users = this.database.of(ctx).user
    const select = { ...userColumns, passwordHash: true } as const
    const row =
      (await users.findUnique({ where: { usernameKey: key }, select })) ??
      (await users.findUnique({ where: { emailKey: key }, select }))
    if (!row) return undefined
    const { passwordHash, ...user } = row
    return { user, passwordHash }
  }

  async create(ctx: OperationContext, user: NewUser): Promise<User> {
    const now = ctx.clock.now()
    const keys = { usernameKey: user.username.toLowerCase(), emailKey: user.email.toLowerCase() }
    try {
      return await this.database.of(ctx).user.create({
        data: { ...user, ...keys, createdAt: now, updatedAt: now },
        select: userColumns,
      })
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'users_username_key_key') throw invalid(faults.taken('username'))
      if (constraint === 'users_email_key_key') throw invalid(faults.taken('email'))
      throw error
    }
  }
}
