import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { usableBy } from '../module-sharing/module-sharing.store.js'
import type { StoreDatabase } from '../store.js'
import type { ModuleFilter, ModuleListing, Slice, Sliced } from './module-listing.js'
import { newestOf } from './module-version.js'
import type { ModuleWithVersions } from './module.js'
import { searchVector, type SearchQuery } from './search-words.js'
import { searchedTexts } from './searched-texts.js'

/** Beyond so many matches relevance means nothing, and the order is by downloads (contract §7). */
const mostRanked = 5000

/**
 * So far into the order by downloads it pays to walk along it and look at the words of each row. Of what matches more
 * than `mostRanked` modules a page is soon full.
 */
const furthestWalk = 200

const deepestOffset = 2 ** 53 - 1

const columns = Prisma.sql`
  l.namespace, l.name, l.provider, l.version, l.description, l.published_at AS "publishedAt", l.downloads, l.verified,
  l.publisher, l.source_url AS "sourceUrl"`

export class ModuleListingsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Those whose modules the caller may use, of this name if one is given; `all` is for whoever acts as an owner everywhere. */
  async usableOrganizations(ctx: OperationContext, all: boolean, name?: string): Promise<string[]> {
    const isNamed = name === undefined ? Prisma.sql`TRUE` : Prisma.sql`o.name_key = ${name.toLowerCase()}`
    const rows = await this.database.of(ctx).$queryRaw<{ id: string }[]>`
      SELECT o.id FROM organizations o
      WHERE NOT o.is_disabled AND ${isNamed} AND ${all ? Prisma.sql`TRUE` : usableBy(ctx.actor)}`
    return rows.map(({ id }) => id)
  }

  /** By namespace, name and provider. */
  async list(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: ModuleFilter,
    slice: Slice,
  ): Promise<Sliced<ModuleListing>> {
    const namespace = organizationIds.length === 1 ? Prisma.empty : Prisma.sql`l.namespace,`
    const all = Prisma.sql`module_listings l WHERE ${matching(organizationIds, filter)}`
    const ids = await this.idsIn(ctx, all, Prisma.sql`${namespace} l.name, l.provider`, slice)
    const hasBefore = slice.offset > 0 && (ids.length > 0 || (await this.hasAny(ctx, all)))
    return this.read(ctx, ids, slice, hasBefore)
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
    const hasBefore = slice.offset > 0 && matches.count > 0
    if (matches.count <= mostRanked) return this.read(ctx, matches.ids, slice, hasBefore)
    const isSoonFull = slice.offset + slice.limit <= furthestWalk
    const all = found(words, where, isSmall || isSoonFull)
    const ids = await this.idsIn(ctx, all, Prisma.sql`l.downloads DESC, l.module_id`, slice)
    return this.read(ctx, ids, slice, hasBefore)
  }

  /** Those of a name, for all providers, in order. */
  async named(
    ctx: OperationContext,
    organizationId: string,
    name: string,
  ): Promise<{ readonly provider: string; readonly downloads: number }[]> {
    return this.database.of(ctx).moduleListing.findMany({
      where: { organizationId, module: { nameKey: name.toLowerCase() } },
      orderBy: { provider: 'asc' },
      select: { provider: true, downloads: true },
    })
  }

  /** Writes the module's row anew, or takes it away when nothing of it is listed any more. */
  async refresh(ctx: OperationContext, module: ModuleWithVersions): Promise<void> {
    const database = this.database.of(ctx)
    const newest = newestOf(module.versions)
    if (!newest) return void (await database.moduleListing.deleteMany({ where: { moduleId: module.id } }))
    const { id: versionId, version, publishedAt } = newest
    const document = await database.moduleVersionDocument.findUnique({ where: { versionId } })
    const description = module.description || (document?.summary ?? '')
    const words = searchVector([module.name, module.provider], searchedTexts(description, document?.parts))
    await database.$executeRaw`
      INSERT INTO module_listings (
        module_id, organization_id, namespace, name, provider, version_id, version, description, publisher,
        source_url, published_at, verified, downloads, words)
      SELECT ${module.id}, o.id, o.name, ${module.name}, ${module.provider}, ${versionId}, ${version}, ${description},
        ${module.publisher}, ${module.sourceUrl}, ${publishedAt}::timestamptz, ${module.verified}::boolean,
        (SELECT coalesce(sum(count), 0)::int FROM module_downloads WHERE module_id = ${module.id}),
        ${words}::tsvector || namespace_words(o.name)
      FROM organizations o WHERE o.id = ${module.organizationId}
      ON CONFLICT (module_id) DO UPDATE SET
        version_id = EXCLUDED.version_id, version = EXCLUDED.version, description = EXCLUDED.description,
        source_url = EXCLUDED.source_url, published_at = EXCLUDED.published_at, verified = EXCLUDED.verified, words = EXCLUDED.words`
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

  /** One more than the page, where there is one. */
  private async idsIn(
    ctx: OperationContext,
    from: Prisma.Sql,
    order: Prisma.Sql,
    slice: Slice,
  ): Promise<string[]> {
    const rows = await this.database.of(ctx).$queryRaw<{ id: string }[]>`
      SELECT l.module_id AS id FROM ${from} ORDER BY ${order} ${rangeOf(slice)}`
    return rows.map(({ id }) => id)
  }

  private async hasAny(ctx: OperationContext, from: Prisma.Sql): Promise<boolean> {
    return (await this.database.of(ctx).$queryRaw<object[]>`SELECT 1 FROM ${from} LIMIT 1`).length > 0
  }

  /** The rows are read last, so that what lies before a page costs only its places in an index. */
  private async read(
    ctx: OperationContext,
    ids: readonly string[],
    { offset, limit }: Slice,
    hasBefore: boolean,
  ): Promise<Sliced<ModuleListing>> {
    const items = await this.database.of(ctx).$queryRaw<ModuleListing[]>`
      SELECT ${columns}
      FROM unnest(${ids.slice(0, limit)}::text[]) WITH ORDINALITY AS page (module_id, place)
      JOIN module_listings l ON l.module_id = page.module_id
      ORDER BY page.place`
    return { items, offset, limit, hasBefore, hasAfter: ids.length > limit }
  }
}

/** PostgreSQL counts rows in 64 bits. */
const rangeOf = ({ offset, limit }: Slice): Prisma.Sql =>
  Prisma.sql`LIMIT ${limit + 1} OFFSET ${Math.min(offset, deepestOffset)}`

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
  const { name, provider, verified } = filter
  const [only] = organizationIds
  const conditions = [
    organizationIds.length === 1
      ? Prisma.sql`l.organization_id = ${only}`
      : Prisma.sql`l.organization_id = ANY(${organizationIds})`,
  ]
  if (name !== undefined) conditions.push(isNamed(organizationIds, name))
  if (provider !== undefined) conditions.push(Prisma.sql`l.provider = ${provider}`)
  if (verified === true) conditions.push(Prisma.sql`l.verified`)
  return Prisma.join(conditions, ' AND ')
}

/** In any case; the modules themselves have the index for it. */
function isNamed(organizationIds: readonly string[], name: string): Prisma.Sql {
  return Prisma.sql`l.module_id = ANY(ARRAY(
    SELECT id FROM modules WHERE organization_id = ANY(${organizationIds}) AND name_key = ${name.toLowerCase()}
  ))`
}
