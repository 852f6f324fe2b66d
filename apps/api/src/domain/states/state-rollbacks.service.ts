import type { OperationContext } from '../../kernel/context.js'
import type { StateVersion } from './state.js'
import type { StateVersionsService } from './state-versions.service.js'
import type { StateWritesService } from './state-writes.service.js'
import type { WorkspaceLocksService } from './workspace-locks.service.js'

/** Bringing back a former state in one step, for people: the workspace is locked for as long as it takes. */
export class StateRollbacksService {
  constructor(
    private readonly stateVersions: StateVersionsService,
    private readonly stateWrites: StateWritesService,
    private readonly locks: WorkspaceLocksService,
  ) {}

  /** A lock that the caller holds stays; that of another one refuses. */
  async rollBack(ctx: OperationContext, id: string): Promise<StateVersion> {
    const { version, workspace } = await this.stateVersions.access(ctx, id, 'states:write')
    const write = () => this.stateWrites.rollback(ctx, workspace.id, version.id)
    if (workspace.lock) return write()
    await this.locks.lock(ctx, workspace.id, { reason: `Roll back to serial ${version.serial}` })
    try {
      return await write()
    } finally {
      await this.locks.unlock(ctx, workspace.id, {})
    }
  }
}
