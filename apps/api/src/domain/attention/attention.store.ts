import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import type { DownloadsHistory } from '../registry-modules/module-download.js'
import type { FailedUpload, FullOrganization, Visibility, UnallowedSsoTeam } from './attention.js'

export class AttentionStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The newest first; of modules and of providers each with its own visibility. */
  async failedUploads(
    ctx: OperationContext,
    modules: Visibility,
    providers: Visibility,
    page: Page,
  ): Promise<Paged<FailedUpload>> {
    const failed = Prisma.sql`(
      SELECT v.id, 'module' AS kind, o.name AS organization, m.name, m.provider, m.id AS "thingId", v.version,
        coalesce(v.error, '') AS error, v.created_at AS at
      FROM module_versions v JOIN modules m ON m.id = v.module_id JOIN organizations o ON o.id = m.organization_id
      WHERE v.status = 'failed' AND ${within(modules)}
      UNION ALL
      SELECT v.id, 'provider', o.name, p.name, NULL, p.id, v.version, v.publication_error, v.updated_at
      FROM registry_provider_versions v JOIN registry_providers p ON p.id = v.provider_id
      JOIN organizations o ON o.id = p.organization_id
      WHERE v.publication_error IS NOT NULL AND ${within(providers)}
    ) AS failed`
    return this.paged<FailedUpload>(ctx, failed, Prisma.sql`at DESC, id`, page)
  }

  /** Those in which at most one workspace in ten is left of the limit, the fullest first. */
  async fullOrganizations(ctx: OperationContext, page: Page): Promise<Paged<FullOrganization>> {
    const full = Prisma.sql`(
      SELECT o.id, o.name, o.workspace_limit AS "workspaceLimit", used.workspaces
      FROM organizations o CROSS JOIN LATERAL (
        SELECT count(*)::int AS workspaces FROM workspaces w WHERE w.organization_id = o.id
      ) AS used
      WHERE o.workspace_limit > 0 AND NOT o.is_disabled AND used.workspaces * 10 >= o.workspace_limit * 9
    ) AS full_ones`
    const order = Prisma.sql`workspaces::float / "workspaceLimit" DESC, name`
    return this.paged<FullOrganization>(ctx, full, order, page)
  }

  /** By organization and name. */
  async unallowedSsoTeams(ctx: OperationContext, page: Page): Promise<Paged<UnallowedSsoTeam>> {
    const unallowed = Prisma.sql`(
      SELECT t.id, t.name, o.name AS organization, t.sso_team_id AS "ssoTeamId"
      FROM teams t JOIN organizations o ON o.id = t.organization_id
      WHERE t.sso_team_id IS NOT NULL AND NOT t.sso_team_id = ANY(o.sso_groups) AND NOT o.is_disabled
    ) AS unallowed`
    return this.paged<UnallowedSsoTeam>(ctx, unallowed, Prisma.sql`organization, name`, page)
  }

  /** Of visible modules, each of so many days in order, today among them. */
  async downloads(
    ctx: OperationContext,
    visibility: Visibility,
    days: number,
  ): Promise<DownloadsHistory['days']> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    return this.database.of(ctx).$queryRaw`
      WITH counted AS (
        SELECT d.day, sum(d.count)::int AS count FROM module_downloads d
        JOIN modules m ON m.id = d.module_id JOIN organizations o ON o.id = m.organization_id
        WHERE d.day > ${today}::date - ${days}::int AND ${within(visibility)} GROUP BY d.day
      )
      SELECT to_char(g.day, 'YYYY-MM-DD') AS day, coalesce(counted.count, 0) AS count
      FROM generate_series(0, ${days}::int - 1) AS n CROSS JOIN LATERAL (SELECT ${today}::date - n AS day) AS g
      LEFT JOIN counted ON counted.day = g.day ORDER BY g.day`
  }

  private async paged<T>(
    ctx: OperationContext,
    rows: Prisma.Sql,
    order: Prisma.Sql,
    page: Page,
  ): Promise<Paged<T>> {
    const database = this.database.of(ctx)
    return paged(
      page,
      async () => {
        const [row] = await database.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total FROM ${rows}`
        return Number(row?.total)
      },
      ({ skip, take }) =>
        database.$queryRaw<T[]>`SELECT * FROM ${rows} ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`,
    )
  }
}

const within = (visibility: Visibility): Prisma.Sql =>
  visibility === 'all' ? Prisma.sql`NOT o.is_disabled` : Prisma.sql`o.id = ANY(${[...visibility]}::text[])`
