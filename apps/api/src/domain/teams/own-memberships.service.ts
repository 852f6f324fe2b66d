import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission, requireScope } from '../../kernel/permissions.js'
import type { OrganizationAccess } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { Membership } from './organization-membership.js'
import type { OwnMembershipsStore } from './own-memberships.store.js'

export interface OwnMemberships {
  readonly list: Paged<Membership>
  /** The caller's access to the organizations of the list, by their ids. */
  readonly accesses: ReadonlyMap<string, OrganizationAccess>
}

/** Lets every caller pass but those with a token for something else. */
export function requireOwn(ctx: OperationContext): void {
  requirePermission(ctx, 'account:read')
  requireScope(ctx, 'memberships:read')
}

/** The organizations that the caller is in (contract §18). */
export class OwnMembershipsService {
  constructor(
    private readonly store: OwnMembershipsStore,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Lists memberships of organizations that the caller may look at, the oldest first; service tokens have none. */
  async list(ctx: OperationContext, page: Page): Promise<OwnMemberships> {
    requireOwn(ctx)
    const [seen] = await this.organizations.visibility(ctx, ['memberships:read'])
    if (ctx.actor.type !== 'user') return { list: { items: [], totalCount: 0, page }, accesses: new Map() }
    const list = await this.store.list(ctx, ctx.actor.id, seen, page)
    const ids = list.items.map(({ organization }) => organization.id)
    return { list, accesses: await this.organizations.accessMany(ctx, ids, 'memberships:read') }
  }
}
