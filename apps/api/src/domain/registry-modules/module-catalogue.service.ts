import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated } from '../../kernel/errors.js'
import type { OrderedPage, Page, Paged } from '../../kernel/page.js'
import { slicesOf } from '../../kernel/slices.js'
import type {
  CatalogueFacet,
  CatalogueFilter,
  CatalogueOrder,
  CatalogueScope,
  FacetValue,
} from './module-catalogue.js'
import type { ModuleCatalogueStore } from './module-catalogue.store.js'
import { matchesIn, searchedModule, type ModuleMatch, type SearchedModule } from './module-matches.js'
import type { ModuleParts } from './module-parts.js'
import { addressText, asShared, type Module, type VisibleModule } from './registry-module.js'

/** The modules that are searched at a stretch. */
const searchedAtOnce = 5

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
    const scope = await this.scopeOf(ctx, filter)
    const { search } = filter
    const found = search
      ? await this.parts.transactions.readOnly(ctx, (tx) =>
          this.parts.store.search(tx, scope, { ...filter, search }, page),
        )
      : await this.parts.store.list(ctx, scope, filter, page)
    const ids = found.items.map(({ id }) => id)
    const modules = new Map((await this.parts.modules.findByIds(ctx, ids)).map((each) => [each.id, each]))
    const items = found.items.flatMap(({ id, usableOnly }) => {
      const module = modules.get(id)
      if (!module) return []
      return [usableOnly ? asShared(module) : { ...module, usableOnly }]
    })
    return { ...found, items }
  }

  /** Reads the downloads of modules that the caller has looked up, by id. */
  async downloads(ctx: OperationContext, moduleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.parts.store.downloads(ctx, moduleIds)
  }

  /**
   * Reads the choices of a facet that narrow the list further: those in force first, then the most frequent; `search` is
   * a part of their names, in any case.
   */
  async facet(
    ctx: OperationContext,
    filter: CatalogueFilter,
    facet: CatalogueFacet,
    page: Page,
    search?: string,
  ): Promise<Paged<FacetValue>> {
    const scope = await this.scopeOf(ctx, filter)
    return this.parts.transactions.readOnly(ctx, (tx) =>
      this.parts.store.facet(tx, scope, filter, facet, page, search),
    )
  }

  /** Reads what searches found inside modules that the caller has looked up, in the order of the modules. */
  async matches(
    ctx: OperationContext,
    asked: readonly { readonly module: Module; readonly search: string }[],
  ): Promise<ModuleMatch[][]> {
    const modules = [...new Map(asked.map(({ module }) => [module.id, module])).values()]
    const documents = await this.parts.store.documents(
      ctx,
      modules.map(({ id }) => id),
    )
    const searched = new Map<string, SearchedModule>()
    for (const module of modules) {
      const shown = `${addressText(module)} ${module.description}`
      searched.set(module.id, await searchedModule(shown, documents.get(module.id) ?? null))
    }
    const found: ModuleMatch[][] = []
    for await (const slice of slicesOf(asked, searchedAtOnce))
      for (const { module, search } of slice) {
        const inside = searched.get(module.id)
        found.push(inside ? matchesIn(inside, search) : [])
      }
    return found
  }

  private async scopeOf(ctx: OperationContext, { organization }: CatalogueFilter): Promise<CatalogueScope> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    const visibility = this.parts.registrySharing.visibility(ctx, 'modules')
    if (organization === undefined) return { visibility }
    const access = await this.parts.access.organization(ctx, organization, 'modules:use')
    return { visibility, organizationId: access.organization.id }
  }
}
