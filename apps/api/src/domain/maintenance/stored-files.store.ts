import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'

export class StoredFilesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The storage keys that anything refers to, of these and all else that their owners have. */
  async referredTo(ctx: OperationContext, ownerIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.of(ctx).$queryRaw<{ key: string }[]>`
      SELECT storage_key AS key FROM module_versions WHERE id = ANY(${ownerIds}) AND storage_key IS NOT NULL
      UNION ALL
      SELECT unnest(ARRAY[shasums_key, shasums_sig_key]) FROM registry_provider_versions WHERE id = ANY(${ownerIds})
      UNION ALL
      SELECT binary_key FROM registry_provider_platforms WHERE id = ANY(${ownerIds}) AND binary_key IS NOT NULL`
    return new Set(rows.map(({ key }) => key))
  }

  /** When the first thing was done here, as far as is known: old events may be dropped. Undefined before that. */
  async beginning(ctx: OperationContext): Promise<Date | undefined> {
    const [row] = await this.database.of(ctx).$queryRaw<{ at: Date | null }[]>`
      SELECT least((SELECT min(at) FROM audit_events), (SELECT min(created_at) FROM users)) AS at`
    return row?.at ?? undefined
  }
}
