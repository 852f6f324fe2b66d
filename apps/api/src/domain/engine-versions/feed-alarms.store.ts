import { sql } from 'kysely'
import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { FeedDifference } from './feed-difference.js'

/**
 * Alarms in force by version, as a table: a difference that was taken over since, or that is equal by now, is no longer
 * an alarm.
 */
export const alarmsInForce = sql`(
  SELECT v.id, v.version, min(f.seen_at) AS at,
    string_agg(f.os || ' ' || f.arch, ', ' ORDER BY a.position) AS platforms
  FROM release_feed_alarms f
  JOIN engine_version_archs a ON (a.engine_version_id, a.os, a.arch) = (f.engine_version_id, f.os, f.arch)
  JOIN engine_versions v ON v.id = f.engine_version_id
  WHERE a.sha <> f.offered GROUP BY v.id)`

/** Alarms of the last comparison with the feed of versions. */
export class FeedAlarmsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Replaces the alarms; one that was found before keeps the time when it was first seen. */
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
}
