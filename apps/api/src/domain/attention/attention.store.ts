import { sql, type RawBuilder } from 'kysely'
import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Visibility } from '../organizations/organization.js'
import { any, count, db, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { DownloadsHistory } from '../registry-modules/module-download.js'
import { lastDays } from '../registry-modules/module-downloads.store.js'
import type { Figures, UsedEngineVersion } from './attention.js'

export class AttentionStore {
  constructor(private readonly database: StoreDatabase) {}

  async figures(
    ctx: OperationContext,
    of: Readonly<Record<'organizations' | 'workspaces' | 'modules', Visibility>>,
  ): Promise<Figures> {
    const now = ctx.clock.now()
    const then = later(now, -days(30))
    const today = now.toISOString().slice(0, 10)
    const counted = (table: 'workspaces' | 'modules') => sql`
      SELECT count(*)::int AS now, count(*) FILTER (WHERE t.created_at <= ${then})::int AS before
      FROM ${sql.table(table)} t JOIN organizations o ON o.id = t.organization_id WHERE ${within(of[table])}`
    const figure = (query: RawBuilder<unknown>) =>
      sql<Figures['modules']>`(SELECT row_to_json(f) FROM (${query}) f)`
    const figures = db.selectNoFrom([
      figure(sql`
        SELECT count(*)::int AS now, count(*) FILTER (WHERE o.created_at <= ${then})::int AS before
        FROM organizations o WHERE ${within(of.organizations)}`).as('organizations'),
      figure(counted('workspaces')).as('workspaces'),
      figure(counted('modules')).as('modules'),
      figure(sql`
        SELECT coalesce(sum(d.count) FILTER (WHERE d.day > ${today}::date - 30), 0)::int AS now,
          coalesce(sum(d.count) FILTER (WHERE d.day <= ${today}::date - 30), 0)::int AS before
        FROM module_downloads d JOIN modules m ON m.id = d.module_id
        JOIN organizations o ON o.id = m.organization_id
        WHERE d.day > ${today}::date - 60 AND ${within(of.modules)}`).as('downloads'),
    ])
    const [row] = await rowsOf(this.database.of(ctx), figures)
    if (!row) throw new Error('A statement without a table has a row')
    return row
  }

  async usedEngineVersions(
    ctx: OperationContext,
    visibility: Visibility,
    page: Page,
  ): Promise<Paged<UsedEngineVersion>> {
    const used = db
      .selectFrom('engine_versions as v')
      .innerJoin('workspaces as w', 'w.engine_version_id', 'v.id')
      .innerJoin('organizations as o', 'o.id', 'w.organization_id')
      .select(['v.id', 'v.version', 'v.deprecated', 'v.enabled', count.as('workspaces')])
      .where(within(visibility))
      .groupBy('v.id')
      .orderBy(sql`workspaces desc, v.sort_key desc`)
    return pagedRows(this.database.of(ctx), page, used)
  }

  /** Counts downloads of visible modules for each of the last `days` days in order, including today. */
  async downloads(
    ctx: OperationContext,
    visibility: Visibility,
    length: number,
  ): Promise<DownloadsHistory['days']> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const counted = db
      .selectFrom('module_downloads as d')
      .innerJoin('modules as m', 'm.id', 'd.module_id')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .select(['d.day', sql<number>`sum(d.count)::int`.as('count')])
      .where(sql<boolean>`d.day > ${today}::date - ${length}::int`)
      .where(within(visibility))
      .groupBy('d.day')
    const history = db
      .with('counted', () => counted)
      .selectFrom(lastDays(today, length))
      .leftJoin('counted', 'counted.day', 'g.day')
      .select([
        sql<string>`to_char(g.day, 'YYYY-MM-DD')`.as('day'),
        sql<number>`coalesce(counted.count, 0)`.as('count'),
      ])
      .orderBy('g.day')
    return rowsOf(this.database.of(ctx), history)
  }
}

const within = (visibility: Visibility): RawBuilder<boolean> =>
  visibility === 'all' ? sql`NOT o.is_disabled` : sql`o.id = ${any(visibility)}`
