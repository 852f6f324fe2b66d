import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, rangeOf, sortedBy, type OrderedPage, type Orders, type Paged } from '../../kernel/page.js'
import type { Actor } from '../../kernel/actor.js'
import { literally } from '../../kernel/search.js'
import { belongsTo, isLentTo, isUsable } from '../module-sharing/module-reach.store.js'
import { inOrder, type StoreDatabase } from '../store.js'
import type { CatalogueEntry, CatalogueFilter, CatalogueOrder, CatalogueScope } from './module-catalogue.js'
import type { ModulePlace, ModuleShelf } from './module-places.js'

const asWritten = Prisma.sql`o.name, m.name, m.provider`

const addressOf = [Prisma.sql`o.name_key`, Prisma.sql`m.name_key`, Prisma.sql`m.provider`]

const orders: Orders<CatalogueOrder, Prisma.Sql> = {
  name: (along) => inOrder(along, ...addressOf),
  updated: (along) => inOrder(along, Prisma.sql`m.updated_at`, ...addressOf),
  downloads: (along) => inOrder(along, Prisma.sql`coalesce(l.downloads, 0)`, ...addressOf),
}

/** Which modules a list shows; the modules themselves come from their own store. */
export class ModuleCatalogueStore {
  constructor(private readonly database: StoreDatabase) {}

  /** What matches a search, and how much of it there is. */
  async search(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<CatalogueEntry>> {
    const count = async (): Promise<number> => {
      const [row] = await this.database.of(ctx).$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count ${matching(ctx.actor, scope, filter)}`
      return row?.count ?? 0
    }
    return paged(page, count, () => this.rows(ctx, scope, filter, page))
  }

  /** A page of what matches, all of which is sorted for it. */
  async rows(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<CatalogueEntry[]> {
    const { skip, take } = rangeOf(page)
    return this.database.of(ctx).$queryRaw<CatalogueEntry[]>`
      SELECT m.id, ${isUsableOnly(ctx.actor, scope)} AS "usableOnly" ${matching(ctx.actor, scope, filter)}
      ORDER BY ${sortedBy(page, orders, asWritten)} LIMIT ${take} OFFSET ${skip}`
  }

  /** The organizations of what matches, in the order of a list by address, with how much each has of it. */
  async shelves(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    inAnyCase: boolean,
  ): Promise<ModuleShelf[]> {
    return this.database.of(ctx).$queryRaw<ModuleShelf[]>`
      SELECT o.id AS "organizationId", o.name AS namespace, count(*)::int AS listed
      ${matching(ctx.actor, scope, filter)}
      GROUP BY o.id ORDER BY ${inAnyCase ? Prisma.sql`o.name_key` : Prisma.sql`o.name`}`
  }

  /** What lies at these places of a list by address. The organizations are those that the caller may look into. */
  async at(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    inAnyCase: boolean,
    places: readonly ModulePlace[],
    limit: number,
  ): Promise<CatalogueEntry[]> {
    if (places.length === 0) return []
    const usableOnly = isUsableOnly(ctx.actor, scope)
    const within = inAnyCase ? Prisma.sql`m.name_key, m.provider` : Prisma.sql`m.name, m.provider`
    return this.database.of(ctx).$queryRaw<CatalogueEntry[]>`
      SELECT m.id, ${usableOnly} AS "usableOnly"
      FROM unnest(
        ${places.map(({ organizationId }) => organizationId)}::text[], ${places.map(({ offset }) => offset)}::int[]
      ) AS p (organization_id, before)
      JOIN organizations o ON o.id = p.organization_id
      CROSS JOIN LATERAL (
        SELECT m.id, m.name, m.name_key, m.provider
        FROM modules m LEFT JOIN module_listings l ON l.module_id = m.id
        WHERE m.organization_id = o.id AND ${allOf(kept(ctx.actor, scope, filter))}
        ORDER BY ${within} LIMIT ${limit} OFFSET p.before
      ) AS m
      ORDER BY ${inAnyCase ? inOrder('asc', ...addressOf) : asWritten} LIMIT ${limit}`
  }

  /** How often each was downloaded, by id; may be a minute old, like all lists. */
  async downloads(ctx: OperationContext, moduleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const where = { moduleId: { in: [...moduleIds] } }
    const select = { moduleId: true, downloads: true }
    const rows = await this.database.of(ctx).moduleListing.findMany({ where, select })
    return new Map(rows.map(({ moduleId, downloads }) => [moduleId, downloads]))
  }
}

/** Of what is no more than shared with the caller, there is only what can be installed. */
function isUsableOnly(actor: Actor, { reach }: CatalogueScope): Prisma.Sql {
  return reach === 'all' ? Prisma.sql`FALSE` : Prisma.sql`NOT ${belongsTo(actor)}`
}

function matching(actor: Actor, scope: CatalogueScope, filter: CatalogueFilter): Prisma.Sql {
  const { search, shared } = filter
  const conditions = [isUsable(actor, scope.reach), ...kept(actor, scope, filter)]
  if (scope.organizationId !== undefined) conditions.push(Prisma.sql`o.id = ${scope.organizationId}`)
  if (shared !== undefined) conditions.push(shared ? isLentTo(actor) : belongsTo(actor))
  if (search) {
    const part = `%${literally(search.toLowerCase())}%`
    conditions.push(Prisma.sql`m.id IN (
      SELECT module_id FROM module_search_texts WHERE address LIKE ${part} OR description LIKE ${part}
    )`)
  }
  return Prisma.sql`
    FROM modules m JOIN organizations o ON o.id = m.organization_id
    LEFT JOIN module_listings l ON l.module_id = m.id
    WHERE ${allOf(conditions)}`
}

/** What a list keeps of an organization `o` that the caller may look into. */
function kept(actor: Actor, scope: CatalogueScope, { published, verified }: CatalogueFilter): Prisma.Sql[] {
  const conditions = [Prisma.sql`(l.module_id IS NOT NULL OR NOT ${isUsableOnly(actor, scope)})`]
  if (published !== undefined)
    conditions.push(published ? Prisma.sql`l.module_id IS NOT NULL` : Prisma.sql`l.module_id IS NULL`)
  if (verified !== undefined) conditions.push(Prisma.sql`m.verified = ${verified}`)
  return conditions
}

const allOf = (conditions: readonly Prisma.Sql[]): Prisma.Sql => Prisma.join([...conditions], ' AND ')
