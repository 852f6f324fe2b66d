import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

export class StoredFilesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Finds all storage keys that these owners refer to. */
  async referredTo(ctx: OperationContext, ownerIds: readonly string[]): Promise<Set<string>> {
    const keys = db
      .selectFrom('module_versions')
      .select('storage_key as key')
      .where('id', '=', any(ownerIds))
      .unionAll(
        db.selectFrom('origin_files').select('storage_key as key').where('owner_id', '=', any(ownerIds)),
      )
      .unionAll(
        db
          .selectFrom('registry_provider_versions')
          .select(sql<string | null>`unnest(array[shasums_key, shasums_sig_key])`.as('key'))
          .where('id', '=', any(ownerIds)),
      )
      .unionAll(
        db
          .selectFrom('registry_provider_platforms')
          .select('binary_key as key')
          .where('id', '=', any(ownerIds)),
      )
      .unionAll(
        db
          .selectFrom('state_versions')
          .select(sql<string | null>`unnest(array[storage_key, json_storage_key])`.as('key'))
          .where('id', '=', any(ownerIds)),
      )
    return new Set((await rowsOf(this.database.of(ctx), keys)).flatMap(({ key }) => key ?? []))
  }

  /** Finds the time of the first known event: older ones may be dropped. Undefined before any. */
  async beginning(ctx: OperationContext): Promise<Date | undefined> {
    const first = sql<Date | null>`
      least((SELECT min(at) FROM audit_events), (SELECT min(created_at) FROM users))`
    return (await rowsOf(this.database.of(ctx), db.selectNoFrom(first.as('at'))))[0]?.at ?? undefined
  }
}
