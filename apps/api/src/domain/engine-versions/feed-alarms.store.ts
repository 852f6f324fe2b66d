import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { FeedAlarm, FeedDifference } from './feed-difference.js'

/** The alarms in force: what was taken over since, or changed to what was offered, is no alarm any more. */
const inForce = db
  .selectFrom('release_feed_alarms as f')
  .innerJoin('engine_version_archs as a', (join) =>
    join
      .onRef('a.engine_version_id', '=', 'f.engine_version_id')
      .onRef('a.os', '=', 'f.os')
      .onRef('a.arch', '=', 'f.arch'),
  )
  .innerJoin('engine_versions as v', 'v.id', 'f.engine_version_id')
  .whereRef('a.sha', '<>', 'f.offered')

const versions = inForce
  .select((eb) => [
    'v.id',
    'v.version',
    sql<Date>`min(f.seen_at)`.as('at'),
    eb.fn
      .jsonAgg(
        jsonBuildObject({
          os: eb.ref('f.os'),
          arch: eb.ref('f.arch'),
          known: eb.ref('a.sha'),
          offered: eb.ref('f.offered'),
        }),
      )
      .orderBy('a.position')
      .as('builds'),
  ])
  .groupBy('v.id')
  .orderBy('v.sort_key', 'desc')
  .orderBy('v.id')

/** What the last comparison with the feed of versions found that is alarming. */
export class FeedAlarmsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** What was found before and is still so keeps the time when it was first seen. */
  async replace(ctx: OperationContext, differences: readonly FeedDifference[]): Promise<void> {
    const database = this.database.of(ctx)
    const found = differences.flatMap(({ known, alarms }) =>
      alarms.map(({ os, arch, offered }) => ({ id: known?.id, os, arch, offered })),
    )
    const rows = Prisma.sql`
      jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS found(id text, os text, arch text, offered text)`
    await database.$executeRaw`
      DELETE FROM release_feed_alarms f WHERE NOT EXISTS (
        SELECT FROM ${rows} WHERE (found.id, found.os, found.arch) = (f.engine_version_id, f.os, f.arch))`
    if (found.length === 0) return
    // A version that is being deleted is left out.
    await database.$executeRaw`
      INSERT INTO release_feed_alarms AS f (engine_version_id, os, arch, offered, seen_at)
      SELECT v.id, found.os, found.arch, found.offered, ${ctx.clock.now()}
      FROM ${rows} JOIN engine_versions v ON v.id = found.id FOR KEY SHARE OF v
      ON CONFLICT (engine_version_id, os, arch) DO UPDATE SET offered = EXCLUDED.offered, seen_at = EXCLUDED.seen_at
      WHERE f.offered <> EXCLUDED.offered`
  }

  /** Of the newest version first. */
  async list(ctx: OperationContext, page: Page): Promise<Paged<FeedAlarm>> {
    const database = this.database.of(ctx)
    return paged(
      page,
      async () => {
        const total = inForce.select(sql<number>`count(distinct v.id)::int`.as('total'))
        return (await rowsOf(database, total))[0]?.total ?? 0
      },
      ({ skip, take }) => rowsOf(database, versions.limit(take).offset(skip)),
    )
  }
}
