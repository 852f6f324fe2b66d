import { isProviderName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { allowsIn } from '../../kernel/permissions.js'
import type { Organization } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { ProviderOrigins } from './provider-origins.js'
import type { PublicProviderPoliciesStore } from './public-provider-policies.store.js'
import type { PublicProvider, PublicProviderAddress } from './public-provider.js'
import { standingOf, verdictOf, type SitePolicy, type StandingVersion } from './public-providers-policy.js'
import type { PublicProviderVersionsStore } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

/** What one organization may do with one public provider. */
export interface PublicProviderOfOrganization extends PublicProviderAddress {
  /** Undefined where it was never asked for here. */
  readonly provider: PublicProvider | undefined
  readonly isUsable: boolean
  /** Whether the organization lists it by itself, or was allowed it. */
  readonly isListed: boolean
  /** Whether the caller may list it for the organization. */
  readonly mayList: boolean
  /** In milliseconds. */
  readonly cooldown: number
  /** Newest first. */
  readonly versions: readonly StandingVersion[]
}

/** What members see of public providers: whether one installs for their organization, and if not, why. */
export class OrganizationPublicProvidersService {
  constructor(
    private readonly parts: {
      readonly rows: PublicProvidersStore
      readonly versions: PublicProviderVersionsStore
      readonly policies: PublicProviderPoliciesStore
      readonly organizations: OrganizationsService
      readonly origins: Pick<ProviderOrigins, 'has'>
      readonly site: SitePolicy
      readonly mainOrigin: string
    },
  ) {}

  /** The host of the public registry; null where there is none. */
  get mainOrigin(): string | null {
    return this.parts.mainOrigin || null
  }

  /** Whether anything is set by which public providers are controlled for the organization. */
  isControlled({ publicProviders, providerCooldown }: Organization): boolean {
    return this.parts.site.isSet || publicProviders !== null || providerCooldown !== null
  }

  async find(
    ctx: OperationContext,
    organizationName: string,
    address: PublicProviderAddress,
  ): Promise<PublicProviderOfOrganization> {
    const { organizations, origins, policies, rows, versions, site, mainOrigin } = this.parts
    const { organization, roles } = await organizations.access(ctx, organizationName, 'providers:read')
    const { origin, namespace, name } = address
    if (!origins.has(origin) || !isProviderName(namespace) || !isProviderName(name)) throw notFound()
    const [policy] = await policies.ofOrganization(ctx, organization.id, address)
    if (!policy) throw notFound()
    const provider = await rows.findAt(ctx, address)
    const { cooldown } = verdictOf(site, [policy], provider ?? { approvedForAll: false })
    const known = provider ? await versions.allOf(ctx, provider.id) : []
    return {
      ...{ origin, namespace: provider?.namespace ?? namespace, name: provider?.name ?? name, provider },
      isUsable: cooldown !== undefined,
      isListed: policy.lists || (provider?.approvedForAll ?? false),
      mayList: origin === mainOrigin && allowsIn(roles, ctx.actor, 'providers:write'),
      cooldown: policy.cooldown,
      versions: standingOf(known, policy.cooldown, ctx.clock.now()),
    }
  }
}
