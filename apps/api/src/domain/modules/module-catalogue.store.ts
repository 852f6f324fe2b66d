import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, sortedBy, type OrderedPage, type Orders, type Paged } from '../../kernel/page.js'
import { inOrder, type StoreDatabase } from '../store.js'
import type { CatalogueFilter, CatalogueOrder } from './module-catalogue.js'

const byAddress = Prisma.sql`o.name, m.name, m.provider`

const addressOf = [Prisma.sql`o.name_key`, Prisma.sql`m.name_key`, Prisma.sql`m.provider`]

const orders: Orders<CatalogueOrder, Prisma.Sql> = {
  name: (along) => inOrder(along, ...addressOf),
  updated: (along) => inOrder(along, Prisma.sql`m.updated_at`, ...addressOf),
  downloads: (along) => inOrder(along, Prisma.sql`coalesce(l.downloads, 0)`, ...addressOf),
}

/** Which modules a list shows, published or not; the modules themselves come from their own store. */
export class ModuleCatalogueStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The ids of a page. `organizationIds` are those to look in; undefined means all that are not disabled. */
  async list(
    ctx: OperationContext,
    organizationIds: readonly string[] | undefined,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<string>> {
    const database = this.database.of(ctx)
    const order = sortedBy(page, orders, byAddress)
    const from = Prisma.sql`
      FROM modules m JOIN organizations o ON o.id = m.organization_id
      LEFT JOIN module_listings l ON l.module_id = m.id
      WHERE ${matching(organizationIds, filter)}`
    return paged(
      page,
      async () => {
        const [row] = await database.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${from}`
        return row?.count ?? 0
      },
      async ({ skip, take }) => {
        const rows = await database.$queryRaw<{ id: string }[]>`
          SELECT m.id ${from} ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`
        return rows.map(({ id }) => id)
      },
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

function matching(organizationIds: readonly string[] | undefined, filter: CatalogueFilter): Prisma.Sql {
  const { search, published, verified } = filter
  const conditions = [
    organizationIds === undefined
      ? Prisma.sql`NOT o.is_disabled`
      : Prisma.sql`o.id = ANY(${organizationIds})`,
  ]
  if (search) {
    const part = search.toLowerCase()
    const isIn = (text: Prisma.Sql): Prisma.Sql => Prisma.sql`strpos(lower(${text}), ${part}) > 0`
    const address = Prisma.sql`o.name || '/' || m.name || '/' || m.provider`
    conditions.push(
      Prisma.sql`(${isIn(address)} OR ${isIn(Prisma.sql`coalesce(l.description, m.description)`)})`,
    )
  }
  if (published !== undefined)
    conditions.push(published ? Prisma.sql`l.module_id IS NOT NULL` : Prisma.sql`l.module_id IS NULL`)
  if (verified !== undefined) conditions.push(Prisma.sql`m.verified = ${verified}`)
  return Prisma.join(conditions, ' AND ')
}
