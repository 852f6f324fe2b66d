import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { StateLock } from '../workspaces/workspace-lock.js'

export class WorkspaceLocksStore {
  constructor(private readonly database: StoreDatabase) {}

  async set(ctx: OperationContext, workspaceId: string, { id, at, by, reason }: StateLock): Promise<void> {
    const data = {
      lockId: id,
      lockedAt: at,
      lockedByType: by.type,
      lockedById: by.id,
      lockedByName: by.name,
      lockReason: reason,
    }
    await this.database.of(ctx).workspace.update({ where: { id: workspaceId }, data, select: { id: true } })
  }

  /** Removes the lock and discards what waits under it. */
  async clear(ctx: OperationContext, workspaceId: string): Promise<void> {
    const database = this.database.of(ctx)
    const data = {
      lockId: null,
      lockedAt: null,
      lockedByType: null,
      lockedById: null,
      lockedByName: null,
      lockReason: null,
    }
    await database.workspace.update({ where: { id: workspaceId }, data, select: { id: true } })
    await database.stateVersion.updateMany({
      where: { workspaceId, status: 'pending' },
      data: { status: 'discarded', jsonStorageKey: null },
    })
  }
}
