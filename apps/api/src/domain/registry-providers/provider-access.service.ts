import { isEngineVersion } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { DomainError, found, notFound, orElse } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { denied, hasScope, type Permission } from '../../kernel/permissions.js'
import type { OrganizationAccess, OrganizationKey } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import {
  isInScope,
  isUsableOnly,
  isProviderAddress,
  type ProviderAccess,
  type ProviderAddress,
  type RegistryProvider,
} from './registry-provider.js'
import type { ProviderPlatformAccess, ProviderVersionAccess } from './registry-provider-version.js'
import type { RegistryProviderVersionsStore } from './registry-provider-versions.store.js'
import type { RegistryProvidersStore } from './registry-providers.store.js'

/**
 * Looks up and authorises in one step whatever is done to providers and what belongs to them: what the caller may not
 * see or do is not found. A caller sees the providers of its organizations; by `providers:use` also the private ones of
 * the organizations that share with one of them.
 */
export class ProviderAccessService {
  constructor(
    private readonly providers: RegistryProvidersStore,
    private readonly versions: RegistryProviderVersionsStore,
    private readonly organizations: OrganizationsService,
    private readonly sharing: RegistrySharingService,
  ) {}

  async provider(
    ctx: OperationContext,
    address: ProviderAddress,
    permission: Permission,
  ): Promise<ProviderAccess> {
    const asked = permissionFor(ctx, address, permission)
    const key = { name: address.organization }
    const { organization, roles, administratorOverride } = await this.organization(ctx, key, asked)
    requireInScope(ctx, address, asked, organization.id)
    if (!isProviderAddress(address)) throw notFound()
    const { registryName, namespace, name } = address
    const provider = found(await this.providers.findIn(ctx, organization.id, registryName, namespace, name))
    return requireVisible(ctx, { provider, roles, administratorOverride })
  }

  async providerById(ctx: OperationContext, id: string, permission: Permission): Promise<ProviderAccess> {
    const provider = found(isId('prov', id) ? await this.providers.find(ctx, id) : undefined)
    const asked = permissionFor(ctx, provider, permission)
    const decision = await this.organization(ctx, { id: provider.organizationId }, asked)
    requireInScope(ctx, provider, asked, provider.organizationId)
    const { roles, administratorOverride } = decision
    return requireVisible(ctx, { provider, roles, administratorOverride })
  }

  /** Finds an organization for one of its members, or else for one that it shares with. */
  private async organization(
    ctx: OperationContext,
    key: OrganizationKey,
    permission: Permission,
  ): Promise<OrganizationAccess> {
    return orElse(
      () =>
        'id' in key
          ? this.organizations.accessById(ctx, key.id, permission)
          : this.organizations.access(ctx, key.name, permission),
      () => this.sharing.access(ctx, key, permission),
    )
  }

  /** A provider whose versions are stored here. Throws `denied` for a public one (contract §6). */
  async versioned(
    ctx: OperationContext,
    address: ProviderAddress,
    permission: Permission,
  ): Promise<ProviderAccess> {
    return requirePrivate(await this.provider(ctx, address, permission))
  }

  /** The same by its id. */
  async versionedById(ctx: OperationContext, id: string, permission: Permission): Promise<ProviderAccess> {
    return requirePrivate(await this.providerById(ctx, id, permission))
  }

  async version(
    ctx: OperationContext,
    address: ProviderAddress,
    version: string,
    permission: Permission,
  ): Promise<ProviderVersionAccess> {
    const access = await this.versioned(ctx, address, permission)
    const here = isEngineVersion(version)
      ? await this.versions.findIn(ctx, access.provider.id, version)
      : undefined
    return { ...access, version: found(here) }
  }

  async versionById(
    ctx: OperationContext,
    id: string,
    permission: Permission,
  ): Promise<ProviderVersionAccess> {
    const version = found(isId('provver', id) ? await this.versions.find(ctx, id) : undefined)
    return { ...(await this.providerById(ctx, version.providerId, permission)), version }
  }

  /** A platform by its os and arch. */
  async platform(
    ctx: OperationContext,
    address: ProviderAddress,
    version: string,
    { os, arch }: { os: string; arch: string },
    permission: Permission,
  ): Promise<ProviderPlatformAccess> {
    const access = await this.version(ctx, address, version, permission)
    const platform = access.version.platforms.find((each) => each.os === os && each.arch === arch)
    return { ...access, platform: found(platform) }
  }

  async platformById(
    ctx: OperationContext,
    id: string,
    permission: Permission,
  ): Promise<ProviderPlatformAccess> {
    const version = found(isId('provpltfrm', id) ? await this.versions.findByPlatform(ctx, id) : undefined)
    const access = await this.providerById(ctx, version.providerId, permission)
    return { ...access, version, platform: found(version.platforms.find((each) => each.id === id)) }
  }
}

type Named = Pick<RegistryProvider | ProviderAddress, 'registryName' | 'namespace' | 'name'>

/** A token that publishes a provider reads of it what it needs for that, though it has no scope to read. */
function permissionFor({ actor }: OperationContext, provider: Named, permission: Permission): Permission {
  const reads = permission === 'providers:read' || permission === 'providers:use'
  const publishesOnly = reads && !hasScope(actor, permission)
  return publishesOnly && isInScope(actor, provider) ? 'providers:publish' : permission
}

function requireInScope(
  ctx: OperationContext,
  provider: Named,
  permission: Permission,
  organizationId: string,
): void {
  if (permission === 'providers:publish' && !isInScope(ctx.actor, provider))
    throw denied(ctx, permission, organizationId)
}

/** Throws for a public provider that is only shared: its organization cannot share what it points to. */
function requireVisible({ actor }: OperationContext, access: ProviderAccess): ProviderAccess {
  if (access.provider.registryName === 'public' && isUsableOnly(actor, access.roles)) throw notFound()
  return access
}

function requirePrivate(access: ProviderAccess): ProviderAccess {
  if (access.provider.registryName === 'private') return access
  const message = 'The versions of a public provider are those of the public registry'
  throw new DomainError({ kind: 'denied', message })
}

/** Returns a version that the caller may read: of what is only shared, a published one. Throws `notFound`. */
export function requireReadable<Access extends ProviderVersionAccess>(
  { actor }: OperationContext,
  access: Access,
): Access {
  if (access.version.signingKeyId === null && isUsableOnly(actor, access.roles)) throw notFound()
  return access
}
