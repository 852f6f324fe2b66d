import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, sortedBy, type OrderedPage, type Orders, type Paged } from '../../kernel/page.js'
import type { Actor } from '../../kernel/actor.js'
import { literally } from '../../kernel/search.js'
import { belongsTo, isSharedWith, isUsable } from '../module-sharing/module-visibility.store.js'
import { inOrder, type StoreDatabase } from '../store.js'
import type { CatalogueEntry, CatalogueFilter, CatalogueOrder, CatalogueScope } from './module-catalogue.js'

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

  /** What matches, and how much of it there is. */
  async list(
    ctx: OperationContext,
    scope: CatalogueScope,
    filter: CatalogueFilter,
    page: OrderedPage<CatalogueOrder>,
  ): Promise<Paged<CatalogueEntry>> {
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
        ORDER BY ${sortedBy(page, orders, asWritten)} LIMIT ${take} OFFSET ${skip}`,
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
