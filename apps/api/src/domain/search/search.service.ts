import type { OperationContext } from '../../kernel/context.js'
import { allows } from '../../kernel/permissions.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { ModuleCatalogueService } from '../registry-modules/module-catalogue.service.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import { longestSearch, mostOfKind, type SearchHitWithMatches, type SearchScope } from './search.js'
import type { SearchStore } from './search.store.js'

/** Finds things of every kind by one text, of those that the caller may see. */
export class SearchService {
  constructor(
    private readonly store: SearchStore,
    private readonly organizations: OrganizationsService,
    private readonly modules: ModuleCatalogueService,
    private readonly sharing: RegistrySharingService,
  ) {}

  /** Kind by kind, the closest names first; modules also by what is inside them. An empty text finds nothing. */
  async find(ctx: OperationContext, typed: string): Promise<SearchHitWithMatches[]> {
    const scope = await this.scopeOf(ctx)
    const text = typed.trim()
    if (text === '' || text.length > longestSearch) return []
    const found = await this.store.findByName(ctx, scope, text)
    return [...found.map((hit) => ({ ...hit, matches: [] })), ...(await this.modulesWith(ctx, text))]
  }

  private async modulesWith(ctx: OperationContext, search: string): Promise<SearchHitWithMatches[]> {
    const { items, totalCount } = await this.modules.list(ctx, { search }, { number: 1, size: mostOfKind })
    const matches = await this.modules.matches(
      ctx,
      items.map((module) => ({ module, search })),
    )
    return items.map(({ id, name, namespace, provider, organizationId }, index) => ({
      kind: 'module',
      id,
      name,
      organization: namespace,
      organizationId,
      detail: provider,
      deprecationStatus: null,
      isDisabled: false,
      total: totalCount,
      matches: matches[index] ?? [],
    }))
  }

  private async scopeOf(ctx: OperationContext): Promise<SearchScope> {
    const [organizations, memberships, teams, workspaces, providers] = await this.organizations.visibility(
      ctx,
      ['organizations:read', 'memberships:read', 'teams:read', 'workspaces:read', 'providers:read'],
    )
    return {
      engineVersions: allows(ctx.actor, 'engine-versions:read'),
      users: allows(ctx.actor, 'users:read'),
      siteOrganizations: allows(ctx.actor, 'site-organizations:read'),
      organizations,
      memberships,
      teams,
      workspaces,
      providers,
      sharedProviders: this.sharing.visibility(ctx, 'providers') === 'own and shared',
    }
  }
}
