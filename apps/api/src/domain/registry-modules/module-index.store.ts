import { sql, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { literally } from '../../kernel/search.js'
import { isUsable } from '../registry-sharing/registry-visibility.store.js'
import type { RegistryVisibility } from '../registry-sharing/registry-sharing.js'
import { allOf, any, columnsOf, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { ModuleDocuments } from './module-documents.js'
import {
  moduleListing,
  type ModuleFilter,
  type ModuleListing,
  type Slice,
  type Sliced,
} from './module-listing.js'
import type { ModuleVersionListsStore, NewestListed } from './module-version-lists.store.js'
import { newestFirst, newestOf, type ModuleVersion } from './registry-module-version.js'
import { toVersion } from './registry-module-versions.store.js'
import type { Module } from './registry-module.js'
import type { IndexWords } from './read-module.js'
import type { SearchQuery } from './search-words.js'

/**
 * Limit of matches that are ranked: beyond it relevance means nothing, and downloads decide (contract §7).
 */
export const mostRanked = 5000

/**
 * Limit of the rows in order of downloads that are worth walking and looking at the words of each. Of what
 * matches more than `mostRanked` modules a page is soon full.
 */
const furthestWalk = 200

/** The organizations to look at: their ids, or a query for these where they are too many to be named. */
export type OrganizationsInIndex = readonly string[] | RawBuilder<string>

/** The most organizations that are named in a statement. */
const mostNamed = 1000

/** The index of modules: a row for each, by its newest release, which lists and searches read. */
export class ModuleIndexStore {
  constructor(
    private readonly database: StoreDatabase,
    private readonly lists: ModuleVersionListsStore,
    private readonly indexWords: IndexWords,
  ) {}

  /** The providers for which an organization has a module of a name, in order. */
  async providersOf(
    ctx: OperationContext,
    organizationId: string,
    name: string,
  ): Promise<{ readonly provider: string; readonly downloads: number }[]> {
    return this.database.of(ctx).moduleListing.findMany({
      // The organization twice: once for the index of modules that finds the name.
      where: { organizationId, module: { organizationId, nameKey: name.toLowerCase() } },
      orderBy: { provider: 'asc' },
      select: { provider: true, downloads: true },
    })
  }

  /** Writes the module's row for a version that was just published, unless lists go on showing another one. */
  async add(
    ctx: OperationContext,
    module: Module,
    version: ModuleVersion,
    documents: ModuleDocuments,
  ): Promise<void> {
    const { moduleListing } = this.database.of(ctx)
    const shown = await moduleListing.findUnique({ where: { moduleId: module.id }, select: { newest: true } })
    const newest = newestOf(newestFirst([version, ...(shown ? [toVersion(shown.newest)] : [])]))
    if (newest?.id === version.id) await this.write(ctx, module, newest, documents)
  }

  /** Writes the module's row again, or deletes it when no version of it is listed any longer. */
  async refresh(ctx: OperationContext, module: Module): Promise<void> {
    const database = this.database.of(ctx)
    const newest = await this.lists.newestListed(ctx, module.id)
    if (!newest) return void (await database.moduleListing.deleteMany({ where: { moduleId: module.id } }))
    const document = await database.moduleVersionDocument.findUnique({ where: { versionId: newest.id } })
    await this.write(ctx, module, newest, document)
  }

  private async write(
    ctx: OperationContext,
    module: Module,
    { id: versionId, version, publishedAt }: NewestListed,
    documents: ModuleDocuments | null,
  ): Promise<void> {
    const description = module.description || (documents?.summary ?? '')
    const names = [module.name, module.provider]
    const parts = documents?.parts
    const words = await this.indexWords(module.organizationId, { names, description, parts })
    await this.database.of(ctx).$executeRaw`
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

  /** The organizations whose modules the caller may use, or the one of them that has this name. */
  async organizations(
    ctx: OperationContext,
    visibility: RegistryVisibility,
    name?: string,
  ): Promise<OrganizationsInIndex> {
    const usable = db
      .selectFrom('organizations as o')
      .select('o.id')
      .where(isNamed(name))
      .where(isUsable(ctx, visibility, 'modules'))
    const ids = (await rowsOf(this.database.of(ctx), usable.limit(mostNamed + 1))).map(({ id }) => id)
    return ids.length > mostNamed ? sql`${usable}` : ids
  }

  /** Lists the modules that match, of one name if it is given, by namespace, name and provider. */
  async list(
    ctx: OperationContext,
    organizations: OrganizationsInIndex,
    filter: ModuleFilter,
    slice: Slice,
    name?: string,
  ): Promise<Sliced<ModuleListing>> {
    const nameCondition = name === undefined ? sql`` : sql`AND ${hasName(organizations, name)}`
    const all = sql`module_listings l WHERE ${matching(organizations, filter)} ${nameCondition}`
    const namespace = isOne(organizations) ? sql`` : sql`l.namespace,`
    const rows = await this.read(ctx, idsIn(all, sql`${namespace} l.name, l.provider`, slice))
    return sliced(rows, slice, rows.length > 0 || (slice.offset > 0 && (await this.hasAny(ctx, all))))
  }

  /**
   * Searches by relevance, then by downloads; in a transaction. Without a match as typed, finds what is one
   * typo away from a name.
   */
  async search(
    ctx: OperationContext,
    organizations: OrganizationsInIndex,
    filter: ModuleFilter,
    query: SearchQuery,
    slice: Slice,
  ): Promise<Sliced<ModuleListing>> {
    await preferIndexes(this.database.of(ctx))
    const where = matching(organizations, filter)
    const isSmall = isOne(organizations)
    let words = query.strict
    let matches = await this.rank(ctx, found(words, where, isSmall), query, slice)
    if (matches.count === 0) {
      words = query.tolerant
      matches = await this.rank(ctx, found(words, where, isSmall), query, slice)
    }
    const isSoonFull = slice.offset + slice.limit <= furthestWalk
    const ids =
      matches.count <= mostRanked
        ? sql`${matches.ids}::text[]`
        : idsIn(found(words, where, isSmall || isSoonFull), sql`l.downloads DESC, l.module_id`, slice)
    return sliced(await this.read(ctx, ids), slice, matches.count > 0)
  }

  /**
   * Counts matches up to the limit that matters, and reads their page by relevance if they are not too many.
   */
  private async rank(
    ctx: OperationContext,
    from: RawBuilder<unknown>,
    query: SearchQuery,
    slice: Slice,
  ): Promise<{ readonly count: number; readonly ids: string[] }> {
    const matches = sql<object>`(
      SELECT l.module_id, l.downloads, l.words FROM ${from} LIMIT ${mostRanked + 1})`
    const ids = sql<string[]>`ARRAY(
      SELECT l.module_id FROM matches l WHERE (SELECT count(*) FROM matches) <= ${mostRanked}
      ORDER BY ${relevanceOf(query)} DESC, l.downloads DESC, l.module_id ${rangeOf(slice)})`
    const ranked = db
      .with(
        (cte) => cte('matches').materialized(),
        () => matches,
      )
      .selectNoFrom([sql<number>`(SELECT count(*)::int FROM matches)`.as('count'), ids.as('ids')])
    return (await rowsOf(this.database.of(ctx), ranked))[0] ?? { count: 0, ids: [] }
  }

  private async hasAny(ctx: OperationContext, from: RawBuilder<unknown>): Promise<boolean> {
    const found = sql<boolean>`EXISTS (SELECT FROM ${from})`
    return (await rowsOf(this.database.of(ctx), db.selectNoFrom(found.as('found'))))[0]?.found ?? false
  }

  /** The rows are read last, so that what lies before a page costs only its index entries. */
  private async read(ctx: OperationContext, ids: RawBuilder<unknown>): Promise<ModuleListing[]> {
    const page = sql<{ module_id: string; place: bigint }>`unnest(${ids}) WITH ORDINALITY`
    const listings = db
      .selectFrom(page.as<'page'>(sql`page (module_id, place)`))
      .innerJoin('module_listings as l', 'l.module_id', 'page.module_id')
      .select(columnsOf(moduleListing, 'l'))
      .orderBy('page.place')
    return rowsOf(this.database.of(ctx), listings)
  }
}

function idsIn(from: RawBuilder<unknown>, order: RawBuilder<unknown>, slice: Slice): RawBuilder<unknown> {
  return sql`ARRAY(SELECT l.module_id FROM ${from} ORDER BY ${order} ${rangeOf(slice)})`
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
const rangeOf = ({ offset, limit }: Slice): RawBuilder<unknown> => sql`LIMIT ${limit + 1} OFFSET ${offset}`

/**
 * The modules that match, as a table to select from. PostgreSQL does not know how expensive it is to look at
 * the words of a row and might read all rows through another index: `OFFSET 0` makes it use the index of
 * words first.
 */
function found(words: string, where: RawBuilder<boolean>, isFree: boolean): RawBuilder<unknown> {
  return isFree
    ? sql`module_listings l WHERE ${where} AND l.words @@ ${words}::tsquery`
    : sql`(SELECT * FROM module_listings WHERE words @@ ${words}::tsquery OFFSET 0) AS l WHERE ${where}`
}

function matching(organizations: OrganizationsInIndex, filter: ModuleFilter): RawBuilder<boolean> {
  return allOf([sql<boolean>`l.organization_id ${among(organizations)}`, ...narrowing(filter)])
}

const isOne = (organizations: OrganizationsInIndex): boolean =>
  'length' in organizations && organizations.length === 1

/** The comparison of an id with those of the organizations. */
function among(organizations: OrganizationsInIndex): RawBuilder<unknown> {
  if (!('length' in organizations)) return sql`IN (${organizations})`
  return isOne(organizations) ? sql`= ${organizations[0]}` : sql`= ${any(organizations)}`
}

function narrowing({ provider, verified }: ModuleFilter): RawBuilder<boolean>[] {
  return [
    ...(provider === undefined ? [] : [sql<boolean>`l.provider = ${provider}`]),
    ...(verified === true ? [sql<boolean>`l.verified`] : []),
  ]
}

/** Condition that the organization `o` has this name, in any case, if one is given. */
const isNamed = (name: string | undefined): RawBuilder<boolean> =>
  name === undefined ? sql`TRUE` : sql`o.name_key = ${name.toLowerCase()}`

/** Condition that an organization has this name in any case; the modules themselves have the index for it. */
function hasName(organizations: OrganizationsInIndex, name: string): RawBuilder<boolean> {
  const ofThem = 'length' in organizations ? sql`= ${any(organizations)}` : among(organizations)
  return sql`l.module_id = ANY(ARRAY(
    SELECT id FROM modules WHERE organization_id ${ofThem} AND name_key = ${name.toLowerCase()}
  ))`
}

/** The relevance of the listing `l`; whole words count more than their beginnings. */
export const relevanceOf = ({ exact, prefixes }: SearchQuery): RawBuilder<number> =>
  sql<number>`2 * ts_rank(l.words, ${exact}::tsquery) + ts_rank(l.words, ${prefixes}::tsquery)`

/**
 * Makes PostgreSQL prefer indexes within a transaction: it does not know how expensive it is to read the
 * words of every row, and would often do so.
 */
export async function preferIndexes(client: Pick<Prisma.TransactionClient, '$executeRaw'>): Promise<void> {
  await client.$executeRaw`SET LOCAL enable_seqscan = off`
}

const partOf = (typed: string): string => `%${literally(typed.toLowerCase())}%`

/** Condition that the address of the module `m` contains the text that was typed. */
export const isInAddress = (typed: string): RawBuilder<boolean> =>
  sql<boolean>`m.id IN (SELECT module_id FROM module_search_texts WHERE address LIKE ${partOf(typed)})`

/**
 * Condition that the address or description of the module `m` contains the text that was typed, or that the
 * index of modules has all its words.
 */
export function isFound(typed: string, words: string | undefined): RawBuilder<boolean> {
  const part = partOf(typed)
  const byText = sql`
    SELECT module_id FROM module_search_texts WHERE address LIKE ${part} OR description LIKE ${part}`
  const byWords = sql`SELECT module_id FROM module_listings WHERE words @@ ${words}::tsquery`
  return words === undefined
    ? sql<boolean>`m.id IN (${byText})`
    : sql<boolean>`m.id IN (${byText} UNION ALL ${byWords})`
}
