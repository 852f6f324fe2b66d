import type { OperationContext } from '../../kernel/context.js'
import type { StateVersion } from './state.js'
import type { StateRollbacksService } from './state-rollbacks.service.js'
import type { StateVersionsService } from './state-versions.service.js'
import type { WorkspaceLocksService } from './workspace-locks.service.js'

/** Rolls back in one step, for people: the workspace is locked for as long as it takes. */
export class StateRestoresService {
  constructor(
    private readonly stateVersions: StateVersionsService,
    private readonly rollbacks: Pick<StateRollbacksService, 'rollback'>,
    private readonly locks: WorkspaceLocksService,
  ) {}

  /** Restores a state. A lock of the caller stays; that of another one refuses. */
  async restore(ctx: OperationContext, id: string): Promise<StateVersion> {
    const { version, workspace } = await this.stateVersions.access(ctx, id, 'states:write')
    const rollBack = () => this.rollbacks.rollback(ctx, workspace.id, version.id)
    if (workspace.lock) return rollBack()
    await this.locks.lock(ctx, workspace.id, { reason: `Roll back to serial ${version.serial}` })
    try {
      return await rollBack()
    } finally {
      await this.locks.unlock(ctx, workspace.id, {})
    }
  }
}
