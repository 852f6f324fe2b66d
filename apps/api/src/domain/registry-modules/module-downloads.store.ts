import { later, days } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type {
  DownloadsHistory,
  DownloadsOfConsumer,
  DownloadsSummary,
  ModuleDownloads,
} from './module-download.js'

export class ModuleDownloadsStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Adds a batch of a writer, whose batches are numbered from 1; one that was written before, with its answer lost, is
   * not written again. What is of a module that is gone is left out.
   */
  async add(
    ctx: OperationContext,
    writer: string,
    batch: number,
    rows: readonly ModuleDownloads[],
  ): Promise<void> {
    const of = <Key extends keyof ModuleDownloads>(key: Key) => rows.map((row) => row[key])
    await this.database.of(ctx).$executeRaw`
      WITH batch AS (
        INSERT INTO module_download_writers AS w (id, batch, at) VALUES (${writer}, ${batch}, ${ctx.clock.now()})
        ON CONFLICT (id) DO UPDATE SET batch = EXCLUDED.batch, at = EXCLUDED.at WHERE w.batch < EXCLUDED.batch
        RETURNING id
      )
      INSERT INTO module_downloads AS d (module_id, version, day, credential_id, organization_id, count)
      SELECT r.* FROM unnest(
        ${of('moduleId')}::text[], ${of('version')}::text[], ${of('day')}::date[],
        ${of('credentialId')}::text[], ${of('organizationId')}::text[], ${of('count')}::int[]
      ) AS r (module_id, version, day, credential_id, organization_id, count)
      WHERE EXISTS (SELECT FROM batch) AND EXISTS (SELECT FROM modules m WHERE m.id = r.module_id)
      ORDER BY r.module_id, r.day, r.version, r.credential_id, r.organization_id
      ON CONFLICT (module_id, day, version, credential_id, organization_id)
      DO UPDATE SET count = d.count + EXCLUDED.count`
  }

  async summary(ctx: OperationContext, moduleId: string): Promise<DownloadsSummary> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const rows = await this.database.of(ctx).$queryRaw<DownloadsSummary[]>`
      SELECT
        coalesce(sum(count) FILTER (WHERE day > ${today}::date - 7), 0)::int AS week,
        coalesce(sum(count) FILTER (WHERE day > ${today}::date - 30), 0)::int AS month,
        coalesce(sum(count) FILTER (WHERE day > ${today}::date - 365), 0)::int AS year,
        coalesce(sum(count), 0)::int AS total
      FROM module_downloads WHERE module_id = ${moduleId}`
    return rows[0] ?? { week: 0, month: 0, year: 0, total: 0 }
  }

  /** Over so many days, today among them. */
  async history(ctx: OperationContext, moduleId: string, days: number): Promise<DownloadsHistory> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const database = this.database.of(ctx)
    const [ofDays, consumers] = await Promise.all([
      database.$queryRaw<DownloadsHistory['days'][number][]>`
        SELECT to_char(g.day, 'YYYY-MM-DD') AS day, coalesce(sum(d.count), 0)::int AS count
        FROM generate_series(0, ${days}::int - 1) AS n
        CROSS JOIN LATERAL (SELECT ${today}::date - n AS day) AS g
        LEFT JOIN module_downloads d ON d.module_id = ${moduleId} AND d.day = g.day
        GROUP BY g.day ORDER BY g.day`,
      database.$queryRaw<DownloadsOfConsumer[]>`
        SELECT nullif(d.organization_id, '') AS "organizationId", o.name AS "organizationName",
          sum(d.count)::int AS count
        FROM module_downloads d LEFT JOIN organizations o ON o.id = d.organization_id
        WHERE d.module_id = ${moduleId} AND d.day > ${today}::date - ${days}::int
        GROUP BY d.organization_id, o.name ORDER BY count DESC, o.name, d.organization_id`,
    ])
    return { days: ofDays, consumers }
  }

  /** Takes over the numbers of these modules into what lists and searches show. */
  async refreshListings(ctx: OperationContext, moduleIds: readonly string[]): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      WITH totals AS (
        SELECT module_id, sum(count)::int AS total FROM module_downloads
        WHERE module_id = ANY(${moduleIds}) GROUP BY module_id
      ), locked AS (
        SELECT l.module_id, t.total FROM module_listings l JOIN totals t ON t.module_id = l.module_id
        WHERE l.downloads <> t.total ORDER BY l.module_id FOR NO KEY UPDATE OF l
      )
      UPDATE module_listings l SET downloads = locked.total FROM locked WHERE l.module_id = locked.module_id`
  }

  /** Those that were downloaded today or yesterday. */
  async recent(ctx: OperationContext): Promise<string[]> {
    const since = later(ctx.clock.now(), -days(1)).toISOString().slice(0, 10)
    const rows = await this.database.of(ctx).$queryRaw<{ id: string }[]>`
      SELECT DISTINCT module_id AS id FROM module_downloads WHERE day >= ${since}::date`
    return rows.map(({ id }) => id)
  }

  /** Forgets the processes that have written nothing for a day. */
  async forgetWriters(ctx: OperationContext): Promise<void> {
    const at = { lt: later(ctx.clock.now(), -days(1)) }
    await this.database.of(ctx).moduleDownloadWriter.deleteMany({ where: { at } })
  }
}
