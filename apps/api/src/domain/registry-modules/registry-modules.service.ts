import type { OperationContext } from '../../kernel/context.js'
import { found, notFound, requireUnchanged } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import { maximumPageSize, type Page, type Paged } from '../../kernel/page.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import { changedKept, keptOfModules } from '../kept-settings.js'
import type { AuditEntry } from '../audit/audit.js'
import type { ModuleParts } from './module-parts.js'
import type { AccessDecision } from '../organizations/organization.js'
import type { ModuleVersion } from './registry-module-version.js'
import {
  addressText,
  moduleChange,
  moduleCreation,
  moduleVerification,
  namespaceFaults,
  permissionToCreate,
  type Module,
  type ModuleAccess,
  type RegistryModuleFilter,
} from './registry-module.js'

/** The modules of an organization's private registry (contract §7). */
export class RegistryModulesService {
  constructor(private readonly parts: ModuleParts) {}

  /** Lists modules by name, then by provider. */
  async list(
    ctx: OperationContext,
    namespace: string,
    { organization: owner, registryName, ...filter }: RegistryModuleFilter,
    page: Page,
  ): Promise<Paged<Module>> {
    const { organization } = await this.parts.organizations.access(ctx, namespace, 'modules:read')
    const isForeign = owner !== undefined && owner !== organization.name
    if (isForeign || registryName === 'public') return { items: [], totalCount: 0, page }
    return this.parts.modules.listOfOrganization(ctx, organization.id, filter, page)
  }

  /** The same of many organizations at once, by their ids; those that the caller may not see are left out. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<Module>>> {
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'modules:read')
    return this.parts.modules.listOfOrganizations(ctx, [...seen.keys()], page)
  }

  async create(ctx: OperationContext, namespace: string, raw: Raw<typeof moduleCreation>): Promise<Module> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const permission = permissionToCreate(tx.actor, namespace, raw)
      const access = await this.parts.organizations.access(tx, namespace, permission)
      const { organization } = access
      const input = parseCreation(moduleCreation, raw, (right) => namespaceFaults(right, organization.name))
      const { name, provider, sourceUrl, description, moduleInterfacePolicy = null } = input
      const created = await this.parts.modules.create(tx, {
        id: newId('mod'),
        organizationId: organization.id,
        name,
        provider,
        publisher: ctx.actor.type === 'anonymous' ? '' : ctx.actor.name,
        sourceUrl: sourceUrl ?? '',
        description: description ?? '',
        moduleInterfacePolicy,
        kept: changedKept(keptOfModules, {}, input),
      })
      await this.parts.audit.record(tx, {
        ...entry('module.create', created, access),
        after: logged(created),
      })
      return created
    })
  }

  /** Updates a module; absent attributes do not change. `expectedUpdatedAt` prevents lost updates. */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof moduleChange>,
    expectedUpdatedAt?: Date,
  ): Promise<Module> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id, expectedUpdatedAt)
      const change = parseChange(moduleChange, raw)
      const before = locked.module
      const { moduleInterfacePolicy = before.moduleInterfacePolicy } = change
      const after = await this.parts.modules.update(tx, before, {
        moduleInterfacePolicy,
        sourceUrl: change.sourceUrl === undefined ? before.sourceUrl : (change.sourceUrl ?? ''),
        description: change.description === undefined ? before.description : (change.description ?? ''),
        kept: changedKept(keptOfModules, before.kept, change),
      })
      await this.parts.index.refresh(tx, after)
      const facts = { before: logged(before), after: logged(after) }
      await this.parts.audit.record(tx, { ...entry('module.update', after, locked), ...facts })
      return after
    })
  }

  /** Deletes modules with all their versions, either all of these or not one; the numbers stay taken. */
  async delete(ctx: OperationContext, ids: readonly string[], expectedUpdatedAt?: Date): Promise<void> {
    const deleted = await this.parts.transactions.run(ctx, async (tx) => {
      const locked: ModuleAccess[] = []
      for (const id of [...ids].sort()) locked.push(await this.lock(tx, id, expectedUpdatedAt))
      const deleted: ModuleVersion[] = []
      for (const access of locked) {
        const versions = await this.versionsOf(tx, access.module)
        await this.parts.modules.delete(tx, access.module.id)
        const before = { ...logged(access.module), versions }
        await this.parts.audit.record(tx, { ...entry('module.delete', access.module, access), before })
        deleted.push(...versions)
      }
      return deleted
    })
    const archives = deleted.map(({ archive }) => archive)
    await this.parts.files.remove(ctx, archives)
  }

  /** Any module of the site, also one of a disabled organization; for site administrators. */
  async find(ctx: OperationContext, moduleId: string, permission: Permission): Promise<Module> {
    requirePermission(ctx, permission)
    return found(isId('mod', moduleId) ? await this.parts.modules.find(ctx, moduleId) : undefined)
  }

  /** Finds those of these modules that the caller may change. */
  async findChangeable(ctx: OperationContext, ids: readonly string[]): Promise<readonly Module[]> {
    const modules = await this.parts.modules.findByIds(ctx, ids)
    const organizationIds = modules.map(({ organizationId }) => organizationId)
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'modules:write')
    return modules.filter(({ organizationId }) => seen.has(organizationId))
  }

  /** Sets whether a site administrator vouches for a module; for site administrators alone. */
  async verify(
    ctx: OperationContext,
    moduleId: string,
    raw: Raw<typeof moduleVerification>,
    expectedUpdatedAt?: Date,
  ): Promise<Module> {
    requirePermission(ctx, 'site-organizations:write')
    return this.parts.transactions.run(ctx, async (tx) => {
      if (isId('mod', moduleId)) await this.parts.modules.lock(tx, moduleId)
      const before = await this.find(tx, moduleId, 'site-organizations:write')
      requireUnchanged(before, expectedUpdatedAt)
      const { verified = before.verified } = parseChange(moduleVerification, raw)
      const after = await this.parts.modules.update(tx, before, { verified })
      await this.parts.index.refresh(tx, after)
      await this.parts.audit.record(tx, {
        action: 'module.verify',
        subject: { type: 'module', id: moduleId, name: addressText(after) },
        organizationId: after.organizationId,
        before: logged(before),
        after: logged(after),
      })
      return after
    })
  }

  /** Reads all versions page by page, so that others have their turn. */
  private async versionsOf(tx: OperationContext, { id }: Module): Promise<ModuleVersion[]> {
    const versions: ModuleVersion[] = []
    for (let number = 1; ; number++) {
      const page = { number, size: maximumPageSize }
      const list = (await this.parts.lists.pagesOf(tx, [id], { publishedOnly: false }, page)).get(id)
      versions.push(...(list?.items ?? []))
      if (!list || versions.length >= list.totalCount || list.items.length === 0) return versions
    }
  }

  private async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<ModuleAccess> {
    if (!isId('mod', id)) throw notFound()
    await this.parts.modules.lock(tx, id)
    const locked = await this.parts.access.moduleById(tx, id, 'modules:write')
    requireUnchanged(locked.module, expectedUpdatedAt)
    return locked
  }
}

/** Facts of a module that the audit log records: a policy of the organization is not one of them. */
function logged({ effectiveModuleInterfacePolicy: _, ...facts }: Module): object {
  return facts
}

function entry(
  action: AuditEntry['action'],
  module: Module,
  { administratorOverride }: Pick<AccessDecision, 'administratorOverride'>,
): AuditEntry {
  const subject = { type: 'module', id: module.id, name: addressText(module) } as const
  return { action, subject, organizationId: module.organizationId, administratorOverride }
}
