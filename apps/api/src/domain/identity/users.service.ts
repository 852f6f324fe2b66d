import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { User } from './user.js'
import type { UsersStore } from './users.store.js'

export class UsersService {
  constructor(private readonly store: UsersStore) {}

  /** The user behind the caller's token. */
  async self(ctx: OperationContext): Promise<User> {
    requirePermission(ctx, 'account:read')
    const user = ctx.actor.type === 'user' ? await this.store.find(ctx, ctx.actor.id) : undefined
    if (!user) throw notFound()
    return user
  }
}
