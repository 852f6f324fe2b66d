import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, noSpaceMessage } from '../../kernel/errors.js'
import type { StorageReserve } from '../../kernel/storage-reserve.js'
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
    private readonly reserve: Pick<StorageReserve, 'isReached'>,
  ) {}

  /** So many more fit, and no others are added meanwhile: additions of one owner wait for each other. */
  async requireRoom(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner, more = 1): Promise<void> {
    if (!(await this.hasRoom(tx, kind, owner, more))) throw overQuota(kind, owner, this.limits[kind])
  }

  async hasRoom(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner, more = 1): Promise<boolean> {
    const limit = this.limits[kind]
    return limit === 0 || (await this.store.countLocked(tx, kind, owner)) + more <= limit
  }

  /** So many more bytes fit into what an organization stores, and no others are added meanwhile; `beyond` its limit too. */
  requireStorage(tx: OperationContext, organizationId: string, bytes: number, beyond = 0): Promise<void> {
    return this.requireRoom(tx, 'storage', organizationOf(organizationId), bytes - beyond)
  }

  /** The same before a file is taken, so that nothing is sent in vain; what others add meanwhile is asked for later. */
  async foreseeStorage(ctx: OperationContext, organizationId: string, bytes = 0, beyond = 0): Promise<void> {
    if (!(await this.hasStorage(ctx, organizationId, bytes - beyond)))
      throw overQuota('storage', organizationOf(organizationId), this.limits.storage)
  }

  /** Requires that anything fits, on the disk too, before a run changes what it then has to store. */
  async requireStorageForRun(ctx: OperationContext, organizationId: string): Promise<void> {
    // A program tries again for minutes after a 507, and shows what is 422 at once.
    if (await this.reserve.isReached()) throw invalid(faults.denied(noSpaceMessage(whileDiskIsFull)))
    if (!(await this.hasStorage(ctx, organizationId, 1)))
      throw overQuota('storage', organizationOf(organizationId), this.limits.storage, beforeRun)
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

  private async hasStorage(ctx: OperationContext, organizationId: string, more: number): Promise<boolean> {
    const limit = this.limits.storage
    const owner = organizationOf(organizationId)
    return limit === 0 || (await this.store.count(ctx, 'storage', owner)) + more <= limit
  }
}

const organizationOf = (id: string): QuotaOwner => ({ type: 'organization', id })

const whileDiskIsFull =
  'Nothing has been changed yet: delete what is not needed, or have its administrators make room, and lock again'

const beforeRun =
  '. Nothing has been changed yet: delete modules, providers or workspaces that are not needed, or have the limit raised, and lock again'
