import { versionSortKey } from '@engine/shared'
import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import type { Visibility } from '../organizations/organization.js'
import { any, count, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { StateUse } from './state-use.js'

/** What current states tell: of each workspace the one that is true now. */
export class StateUsesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** By version; what wrote no current state is left out. */
  async ofEngineVersions(
    ctx: OperationContext,
    versions: readonly string[],
  ): Promise<ReadonlyMap<string, StateUse>> {
    const keys = versions.map(versionSortKey)
    const asked = sql<{
      version: string
      sort_key: string
    }>`unnest(${versions}::text[], ${keys}::text[])`.as<'a'>(sql`a (version, sort_key)`)
    const isBehind = sql<boolean>`v.sort_key > a.sort_key COLLATE "C"`
    const uses = db
      .selectFrom(asked)
      .innerJoin('state_versions as s', (join) =>
        join.onRef('s.engine_version', '=', 'a.version').on(sql<boolean>`s.is_current`),
      )
      .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
      .innerJoin('engine_versions as v', 'v.id', 'w.engine_version_id')
      .select(['a.version', count.as('workspaces')])
      .select(sql<number>`count(*) FILTER (WHERE ${isBehind})::int`.as('behind'))
      .groupBy('a.version')
    const rows = await rowsOf(this.database.of(ctx), uses)
    return new Map(rows.map(({ version, ...use }) => [version, use]))
  }

  /** By source, in the organizations that may be seen; what is in no current state is left out. */
  async ofProviders(
    ctx: OperationContext,
    sources: readonly string[],
    visibility: Visibility,
  ): Promise<ReadonlyMap<string, number>> {
    const asked = sql<{ source: string }>`unnest(${sources}::text[])`.as<'a'>(sql`a (source)`)
    const uses = db
      .selectFrom(asked)
      .innerJoin('state_versions as s', (join) =>
        join.on(sql<boolean>`s.is_current AND s.providers @> ARRAY[a.source]`),
      )
      .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
      .select(['a.source', count.as('workspaces')])
      .where(within(visibility))
      .groupBy('a.source')
    const rows = await rowsOf(this.database.of(ctx), uses)
    return new Map(rows.map(({ source, workspaces }) => [source, workspaces]))
  }
}

const within = (visibility: Visibility): RawBuilder<boolean> =>
  visibility === 'all' ? sql`TRUE` : sql`w.organization_id = ${any(visibility)}`
