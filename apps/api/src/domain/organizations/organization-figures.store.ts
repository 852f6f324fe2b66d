import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { storedBytes } from '../quotas/quotas.store.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { ownersTeam } from './organization.js'
import type { OrganizationFigures } from './organization-figures.js'

export class OrganizationFiguresStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Reads the figures of each of these organizations, in one statement. */
  async listOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationFigures>> {
    const query = db
      .selectFrom('organizations as o')
      .select([
        'o.id',
        countIn('workspaces').as('workspaces'),
        outdatedWorkspaces.as('outdatedWorkspaces'),
        countIn('modules').as('modules'),
        countIn('registry_providers').as('providers'),
        failedUploads.as('failedUploads'),
        sql<number>`(SELECT count(*) FROM organization_memberships m
          WHERE m.organization_id = o.id AND m.status = 'active')::int`.as('members'),
        countIn('teams').as('teams'),
        owners.as('owners'),
        storedBytes(sql.ref('o.id')).as('storedBytes'),
        lastActivity.as('lastActivityAt'),
      ])
      .where('o.id', '=', any(ids))
    const rows = await rowsOf(this.database.of(ctx), query)
    return new Map(rows.map(({ id, ...figures }) => [id, figures]))
  }
}

const countIn = (table: string) =>
  sql<number>`(SELECT count(*) FROM ${sql.table(table)} t WHERE t.organization_id = o.id)::int`

const outdatedWorkspaces = sql<number>`(
  SELECT count(*) FROM workspaces w JOIN engine_versions v ON v.id = w.engine_version_id
  WHERE w.organization_id = o.id AND (v.deprecated OR NOT v.enabled))::int`

const failedUploads = sql<number>`(
  (SELECT count(*) FROM modules m JOIN module_versions v ON v.module_id = m.id
    WHERE m.organization_id = o.id AND v.status = 'failed' AND v.put_away_at IS NULL)
  + (SELECT count(*) FROM registry_providers p JOIN registry_provider_versions v ON v.provider_id = p.id
    WHERE p.organization_id = o.id AND v.publication_error IS NOT NULL AND v.put_away_at IS NULL))::int`

const owners = sql<number>`(
  SELECT count(*) FROM teams t JOIN team_members m ON m.team_id = t.id
  WHERE t.organization_id = o.id AND t.name_key = ${ownersTeam})::int`

/** Time of the newest event in the audit log of an organization, called `o`: one step in an index. */
export const lastActivity: RawBuilder<Date | null> = sql`(
  SELECT e.at FROM audit_events e WHERE e.organization_id = o.id ORDER BY e.at DESC LIMIT 1)`

/** Counts by organization that lists sort by, each a table of `id` and `amount`. */
export const figuresByOrganization = {
  workspaces: sql`SELECT organization_id AS id, count(*)::float8 AS amount FROM workspaces GROUP BY 1`,
  outdated: sql`SELECT w.organization_id AS id, count(*)::float8 AS amount
    FROM workspaces w JOIN engine_versions v ON v.id = w.engine_version_id
    WHERE v.deprecated OR NOT v.enabled GROUP BY 1`,
  modules: sql`SELECT organization_id AS id, count(*)::float8 AS amount FROM modules GROUP BY 1`,
  members: sql`SELECT organization_id AS id, count(*)::float8 AS amount
    FROM organization_memberships WHERE status = 'active' GROUP BY 1`,
  stored: sql`SELECT s.id, sum(s.bytes) AS amount FROM (
      SELECT organization_id AS id, stored_bytes AS bytes FROM modules
      UNION ALL SELECT organization_id, stored_bytes FROM workspaces
      UNION ALL SELECT organization_id, stored_bytes FROM registry_providers
    ) s GROUP BY 1`,
} as const
