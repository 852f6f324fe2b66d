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

const shown = ['teams', 'tokens', 'webhooks', 'ciIdentities', 'storage'] as const

/** How much one owner may have, by the settings of the site. */
export class QuotasService {
  constructor(
    private readonly store: QuotasStore,
    private readonly limits: QuotaLimits,
  ) {}

  /** So many more fit, and no others are added meanwhile: additions of one owner wait for each other. */
  async requireRoom(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner, more = 1): Promise<void> {
    if (!(await this.hasRoom(tx, kind, owner, more))) throw overQuota(kind, owner, this.limits[kind])
  }

  async hasRoom(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner, more = 1): Promise<boolean> {
    const limit = this.limits[kind]
    return limit === 0 || (await this.store.countLocked(tx, kind, owner)) + more <= limit
  }

  /** So many more bytes fit into what an organization stores, and no others are added meanwhile. */
  requireStorage(tx: OperationContext, organizationId: string, bytes: number): Promise<void> {
    return this.requireRoom(tx, 'storage', { type: 'organization', id: organizationId }, bytes)
  }

  /** The same before a file is taken, so that nothing is sent in vain; what others add meanwhile is asked for later. */
  async foreseeStorage(ctx: OperationContext, organizationId: string, bytes = 0): Promise<void> {
    const limit = this.limits.storage
    const owner = { type: 'organization', id: organizationId } as const
    if (limit > 0 && (await this.store.count(ctx, 'storage', owner)) + bytes > limit)
      throw overQuota('storage', owner, limit)
  }

  /** What these organizations have, for any caller. */
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
