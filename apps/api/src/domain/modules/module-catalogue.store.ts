import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, sortedBy, type OrderedPage, type Orders, type Paged } from '../../kernel/page.js'
import type { Actor } from '../../kernel/actor.js'
import { literally } from '../../kernel/search.js'
import { belongsTo, isLentTo, isUsable } from '../module-sharing/module-reach.store.js'
import { inOrder, type StoreDatabase } from '../store.js'
import type { CatalogueEntry, CatalogueFilter, CatalogueOrder, CatalogueScope } from './module-catalogue.js'

const byAddress = Prisma.sql`o.name, m.name, m.provider`

const addressOf = [Prisma.sql`o.name_key`, Prisma.sql`m.name_key`, Prisma.sql`m.provider`]

const orders: Orders<CatalogueOrder, Prisma.Sql> = {
  name: (along) => inOrder(along, ...addressOf),
  updated: (along) => inOrder(along, Prisma.sql`m.updated_at`, ...addressOf),
  downloads: (along) => inOrder(along, Prisma.sql`coalesce(l.downloads, 0)`, ...addressOf),
}

/** Which modules a list shows; the modules themselves come from their own store. */
export class ModuleCatalogueStore {
  constructor(private readonly database: StoreDatabase) {}

  async list(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<CatalogueEntry>> {
    const database = this.database.of(ctx)
    const order = sortedBy(page, orders, byAddress)
    const from = Prisma.sql`
      FROM modules m JOIN organizations o ON o.id = m.organization_id
      LEFT JOIN module_listings l ON l.module_id = m.id
      WHERE ${matching(ctx.actor, scope, filter)}`
    const usableOnly = isUsableOnly(ctx.actor, scope)
    return paged(
      page,
      async () => {
        const [row] = await database.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${from}`
        return row?.count ?? 0
      },
      ({ skip, take }) => database.$queryRaw<CatalogueEntry[]>`
        SELECT m.id, ${usableOnly} AS "usableOnly" ${from}
        ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`,
    )
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
  const { search, published, verified, shared } = filter
  const conditions = [
    isUsable(actor, scope.reach),
    Prisma.sql`(l.module_id IS NOT NULL OR NOT ${isUsableOnly(actor, scope)})`,
  ]
  if (scope.organizationId !== undefined) conditions.push(Prisma.sql`o.id = ${scope.organizationId}`)
  if (shared !== undefined) conditions.push(shared ? isLentTo(actor) : belongsTo(actor))
  if (search) {
    const part = `%${literally(search.toLowerCase())}%`
    conditions.push(Prisma.sql`m.id IN (
      SELECT module_id FROM module_search_texts WHERE address LIKE ${part} OR description LIKE ${part}
    )`)
  }
  if (published !== undefined)
    conditions.push(published ? Prisma.sql`l.module_id IS NOT NULL` : Prisma.sql`l.module_id IS NULL`)
  if (verified !== undefined) conditions.push(Prisma.sql`m.verified = ${verified}`)
  return Prisma.join(conditions, ' AND ')
}
