import { sql, type AliasedRawBuilder } from 'kysely'
import { later, days } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { DownloadsHistory, DownloadsSummary, ModuleDownloads } from './module-download.js'

export class ModuleDownloadsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Adds a batch of a writer, unless it was written before. Downloads of deleted modules are left out. */
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
      INSERT INTO module_downloads AS d (module_id, version, day, credential_id, organization_id, count, last_at)
      SELECT r.* FROM unnest(
        ${of('moduleId')}::text[], ${of('version')}::text[], ${of('day')}::date[],
        ${of('credentialId')}::text[], ${of('organizationId')}::text[], ${of('count')}::int[],
        ${of('lastAt')}::timestamptz[]
      ) AS r (module_id, version, day, credential_id, organization_id, count, last_at)
      WHERE EXISTS (SELECT FROM batch) AND EXISTS (SELECT FROM modules m WHERE m.id = r.module_id)
      ORDER BY r.module_id, r.day, r.version, r.credential_id, r.organization_id
      ON CONFLICT (module_id, day, version, credential_id, organization_id)
      DO UPDATE SET count = d.count + EXCLUDED.count, last_at = greatest(d.last_at, EXCLUDED.last_at)`
  }

  async summary(ctx: OperationContext, moduleId: string): Promise<DownloadsSummary> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const inLast = (most: number) =>
      sql<number>`coalesce(sum(count) FILTER (WHERE day > ${today}::date - ${most}::int), 0)::int`
    const sums = db
      .selectFrom('module_downloads')
      .select([inLast(7).as('week'), inLast(30).as('month'), inLast(365).as('year')])
      .select(sql<number>`coalesce(sum(count), 0)::int`.as('total'))
      .where('module_id', '=', moduleId)
    const rows = await rowsOf(this.database.of(ctx), sums)
    return rows[0] ?? { week: 0, month: 0, year: 0, total: 0 }
  }

  /** Reads the downloads of a number of days, including today. */
  async history(ctx: OperationContext, moduleId: string, days: number): Promise<DownloadsHistory> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const database = this.database.of(ctx)
    const ofDays = db
      .selectFrom(lastDays(today, days))
      .leftJoin('module_downloads as d', (join) =>
        join.on('d.module_id', '=', moduleId).onRef('d.day', '=', 'g.day'),
      )
      .select(sql<string>`to_char(g.day, 'YYYY-MM-DD')`.as('day'))
      .select(sql<number>`coalesce(sum(d.count), 0)::int`.as('count'))
      .groupBy('g.day')
      .orderBy('g.day')
    const consumers = db
      .selectFrom('module_downloads as d')
      .leftJoin('organizations as o', 'o.id', 'd.organization_id')
      .select(sql<string | null>`nullif(d.organization_id, '')`.as('organizationId'))
      .select(['o.name as organizationName', sql<number>`sum(d.count)::int`.as('count')])
      .where('d.module_id', '=', moduleId)
      .where(sql<boolean>`d.day > ${today}::date - ${days}::int`)
      .groupBy(['d.organization_id', 'o.name'])
      .orderBy(sql`count DESC, o.name, d.organization_id`)
    const [dayRows, consumerRows] = await Promise.all([rowsOf(database, ofDays), rowsOf(database, consumers)])
    return { days: dayRows, consumers: consumerRows }
  }

  /**
   * Reads the downloads of each day by module, the oldest day first and today last; a module without any is
   * left out.
   */
  async daily(
    ctx: OperationContext,
    moduleIds: readonly string[],
    days: number,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const sums = db
      .selectFrom('module_downloads')
      .select(['module_id as id', sql<number>`${today}::date - day`.as('ago')])
      .select(sql<number>`sum(count)::int`.as('count'))
      .where('module_id', '=', any(moduleIds))
      .where(sql<boolean>`day > ${today}::date - ${days}::int AND day <= ${today}::date`)
      .groupBy(['module_id', 'day'])
    const found = new Map<string, number[]>()
    for (const { id, ago, count } of await rowsOf(this.database.of(ctx), sums)) {
      const counts = found.get(id) ?? Array.from({ length: days }, () => 0)
      counts[days - 1 - ago] = count
      found.set(id, counts)
    }
    return found
  }

  /** Reads the downloads of each of these versions, by its id; one without any is left out. */
  async ofVersions(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const sums = db
      .selectFrom('module_versions as v')
      .innerJoin('module_downloads as d', (join) =>
        join.onRef('d.module_id', '=', 'v.module_id').onRef('d.version', '=', 'v.version'),
      )
      .select(['v.id', sql<number>`sum(d.count)::int`.as('count')])
      .where('v.id', '=', any(versionIds))
      .groupBy('v.id')
    const rows = await rowsOf(this.database.of(ctx), sums)
    return new Map(rows.map(({ id, count }) => [id, count]))
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

  /** Finds the modules that were downloaded today or yesterday. */
  async recent(ctx: OperationContext): Promise<string[]> {
    const since = later(ctx.clock.now(), -days(1)).toISOString().slice(0, 10)
    const where = { day: { gte: new Date(since) } }
    const rows = await this.database.of(ctx).moduleDownload.groupBy({ by: ['moduleId'], where })
    return rows.map(({ moduleId }) => moduleId)
  }

  /** Forgets the processes that have written nothing for a day. */
  async forgetWriters(ctx: OperationContext): Promise<void> {
    const at = { lt: later(ctx.clock.now(), -days(1)) }
    await this.database.of(ctx).countWriter.deleteMany({ where: { at } })
  }
}

/** A number of days up to this one, `2026-03-01`, as the table `g`. */
export const lastDays = (today: string, count: number): AliasedRawBuilder<{ day: Date }, 'g'> =>
  sql<{ day: Date }>`(SELECT ${today}::date - n AS day FROM generate_series(0, ${count}::int - 1) AS n)`.as(
    'g',
  )
