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

/** PostgreSQL counts rows in 64 bits. */
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
    const order = Prisma.sql`l.namespace, l.name, l.provider`
    return this.slice(ctx, matching(organizationIds, filter), Prisma.sql`TRUE`, order, slice)
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
    let found = Prisma.sql`l.words @@ ${query.strict}::tsquery`
    let count = await this.count(ctx, where, found)
    if (count === 0) {
      found = Prisma.sql`l.words @@ ${query.tolerant}::tsquery`
      count = await this.count(ctx, where, found)
    }
    const relevance = Prisma.sql`
      2 * ts_rank(l.words, ${query.exact}::tsquery) + ts_rank(l.words, ${query.prefixes}::tsquery) DESC,`
    const order = Prisma.sql`${count > mostRanked ? Prisma.empty : relevance} l.downloads DESC, l.module_id`
    return this.slice(ctx, where, found, order, slice)
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

  private async slice(
    ctx: OperationContext,
    where: Prisma.Sql,
    found: Prisma.Sql,
    order: Prisma.Sql,
    { offset, limit }: Slice,
  ): Promise<Sliced<ModuleListing>> {
    const rows =
      offset > deepestOffset
        ? []
        : await this.database.of(ctx).$queryRaw<ModuleListing[]>`
            SELECT ${columns} FROM module_listings l
            WHERE ${where} AND ${found} ORDER BY ${order} LIMIT ${limit + 1} OFFSET ${offset}`
    const hasBefore = offset > 0 && (rows.length > 0 || (await this.count(ctx, where, found, 1)) > 0)
    return { items: rows.slice(0, limit), offset, limit, hasBefore, hasAfter: rows.length > limit }
  }

  /** No further than it matters. */
  private async count(
    ctx: OperationContext,
    where: Prisma.Sql,
    found: Prisma.Sql,
    most = mostRanked + 1,
  ): Promise<number> {
    const [row] = await this.database.of(ctx).$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT FROM module_listings l WHERE ${where} AND ${found} LIMIT ${most}
      ) AS matches`
    return row?.count ?? 0
  }
}

function matching(organizationIds: readonly string[], filter: ModuleFilter): Prisma.Sql {
  const { name, provider, verified } = filter
  const conditions = [Prisma.sql`l.organization_id = ANY(${organizationIds})`]
  if (name !== undefined) conditions.push(Prisma.sql`lower(l.name) = ${name.toLowerCase()}`)
  if (provider !== undefined) conditions.push(Prisma.sql`l.provider = ${provider}`)
  if (verified === true) conditions.push(Prisma.sql`l.verified`)
  return Prisma.join(conditions, ' AND ')
}
