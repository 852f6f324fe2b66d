import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, any, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { OrganizationCounts, QuotaKind, QuotaOwner } from './quota.js'

export class QuotasStore {
  constructor(private readonly database: StoreDatabase) {}

  /** How many there are; no other is added within the quota until the transaction ends. */
  async countLocked(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner): Promise<number> {
    const scope = `quota/${kind}/${owner.id ?? ''}`
    await this.database.of(tx).$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${scope}, 0))`
    return this.count(tx, kind, owner)
  }

  async count(ctx: OperationContext, kind: QuotaKind, { type, id }: QuotaOwner): Promise<number> {
    const { organization, webhook, ciIdentity, team, authenticationToken } = this.database.of(ctx)
    switch (kind) {
      case 'organizations':
        return organization.count({ where: { createdById: id } })
      case 'webhooks':
        return webhook.count({ where: { organizationId: id } })
      case 'ciIdentities':
        return ciIdentity.count({ where: { organizationId: id ?? '' } })
      case 'teams':
        return team.count({ where: { organizationId: id ?? '' } })
      case 'tokens': {
        // An organization has those of its teams, without those of CI, which end by themselves. What has expired fills nothing up.
        const of =
          type === 'user'
            ? { userId: id }
            : { OR: [{ organizationId: id }, { team: { organizationId: id ?? '' } }] }
        return authenticationToken.count({
          where: { ...of, ciIdentityId: null, expiresAt: { gt: ctx.clock.now() } },
        })
      }
      case 'storage': {
        const stored = db.selectNoFrom(storedBytes(sql`${id}`).as('bytes'))
        return (await rowsOf(this.database.of(ctx), stored))[0]?.bytes ?? 0
      }
    }
  }

  /** Of each of these organizations. */
  async countOf(
    ctx: OperationContext,
    organizationIds: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationCounts>> {
    const now = ctx.clock.now()
    const counted = db
      .selectFrom('organizations as o')
      .select([
        'o.id',
        sql<number>`(SELECT count(*) FROM teams t WHERE t.organization_id = o.id)::int`.as('teams'),
        sql<number>`(SELECT count(*) FROM webhooks w WHERE w.organization_id = o.id)::int`.as('webhooks'),
        sql<number>`(SELECT count(*) FROM ci_identities c WHERE c.organization_id = o.id)::int`.as(
          'ciIdentities',
        ),
        sql<number>`(
          (SELECT count(*) FROM authentication_tokens a WHERE a.organization_id = o.id AND a.expires_at > ${now})
          + (SELECT count(*) FROM authentication_tokens a JOIN teams t ON t.id = a.team_id
            WHERE t.organization_id = o.id AND a.ci_identity_id IS NULL AND a.expires_at > ${now})
        )::int`.as('tokens'),
        storedBytes(sql.ref('o.id')).as('storage'),
      ])
      .where('o.id', '=', any(organizationIds))
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(rows.map(({ id, ...counts }) => [id, counts]))
  }
}

/** Of its modules, providers and states, as they were sent. Their sums follow whatever is deleted. */
const storedBytes = (organizationId: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  (SELECT coalesce(sum(v.size), 0) FROM modules m JOIN module_versions v ON v.module_id = m.id
    WHERE m.organization_id = ${organizationId})
  + (SELECT coalesce(sum(coalesce(v.size, 0)::bigint + coalesce(v.json_size, 0) + coalesce(v.outputs_size, 0)), 0)
    FROM workspaces w JOIN state_versions v ON v.workspace_id = w.id
    WHERE w.organization_id = ${organizationId})
  + (SELECT coalesce(sum(f.binary_size), 0) FROM registry_providers p
    JOIN registry_provider_versions v ON v.provider_id = p.id
    JOIN registry_provider_platforms f ON f.version_id = v.id
    WHERE p.organization_id = ${organizationId})
)::float8`
