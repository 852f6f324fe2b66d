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
    await this.database.of(ctx).stateVersion.updateMany({
      where: { workspaceId, status: 'pending' },
      data: { status: 'discarded', jsonStorageKey: null },
    })
  }
}
