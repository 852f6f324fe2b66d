import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { ModuleFilter, ModuleListing, Slice, Sliced } from './module-listing.js'
import type { ModulePlaces } from './module-places.js'
import type { SearchQuery } from './search-words.js'

/** Beyond so many matches relevance means nothing, and the order is by downloads (contract §7). */
const mostRanked = 5000

/**
 * So far into the order by downloads it pays to walk along it and look at the words of each row. Of what matches more
 * than `mostRanked` modules a page is soon full.
 */
const furthestWalk = 200

const columns = Prisma.sql`
  l.namespace, l.name, l.provider, l.version, l.description, l.published_at AS "publishedAt", l.downloads, l.verified,
  l.publisher, l.source_url AS "sourceUrl"`

/** Reads what `ModuleListingsStore` writes. */
export class ModuleListsStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * What lies there, by namespace, name and provider: of the modules before the page none is looked at but those of the
   * organization in which it begins.
   */
  async list(
    ctx: OperationContext,
    places: ModulePlaces,
    filter: ModuleFilter,
    slice: Slice,
  ): Promise<Sliced<ModuleListing>> {
    const size = slice.limit + 1
    const at = places.at({ ...slice, limit: size })
    if (at.length === 0) return sliced([], slice, places.count > 0)
    const narrowed = narrowing(filter)
    // The indexes of narrowed lists begin with the namespace, which is the organization in another word.
    const conditions = [
      Prisma.sql`l.organization_id = p.organization_id`,
      ...(narrowed.length > 0 ? [Prisma.sql`l.namespace = p.namespace`, ...narrowed] : []),
    ]
    const rows = await this.database.of(ctx).$queryRaw<ModuleListing[]>`
      SELECT ${columns}
      FROM unnest(
        ${at.map(({ organizationId }) => organizationId)}::text[], ${at.map(({ namespace }) => namespace)}::text[],
        ${at.map(({ offset }) => offset)}::int[]
      ) AS p (organization_id, namespace, before)
      CROSS JOIN LATERAL (
        SELECT l.module_id FROM module_listings l
        WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY l.name, l.provider LIMIT ${size} OFFSET p.before
      ) AS page
      JOIN module_listings l ON l.module_id = page.module_id
      ORDER BY l.namespace, l.name, l.provider LIMIT ${size}`
    return sliced(rows, slice, places.count > 0)
  }

  /** Those of a name in one organization, in any case, by provider. */
  async named(
    ctx: OperationContext,
    organizationId: string,
    name: string,
    filter: ModuleFilter,
    slice: Slice,
  ): Promise<Sliced<ModuleListing>> {
    const conditions = [
      ofOrganizations([organizationId]),
      hasName(organizationId, name),
      ...narrowing(filter),
    ]
    const all = Prisma.sql`module_listings l WHERE ${Prisma.join(conditions, ' AND ')}`
    const rows = await this.read(ctx, idsIn(all, Prisma.sql`l.name, l.provider`, slice))
    return sliced(rows, slice, rows.length > 0 || (slice.offset > 0 && (await this.hasAny(ctx, all))))
  }

  /** By relevance, then by downloads; in a transaction. Where nothing matches as typed, what is one typo away from a name does. */
  async search(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: ModuleFilter,
    query: SearchQuery,
    slice: Slice,
  ): Promise<Sliced<ModuleListing>> {
    await this.preferIndexes(ctx)
    const where = matching(organizationIds, filter)
    const isSmall = organizationIds.length === 1
    let words = query.strict
    let matches = await this.rank(ctx, found(words, where, isSmall), query, slice)
    if (matches.count === 0) {
      words = query.tolerant
      matches = await this.rank(ctx, found(words, where, isSmall), query, slice)
    }
    const isSoonFull = slice.offset + slice.limit <= furthestWalk
    const ids =
      matches.count <= mostRanked
        ? Prisma.sql`${matches.ids}::text[]`
        : idsIn(found(words, where, isSmall || isSoonFull), Prisma.sql`l.downloads DESC, l.module_id`, slice)
    return sliced(await this.read(ctx, ids), slice, matches.count > 0)
  }

  /** PostgreSQL does not know how dear it is to read the words of every row, and would often do just that. */
  private async preferIndexes(ctx: OperationContext): Promise<void> {
    await this.database.of(ctx).$executeRaw`SET LOCAL enable_seqscan = off`
  }

  /**
   * How many match, but no further than it matters, and the page of them by relevance, unless they are too many for
   * that. Each row's words are looked at once.
   */
  private async rank(
    ctx: OperationContext,
    from: Prisma.Sql,
    { exact, prefixes }: SearchQuery,
    slice: Slice,
  ): Promise<{ readonly count: number; readonly ids: string[] }> {
    // Whole words count more than their beginnings.
    const relevance = Prisma.sql`
      2 * ts_rank(l.words, ${exact}::tsquery) + ts_rank(l.words, ${prefixes}::tsquery)`
    const [row] = await this.database.of(ctx).$queryRaw<{ count: number; ids: string[] }[]>`
      WITH matches AS MATERIALIZED (
        SELECT l.module_id, l.downloads, l.words FROM ${from} LIMIT ${mostRanked + 1}
      )
      SELECT (SELECT count(*)::int FROM matches) AS count, ARRAY(
        SELECT l.module_id FROM matches l WHERE (SELECT count(*) FROM matches) <= ${mostRanked}
        ORDER BY ${relevance} DESC, l.downloads DESC, l.module_id ${rangeOf(slice)}
      ) AS ids`
    return row ?? { count: 0, ids: [] }
  }

  private async hasAny(ctx: OperationContext, from: Prisma.Sql): Promise<boolean> {
    return (await this.database.of(ctx).$queryRaw<object[]>`SELECT 1 FROM ${from} LIMIT 1`).length > 0
  }

  /** The rows are read last, so that what lies before a page costs only its places in an index. */
  private async read(ctx: OperationContext, ids: Prisma.Sql): Promise<ModuleListing[]> {
    return this.database.of(ctx).$queryRaw<ModuleListing[]>`
      SELECT ${columns} FROM unnest(${ids}) WITH ORDINALITY AS page (module_id, place)
      JOIN module_listings l ON l.module_id = page.module_id
      ORDER BY page.place`
  }
}

function idsIn(from: Prisma.Sql, order: Prisma.Sql, slice: Slice): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT l.module_id FROM ${from} ORDER BY ${order} ${rangeOf(slice)})`
}

/** `rows` are one more than the page, where there is one after it; `isAny`: whether there is any row at all. */
function sliced(
  rows: readonly ModuleListing[],
  { offset, limit }: Slice,
  isAny: boolean,
): Sliced<ModuleListing> {
  const [hasBefore, hasAfter] = [offset > 0 && isAny, rows.length > limit]
  return { items: rows.slice(0, limit), offset, limit, hasBefore, hasAfter }
}

/** One more than the page, to tell whether there is another after it. */
const rangeOf = ({ offset, limit }: Slice): Prisma.Sql => Prisma.sql`LIMIT ${limit + 1} OFFSET ${offset}`

/**
 * Those that match, as what to select from. PostgreSQL does not know how dear it is to look at the words of a row, and
 * so might go through all rows by another index: `OFFSET 0` makes it ask the index of words first.
 */
function found(words: string, where: Prisma.Sql, isFree: boolean): Prisma.Sql {
  return isFree
    ? Prisma.sql`module_listings l WHERE ${where} AND l.words @@ ${words}::tsquery`
    : Prisma.sql`(SELECT * FROM module_listings WHERE words @@ ${words}::tsquery OFFSET 0) AS l WHERE ${where}`
}

function matching(organizationIds: readonly string[], filter: ModuleFilter): Prisma.Sql {
  return Prisma.join([ofOrganizations(organizationIds), ...narrowing(filter)], ' AND ')
}

function ofOrganizations(organizationIds: readonly string[]): Prisma.Sql {
  const [only] = organizationIds
  return organizationIds.length === 1
    ? Prisma.sql`l.organization_id = ${only}`
    : Prisma.sql`l.organization_id = ANY(${organizationIds})`
}

function narrowing({ provider, verified }: ModuleFilter): Prisma.Sql[] {
  return [
    ...(provider === undefined ? [] : [Prisma.sql`l.provider = ${provider}`]),
    ...(verified === true ? [Prisma.sql`l.verified`] : []),
  ]
}

/** In any case; the modules themselves have the index for it. */
function hasName(organizationId: string, name: string): Prisma.Sql {
  return Prisma.sql`l.module_id = ANY(ARRAY(
    SELECT id FROM modules WHERE organization_id = ${organizationId} AND name_key = ${name.toLowerCase()}
  ))`
}
