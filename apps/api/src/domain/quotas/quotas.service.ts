import type { OperationContext } from '../../kernel/context.js'
import {
  overQuota,
  type OrganizationCounts,
  type Quota,
  type QuotaKind,
  type QuotaLimits,
  type QuotaOwner,
} from './quota.js'
import type { QuotasStore } from './quotas.store.js'

const shown = ['teams', 'tokens', 'webhooks'] as const

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

  /** What these organizations have, whoever asks. */
  async listOf(
    ctx: OperationContext,
    organizationIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Quota[]>> {
    const counts = await this.store.countOf(ctx, organizationIds)
    const of = (used: OrganizationCounts): readonly Quota[] =>
      shown.map((kind) => ({ kind, used: used[kind], limit: this.limits[kind] || null }))
    return new Map([...counts].map(([id, used]) => [id, of(used)]))
  }
}
