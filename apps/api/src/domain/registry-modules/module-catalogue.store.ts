import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import {
  paged,
  rangeOf,
  sortedBy,
  type Direction,
  type OrderedPage,
  type Orders,
  type Paged,
} from '../../kernel/page.js'
import type { Actor } from '../../kernel/actor.js'
import { belongsTo, isSharedWith, isUsable } from '../registry-sharing/registry-visibility.store.js'
import { allOf, any, count, countOf, db, inOrder, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type {
  CatalogueEntry,
  CatalogueFacets,
  CatalogueFilter,
  CatalogueOrder,
  CatalogueScope,
} from './module-catalogue.js'
import { isFound, isInAddress, mostRanked, preferIndexes, relevanceOf } from './module-index.store.js'
import { searchQuery, type SearchQuery } from './search-words.js'

const addressAsWritten = [sql<string>`o.name`, sql`m.name`, sql`m.provider`] as const

/** In any case. */
const addressOf = [sql<string>`o.name_key`, sql`m.name_key`, sql`m.provider`] as const

const orders: Orders<CatalogueOrder, RawBuilder<unknown>> = {
  name: (along) => inOrder(along, ...addressOf),
  updated: (along) => inOrder(along, sql`m.updated_at`, ...addressOf),
  downloads: (along) => inOrder(along, sql`coalesce(l.downloads, 0)`, ...addressOf),
}

type Searching = CatalogueFilter & { readonly search: string }

/** As many choices of a facet as a person looks through. */
const mostChoices = 50

/** So many bytes of documents are read to say what a search found in modules. */
const mostRead = 2_000_000

/** Which modules a list or a search shows; the modules themselves come from their own store. */
export class ModuleCatalogueStore {
  constructor(private readonly database: StoreDatabase) {}

  /** What matches but for the search, and how much of it there is. */
  async list(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<CatalogueEntry>> {
    const along = page.order?.field === 'name' ? page.order.direction : 'asc'
    if (!page.order || page.order.field === 'name') return this.byAddress(ctx, scope, filter, page, along)
    const modules = matching(ctx, scope, filter)
    const entries = entriesOf(ctx.actor, scope, modules).orderBy(
      sortedBy(page, orders, inOrder('asc', ...addressAsWritten)),
    )
    return pagedRows(this.database.of(ctx), page, entries, modules)
  }

  /** Lists in the order of addresses; a page far back counts the organizations before it, and sorts none. */
  private async byAddress(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
    along: Direction,
  ): Promise<Paged<CatalogueEntry>> {
    const [namespace, ...within] = page.order ? addressOf : addressAsWritten
    const { skip, take } = rangeOf(page)
    const sizes = matching(ctx, scope, filter)
      .select(['o.id', namespace.as('namespace'), count.as('size')])
      .groupBy('o.id')
    const before = sql<number>`sum(size) OVER (ORDER BY ${inOrder(along, sql`namespace`)}) - size`
    const ofOrganization = db
      .selectFrom('modules as m')
      .leftJoin('module_listings as l', 'l.module_id', 'm.id')
      .select(['m.id', 'm.name', 'm.name_key', 'm.provider'])
      .select(isUsableOnly(ctx.actor, scope).as('usableOnly'))
      .where(sql<boolean>`m.organization_id = o.id`)
      .where(allOf(narrowing(ctx.actor, scope, filter)))
      .orderBy(inOrder(along, ...within))
      .limit(take)
      .offset(sql<number>`greatest(${skip} - o.before, 0)`)
    const query = db
      .with(
        (cte) => cte('sizes').materialized(),
        () => sizes,
      )
      .with('offsets', (ctes) => ctes.selectFrom('sizes').selectAll().select(before.as('before')))
      .with('page', (ctes) =>
        ctes
          .selectFrom('offsets as o')
          .crossJoinLateral(ofOrganization.as('m'))
          .selectAll('m')
          .select('o.namespace')
          .where(sql<boolean>`o.before < ${skip + take} AND o.before + o.size > ${skip}`),
      )
      .with('total', (ctes) =>
        ctes.selectFrom('sizes').select(sql<number>`coalesce(sum(size), 0)::int`.as('count')),
      )
      .selectFrom('total')
      .leftJoin('page as m', (join) => join.onTrue())
      .select(['total.count', 'm.id', 'm.usableOnly'])
      .orderBy(inOrder(along, sql`m.namespace`, ...within))
      .limit(take)
    const rows = await rowsOf(this.database.of(ctx), query)
    const items = rows.flatMap(({ id, usableOnly }) =>
      id === null ? [] : [{ id, usableOnly: usableOnly === true }],
    )
    return { items, totalCount: rows[0]?.count ?? 0, page }
  }

  /** Searches by relevance unless another order is asked for; where nothing matches, names one typo away do. */
  async search(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: Searching,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<CatalogueEntry>> {
    const client = this.database.of(ctx)
    await preferIndexes(client)
    const query = searchQuery(filter.search)
    const found = (words: string | undefined) =>
      matching(ctx, scope, filter).where(isFound(filter.search, words))
    let modules = found(query?.strict)
    let total = await countOf(client, modules.select('m.id'))
    if (total === 0 && query) {
      modules = found(query.tolerant)
      total = await countOf(client, modules.select('m.id'))
    }
    const order = sortedBy(page, orders, byRelevance(filter.search, total > mostRanked ? undefined : query))
    const entries = entriesOf(ctx.actor, scope, modules).orderBy(order)
    return paged(
      page,
      async () => total,
      ({ skip, take }) => rowsOf(client, entries.limit(take).offset(skip)),
    )
  }

  /** What a list can be narrowed by further; each facet but for its own choice. In a transaction. */
  async facets(
    ctx: OperationContext,
    { organizationId, visibility }: CatalogueScope,
    { provider, search, ...filter }: CatalogueFilter,
  ): Promise<CatalogueFacets> {
    const client = this.database.of(ctx)
    if (search) await preferIndexes(client)
    const modules = matching(ctx, { visibility }, filter)
    const ofProvider = provider === undefined ? [] : [sql<boolean>`provider = ${provider}`]
    const ofOrganization = organizationId === undefined ? [] : [sql<boolean>`id = ${organizationId}`]
    const read = (words: string | undefined) => {
      const found = search ? modules.where(isFound(search, words)) : modules
      const facets = db
        .with(
          (cte) => cte('matches').materialized(),
          () => found.select(['o.id', 'o.name', 'm.provider']),
        )
        .selectNoFrom([
          choices(sql`name`, ofProvider).as('organizations'),
          choices(sql`provider`, ofOrganization).as('providers'),
        ])
      return rowsOf(client, facets)
    }
    const query = search ? searchQuery(search) : undefined
    const [strict = none] = await read(query?.strict)
    if (!query || strict.organizations.length + strict.providers.length > 0) return strict
    return (await read(query.tolerant))[0] ?? none
  }

  /** What the newest releases of modules declare, by module, as far as their size allows; as JSON texts. */
  async documents(ctx: OperationContext, moduleIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const sizes = db
      .selectFrom('module_listings as l')
      .innerJoin('module_version_documents as d', 'd.version_id', 'l.version_id')
      .select(['l.module_id as id', 'd.parts'])
      .select(sql<bigint>`sum(octet_length(d.parts)) OVER (ORDER BY l.module_id)`.as('soFar'))
      .where('l.module_id', '=', any(moduleIds))
    const documents = db
      .selectFrom(sizes.as('d'))
      .select(['d.id', 'd.parts'])
      .where('d.soFar', '<=', sql<bigint>`${mostRead}`)
    const rows = await rowsOf(this.database.of(ctx), documents)
    return new Map(rows.map(({ id, parts }) => [id, parts]))
  }

  /** How often each was downloaded, by id; may be a minute old, like all lists. */
  async downloads(ctx: OperationContext, moduleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const where = { moduleId: { in: [...moduleIds] } }
    const select = { moduleId: true, downloads: true }
    const rows = await this.database.of(ctx).moduleListing.findMany({ where, select })
    return new Map(rows.map(({ moduleId, downloads }) => [moduleId, downloads]))
  }
}

/** What a list shows of the modules that match. */
const entriesOf = (actor: Actor, scope: CatalogueScope, modules: ReturnType<typeof matching>) =>
  modules.select(['m.id', isUsableOnly(actor, scope).as('usableOnly')])

/** Of what is no more than shared with the caller, there is only what can be installed. */
function isUsableOnly(actor: Actor, { visibility }: CatalogueScope): RawBuilder<boolean> {
  return visibility === 'all' ? sql`FALSE` : sql`NOT ${belongsTo(actor)}`
}

function matching(ctx: OperationContext, scope: CatalogueScope, filter: CatalogueFilter) {
  const { actor } = ctx
  const { shared } = filter
  const conditions = [isUsable(ctx, scope.visibility, 'modules'), ...narrowing(actor, scope, filter)]
  if (scope.organizationId !== undefined) conditions.push(sql`o.id = ${scope.organizationId}`)
  if (shared !== undefined) conditions.push(shared ? isSharedWith(ctx, 'modules') : belongsTo(actor))
  return db
    .selectFrom('modules as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .leftJoin('module_listings as l', 'l.module_id', 'm.id')
    .where(allOf(conditions))
}

/** What a list keeps of an organization `o` that the caller may look into. */
function narrowing(
  actor: Actor,
  scope: CatalogueScope,
  { provider, published, verified }: CatalogueFilter,
): RawBuilder<boolean>[] {
  const conditions = [sql<boolean>`(l.module_id IS NOT NULL OR NOT ${isUsableOnly(actor, scope)})`]
  if (provider !== undefined) conditions.push(sql`m.provider = ${provider}`)
  if (published !== undefined)
    conditions.push(published ? sql`l.module_id IS NOT NULL` : sql`l.module_id IS NULL`)
  if (verified !== undefined) conditions.push(sql`m.verified = ${verified}`)
  return conditions
}

const none: CatalogueFacets = { organizations: [], providers: [] }

const downloads = sql`coalesce(l.downloads, 0)`

/** Those first whose address contains the text; then by relevance, where there are words to tell it by. */
function byRelevance(typed: string, query: SearchQuery | undefined): RawBuilder<unknown> {
  const relevance = query ? [sql`coalesce(${relevanceOf(query)}, 0)`] : []
  return sql`${inOrder('desc', isInAddress(typed), ...relevance, downloads)}, ${inOrder('asc', ...addressOf)}`
}

/** The values of a column of the matches, each with the number of matches that have it. */
function choices(column: RawBuilder<unknown>, conditions: readonly RawBuilder<boolean>[]) {
  const where = conditions.length > 0 ? sql`WHERE ${allOf(conditions)}` : sql``
  return sql<CatalogueFacets['providers']>`(
    SELECT coalesce(json_agg(json_build_object('value', value, 'count', count)), '[]') FROM (
      SELECT ${column} AS value, ${count} AS count FROM matches ${where}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostChoices}
    ) AS choices
  )`
}
