import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, noSpaceMessage } from '../../kernel/errors.js'
import type { StorageReserve } from '../../kernel/storage-reserve.js'
import {
  overQuota,
  shownQuotas,
  type OrganizationCounts,
  type Quota,
  type QuotaKind,
  type QuotaLimits,
  type QuotaOwner,
} from './quota.js'
import type { QuotasStore } from './quotas.store.js'

/** Quotas of owners, by the settings of the site. */
export class QuotasService {
  constructor(
    private readonly store: QuotasStore,
    readonly limits: QuotaLimits,
    private readonly reserve: Pick<StorageReserve, 'isReached'>,
  ) {}

  /** Requires room for `more` things, and locks out other additions: those of one owner wait for each other. */
  async requireRoom(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner, more = 1): Promise<void> {
    if (!(await this.hasRoom(tx, kind, owner, more))) throw overQuota(kind, owner, this.limits[kind])
  }

  async hasRoom(tx: OperationContext, kind: QuotaKind, owner: QuotaOwner, more = 1): Promise<boolean> {
    const limit = this.limits[kind]
    return limit === 0 || (await this.store.countLocked(tx, kind, owner)) + more <= limit
  }

  /** Requires room for more stored bytes of an organization, and locks out other additions; `beyond` raises its limit. */
  requireStorage(tx: OperationContext, organizationId: string, bytes: number, beyond = 0): Promise<void> {
    return this.requireRoom(tx, 'storage', organizationOf(organizationId), bytes - beyond)
  }

  /** Checks the room before a file is received, so that nothing is sent in vain; `requireStorage` decides later. */
  async checkStorageAhead(
    ctx: OperationContext,
    organizationId: string,
    bytes = 0,
    beyond = 0,
  ): Promise<void> {
    if (!(await this.hasStorage(ctx, organizationId, bytes - beyond)))
      throw overQuota('storage', organizationOf(organizationId), this.limits.storage)
  }

  /** Requires some room, on the disk too, before a run makes changes whose state it then has to store. */
  async requireStorageForRun(ctx: OperationContext, organizationId: string): Promise<void> {
    // A program repeats for minutes after a 507, and shows a 422 at once.
    if (await this.reserve.isReached()) throw invalid(faults.denied(noSpaceMessage(whileDiskIsFull)))
    if (!(await this.hasStorage(ctx, organizationId, 1)))
      throw overQuota('storage', organizationOf(organizationId), this.limits.storage, beforeRun)
  }

  /** Lists the quotas of these organizations, for any caller. */
  async listOf(
    ctx: OperationContext,
    organizationIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Quota[]>> {
    const counts = await this.store.countOf(ctx, organizationIds)
    const of = (used: OrganizationCounts): readonly Quota[] =>
      shownQuotas.map((kind) => ({ kind, used: used[kind], limit: this.limits[kind] || null }))
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
