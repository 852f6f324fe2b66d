import { Prisma } from '../../generated/prisma/client.js'
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
import { literally } from '../../kernel/search.js'
import { belongsTo, isSharedWith, isUsable } from '../module-sharing/module-visibility.store.js'
import { inOrder, type StoreDatabase } from '../store.js'
import type { CatalogueEntry, CatalogueFilter, CatalogueOrder, CatalogueScope } from './module-catalogue.js'

const addressAsWritten = [Prisma.sql`o.name`, Prisma.sql`m.name`, Prisma.sql`m.provider`] as const

/** In any case. */
const addressOf = [Prisma.sql`o.name_key`, Prisma.sql`m.name_key`, Prisma.sql`m.provider`] as const

const orders: Orders<CatalogueOrder, Prisma.Sql> = {
  name: (along) => inOrder(along, ...addressOf),
  updated: (along) => inOrder(along, Prisma.sql`m.updated_at`, ...addressOf),
  downloads: (along) => inOrder(along, Prisma.sql`coalesce(l.downloads, 0)`, ...addressOf),
}

/** A row of a page, and how many rows the list has; without an id where the page has none. */
interface CataloguePlace extends Omit<CatalogueEntry, 'id'> {
  readonly id: string | null
  readonly count: number
}

/** Which modules a list shows; the modules themselves come from their own store. */
export class ModuleCatalogueStore {
  constructor(private readonly database: StoreDatabase) {}

  /** What matches, and how much of it there is. */
  async list(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<CatalogueEntry>> {
    const along = page.order?.field === 'name' ? page.order.direction : 'asc'
    if (!filter.search && (!page.order || page.order.field === 'name'))
      return this.byAddress(ctx, scope, filter, page, along)
    const from = matching(ctx.actor, scope, filter)
    const count = async (): Promise<number> => {
      const [row] = await this.database.of(ctx).$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count ${from}`
      return row?.count ?? 0
    }
    return paged(
      page,
      count,
      ({ skip, take }) =>
        this.database.of(ctx).$queryRaw<CatalogueEntry[]>`
        SELECT m.id, ${isUsableOnly(ctx.actor, scope)} AS "usableOnly" ${from}
        ORDER BY ${sortedBy(page, orders, inOrder('asc', ...addressAsWritten))} LIMIT ${take} OFFSET ${skip}`,
    )
  }

  /**
   * The same in the order of addresses. A namespace is one organization, so a page far back counts the modules of the
   * organizations before it, which an index has, and sorts none of them.
   */
  private async byAddress(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
    along: Direction,
  ): Promise<Paged<CatalogueEntry>> {
    const [namespace, ...within] = page.order ? addressOf : addressAsWritten
    const { skip, take } = rangeOf(page)
    const rows = await this.database.of(ctx).$queryRaw<CataloguePlace[]>`
      WITH sizes AS MATERIALIZED (
        SELECT o.id, ${namespace} AS namespace, count(*)::int AS size ${matching(ctx.actor, scope, filter)} GROUP BY o.id
      ), offsets AS (
        SELECT id, namespace, size, sum(size) OVER (ORDER BY ${inOrder(along, Prisma.sql`namespace`)}) - size AS before
        FROM sizes
      ), page AS (
        SELECT m.*, o.namespace FROM (
          SELECT * FROM offsets WHERE before < ${skip + take} AND before + size > ${skip}
        ) AS o CROSS JOIN LATERAL (
          SELECT m.id, m.name, m.name_key, m.provider, ${isUsableOnly(ctx.actor, scope)} AS "usableOnly"
          FROM modules m LEFT JOIN module_listings l ON l.module_id = m.id
          WHERE m.organization_id = o.id AND ${allOf(narrowing(ctx.actor, scope, filter))}
          ORDER BY ${inOrder(along, ...within)} LIMIT ${take} OFFSET greatest(${skip} - o.before, 0)
        ) AS m
      )
      SELECT total.count, m.id, m."usableOnly"
      FROM (SELECT coalesce(sum(size), 0)::int AS count FROM sizes) AS total LEFT JOIN page AS m ON TRUE
      ORDER BY ${inOrder(along, Prisma.sql`m.namespace`, ...within)} LIMIT ${take}`
    const items = rows.flatMap(({ id, usableOnly }) => (id === null ? [] : [{ id, usableOnly }]))
    return { items, totalCount: rows[0]?.count ?? 0, page }
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
function isUsableOnly(actor: Actor, { visibility }: CatalogueScope): Prisma.Sql {
  return visibility === 'all' ? Prisma.sql`FALSE` : Prisma.sql`NOT ${belongsTo(actor)}`
}

function matching(actor: Actor, scope: CatalogueScope, filter: CatalogueFilter): Prisma.Sql {
  const { search, shared } = filter
  const conditions = [isUsable(actor, scope.visibility), ...narrowing(actor, scope, filter)]
  if (scope.organizationId !== undefined) conditions.push(Prisma.sql`o.id = ${scope.organizationId}`)
  if (shared !== undefined) conditions.push(shared ? isSharedWith(actor) : belongsTo(actor))
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
function narrowing(
  actor: Actor,
  scope: CatalogueScope,
  { published, verified }: CatalogueFilter,
): Prisma.Sql[] {
  const conditions = [Prisma.sql`(l.module_id IS NOT NULL OR NOT ${isUsableOnly(actor, scope)})`]
  if (published !== undefined)
    conditions.push(published ? Prisma.sql`l.module_id IS NOT NULL` : Prisma.sql`l.module_id IS NULL`)
  if (verified !== undefined) conditions.push(Prisma.sql`m.verified = ${verified}`)
  return conditions
}

const allOf = (conditions: readonly Prisma.Sql[]): Prisma.Sql => Prisma.join([...conditions], ' AND ')
