import { versionSortKey } from '@engine/shared'
import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { rangeOf, type Page, type Paged } from '../../kernel/page.js'
import type { Visibility } from '../organizations/organization.js'
import { any, count, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { ModuleInstallation, ModuleVersionUse, StateUse } from './state-use.js'

/** The uses that the current states of workspaces tell of. */
export class StateUsesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Counts uses by version; one that wrote no current state is left out. */
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

  /** Counts workspaces by source, in visible organizations; a source in no current state is left out. */
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

  /** Lists the versions of each module by its id, newest first; one that is installed nowhere is left out. */
  async ofModules(
    ctx: OperationContext,
    moduleIds: readonly string[],
    visibility: Visibility,
  ): Promise<ReadonlyMap<string, readonly ModuleVersionUse[]>> {
    const isBehind = sql<boolean>`i.version <> l.version AND n.sort_key > i.sort_key`
    const uses = db
      .selectFrom(installed(moduleIds, visibility).as('i'))
      .leftJoin('module_listings as l', 'l.module_id', 'i.module_id')
      .leftJoin('module_versions as n', 'n.id', 'l.version_id')
      .select(['i.module_id as moduleId', 'i.version', count.as('workspaces')])
      .select(sql<number>`count(*) FILTER (WHERE ${isBehind})::int`.as('behind'))
      .groupBy(['i.module_id', 'i.version', 'i.sort_key'])
      .orderBy('i.sort_key', 'desc')
    const rows = await rowsOf(this.database.of(ctx), uses)
    const found = new Map<string, ModuleVersionUse[]>()
    for (const { moduleId, ...use } of rows) found.set(moduleId, [...(found.get(moduleId) ?? []), use])
    return found
  }

  /** Lists workspaces by module, those of one organization together; a module without any is left out. */
  async installations(
    ctx: OperationContext,
    moduleIds: readonly string[],
    visibility: Visibility,
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<ModuleInstallation>>> {
    const { skip, take } = rangeOf(page)
    const numbered = db
      .selectFrom(installed(moduleIds, visibility).as('i'))
      .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
      .innerJoin('organizations as o', 'o.id', 'w.organization_id')
      .select(['i.module_id as moduleId', 'i.version', 'w.id', 'w.name as workspaceName'])
      .select(['o.name as organizationName', sql<string>`to_char(i.day, 'YYYY-MM-DD')`.as('day')])
      .select(sql<number>`(count(*) OVER (PARTITION BY i.module_id))::int`.as('total'))
      .select(
        sql<number>`row_number() OVER (PARTITION BY i.module_id ORDER BY o.name_key, w.name_key, w.id)::int`.as(
          'at',
        ),
      )
    const rows = await rowsOf(
      this.database.of(ctx),
      db
        .selectFrom(numbered.as('n'))
        .selectAll()
        // The first one of each says how many there are, also for a page past the end.
        .where(sql<boolean>`at = 1 OR (at > ${skip} AND at <= ${skip + take})`)
        .orderBy('at'),
    )
    const found = new Map<string, Paged<ModuleInstallation> & { readonly items: ModuleInstallation[] }>()
    for (const { moduleId, total, at, ...installation } of rows) {
      const list = found.get(moduleId) ?? { items: [], totalCount: total, page }
      found.set(moduleId, list)
      if (at > skip) list.items.push(installation)
    }
    return found
  }
}

/**
 * Selects the version of each module that each workspace had installed last. A state does not say; but a token that
 * wrote the current state of one workspace alone installed for that one.
 */
const installed = (moduleIds: readonly string[], visibility: Visibility) => sql<{
  module_id: string
  version: string
  sort_key: string
  workspace_id: string
  day: Date
}>`(
  WITH writers AS (
    SELECT s.credential_id, min(s.workspace_id) AS workspace_id FROM state_versions s
    WHERE s.is_current AND s.credential_id IS NOT NULL GROUP BY s.credential_id HAVING count(*) = 1
  )
  SELECT DISTINCT ON (d.module_id, w.id) d.module_id, d.version, v.sort_key, w.id AS workspace_id, d.day
  FROM module_downloads d
  JOIN writers ON writers.credential_id = d.credential_id
  JOIN workspaces w ON w.id = writers.workspace_id
  JOIN module_versions v ON v.module_id = d.module_id AND v.version = d.version
  WHERE d.module_id = ${any(moduleIds)} AND ${within(visibility)}
  ORDER BY d.module_id, w.id, d.day DESC, v.sort_key DESC
)`

const within = (visibility: Visibility): RawBuilder<boolean> =>
  visibility === 'all' ? sql`TRUE` : sql`w.organization_id = ${any(visibility)}`
