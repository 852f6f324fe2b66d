import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allows } from '../../kernel/permissions.js'
import type { SignInParts } from '../sign-in/sign-in-parts.js'
import type { UserActivity, UserOrganization } from './user-details.js'
import type { UserDetailsStore } from './user-details.store.js'

/** The details of users beside their accounts, for site administrators alone. */
export class UserDetailsService {
  constructor(private readonly parts: SignInParts & { readonly store: UserDetailsStore }) {}

  async activity(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, UserActivity>> {
    return allows(ctx.actor, 'users:read') ? this.parts.store.activity(ctx, userIds) : new Map()
  }

  /** Lists organizations of users; the teams only of those that the caller may look into. */
  async organizations(
    ctx: OperationContext,
    userIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<UserOrganization>>> {
    if (!allows(ctx.actor, 'users:read')) return new Map()
    const lists = await this.parts.store.organizations(ctx, userIds, page)
    const ids = [...lists.values()].flatMap(({ items }) => items.map(({ id }) => id))
    const open = await this.parts.organizations.accessMany(ctx, ids, 'organizations:read')
    const shown = (each: UserOrganization) => (open.has(each.id) ? each : { ...each, teams: [] })
    return new Map([...lists].map(([id, list]) => [id, { ...list, items: list.items.map(shown) }]))
  }
}
