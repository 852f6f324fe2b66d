import { isOrganizationName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { notFound, requireUnchanged, unauthenticated } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import { wholeList, type OrderedPage, type Paged } from '../../kernel/page.js'
import {
  allows,
  allowsIn,
  denied,
  organizationRoles,
  requirePermission,
  requireScope,
  siteRoleOf,
  type OrganizationRole,
  type Permission,
} from '../../kernel/permissions.js'
import { removeFiles, type Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { Quota } from '../quotas/quota.js'
import type { QuotasService } from '../quotas/quotas.service.js'
import {
  changedOrganization,
  isOpenTo,
  newOrganization,
  organizationChange,
  organizationCreation,
  organizationEntry,
  type Organization,
  type OrganizationAccess,
  type OrganizationCreators,
  type OrganizationKey,
  type OrganizationKeys,
  type OrganizationOrder,
  type Visibility,
} from './organization.js'
import type { OrganizationFigures } from './organization-figures.js'
import type { OrganizationFiguresStore } from './organization-figures.store.js'
import type {
  OrganizationsStore,
  OwnOrganizationFilter,
  OrganizationWithRoles,
} from './organizations.store.js'

export interface OrganizationSettings {
  readonly creators: OrganizationCreators
  /** True where a site administrator acts as an owner of every organization (`SITE_ADMIN_ORG_ACCESS`). */
  readonly administratorsActAsOwners: boolean
}

type Locked = Pick<OrganizationAccess, 'administratorOverride'> & { readonly organization: Organization }

export class OrganizationsService {
  constructor(
    private readonly store: OrganizationsStore,
    private readonly figures: OrganizationFiguresStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly settings: OrganizationSettings,
    private readonly quotas: QuotasService,
    private readonly storage: Pick<Storage, 'remove'>,
  ) {}

  /**
   * Lists those of the caller, or of its token, by name; `search` is a part of the name or the notification e-mail, and
   * `permission` leaves out those where the caller lacks it.
   */
  async listMine(
    ctx: OperationContext,
    page: OrderedPage<OrganizationOrder>,
    {
      permission,
      ...filter
    }: Omit<OwnOrganizationFilter, 'roles'> & { readonly permission?: Permission } = {},
  ): Promise<Paged<OrganizationAccess>> {
    requirePermission(ctx, 'account:read')
    requireScope(ctx, 'organizations:read')
    const roles = permission && this.rolesAllowing(ctx, permission)
    const list = await this.store.listMine(ctx, page, { ...filter, ...(roles && { roles }) })
    const items = list.items.map(({ organization, roles }) => ({
      organization,
      roles: this.withSiteRole(ctx, roles),
      administratorOverride: false,
    }))
    return { ...list, items }
  }

  /** Finds the organizations of things that refer to them by id and were authorised themselves. */
  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<Organization[]> {
    return this.store.findMany(ctx, ids)
  }

  /** Finds the id of the organization that has this name or once had it; the calling code authorises it. */
  async idOfFormerName(ctx: OperationContext, name: string): Promise<string | undefined> {
    return this.store.idOfFormerName(ctx, name)
  }

  /** Looks up and authorises in one step; every path below an organization begins here. */
  async access(ctx: OperationContext, name: string, permission: Permission): Promise<OrganizationAccess> {
    return this.enter(ctx, isOrganizationName(name) ? { name } : undefined, permission)
  }

  /** The same for a thing that knows its organization by id. */
  async accessById(ctx: OperationContext, id: string, permission: Permission): Promise<OrganizationAccess> {
    return this.enter(ctx, isId('org', id) ? { id } : undefined, permission)
  }

  /** The same for many at once, by id; those that are not the caller's to see are left out. */
  async accessMany(
    ctx: OperationContext,
    ids: readonly string[],
    permission: Permission,
  ): Promise<ReadonlyMap<string, OrganizationAccess>> {
    return this.enterMany(ctx, { ids: [...new Set(ids)] }, permission)
  }

  /** The same by name, in any case. */
  async accessManyNamed(
    ctx: OperationContext,
    names: readonly string[],
    permission: Permission,
  ): Promise<ReadonlyMap<string, OrganizationAccess>> {
    return this.enterMany(ctx, { names: names.filter(isOrganizationName) }, permission)
  }

  private async enterMany(
    ctx: OperationContext,
    keys: OrganizationKeys,
    permission: Permission,
  ): Promise<ReadonlyMap<string, OrganizationAccess>> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    const found = await this.store.findManyWithRoles(ctx, keys)
    const entered = found.flatMap((each) => this.admit(ctx, each, permission) ?? [])
    return new Map(entered.map((access) => [access.organization.id, access]))
  }

  /** Returns the quotas of organizations by their ids, for callers who administer them; others are left out. */
  async quotasOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Quota[]>> {
    return this.quotas.listOf(ctx, await this.administered(ctx, ids))
  }

  /** Returns how organizations are in numbers, by their ids, for the same callers. */
  async figuresOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationFigures>> {
    return this.figures.listOf(ctx, await this.administered(ctx, ids))
  }

  private async administered(ctx: OperationContext, ids: readonly string[]): Promise<readonly string[]> {
    if (allows(ctx.actor, 'site-organizations:read')) return ids
    return [...(await this.accessMany(ctx, ids, 'organizations:write')).keys()]
  }

  private async enter(
    ctx: OperationContext,
    key: OrganizationKey | undefined,
    permission: Permission,
  ): Promise<OrganizationAccess> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    const found = key && (await this.store.findWithRoles(ctx, key))
    const access = found && this.admit(ctx, found, permission)
    if (!access) throw found ? denied(ctx, permission, found.organization.id) : notFound()
    return access
  }

  private admit(
    ctx: OperationContext,
    found: OrganizationWithRoles,
    permission: Permission,
  ): OrganizationAccess | undefined {
    const { organization } = found
    const roles = this.withSiteRole(ctx, found.roles)
    if (!isOpenTo(ctx.actor, organization) || !allowsIn(roles, ctx.actor, permission)) return undefined
    return { organization, roles, administratorOverride: !allowsIn(found.roles, ctx.actor, permission) }
  }

  /**
   * Returns for each permission the ids of the organizations where the caller has it, or `all` that are not disabled
   * for a caller who acts as an owner of every one.
   */
  async visibility<const P extends readonly Permission[]>(
    ctx: OperationContext,
    permissions: P,
  ): Promise<{ readonly [K in keyof P]: Visibility }> {
    requirePermission(ctx, 'account:read')
    const isEverywhere = this.actsAsOwner(ctx)
    const mine = isEverywhere ? [] : (await this.store.listMine(ctx, wholeList)).items
    const visibilityOf = (permission: Permission): Visibility =>
      isEverywhere && allowsIn(['owner'], ctx.actor, permission)
        ? 'all'
        : mine.flatMap((each) => (this.admit(ctx, each, permission) ? [each.organization.id] : []))
    return permissions.map(visibilityOf) as { [K in keyof P]: Visibility }
  }

  /** Tells whether the caller acts as an owner of every organization, as a site administrator. */
  actsAsOwner({ actor }: OperationContext): boolean {
    return siteRoleOf(actor) === 'site-administrator' && this.settings.administratorsActAsOwners
  }

  /** The roles that give the caller a permission in its organizations; undefined if it has it in all of them. */
  private rolesAllowing(
    ctx: OperationContext,
    permission: Permission,
  ): readonly OrganizationRole[] | undefined {
    const roles = organizationRoles.filter((role) => allowsIn([role], ctx.actor, permission))
    return this.actsAsOwner(ctx) && roles.includes('owner') ? undefined : roles
  }

  private withSiteRole(
    ctx: OperationContext,
    roles: readonly OrganizationRole[],
  ): readonly OrganizationRole[] {
    return this.actsAsOwner(ctx) ? [...roles, 'owner'] : roles
  }

  /** Makes the team `owners` with the creator in it (contract §3). */
  async create(ctx: OperationContext, raw: Raw<typeof organizationCreation>): Promise<Organization> {
    this.requireCreator(ctx)
    const input = parseCreation(organizationCreation, raw)
    return this.transactions.run(ctx, async (tx) => {
      const ownerId = ctx.actor.type === 'user' ? ctx.actor.id : undefined
      if (ownerId !== undefined && siteRoleOf(ctx.actor) !== 'site-administrator')
        await this.quotas.requireRoom(tx, 'organizations', { type: 'user', id: ownerId })
      const created = await this.store.create(tx, newOrganization(input), ownerId)
      await this.audit.record(tx, { ...organizationEntry('organization.create', created), after: created })
      return created
    })
  }

  /** Changes an organization; absent attributes stay. `expectedUpdatedAt` prevents lost updates. */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof organizationChange>,
    expectedUpdatedAt?: Date,
  ): Promise<OrganizationAccess> {
    return this.transactions.run(ctx, async (tx) => {
      const access = await this.lock(tx, id, expectedUpdatedAt)
      const { organization: before, administratorOverride } = access
      const change = parseChange(organizationChange, raw)
      const after = await this.store.update(tx, before, changedOrganization(before, change))
      await this.audit.record(tx, {
        ...organizationEntry('organization.update', after),
        administratorOverride,
        before,
        after,
      })
      return { ...access, organization: after }
    })
  }

  /** Tells whether the caller may name any group of single sign-on for a team, and so allow it for the organization. */
  allowsSsoGroups({ actor }: OperationContext): boolean {
    return allows(actor, 'site-organizations:write')
  }

  /** Lets a group of single sign-on fill teams of the organization, unless it may already (contract §10). */
  async allowSsoGroup(tx: OperationContext, organizationId: string, group: string): Promise<void> {
    requirePermission(tx, 'site-organizations:write')
    const change = await this.store.allowSsoGroup(tx, organizationId, group)
    if (change)
      await this.audit.record(tx, { ...organizationEntry('organization.set', change.after), ...change })
  }

  /**
   * Deletes an organization with all that it has, for its owners and for site administrators: `lock` looks up,
   * authorises and locks. Stored files go after the commit, so that what the database knows of is always there; the
   * name stays taken.
   */
  async remove(ctx: OperationContext, lock: (tx: OperationContext) => Promise<Locked>): Promise<void> {
    const keys = await this.transactions.run(ctx, async (tx) => {
      const { organization, administratorOverride } = await lock(tx)
      const stored = await this.store.lockFiles(tx, organization.id)
      await this.store.delete(tx, organization.id)
      await this.audit.record(tx, {
        ...organizationEntry('organization.delete', organization),
        administratorOverride,
        before: organization,
      })
      return stored
    })
    await removeFiles(ctx, this.storage, keys)
  }

  /** Deletes it with its teams, tokens, workspaces, providers, modules and consumer links; the name stays taken. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.remove(ctx, (tx) => this.lock(tx, id, expectedUpdatedAt))
  }

  private async lock(
    tx: OperationContext,
    id: string,
    expectedUpdatedAt?: Date,
  ): Promise<OrganizationAccess> {
    if (!isId('org', id)) throw notFound()
    await this.store.lock(tx, id)
    const access = await this.accessById(tx, id, 'organizations:write')
    requireUnchanged(access.organization, expectedUpdatedAt)
    return access
  }

  /** Throws `denied` where the caller may not create organizations. */
  requireCreator(ctx: OperationContext): void {
    requirePermission(ctx, 'organizations:create')
    if (!this.mayCreate(ctx)) throw denied(ctx, 'organizations:create')
  }

  /** Tells whether the caller may create organizations, by its role and by the setting `ORG_CREATION`. */
  mayCreate({ actor }: OperationContext): boolean {
    const isReserved = this.settings.creators === 'admins' && siteRoleOf(actor) !== 'site-administrator'
    return allows(actor, 'organizations:create') && !isReserved
  }
}
