import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated } from '../../kernel/errors.js'
import type { OrderedPage, Paged } from '../../kernel/page.js'
import type { ModuleSharingService } from '../module-sharing/module-sharing.service.js'
import type { ModuleAccessService } from './module-access.service.js'
import { type CatalogueFilter, type CatalogueOrder } from './module-catalogue.js'
import type { ModuleCatalogueStore } from './module-catalogue.store.js'
import { asShared, type VisibleModule } from './registry-module.js'
import type { RegistryModulesStore } from './registry-modules.store.js'

/**
 * All modules that the caller may use, as people look through them: those of its organizations, published or not, and
 * what is published of those that share with one of them. Access is decided as for the registry protocol.
 */
export class ModuleCatalogueService {
  constructor(
    private readonly store: ModuleCatalogueStore,
    private readonly modules: RegistryModulesStore,
    private readonly access: ModuleAccessService,
    private readonly sharing: ModuleSharingService,
  ) {}

  /** Throws `not-found` when the caller may not use the modules of the organization of the filter. */
  async list(
    ctx: OperationContext,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<VisibleModule>> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    const scope = {
      visibility: this.sharing.visibility(ctx),
      organizationId: await this.idOf(ctx, filter.organization),
    }
    const found = await this.store.list(ctx, scope, filter, page)
    const ids = found.items.map(({ id }) => id)
    const modules = new Map((await this.modules.findByIds(ctx, ids)).map((each) => [each.id, each]))
    const items = found.items.flatMap(({ id, usableOnly }) => {
      const module = modules.get(id)
      if (!module) return []
      return [usableOnly ? asShared(module) : { ...module, usableOnly }]
    })
    return { ...found, items }
  }

  /** For modules that were found before, by id. */
  async downloads(ctx: OperationContext, moduleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.store.downloads(ctx, moduleIds)
  }

  private async idOf(ctx: OperationContext, name: string | undefined): Promise<string | undefined> {
    if (name === undefined) return undefined
    return (await this.access.organization(ctx, name, 'modules:use')).organization.id
  }
}
