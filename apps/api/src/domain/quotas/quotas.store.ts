import { sql } from 'kysely'
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
    const { organization, webhook, team, authenticationToken } = this.database.of(ctx)
    switch (kind) {
      case 'organizations':
        return organization.count({ where: { createdById: id } })
      case 'webhooks':
        return webhook.count({ where: { organizationId: id } })
      case 'teams':
        return team.count({ where: { organizationId: id ?? '' } })
      case 'tokens': {
        // An organization has those of its teams. What has expired fills nothing up.
        const of =
          type === 'user'
            ? { userId: id }
            : { OR: [{ organizationId: id }, { team: { organizationId: id ?? '' } }] }
        return authenticationToken.count({ where: { ...of, expiresAt: { gt: ctx.clock.now() } } })
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
        sql<number>`(
          (SELECT count(*) FROM authentication_tokens a WHERE a.organization_id = o.id AND a.expires_at > ${now})
          + (SELECT count(*) FROM authentication_tokens a JOIN teams t ON t.id = a.team_id
            WHERE t.organization_id = o.id AND a.expires_at > ${now})
        )::int`.as('tokens'),
      ])
      .where('o.id', '=', any(organizationIds))
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(rows.map(({ id, ...counts }) => [id, counts]))
  }
}
