import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** Tables of versions with an end of life. */
const tables = {
  'engine-version': sql`engine_versions WHERE NOT deprecated`,
  'module-version': sql`module_versions WHERE deprecation IS NULL`,
  'provider-version': sql`registry_provider_versions WHERE deprecation IS NULL`,
}

export type RetiringKind = keyof typeof tables

interface DueVersion {
  readonly kind: RetiringKind
  readonly id: string
}

export class DueDatesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Versions whose end of life has come, the longest due first; the first hundred. */
  async findRetiring(ctx: OperationContext): Promise<DueVersion[]> {
    const due = Object.entries(tables).map(
      ([kind, from]) => sql`
        SELECT ${sql.lit(kind)}::text AS kind, id, end_of_life_at AS at FROM ${from}
          AND end_of_life_at <= ${ctx.clock.now()}::timestamptz`,
    )
    const all = sql<DueVersion & { at: Date }>`(${sql.join(due, sql` UNION ALL `)})`
    const first = db.selectFrom(all.as('due')).select(['kind', 'id']).orderBy('at').limit(100)
    return rowsOf(this.database.of(ctx), first)
  }
}
