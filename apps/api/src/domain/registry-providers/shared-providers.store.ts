import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { isOpenTo, isSharedWith } from '../registry-sharing/registry-visibility.store.js'
import { allOf, db, pagedRows } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** Whether the provider `p` of the organization `o` is shared with the caller, and has anything to install. */
export const isSharedProvider = (ctx: OperationContext): RawBuilder<boolean> => sql<boolean>`(
  p.registry_name = 'private' AND p.deprecation IS DISTINCT FROM 'revoked'
  AND ${isOpenTo(ctx.actor, 'o')} AND ${isSharedWith(ctx, 'providers')}
  AND EXISTS (
    SELECT FROM registry_provider_versions v JOIN gpg_keys k ON k.id = v.signing_key_id AND k.organization_id = o.id
    WHERE v.provider_id = p.id AND v.deprecation IS DISTINCT FROM 'revoked'))`

/** Which providers of others a list shows; the providers themselves come from their own store. */
export class SharedProvidersStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The ids, by namespace and name. */
  async list(ctx: OperationContext, search: string, page: Page): Promise<Paged<string>> {
    const part = `%${literally(search.toLowerCase())}%`
    const isNamed = sql<boolean>`(p.name_key LIKE ${part} OR p.namespace_key LIKE ${part})`
    const conditions = [isSharedProvider(ctx), ...(search === '' ? [] : [isNamed])]
    const shared = db
      .selectFrom('registry_providers as p')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .select('p.id')
      .where(allOf(conditions))
      .orderBy(sql`p.namespace_key, p.name_key, p.id`)
    const { items, ...list } = await pagedRows(this.database.of(ctx), page, shared)
    return { ...list, items: items.map(({ id }) => id) }
  }
}
