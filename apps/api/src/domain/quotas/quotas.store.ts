import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { any, anyOf, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import {
  shownQuotas,
  type OrganizationCounts,
  type QuotaKind,
  type QuotaLimits,
  type QuotaOwner,
} from './quota.js'

export class QuotasStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Counts the things of an owner; no other is added within the quota until the transaction ends. */
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
        // An organization has the tokens of its teams, without those of CI, which end by themselves. Expired ones do not count.
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

  /** Counts the things of each of these organizations. */
  async countOf(
    ctx: OperationContext,
    organizationIds: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationCounts>> {
    const counts = countsOf(ctx.clock.now())
    const counted = db
      .selectFrom('organizations as o')
      .select([
        'o.id',
        counts.teams.as('teams'),
        counts.webhooks.as('webhooks'),
        counts.ciIdentities.as('ciIdentities'),
        counts.tokens.as('tokens'),
        counts.storage.as('storage'),
      ])
      .where('o.id', '=', any(organizationIds))
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(rows.map(({ id, ...counts }) => [id, counts]))
  }
}

/** The condition that an organization, called `o`, has as much of something as it may have. */
export function isAtQuota(limits: QuotaLimits, now: Date): RawBuilder<boolean> {
  const counts = countsOf(now)
  const limited = shownQuotas.filter((kind) => limits[kind] > 0)
  return anyOf(limited.map((kind) => sql<boolean>`${counts[kind]} >= ${limits[kind]}`))
}

/** Counts of each kind in an organization, called `o`. */
const countsOf = (now: Date): { readonly [Kind in keyof OrganizationCounts]: RawBuilder<number> } => ({
  teams: sql`(SELECT count(*) FROM teams t WHERE t.organization_id = o.id)::int`,
  webhooks: sql`(SELECT count(*) FROM webhooks w WHERE w.organization_id = o.id)::int`,
  ciIdentities: sql`(SELECT count(*) FROM ci_identities c WHERE c.organization_id = o.id)::int`,
  tokens: sql`(
    (SELECT count(*) FROM authentication_tokens a WHERE a.organization_id = o.id AND a.expires_at > ${now})
    + (SELECT count(*) FROM authentication_tokens a JOIN teams t ON t.id = a.team_id
      WHERE t.organization_id = o.id AND a.ci_identity_id IS NULL AND a.expires_at > ${now})
  )::int`,
  storage: storedBytes(sql.ref('o.id')),
})

/** Bytes of its modules, providers and states, as they were sent: triggers add them up at each thing. */
export const storedBytes = (organizationId: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  (SELECT coalesce(sum(m.stored_bytes), 0) FROM modules m WHERE m.organization_id = ${organizationId})
  + (SELECT coalesce(sum(w.stored_bytes), 0) FROM workspaces w WHERE w.organization_id = ${organizationId})
  + (SELECT coalesce(sum(p.stored_bytes), 0) FROM registry_providers p WHERE p.organization_id = ${organizationId})
)`
