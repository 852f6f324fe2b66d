import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allows, requirePermission, requirePerson } from '../../kernel/permissions.js'
import { isProven } from '../people/email-address.js'
import type { TeamParts } from './team-parts.js'
import type { Joining } from './joining.js'
import type { PendingInvitation } from './organization-membership.js'
import type { User } from '../people/user.js'

/**
 * The invitations to the caller's own address (contract §10): listed and accepted without the link, where only the
 * owner of the address can have it.
 */
export class PendingInvitationsService {
  constructor(private readonly parts: TeamParts & { readonly joining: Joining }) {}

  /** Lists invitations, the oldest first; none for a token with scopes, or of a team or an organization. */
  async list(ctx: OperationContext, page: Page): Promise<Paged<PendingInvitation>> {
    requirePermission(ctx, 'account:read')
    const mayAccept = ctx.actor.type === 'user' && allows(ctx.actor, 'account:write')
    const user = mayAccept
      ? await this.parts.users.find(ctx, requirePerson(ctx, 'account:write').id)
      : undefined
    const email = user && isProven(user) ? user.email : null
    return email === null
      ? { items: [], totalCount: 0, page }
      : this.parts.memberships.listPending(ctx, email, page)
  }

  /** Accepts an invitation by the id of the membership to be; uses its link up. */
  async accept(ctx: OperationContext, id: string): Promise<User> {
    const { id: userId } = requirePerson(ctx, 'account:write')
    return this.parts.transactions.run(ctx, async (tx) => {
      const user = await this.parts.users.findLocked(tx, userId)
      if (!user || !(await this.isFor(tx, user, id))) throw notFound()
      if (!(await this.parts.invitations.take(tx, { membershipId: id }))) throw notFound()
      return this.parts.joining.join(tx, user, id)
    })
  }

  /** True where the caller may decline the invitation. */
  async isMine(ctx: OperationContext, id: string): Promise<boolean> {
    const { actor } = ctx
    if (actor.type !== 'user' || !allows(actor, 'account:write')) return false
    const user = await this.parts.users.find(ctx, actor.id)
    return user !== undefined && this.isFor(ctx, user, id)
  }

  private async isFor(ctx: OperationContext, user: User, id: string): Promise<boolean> {
    if (user.email === null || !isProven(user) || !isId('ou', id)) return false
    return this.parts.memberships.isInvited(ctx, id, user.email)
  }
}
