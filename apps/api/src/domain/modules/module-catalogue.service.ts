import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated } from '../../kernel/errors.js'
import { wholeList, type OrderedPage, type Paged } from '../../kernel/page.js'
import { allowsIn } from '../../kernel/permissions.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { CatalogueFilter, CatalogueOrder } from './module-catalogue.js'
import type { ModuleCatalogueStore } from './module-catalogue.store.js'
import type { ModuleWithVersions } from './module.js'
import type { ModulesStore } from './modules.store.js'

/** The modules of all organizations the caller belongs to, published or not, as people look through them. */
export class ModuleCatalogueService {
  constructor(
    private readonly store: ModuleCatalogueStore,
    private readonly modules: ModulesStore,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Throws `not-found` when the organization of the filter is not the caller's to see. */
  async list(
    ctx: OperationContext,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<ModuleWithVersions>> {
    const organizationIds = await this.visible(ctx, filter.organization)
    const found = await this.store.list(ctx, organizationIds, filter, page)
    const modules = new Map((await this.modules.findByIds(ctx, found.items)).map((each) => [each.id, each]))
    return { ...found, items: found.items.flatMap((id) => modules.get(id) ?? []) }
  }

  /** For modules that were found before, by id. */
  async downloads(ctx: OperationContext, moduleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.store.downloads(ctx, moduleIds)
  }

  /** The organizations to look in; undefined means all of them, for whoever acts as an owner everywhere. */
  private async visible(ctx: OperationContext, name: string | undefined): Promise<string[] | undefined> {
    if (name !== undefined)
      return [(await this.organizations.access(ctx, name, 'modules:read')).organization.id]
    if (ctx.actor.type === 'nobody') throw unauthenticated()
    if (this.organizations.actsAsOwner(ctx) && allowsIn(['owner'], ctx.actor, 'modules:read'))
      return undefined
    const mine = await this.organizations.listMine(ctx, wholeList)
    return mine.items
      .filter(({ roles }) => allowsIn(roles, ctx.actor, 'modules:read'))
      .map(({ organization }) => organization.id)
  }
}
