import { isOrganizationName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { notFound, unauthenticated } from '../../kernel/errors.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import {
  allowsIn,
  requirePermission,
  siteRoleOf,
  type OrganizationRole,
  type Permission,
} from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import {
  organizationCreation,
  type Organization,
  type OrganizationAccess,
  type OrganizationCreators,
} from './organization.js'
import type { OrganizationsStore } from './organizations.store.js'

export interface OrganizationSettings {
  readonly creators: OrganizationCreators
  /** Whether a site administrator acts as an owner of every organization (`SITE_ADMIN_ORG_ACCESS`). */
  readonly administratorsActAsOwners: boolean
}

export class OrganizationsService {
  constructor(
    private readonly store: OrganizationsStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly settings: OrganizationSettings,
  ) {}

  /** Those the caller is a member of, by name. */
  async listMine(ctx: OperationContext, page: Page): Promise<Paged<Organization>> {
    if (ctx.actor.type !== 'user') throw unauthenticated()
    requirePermission(ctx, 'account:read')
    return this.store.listOfUser(ctx, ctx.actor.id, page)
  }

  /** For the things that name their organization by id and were authorised themselves. */
  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<Organization[]> {
    return this.store.findMany(ctx, ids)
  }

  /** Looks up and authorises in one step; every path below an organization begins here. */
  async access(ctx: OperationContext, name: string, permission: Permission): Promise<OrganizationAccess> {
    const { actor } = ctx
    if (actor.type === 'nobody') throw unauthenticated()
    const userId = actor.type === 'user' ? actor.id : ''
    const found = isOrganizationName(name) ? await this.store.findWithRoles(ctx, name, userId) : undefined
    if (!found) throw notFound()
    const actsAsOwner = siteRoleOf(actor) === 'site-administrator' && this.settings.administratorsActAsOwners
    const roles: readonly OrganizationRole[] = actsAsOwner ? [...found.roles, 'owner'] : found.roles
    if (!allowsIn(roles, actor, permission)) throw notFound({ denied: permission })
    const administratorOverride = !allowsIn(found.roles, actor, permission)
    return { organization: found.organization, roles, administratorOverride }
  }

  /** Makes the team `owners` with the creator in it (contract §3). */
  async create(ctx: OperationContext, raw: Raw<typeof organizationCreation>): Promise<Organization> {
    this.requireCreator(ctx)
    const input = parseCreation(organizationCreation, raw)
    return this.transactions.run(ctx, async (tx) => {
      const ownerId = ctx.actor.type === 'user' ? ctx.actor.id : undefined
      const created = await this.store.create(tx, input, ownerId)
      const subject = { type: 'organization', id: created.id, name: created.name } as const
      const organizationId = created.id
      await this.audit.record(tx, { action: 'organization.create', subject, organizationId, after: created })
      return created
    })
  }

  /** Whether the caller may create one at all. */
  requireCreator(ctx: OperationContext): void {
    requirePermission(ctx, 'organizations:create')
    if (this.settings.creators === 'admins' && siteRoleOf(ctx.actor) !== 'site-administrator')
      throw notFound()
  }
}
