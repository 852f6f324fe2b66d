import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import type { FeedAlarm, FeedDifference } from './feed-difference.js'

/** The alarms in force: what was taken over since, or changed to what was offered, is no alarm any more. */
const inForce = Prisma.sql`
  release_feed_alarms f
  JOIN engine_version_archs a USING (engine_version_id, os, arch)
  JOIN engine_versions v ON v.id = f.engine_version_id
  WHERE a.sha <> f.offered`

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
        const [row] = await database.$queryRaw<{ total: number }[]>`
          SELECT count(DISTINCT v.id)::int AS total FROM ${inForce}`
        return row?.total ?? 0
      },
      ({ skip, take }) => database.$queryRaw<FeedAlarm[]>`
        SELECT v.id, v.version, min(f.seen_at) AS at, jsonb_agg(
          jsonb_build_object('os', f.os, 'arch', f.arch, 'known', a.sha, 'offered', f.offered) ORDER BY a.position
        ) AS builds
        FROM ${inForce} GROUP BY v.id ORDER BY v.sort_key DESC, v.id LIMIT ${take} OFFSET ${skip}`,
    )
  }
}
