import { sql, type NotNull, type RawBuilder } from 'kysely'
import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Visibility } from '../organizations/organization.js'
import type { PublicVersionStatus } from '../public-providers/public-provider.js'
import { lacksSql, statusSql, type SiteFacts } from '../public-providers/public-providers.store.js'
import { any, count, db, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { DownloadsHistory } from '../registry-modules/module-download.js'
import { lastDays } from '../registry-modules/module-downloads.store.js'
import type {
  FailedUpload,
  FailedVerification,
  Figures,
  FullOrganization,
  OutdatedOrganization,
  PublicProviderAlarm,
  UnallowedSsoTeam,
  UsedEngineVersion,
} from './attention.js'

export class AttentionStore {
  constructor(
    private readonly database: StoreDatabase,
    private readonly site: SiteFacts,
    /** Of origins; what is sealed or in no setting any more is not asked, so it is not unreachable. */
    private readonly askedHosts: readonly string[],
  ) {}

  /** The newest first; of modules and of providers each with its own visibility. */
  async failedUploads(
    ctx: OperationContext,
    modules: Visibility,
    providers: Visibility,
    page: Page,
  ): Promise<Paged<FailedUpload>> {
    const ofProviders = db
      .selectFrom('registry_provider_versions as v')
      .innerJoin('registry_providers as p', 'p.id', 'v.provider_id')
      .innerJoin('organizations as o', 'o.id', 'p.organization_id')
      .select([
        'v.id',
        sql<FailedUpload['kind']>`'provider'`.as('kind'),
        'o.name as organization',
        'p.name',
        sql<string | null>`null`.as('provider'),
        'p.id as thingId',
        'v.version',
        sql<string>`v.publication_error`.as('error'),
        'v.updated_at as at',
      ])
      .where('v.publication_error', 'is not', null)
      .where(within(providers))
    const failed = db
      .selectFrom('module_versions as v')
      .innerJoin('modules as m', 'm.id', 'v.module_id')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .select([
        'v.id',
        sql<FailedUpload['kind']>`'module'`.as('kind'),
        'o.name as organization',
        'm.name',
        sql<string | null>`m.provider`.as('provider'),
        'm.id as thingId',
        'v.version',
        sql<string>`coalesce(v.error, '')`.as('error'),
        'v.created_at as at',
      ])
      .where('v.status', '=', sql.lit('failed'))
      .where(within(modules))
      .unionAll(ofProviders)
    return pagedRows(this.database.of(ctx), page, failed.orderBy(sql`at desc, id`))
  }

  /** Of the archives as they are now, the newest first. */
  async failedVerifications(ctx: OperationContext, page: Page): Promise<Paged<FailedVerification>> {
    const failed = db
      .selectFrom('engine_version_verifications as f')
      .innerJoin('engine_version_archs as a', (join) =>
        join
          .onRef('a.engine_version_id', '=', 'f.engine_version_id')
          .onRef('a.os', '=', 'f.os')
          .onRef('a.arch', '=', 'f.arch')
          .onRef('a.url', '=', 'f.url')
          .onRef('a.sha', '=', 'f.sha'),
      )
      .innerJoin('engine_versions as v', 'v.id', 'f.engine_version_id')
      .select(['v.id', 'v.version', 'f.os', 'f.arch', 'f.problem', 'f.finished_at as at'])
      .where(sql<boolean>`f.state IN ('failed', 'unreachable')`)
      .where('f.finished_at', 'is not', null)
      .orderBy(sql`f.finished_at desc, v.id, f.os, f.arch`)
      .$narrowType<{ at: NotNull }>()
    return pagedRows(this.database.of(ctx), page, failed)
  }

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

  /** Those in which at most one workspace in ten is left of the limit, the fullest first. */
  async fullOrganizations(ctx: OperationContext, page: Page): Promise<Paged<FullOrganization>> {
    const workspaces = db
      .selectFrom('workspaces as w')
      .select(count.as('workspaces'))
      .where(sql<boolean>`w.organization_id = o.id`)
    const full = db
      .selectFrom('organizations as o')
      .crossJoinLateral(workspaces.as('used'))
      .select(['o.id', 'o.name', 'o.workspace_limit as workspaceLimit', 'used.workspaces'])
      .where(sql<boolean>`o.workspace_limit > 0 AND NOT o.is_disabled`)
      .where(sql<boolean>`used.workspaces * 10 >= o.workspace_limit * 9`)
      .orderBy(sql`used.workspaces::float / o.workspace_limit desc, o.name`)
      .$narrowType<{ workspaceLimit: NotNull }>()
    return pagedRows(this.database.of(ctx), page, full)
  }

  async outdatedOrganizations(
    ctx: OperationContext,
    visibility: Visibility,
    page: Page,
  ): Promise<Paged<OutdatedOrganization>> {
    const outdated = db
      .selectFrom('engine_versions as v')
      .innerJoin('workspaces as w', 'w.engine_version_id', 'v.id')
      .innerJoin('organizations as o', 'o.id', 'w.organization_id')
      .select(['o.id', 'o.name', count.as('workspaces')])
      .where(sql<boolean>`(v.deprecated OR NOT v.enabled)`)
      .where(within(visibility))
      .groupBy(['o.id', 'o.name'])
      .orderBy(sql`workspaces desc, o.name`)
    return pagedRows(this.database.of(ctx), page, outdated)
  }

  /** By organization and name. */
  async unallowedSsoTeams(ctx: OperationContext, page: Page): Promise<Paged<UnallowedSsoTeam>> {
    const unallowed = db
      .selectFrom('teams as t')
      .innerJoin('organizations as o', 'o.id', 't.organization_id')
      .select(['t.id', 't.name', 'o.name as organization', 't.sso_team_id as ssoTeamId'])
      .where('t.sso_team_id', 'is not', null)
      .where(sql<boolean>`NOT t.sso_team_id = ANY(o.sso_groups) AND NOT o.is_disabled`)
      .orderBy(sql`o.name, t.name`)
      .$narrowType<{ ssoTeamId: NotNull }>()
    return pagedRows(this.database.of(ctx), page, unallowed)
  }

  /** Altered ones first, then those by a new key, unverified ones, unreachable origins, and what is wanted; each the latest first. */
  async publicProviderAlarms(ctx: OperationContext, page: Page): Promise<Paged<PublicProviderAlarm>> {
    const standing = (status: PublicVersionStatus) =>
      sql<boolean>`${statusSql(this.site.cooldown, ctx.clock)} = ${status}`
    const checked = sql`coalesce(v.checked_at, v.first_seen_at)`
    const alarms = db
      .selectFrom(
        sql<PublicProviderAlarm & { place: number }>`(
          ${alarmsOfVersions(1, 'altered', standing('altered'), sql`v.altered_at`)}
          UNION ALL ${alarmsOfVersions(2, 'new-key', byNewKey, checked)}
          UNION ALL ${alarmsOfVersions(3, 'unverified', standing('unverified'), checked)}
          UNION ALL ${alarmsOfOrigins(this.askedHosts, later(ctx.clock.now(), -days(1)))}
          UNION ALL ${alarmsOfWanted(this.site)}
        )`.as('a'),
      )
      .select(['a.id', 'a.kind', 'a.providerId', 'a.name', 'a.count', 'a.detail', 'a.at'])
      .orderBy(sql`a.place, a.at DESC, a.name`)
    return pagedRows(this.database.of(ctx), page, alarms)
  }

  /** Of visible modules, each of so many days in order, today among them. */
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

const addressSql = sql`p.origin || '/' || p.namespace || '/' || p.name`

/** Signed by a new key, which counts as known once a person has released a version by it. */
const byNewKey = sql<boolean>`v.new_key AND v.decision IS NULL AND v.altered_at IS NULL AND v.unverified IS NULL
  AND NOT v.gone_from_origin`

/** Providers with versions that are so. */
const alarmsOfVersions = (
  place: number,
  kind: PublicProviderAlarm['kind'],
  areSo: RawBuilder<boolean>,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  SELECT ${place}::int AS place, p.id || ${`-${kind}`} AS id, ${kind} AS kind, p.id AS "providerId", ${addressSql} AS name,
    count(*)::int AS count, (array_agg(v.version ORDER BY v.sort_key DESC))[1] AS detail, max(${at}) AS at
  FROM public_provider_versions v JOIN public_providers p ON p.id = v.provider_id
  WHERE ${areSo} GROUP BY p.id`

/** Origins none of whose providers had an answer since, though they were asked. */
const alarmsOfOrigins = (hosts: readonly string[], since: Date): RawBuilder<unknown> => sql`
  SELECT 4, p.origin, 'unreachable', NULL, p.origin, count(*)::int,
    (array_agg(p.look_error ORDER BY p.looked_at DESC) FILTER (WHERE p.look_error IS NOT NULL))[1], max(p.looked_at)
  FROM public_providers p WHERE p.origin = ${any(hosts)} GROUP BY p.origin
  HAVING max(p.looked_at) < ${since} AND bool_or(p.look_error IS NOT NULL)`

const alarmsOfWanted = (site: SiteFacts): RawBuilder<unknown> => sql`
  SELECT 5, p.id || '-wanted', 'wanted', p.id, ${addressSql}, count(DISTINCT o.id)::int,
    (array_agg(o.name ORDER BY w.last_at DESC))[1], max(w.last_at)
  FROM public_provider_refusals w
  JOIN organizations o ON o.id = w.organization_id JOIN public_providers p ON p.id = w.provider_id
  WHERE ${lacksSql(site)} GROUP BY p.id`
