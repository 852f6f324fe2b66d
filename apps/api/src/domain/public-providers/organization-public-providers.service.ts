import { isProviderName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allowsIn } from '../../kernel/permissions.js'
import { requesterOf } from '../../kernel/public-registry.js'
import type { Organization } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { ListedVersions, ProviderOrigins } from './provider-origins.js'
import type { PublicProviderPoliciesStore } from './public-provider-policies.store.js'
import type { PublicProvider, PublicProviderAddress } from './public-provider.js'
import { statusesOf, verdictOf, type SitePolicy, type VersionStatus } from './public-providers-policy.js'
import type { PublicProviderVersionsStore } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

/** The rights of one organization on one public provider. */
export interface PublicProviderOfOrganization extends PublicProviderAddress {
  /** The provider; undefined where it is not known here. */
  readonly provider: PublicProvider | undefined
  readonly isUsable: boolean
  /** True where the organization lists it by itself, or was allowed it. */
  readonly isListed: boolean
  /** True where the caller may list it for the organization. */
  readonly mayList: boolean
  /** The cooldown in milliseconds. */
  readonly cooldown: number
}

/** The view of members on public providers: which ones install for their organization, and why others do not. */
export class OrganizationPublicProvidersService {
  constructor(
    private readonly parts: {
      readonly rows: PublicProvidersStore
      readonly versions: PublicProviderVersionsStore
      readonly policies: PublicProviderPoliciesStore
      readonly organizations: OrganizationsService
      readonly origins: Pick<ProviderOrigins, 'has' | 'versions'>
      readonly site: SitePolicy
      readonly mainOrigin: string
    },
  ) {}

  /** The host of the public registry; null where there is none. */
  get mainOrigin(): string | null {
    return this.parts.mainOrigin || null
  }

  /** Finds the names of the caller's organizations whose own settings decide; empty: those of the site decide. */
  async decidingNames(ctx: OperationContext): Promise<readonly string[]> {
    return ctx.actor.type === 'user' ? this.parts.policies.decidingNamesOf(ctx, ctx.actor.id) : []
  }

  /** Lists the versions of a provider that the caller was shown at the public registry; null where there is none. */
  async listedVersions(
    ctx: OperationContext,
    { namespace, name }: Pick<PublicProviderAddress, 'namespace' | 'name'>,
  ): Promise<ListedVersions | null> {
    const { mainOrigin, origins } = this.parts
    return mainOrigin === ''
      ? null
      : origins.versions({ origin: mainOrigin, namespace, name }, requesterOf(ctx))
  }

  /** Tells whether a setting controls public providers for the organization. */
  isControlled({ publicProviders, providerCooldown }: Organization): boolean {
    return this.parts.site.isSet || publicProviders !== null || providerCooldown !== null
  }

  async find(
    ctx: OperationContext,
    organizationName: string,
    address: PublicProviderAddress,
  ): Promise<PublicProviderOfOrganization> {
    const { organizations, origins, policies, rows, site, mainOrigin } = this.parts
    const { organization, roles } = await organizations.access(ctx, organizationName, 'providers:read')
    const { origin, namespace, name } = address
    if (!origins.has(origin) || !isProviderName(namespace) || !isProviderName(name)) throw notFound()
    const [policy] = await policies.ofOrganization(ctx, organization.id, address)
    if (!policy) throw notFound()
    const provider = await rows.findAt(ctx, address)
    const { cooldown } = verdictOf(site, [policy], provider ?? { approvedForAll: false })
    return {
      ...{ origin, namespace: provider?.namespace ?? namespace, name: provider?.name ?? name, provider },
      isUsable: cooldown !== undefined,
      isListed: policy.lists || (provider?.approvedForAll ?? false),
      mayList: origin === mainOrigin && allowsIn(roles, ctx.actor, 'providers:write'),
      cooldown: policy.cooldown,
    }
  }

  /** Lists the versions of a provider that was found, with their statuses for the organization; newest first. */
  async versionsOf(
    ctx: OperationContext,
    { provider, cooldown }: PublicProviderOfOrganization,
    page: Page,
  ): Promise<Paged<VersionStatus>> {
    const none = { items: [], totalCount: 0, page }
    if (!provider) return none
    const found = (await this.parts.versions.list(ctx, [provider.id], page)).get(provider.id) ?? none
    return { ...found, items: statusesOf(found.items, cooldown, ctx.clock.now()) }
  }
}
