import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { QuotaKind, QuotaOwner } from './quota.js'

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
}
