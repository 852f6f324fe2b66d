import { sql, type NotNull, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Visibility } from '../organizations/organization.js'
import { any, count, db, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { DownloadsHistory } from '../registry-modules/module-download.js'
import { lastDays } from '../registry-modules/module-downloads.store.js'
import type { FailedUpload, FullOrganization, OutdatedOrganization, UnallowedSsoTeam } from './attention.js'

export class AttentionStore {
  constructor(private readonly database: StoreDatabase) {}

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

  /** By how many workspaces there are, the most first. */
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

  /** Of visible modules, each of so many days in order, today among them. */
  async downloads(
    ctx: OperationContext,
    visibility: Visibility,
    days: number,
  ): Promise<DownloadsHistory['days']> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const counted = db
      .selectFrom('module_downloads as d')
      .innerJoin('modules as m', 'm.id', 'd.module_id')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .select(['d.day', sql<number>`sum(d.count)::int`.as('count')])
      .where(sql<boolean>`d.day > ${today}::date - ${days}::int`)
      .where(within(visibility))
      .groupBy('d.day')
    const history = db
      .with('counted', () => counted)
      .selectFrom(lastDays(today, days))
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
