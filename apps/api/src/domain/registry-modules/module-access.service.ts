import { isModuleName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { found, notFound, orElse, requireUnchanged } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { allowsIn, denied, type Permission } from '../../kernel/permissions.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { AccessDecision, OrganizationAccess } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import { isPublished, versionKeyOf } from './registry-module-version.js'
import type { ModuleVersionListsStore } from './module-version-lists.store.js'
import type { RegistryModuleVersionsStore, VersionOfModule } from './registry-module-versions.store.js'
import {
  asShared,
  isInScope,
  isModuleAddress,
  type Module,
  type ModuleAccess,
  type ModuleAddress,
  type ModuleVersionAccess,
  type VisibleModule,
} from './registry-module.js'
import type { RegistryModulesStore } from './registry-modules.store.js'

/**
 * Looks up and authorises in one step whatever is done to modules and versions: what the caller may not see or do is
 * not found. A caller sees the modules of its organizations; by `modules:use` also those of the organizations that
 * share with one of them.
 */
export class ModuleAccessService {
  constructor(
    private readonly modules: RegistryModulesStore,
    private readonly versions: RegistryModuleVersionsStore,
    private readonly lists: ModuleVersionListsStore,
    private readonly organizations: OrganizationsService,
    private readonly sharing: RegistrySharingService,
  ) {}

  async module(ctx: OperationContext, address: ModuleAddress, permission: Permission): Promise<ModuleAccess> {
    const { organizationId, ...decision } = await this.enter(ctx, address, permission)
    const here = await this.modules.findIn(ctx, organizationId, address.name, address.provider)
    return { ...decision, module: found(here) }
  }

  async moduleById(ctx: OperationContext, id: string, permission: Permission): Promise<ModuleAccess> {
    const here = found(isId('mod', id) ? await this.modules.find(ctx, id) : undefined)
    return { ...(await this.enterById(ctx, here, permission)), module: here }
  }

  /** The same at the start of a transaction: locks the module and its versions until it ends. */
  async lockModule(tx: OperationContext, id: string, permission: Permission): Promise<ModuleAccess> {
    if (!isId('mod', id)) throw notFound()
    await this.modules.lock(tx, id)
    const here = found(await this.modules.find(tx, id))
    return { ...(await this.enterById(tx, here, permission)), module: here }
  }

  /** All of a module for those of its organization; for others no more than what is published, if anything is. */
  async visible(ctx: OperationContext, address: ModuleAddress): Promise<VisibleModule> {
    const { module, roles } = await this.module(ctx, address, 'modules:use')
    if (allowsIn(roles, ctx.actor, 'modules:read')) return { ...module, usableOnly: false }
    const [isSetUp] = await this.lists.setUpAmong(ctx, [module.id])
    if (isSetUp === undefined) throw notFound()
    return asShared(module)
  }

  /** All modules of a name, at least one. */
  async findByName(
    ctx: OperationContext,
    namespace: string,
    name: string,
    permission: Permission,
  ): Promise<readonly Module[]> {
    const { organization } = await this.organizations.access(ctx, namespace, permission)
    const modules = isModuleName(name) ? await this.modules.findNamed(ctx, organization.id, name) : []
    if (modules.length === 0) throw notFound()
    return modules
  }

  /** Versions that differ only in build metadata are the same one. */
  async version(
    ctx: OperationContext,
    address: ModuleAddress,
    version: string,
    permission: Permission,
  ): Promise<ModuleVersionAccess> {
    const { organizationId, ...decision } = await this.enter(ctx, address, permission)
    const { name, provider } = address
    const key = versionKeyOf(version)
    const here =
      key === undefined ? undefined : await this.versions.findIn(ctx, organizationId, name, provider, key)
    return { ...decision, ...found(here) }
  }

  async versionById(ctx: OperationContext, id: string, permission: Permission): Promise<ModuleVersionAccess> {
    const here: VersionOfModule = found(isId('modver', id) ? await this.versions.find(ctx, id) : undefined)
    return { ...(await this.enterById(ctx, here.module, permission)), ...here }
  }

  /** Locks the module of the version until the transaction ends; `expectedUpdatedAt` is that of the module. */
  async lockVersion(
    tx: OperationContext,
    id: string,
    permission: Permission,
    expectedUpdatedAt?: Date,
  ): Promise<ModuleVersionAccess> {
    if (!isId('modver', id)) throw notFound()
    await this.versions.lockModule(tx, id)
    const locked = await this.versionById(tx, id, permission)
    requireUnchanged(locked.module, expectedUpdatedAt)
    return locked
  }

  /** Finds a version as `version` does, for a caller who may delete it. */
  async versionToDelete(
    ctx: OperationContext,
    address: ModuleAddress,
    version: string,
  ): Promise<ModuleVersionAccess> {
    return this.demandDeletion(ctx, await this.version(ctx, address, version, 'modules:publish'))
  }

  /** Locks a version as `lockVersion` does, for a caller who may delete it. */
  async lockVersionToDelete(
    tx: OperationContext,
    id: string,
    expectedUpdatedAt?: Date,
  ): Promise<ModuleVersionAccess> {
    return this.demandDeletion(tx, await this.lockVersion(tx, id, 'modules:publish', expectedUpdatedAt))
  }

  /** The organization of these modules, for one of its members, or else for one that it shares with. */
  async organization(
    ctx: OperationContext,
    name: string,
    permission: Permission,
  ): Promise<OrganizationAccess> {
    return orElse(
      () => this.organizations.access(ctx, name, permission),
      () => this.sharing.access(ctx, { name }, permission),
    )
  }

  /**
   * Demands the right to delete: managers delete published versions, publishers also those never published.
   */
  private async demandDeletion(
    ctx: OperationContext,
    locked: ModuleVersionAccess,
  ): Promise<ModuleVersionAccess> {
    if (isPublished(locked.version)) await this.enterById(ctx, locked.module, 'modules:write')
    return locked
  }

  private async enter(
    ctx: OperationContext,
    address: ModuleAddress,
    permission: Permission,
  ): Promise<AccessDecision & { readonly organizationId: string }> {
    return decision(ctx, await this.organization(ctx, address.namespace, permission), address, permission)
  }

  /** Enters the organization of a module that was found by its id; it may be renamed at this very moment. */
  private async enterById(
    ctx: OperationContext,
    module: Module,
    permission: Permission,
  ): Promise<AccessDecision> {
    const id = module.organizationId
    const access = await orElse(
      () => this.organizations.accessById(ctx, id, permission),
      () => this.sharing.access(ctx, { id }, permission),
    )
    return decision(ctx, access, module, permission)
  }
}

function decision(
  ctx: OperationContext,
  { organization, roles, administratorOverride }: OrganizationAccess,
  address: ModuleAddress,
  permission: Permission,
): AccessDecision & { readonly organizationId: string } {
  if (!isModuleAddress(address)) throw notFound()
  if (permission === 'modules:publish' && !isInScope(ctx.actor, address))
    throw denied(ctx, permission, organization.id)
  return { organizationId: organization.id, roles, administratorOverride }
}
