import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Visibility } from '../organizations/organization.js'
import { any, pagedRows } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { Membership } from './organization-membership.js'
import { memberships, oldestFirst } from './organization-memberships.store.js'

export class OwnMembershipsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists a user's memberships in visible organizations, the oldest first. */
  async list(
    ctx: OperationContext,
    userId: string,
    seen: Visibility,
    page: Page,
  ): Promise<Paged<Membership>> {
    const own = memberships
      .where('m.user_id', '=', userId)
      .where(seen === 'all' ? sql<boolean>`true` : sql<boolean>`o.id = ${any(seen)}`)
      .orderBy(oldestFirst)
    return pagedRows(this.database.of(ctx), page, own)
  }
}
