import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated } from '../../kernel/errors.js'
import type { OrderedPage, Paged } from '../../kernel/page.js'
import { type CatalogueFilter, type CatalogueOrder } from './module-catalogue.js'
import type { ModuleCatalogueStore } from './module-catalogue.store.js'
import type { ModuleParts } from './module-parts.js'
import { asShared, type VisibleModule } from './registry-module.js'

/**
 * All modules that the caller may use, as people look through them: those of its organizations, published or not, and
 * what is published of those that share with one of them. Access is decided as for the registry protocol.
 */
export class ModuleCatalogueService {
  constructor(private readonly parts: ModuleParts & { readonly store: ModuleCatalogueStore }) {}

  /** Throws `not-found` when the caller may not use the modules of the organization of the filter. */
  async list(
    ctx: OperationContext,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<VisibleModule>> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    const scope = {
      visibility: this.parts.moduleSharing.visibility(ctx),
      organizationId: await this.idOf(ctx, filter.organization),
    }
    const found = await this.parts.store.list(ctx, scope, filter, page)
    const ids = found.items.map(({ id }) => id)
    const modules = new Map((await this.parts.modules.findByIds(ctx, ids)).map((each) => [each.id, each]))
    const items = found.items.flatMap(({ id, usableOnly }) => {
      const module = modules.get(id)
      if (!module) return []
      return [usableOnly ? asShared(module) : { ...module, usableOnly }]
    })
    return { ...found, items }
  }

  /** For modules that were found before, by id. */
  async downloads(ctx: OperationContext, moduleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.parts.store.downloads(ctx, moduleIds)
  }

  private async idOf(ctx: OperationContext, name: string | undefined): Promise<string | undefined> {
    if (name === undefined) return undefined
    return (await this.parts.access.organization(ctx, name, 'modules:use')).organization.id
  }
}
