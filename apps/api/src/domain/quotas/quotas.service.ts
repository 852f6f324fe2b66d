import type { OperationContext } from '../../kernel/context.js'
import { overQuota, type Quota, type QuotaKind, type QuotaLimits, type QuotaOwner } from './quota.js'
import type { QuotasStore } from './quotas.store.js'

const ofOrganization = ['teams', 'tokens', 'webhooks'] as const

/** How much one owner may have, by the settings of the site. */
export class QuotasService {
  constructor(
    private readonly store: QuotasStore,
    private readonly limits: QuotaLimits,
  ) {}

  /** One more fits, and no other one is added meanwhile: additions of one owner wait for each other. */
  async requireRoom(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner): Promise<void> {
    if (!(await this.hasRoom(tx, kind, owner))) throw overQuota(kind, owner, this.limits[kind])
  }

  async hasRoom(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner): Promise<boolean> {
    const limit = this.limits[kind]
    return limit === 0 || (await this.store.countLocked(tx, kind, owner)) < limit
  }

  /** Of an organization that the caller was shown. */
  listOf(ctx: OperationContext, organizationId: string): Promise<readonly Quota[]> {
    const owner = { type: 'organization', id: organizationId } as const
    return Promise.all(
      ofOrganization.map(async (kind) => ({
        kind,
        used: await this.store.count(ctx, kind, owner),
        limit: this.limits[kind] || null,
      })),
    )
  }
}
