import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'

export class SiteCountsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** How many there are of each, in one statement. */
  async read(ctx: OperationContext): Promise<Record<string, number>> {
    const [counts = {}] = await this.database.of(ctx).$queryRaw<Record<string, number>[]>`
      SELECT
        (SELECT count(*)::int FROM engine_versions) AS engine_versions,
        (SELECT count(*)::int FROM organizations) AS organizations,
        (SELECT count(*)::int FROM users) AS users,
        (SELECT count(*)::int FROM workspaces) AS workspaces,
        (SELECT count(*)::int FROM modules) AS modules,
        (SELECT count(*)::int FROM module_listings) AS listed_modules,
        (SELECT count(*)::int FROM module_versions) AS module_versions,
        (SELECT count(*)::int FROM registry_providers) AS registry_providers,
        (SELECT count(*)::int FROM registry_provider_versions) AS registry_provider_versions`
    return counts
  }
}
