import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { isUsable } from '../module-sharing/module-reach.store.js'
import type { ModuleReach } from '../module-sharing/module-sharing.js'
import type { StoreDatabase } from '../store.js'
import type { ModuleFilter } from './module-listing.js'
import type { ModuleShelf } from './module-places.js'

/** Reads what the triggers of `module_listings` count. */
export class ModulePlacesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The organizations with modules that match and that the caller may use, by namespace. */
  async shelves(ctx: OperationContext, reach: ModuleReach, filter: ModuleFilter): Promise<ModuleShelf[]> {
    const { provider, verified } = filter
    return this.database.of(ctx).$queryRaw<ModuleShelf[]>`
      SELECT o.id AS "organizationId", o.name AS namespace, c.listed
      FROM (
        SELECT organization_id, sum(listed)::int AS listed FROM module_listing_counts
        WHERE ${provider === undefined ? Prisma.sql`TRUE` : Prisma.sql`provider = ${provider}`}
          AND ${verified === true ? Prisma.sql`verified` : Prisma.sql`TRUE`}
        GROUP BY organization_id
      ) AS c
      JOIN organizations o ON o.id = c.organization_id
      WHERE ${isUsable(ctx.actor, reach)}
      ORDER BY o.name`
  }
}
