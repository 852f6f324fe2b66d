import { sql } from 'kysely'
import { hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { lineOf } from './module-targets.store.js'
import type { BreakingCounts, MovingVersion } from './upgrade-target.js'

/** A lease longer than this comes from a process with a wrong clock. */
const tooLong = hours(1)

/** The number of requests that are dropped in one statement. */
const step = 10_000

/** A request to look through the distances of a module. */
export interface DistanceRequest {
  readonly id: bigint
  readonly moduleId: string
  readonly organizationId: string
}

/** The distances between versions that were counted, and the queue of modules of which some may be missing. */
export class ModuleDistancesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Returns the counts of the ways from these versions, by version; one row for each. */
  async countsFrom(
    ctx: OperationContext,
    fromIds: readonly string[],
  ): Promise<ReadonlyMap<string, BreakingCounts>> {
    const counts = db
      .selectFrom('module_version_distances as d')
      .select('d.from_id as fromId')
      .select(sql<Record<string, number>>`json_object_agg(d.to_id, d.breaking_count)`.as('counts'))
      .where('d.from_id', '=', any(fromIds))
      .groupBy('d.from_id')
    const rows = await rowsOf(this.database.of(ctx), counts)
    return new Map(rows.map(({ fromId, counts: byId }) => [fromId, new Map(Object.entries(byId))]))
  }

  /** Stores counts. Existing counts stay, and counts of versions that were deleted meanwhile are not stored. */
  async add(
    ctx: OperationContext,
    fromId: string,
    toIds: readonly string[],
    counts: readonly number[],
  ): Promise<void> {
    const data = counts.flatMap((breakingCount, at) => {
      const toId = toIds[at]
      return toId === undefined ? [] : [{ fromId, toId, breakingCount }]
    })
    try {
      await this.database.of(ctx).moduleVersionDistance.createMany({ data, skipDuplicates: true })
    } catch (error) {
      if (!this.database.violatedConstraint(error)?.endsWith('_fkey')) throw error
    }
  }

  /** Deletes counts that no list needs any longer. */
  async remove(ctx: OperationContext, fromId: string, toIds: readonly string[]): Promise<void> {
    const where = { fromId, toId: { in: [...toIds] } }
    await this.database.of(ctx).moduleVersionDistance.deleteMany({ where })
  }

  /** The versions of a module that are used, below this one in its order, the highest first. */
  async usedVersions(
    ctx: OperationContext,
    moduleId: string,
    below: string | undefined,
    most: number,
  ): Promise<MovingVersion[]> {
    const used = db
      .selectFrom('used_module_versions as u')
      .innerJoin('module_versions as v', (join) =>
        join.onRef('v.module_id', '=', 'u.module_id').onRef('v.version', '=', 'u.version'),
      )
      .select(['v.id as versionId', 'v.module_id as moduleId', 'v.sort_key as sortKey', lineOf.as('line')])
      .select(
        sql<'revoked' | 'current'>`CASE WHEN v.deprecation = 'revoked' THEN 'revoked' ELSE 'current' END`.as(
          'status',
        ),
      )
      .where('u.module_id', '=', moduleId)
      .where('v.status', '=', 'ok')
      .where(below === undefined ? sql<boolean>`TRUE` : sql<boolean>`v.sort_key < ${below}`)
      .orderBy('v.sort_key', 'desc')
      .limit(most)
    return rowsOf(this.database.of(ctx), used)
  }

  /**
   * Takes a module of the next organization behind this one, until then. Of several processes one gets each: it is taken
   * by its oldest request, and those that come meanwhile are younger. Costs next to nothing while nothing waits.
   */
  async take(ctx: OperationContext, behind: string, until: Date): Promise<DistanceRequest | undefined> {
    const now = ctx.clock.now()
    const next = sql`
      SELECT r.id FROM module_distance_requests r
      WHERE r.organization_id > ${behind}
        AND (r.lease_until IS NULL OR r.lease_until <= ${now} OR r.lease_until > ${later(now, tooLong)})
        AND NOT EXISTS (SELECT FROM module_distance_requests e WHERE e.module_id = r.module_id AND e.id < r.id)
      ORDER BY r.organization_id, r.id LIMIT 1 FOR UPDATE SKIP LOCKED`
    const taking = db
      .updateTable('module_distance_requests')
      .set({ lease_until: until })
      .where(sql<boolean>`id = (${next})`)
      .returning(['id', 'module_id as moduleId', 'organization_id as organizationId'])
    const [taken] = await rowsOf(this.database.of(ctx), taking)
    return taken
  }

  /** Returns the pending requests, whose modules are looked through from now on. */
  async requestsOf(ctx: OperationContext, moduleId: string): Promise<readonly bigint[]> {
    const select = { id: true } as const
    const rows = await this.database.of(ctx).moduleDistanceRequest.findMany({ where: { moduleId }, select })
    return rows.map(({ id }) => id)
  }

  /** Deletes requests of modules whose versions were never used. */
  async dropUnused(ctx: OperationContext): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      DELETE FROM module_distance_requests WHERE id = ANY(ARRAY(
        SELECT r.id FROM module_distance_requests r
        WHERE NOT EXISTS (SELECT FROM used_module_versions u WHERE u.module_id = r.module_id)
        ORDER BY r.id LIMIT ${step} FOR UPDATE SKIP LOCKED))`
  }

  async finish(ctx: OperationContext, ids: readonly bigint[]): Promise<void> {
    await this.database.of(ctx).moduleDistanceRequest.deleteMany({ where: { id: { in: [...ids] } } })
  }

  /** Gives it back, for any process to go on. */
  async release(ctx: OperationContext, { id }: DistanceRequest): Promise<void> {
    const where = { id }
    await this.database.of(ctx).moduleDistanceRequest.updateMany({ where, data: { leaseUntil: null } })
  }
}
