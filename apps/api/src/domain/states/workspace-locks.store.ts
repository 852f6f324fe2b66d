import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { StateLock } from '../workspaces/workspace-lock.js'

export class WorkspaceLocksStore {
  constructor(private readonly database: StoreDatabase) {}

  async set(ctx: OperationContext, workspaceId: string, lock: StateLock | null): Promise<void> {
    const data = {
      lockId: lock?.id ?? null,
      lockedAt: lock?.at ?? null,
      lockedByType: lock?.by.type ?? null,
      lockedById: lock?.by.id ?? null,
      lockedByName: lock?.by.name ?? null,
      lockReason: lock?.reason ?? null,
    }
    await this.database.of(ctx).workspace.update({ where: { id: workspaceId }, data, select: { id: true } })
  }

  /** Removes the lock and discards what waits under it. */
  async clear(ctx: OperationContext, workspaceId: string): Promise<void> {
    await this.set(ctx, workspaceId, null)
    await this.discardWaiting(ctx, workspaceId, 0)
  }

  /** Discards what waits for its upload, with what was announced of it, except for a number of the newest. */
  async discardWaiting(ctx: OperationContext, workspaceId: string, kept: number): Promise<void> {
    const { stateVersion, stateOutputBlock } = this.database.of(ctx)
    const discarded = await stateVersion.findMany({
      where: { workspaceId, status: 'pending' },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: kept,
      select: { id: true },
    })
    if (discarded.length === 0) return
    const ids = discarded.map(({ id }) => id)
    await stateOutputBlock.deleteMany({ where: { stateVersionId: { in: ids } } })
    const stored = { jsonStorageKey: null, jsonSize: null, jsonMd5: null, outputsSize: null }
    await stateVersion.updateMany({
      where: { id: { in: ids } },
      data: { status: 'discarded', ...stored },
    })
  }
}
