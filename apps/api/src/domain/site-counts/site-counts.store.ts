import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** The tables that are counted, by the name of the count. */
const tables: Readonly<Record<string, string>> = {
  engine_versions: 'engine_versions',
  organizations: 'organizations',
  users: 'users',
  workspaces: 'workspaces',
  modules: 'modules',
  listed_modules: 'module_listings',
  module_versions: 'module_versions',
  registry_providers: 'registry_providers',
  registry_provider_versions: 'registry_provider_versions',
}

const counts = Object.entries(tables).map(([name, table]) =>
  sql<number>`(select count(*)::int from ${sql.table(table)})`.as(name),
)

export class SiteCountsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Counts each, in one statement. */
  async read(ctx: OperationContext): Promise<Record<string, number>> {
    return (await rowsOf(this.database.of(ctx), db.selectNoFrom(counts)))[0] ?? {}
  }
}
