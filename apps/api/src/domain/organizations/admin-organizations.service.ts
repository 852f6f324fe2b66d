import { isOrganizationName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { found, requireUnchanged } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, type Raw } from '../../kernel/input.js'
import type { OrderedPage } from '../../kernel/page.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import { adminOrganizationChange, organizationEntry } from './organization.js'
import type {
  DisableConsequences,
  AdminOrganization,
  AdminOrganizationFilter,
  AdminOrganizationList,
  AdminOrganizationOrder,
  TimeoutDefaults,
} from './admin-organization.js'
import type { AdminOrganizationsStore } from './admin-organizations.store.js'
import type { OrganizationsService } from './organizations.service.js'

/** All organizations of the site, also disabled ones (contract §5). Site administrators only. */
export class AdminOrganizationsService {
  constructor(
    private readonly store: AdminOrganizationsStore,
    private readonly organizations: Pick<OrganizationsService, 'remove'>,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    readonly timeoutDefaults: TimeoutDefaults,
  ) {}

  /** Lists organizations, by default by name. */
  async list(
    ctx: OperationContext,
    filter: AdminOrganizationFilter,
    page: OrderedPage<AdminOrganizationOrder>,
  ): Promise<AdminOrganizationList> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.list(ctx, filter, page)
  }

  /** Counts the things that are unavailable while these organizations are disabled. */
  async consequencesOfDisabling(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, DisableConsequences>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.consequencesOfDisabling(ctx, ids)
  }

  /** Lists names of those that match behind this id, in the order of their ids. */
  async listMatching(
    ctx: OperationContext,
    filter: AdminOrganizationFilter,
    behind: string,
    most: number,
  ): Promise<readonly Pick<AdminOrganization, 'id' | 'name'>[]> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.listMatching(ctx, filter, behind, most)
  }

  /** Finds those of these organizations that exist. */
  async findMany(
    ctx: OperationContext,
    ids: readonly string[],
    permission: Permission = 'site-organizations:read',
  ): Promise<readonly AdminOrganization[]> {
    requirePermission(ctx, permission)
    return this.store.findMany(ctx, ids)
  }

  async find(
    ctx: OperationContext,
    name: string,
    permission: Permission = 'site-organizations:read',
  ): Promise<AdminOrganization> {
    requirePermission(ctx, permission)
    return found(isOrganizationName(name) ? await this.store.find(ctx, name) : undefined)
  }

  /** Changes an organization; absent attributes stay. `expectedUpdatedAt` prevents lost updates. */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof adminOrganizationChange>,
    expectedUpdatedAt?: Date,
  ): Promise<AdminOrganization> {
    return this.transactions.run(ctx, async (tx) => {
      const before = await this.lock(tx, id, expectedUpdatedAt)
      const after = await this.store.update(tx, before, parseChange(adminOrganizationChange, raw))
      await this.audit.record(tx, { ...organizationEntry('organization.set', after), before, after })
      return after
    })
  }

  /** Deletes an organization with everything that it has, whether it is disabled or not. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.organizations.remove(ctx, async (tx) => ({
      organization: await this.lock(tx, id, expectedUpdatedAt),
      administratorOverride: false,
    }))
  }

  /** Locks an organization for a change until the transaction ends. */
  async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<AdminOrganization> {
    requirePermission(tx, 'site-organizations:write')
    const organization = found(isId('org', id) ? await this.store.findLocked(tx, id) : undefined)
    requireUnchanged(organization, expectedUpdatedAt)
    return organization
  }
}
