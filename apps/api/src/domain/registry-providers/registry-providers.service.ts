import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound, requireUnchanged } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { OrderedPage, Paged } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { AuditEntry } from '../audit/audit.js'
import { changedDeprecation, deprecationFault, deprecationVerb } from '../lifecycle/deprecation.js'
import type { AccessDecision } from '../organizations/organization.js'
import type { ProviderParts } from './provider-parts.js'
import {
  creationFaults,
  permissionToCreate,
  providerChange,
  providerCreation,
  type ProviderAccess,
  type ProviderFilter,
  type ProviderOrder,
  type RegistryProvider,
} from './registry-provider.js'
import { filesOf } from './registry-provider-version.js'

/** The providers of an organization's registry, its own and those it points to (contract §6). */
export class RegistryProvidersService {
  constructor(private readonly parts: ProviderParts) {}

  /** Lists providers by registry name, namespace and name. */
  async list(
    ctx: OperationContext,
    organizationName: string,
    { organization: owner, ...filter }: ProviderFilter,
    page: OrderedPage<ProviderOrder>,
  ): Promise<Paged<RegistryProvider>> {
    const { organization } = await this.parts.organizations.access(ctx, organizationName, 'providers:read')
    if (owner !== undefined && owner !== organization.name) return { items: [], totalCount: 0, page }
    return this.parts.providers.list(ctx, filter, page, organization.id)
  }

  /** Lists the providers of all organizations, in the same order: for site administrators. */
  async listAll(
    ctx: OperationContext,
    filter: Omit<ProviderFilter, 'organization'>,
    page: OrderedPage<ProviderOrder>,
  ): Promise<Paged<RegistryProvider>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.parts.providers.list(ctx, filter, page)
  }

  /** The same of many organizations at once, by their ids; those that the caller may not see are left out. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: Omit<ProviderFilter, 'organization'>,
    page: OrderedPage<ProviderOrder>,
  ): Promise<ReadonlyMap<string, Paged<RegistryProvider>>> {
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'providers:read')
    return this.parts.providers.listOfOrganizations(ctx, [...seen.keys()], filter, page)
  }

  /** Finds those of these providers that the caller may change. */
  async findChangeable(ctx: OperationContext, ids: readonly string[]): Promise<readonly RegistryProvider[]> {
    const found = await this.parts.providers.findByIds(ctx, ids)
    const organizationIds = found.map(({ organizationId }) => organizationId)
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'providers:write')
    return found.filter(({ organizationId }) => seen.has(organizationId))
  }

  /** Locks a provider that the caller may change until the transaction ends. */
  async lockChangeable(tx: OperationContext, id: string): Promise<RegistryProvider> {
    return (await this.lock(tx, id)).provider
  }

  async create(
    ctx: OperationContext,
    organizationName: string,
    raw: Raw<typeof providerCreation>,
  ): Promise<RegistryProvider> {
    const permission = permissionToCreate(ctx.actor, organizationName, raw)
    const { organization } = await this.parts.organizations.access(ctx, organizationName, permission)
    return this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.providers.lockOrganization(tx, organization.id)
      const access = await this.parts.organizations.accessById(tx, organization.id, permission)
      const { id: organizationId, name } = access.organization
      const facts = parseCreation(providerCreation, raw, (right) => creationFaults(right, name))
      const sourceUrl = facts.sourceUrl ?? ''
      const created = await this.parts.providers.create(tx, { organizationId, ...facts, sourceUrl })
      await this.parts.audit.record(tx, {
        ...entry('registry-provider.create', created, access),
        after: created,
      })
      return created
    })
  }

  /**
   * Changes where the source of a private provider is, and deprecates, revokes or restores it with all its versions; what
   * is absent stays.
   */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof providerChange>,
    expectedUpdatedAt?: Date,
  ): Promise<RegistryProvider> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id, expectedUpdatedAt)
      const before = locked.provider
      const change = parseChange(providerChange, raw)
      const deprecation = changedDeprecation(before.deprecation, change)
      const sourceUrl = change.sourceUrl === undefined ? before.sourceUrl : (change.sourceUrl ?? '')
      const isSameLife = deprecation === before.deprecation
      if (isSameLife && sourceUrl === before.sourceUrl) return before
      if (before.registryName === 'public')
        throw invalid(isSameLife ? faults.invalid('sourceUrl') : deprecationFault(change))
      const after = await this.parts.providers.update(tx, before, { deprecation, sourceUrl })
      const action = `registry-provider.${isSameLife ? 'update' : deprecationVerb(deprecation)}` as const
      await this.parts.audit.record(tx, { ...entry(action, after, locked), before, after })
      return after
    })
  }

  /** Deletes a provider with all its versions and their files. `expectedUpdatedAt` prevents lost updates. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    const files = await this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id, expectedUpdatedAt)
      const versions = await this.parts.versions.findAllOf(tx, [id])
      await this.parts.providers.delete(tx, id)
      const before = locked.provider
      await this.parts.audit.record(tx, { ...entry('registry-provider.delete', before, locked), before })
      return versions.flatMap(filesOf)
    })
    await this.parts.files.remove(ctx, files)
  }

  private async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<ProviderAccess> {
    if (!isId('prov', id)) throw notFound()
    await this.parts.providers.lock(tx, id)
    const locked = await this.parts.access.providerById(tx, id, 'providers:write')
    requireUnchanged(locked.provider, expectedUpdatedAt)
    return locked
  }
}

function entry(
  action: AuditEntry['action'],
  provider: RegistryProvider,
  { administratorOverride }: Pick<AccessDecision, 'administratorOverride'>,
): AuditEntry {
  const { id, organizationId, namespace, name } = provider
  const subject = { type: 'registry-provider', id, name: `${namespace}/${name}` } as const
  return { action, subject, organizationId, administratorOverride }
}
