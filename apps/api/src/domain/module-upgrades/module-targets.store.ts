import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { isListed, isRelease } from '../registry-modules/module-version-lists.store.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { mostCandidates, type MovingVersion, type TargetVersion } from './upgrade-target.js'

/** The line of the version `v`, within which nothing breaks: its major, below 1.0.0 its minor. */
export const lineOf = sql<string>`substring(v.version from '^(0[.][0-9]+|[0-9]+)')`

/** True for the versions of a module that others may move to: a pre-release only if the module has no release. */
const isTarget = sql<boolean>`(${isRelease} OR NOT bool_or(${isRelease}) OVER (PARTITION BY v.module_id))`

/** One more than are compared, since the version itself is among them. */
const most = mostCandidates + 1
const mostOfAKind = mostCandidates / 2 + 1

/** The versions that users may be moved to. */
export class ModuleTargetsStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Returns the versions that others of their module are compared with, by module, the newest first: pre-releases only where there is
   * nothing else. A module may have any number of versions, of which only the highest of all, of each line that is used
   * and the newest of each line can be meant.
   */
  async targetsOf(
    ctx: OperationContext,
    moving: readonly Pick<MovingVersion, 'moduleId' | 'line'>[],
  ): Promise<ReadonlyMap<string, readonly TargetVersion[]>> {
    const lines = new Map(moving.map(({ moduleId, line }) => [`${moduleId} ${line}`, { moduleId, line }]))
    const used = [...lines.values()]
    const listed = db
      .selectFrom('module_versions as v')
      .select(['v.id', 'v.module_id as moduleId', 'v.version', 'v.sort_key as sortKey'])
      .select(lineOf.as('line'))
      .select(isTarget.as('isTarget'))
      .where('v.module_id', '=', any([...new Set(used.map(({ moduleId }) => moduleId))]))
      .where(isListed)
    const placed = db
      .selectFrom(listed.as('l'))
      .select(['l.id', 'l.moduleId', 'l.version', 'l.sortKey', 'l.line'])
      .select(
        sql<bigint>`row_number() OVER (PARTITION BY l."moduleId" ORDER BY l."sortKey" DESC)`.as('place'),
      )
      .select(
        sql<bigint>`row_number() OVER (PARTITION BY l."moduleId", l.line ORDER BY l."sortKey" DESC)`.as(
          'placeInLine',
        ),
      )
      .where('l.isTarget', '=', true)
    const ranked = db
      .selectFrom(placed.as('p'))
      .selectAll()
      .select(
        sql<bigint>`count(*) FILTER (WHERE p."placeInLine" = 1) OVER (PARTITION BY p."moduleId" ORDER BY p."sortKey" DESC)`.as(
          'placeOfLine',
        ),
      )
    const isUsed = sql<boolean>`(r."moduleId", r.line) IN (SELECT * FROM unnest(
      ${used.map(({ moduleId }) => moduleId)}::text[], ${used.map(({ line }) => line)}::text[]))`
    const targets = db
      .selectFrom(ranked.as('r'))
      .select(['r.id', 'r.moduleId', 'r.version', 'r.sortKey', 'r.line'])
      .where(
        sql<boolean>`(r.place <= ${most} OR (r."placeInLine" = 1 AND r."placeOfLine" <= ${mostOfAKind})
        OR (r."placeInLine" <= ${mostOfAKind} AND ${isUsed}))`,
      )
      .orderBy('r.sortKey', 'desc')
    const found = new Map<string, TargetVersion[]>()
    for (const target of await rowsOf(this.database.of(ctx), targets)) {
      const ofModule = found.get(target.moduleId) ?? []
      ofModule.push(target)
      found.set(target.moduleId, ofModule)
    }
    return found
  }
}
