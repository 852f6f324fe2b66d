import { sql, type Expression, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import {
  paged,
  rangeOf,
  sortedBy,
  type Direction,
  type OrderedPage,
  type Orders,
  type Page,
  type Paged,
} from '../../kernel/page.js'
import type { Actor } from '../../kernel/actor.js'
import { literally } from '../../kernel/search.js'
import { belongsTo, isSharedWith, isUsable } from '../registry-sharing/registry-visibility.store.js'
import { allOf, any, count, countOf, db, inOrder, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type {
  CatalogueEntry,
  CatalogueFacet,
  CatalogueFilter,
  CatalogueOrder,
  CatalogueScope,
  FacetValue,
} from './module-catalogue.js'
import { isFound, isInAddress, mostRanked, preferIndexes, relevanceOf } from './module-index.store.js'
import { searchQuery, type SearchQuery } from './search-words.js'

const addressAsWritten = [sql<string>`o.name`, sql`m.name`, sql`m.provider`] as const

/** The address of a module as the order of lists, in any case. */
const addressOf = [sql<string>`o.name_key`, sql`m.name_key`, sql`m.provider`] as const

const byDownloads = (along: Direction) => inOrder(along, sql`l.downloads`)

const orders: Orders<CatalogueOrder, RawBuilder<unknown>> = {
  name: (along) => inOrder(along, ...addressOf),
  updated: (along) => inOrder(along, sql`m.updated_at`, ...addressOf),
  downloads: (along, against) =>
    sql`${byDownloads(along)} NULLS ${sql.raw(along === 'desc' ? 'LAST' : 'FIRST')}, ${inOrder(against, ...addressOf)}`,
}

type Searching = CatalogueFilter & { readonly search: string }

/** Limit of the documents that are read to say what a search found in modules, in bytes. */
const mostRead = 2_000_000

/**
 * Store of the catalogue: the modules that a list or a search shows. The modules come from their own store.
 */
export class ModuleCatalogueStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Reads the page of modules that match everything except the search, and their number. */
  async list(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<CatalogueEntry>> {
    const along = page.order?.field === 'name' ? page.order.direction : 'asc'
    if (!page.order || page.order.field === 'name') return this.byAddress(ctx, scope, filter, page, along)
    if (page.order.field === 'downloads') return this.byUse(ctx, scope, filter, page, page.order.direction)
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

  /**
   * Lists the most downloaded first, those without a version last, or the reverse. Each of the two parts comes in the
   * order of an index, so that a page sorts nothing before it.
   */
  private async byUse(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: Page,
    along: Direction,
  ): Promise<Paged<CatalogueEntry>> {
    const client = this.database.of(ctx)
    const modules = matching(ctx, scope, filter)
    const counting = modules.select([count.as('all'), sql<number>`count(l.module_id)::int`.as('listed')])
    const [{ all, listed } = { all: 0, listed: 0 }] = await rowsOf(client, counting)
    const against = along === 'desc' ? 'asc' : 'desc'
    const partOf = (size: number, condition: RawBuilder<boolean>, order: RawBuilder<unknown>) => ({
      size,
      entries: entriesOf(ctx.actor, scope, modules.where(condition)).orderBy(order),
    })
    const address = [sql`l.namespace`, sql`l.name`, sql`l.provider`, sql`l.module_id`]
    const used = sql`${byDownloads(along)}, ${inOrder(against, ...address)}`
    const parts = [
      partOf(listed, sql`l.module_id IS NOT NULL`, used),
      partOf(all - listed, sql`l.module_id IS NULL`, inOrder(against, ...addressAsWritten)),
    ]
    let { skip, take } = rangeOf(page)
    const items: CatalogueEntry[] = []
    for (const { size, entries } of along === 'desc' ? parts : parts.reverse()) {
      const here = Math.min(take, Math.max(size - skip, 0))
      if (here > 0) items.push(...(await rowsOf(client, entries.limit(here).offset(skip))))
      skip = Math.max(skip - size, 0)
      take -= here
    }
    return { items, totalCount: all, page }
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

  /**
   * Reads a page of the choices that narrow a list further, without what the list is narrowed to by this facet. The
   * chosen ones come first, then the most frequent. In a transaction.
   */
  async facet(
    ctx: OperationContext,
    scope: CatalogueScope,
    { search, ...filter }: CatalogueFilter,
    facet: CatalogueFacet,
    page: Page,
    part = '',
  ): Promise<Paged<FacetValue>> {
    const client = this.database.of(ctx)
    if (search) await preferIndexes(client)
    const { [facet]: chosen = [], ...others } = filter
    const modules = matching(ctx, scope, others)
    const value = facet === 'organizations' ? sql<string>`o.name` : sql<string>`m.provider`
    const read = async (words: string | undefined) => {
      const found = search ? modules.where(isFound(search, words)) : modules
      const [row] = await rowsOf(client, choicesOf(found.select(value.as('value')), chosen, page, part))
      return row ?? { isEmpty: true, totalCount: 0, items: [] }
    }
    const query = search ? searchQuery(search) : undefined
    const strict = await read(query?.strict)
    const { totalCount, items } = query && strict.isEmpty ? await read(query.tolerant) : strict
    return { items, totalCount, page }
  }

  /** Reads what the newest releases of modules declare, by module, within the size limit; as JSON texts. */
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

  /** Reads the number of downloads of each module, by id; like all lists it may be a minute old. */
  async downloads(ctx: OperationContext, moduleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const where = { moduleId: { in: [...moduleIds] } }
    const select = { moduleId: true, downloads: true }
    const rows = await this.database.of(ctx).moduleListing.findMany({ where, select })
    return new Map(rows.map(({ moduleId, downloads }) => [moduleId, downloads]))
  }
}

/** Selects the entries that a list shows of the modules that match. */
const entriesOf = (actor: Actor, scope: CatalogueScope, modules: ReturnType<typeof matching>) =>
  modules.select(['m.id', isUsableOnly(actor, scope).as('usableOnly')])

/** Condition that a module is only shared with the caller, who sees only what can be installed. */
function isUsableOnly(actor: Actor, { visibility }: CatalogueScope): RawBuilder<boolean> {
  return visibility === 'all' ? sql`FALSE` : sql`NOT ${belongsTo(actor)}`
}

function matching(ctx: OperationContext, scope: CatalogueScope, filter: CatalogueFilter) {
  const { actor } = ctx
  const { shared, organizations = [] } = filter
  const conditions = [isUsable(ctx, scope.visibility, 'modules'), ...narrowing(actor, scope, filter)]
  if (scope.organizationId !== undefined) conditions.push(sql`o.id = ${scope.organizationId}`)
  if (organizations.length > 0) conditions.push(sql`o.name_key = ${any(organizations.map(lowerCase))}`)
  if (shared !== undefined) conditions.push(shared ? isSharedWith(ctx, 'modules') : belongsTo(actor))
  return db
    .selectFrom('modules as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .leftJoin('module_listings as l', 'l.module_id', 'm.id')
    .where(allOf(conditions))
}

/** Condition that a list puts on an organization `o` that the caller may look into. */
function narrowing(
  actor: Actor,
  scope: CatalogueScope,
  { providers, published, verified }: CatalogueFilter,
): RawBuilder<boolean>[] {
  const conditions = [sql<boolean>`(l.module_id IS NOT NULL OR NOT ${isUsableOnly(actor, scope)})`]
  if (providers && providers.length > 0) conditions.push(sql`m.provider = ${any(providers)}`)
  if (published !== undefined)
    conditions.push(published ? sql`l.module_id IS NOT NULL` : sql`l.module_id IS NULL`)
  if (verified !== undefined) conditions.push(sql`m.verified = ${verified}`)
  return conditions
}

const lowerCase = (text: string): string => text.toLowerCase()

const downloads = sql`coalesce(l.downloads, 0)`

/** Order of matches: addresses that contain the text first, then by relevance where there are words. */
function byRelevance(typed: string, query: SearchQuery | undefined): RawBuilder<unknown> {
  const relevance = query ? [sql`coalesce(${relevanceOf(query)}, 0)`] : []
  return sql`${inOrder('desc', isInAddress(typed), ...relevance, downloads)}, ${inOrder('asc', ...addressOf)}`
}

/** The page of the values of matches that contain the text, each with the number of matches that have it. */
function choicesOf(matches: Expression<unknown>, chosen: readonly string[], page: Page, part: string) {
  const { skip, take } = rangeOf(page)
  const order = sql`lower(value) = ${any(chosen.map(lowerCase))} DESC, count DESC, value`
  return db
    .with(
      (cte) => cte('choices').materialized(),
      () => sql<FacetValue>`(SELECT value, ${count} AS count FROM ${matches} AS matches GROUP BY value)`,
    )
    .with('found', () => sql<FacetValue>`(SELECT * FROM choices WHERE value ILIKE ${`%${literally(part)}%`})`)
    .selectNoFrom([
      sql<boolean>`NOT EXISTS (SELECT FROM choices)`.as('isEmpty'),
      sql<number>`(SELECT ${count} FROM found)`.as('totalCount'),
      sql<FacetValue[]>`(
        SELECT coalesce(json_agg(json_build_object('value', value, 'count', count)), '[]')
        FROM (SELECT * FROM found ORDER BY ${order} LIMIT ${take} OFFSET ${skip}) AS page
      )`.as('items'),
    ])
}
