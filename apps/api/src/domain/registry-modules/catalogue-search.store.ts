import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { paged, sortedBy, type OrderedPage, type Paged } from '../../kernel/page.js'
import { allOf, any, count, countOf, db, inOrder, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { addressOf, entriesOf, matching, orders } from './module-catalogue.store.js'
import type {
  CatalogueEntry,
  CatalogueFacets,
  CatalogueFilter,
  CatalogueOrder,
  CatalogueScope,
} from './module-catalogue.js'
import { isFound, isInAddress, mostRanked, preferIndexes, relevanceOf } from './module-search.store.js'
import { searchQuery, type SearchQuery } from './search-words.js'

type Searching = CatalogueFilter & { readonly search: string }

/** As many choices of a facet as a person looks through. */
const mostChoices = 50

/** So many bytes of documents are read to say what a search found in modules. */
const mostRead = 2_000_000

/** The modules that people search for, found by what the index of modules knows of them. */
export class CatalogueSearchStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * By relevance, those first whose address contains the text, unless another order is asked for; in a transaction.
   * Where nothing matches as typed, what is one typo away from a name does.
   */
  async list(
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
