import type { OperationContext } from '../../kernel/context.js'
import { conflict, invalid } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { requireLockOf, settled, type StateFacts, type StateVersion } from './state.js'
import type { StateParts } from './state-parts.js'
import type { StateVersionsService } from './state-versions.service.js'
import { newStateVersionId } from './state-versions.store.js'
import type { StateWriting } from './state-writing.js'
import type { WorkspaceLocksService } from './workspace-locks.service.js'

/** Rolls back to former states (contract §13). */
export class StateRollbacksService {
  constructor(
    private readonly parts: StateParts & {
      readonly stateVersions: StateVersionsService
      readonly writing: StateWriting
      readonly workspaceLocks: WorkspaceLocksService
    },
  ) {}

  /** Makes a former state the newest one, by a serial that follows: the lineage goes on. */
  async rollback(ctx: OperationContext, workspaceId: string, id: unknown): Promise<StateVersion> {
    const { writing, versions, workspaces, stateVersions, reader, files } = this.parts
    const current = await stateVersions.accessCurrent(ctx, workspaceId)
    const { workspace } = await workspaces.accessById(ctx, workspaceId, 'states:write')
    const former = typeof id === 'string' && isId('sv', id) ? await versions.find(ctx, id) : undefined
    if (former?.workspaceId !== workspaceId || former.storageKey === null || former.size === null)
      throw invalid({ path: ['rollbackStateVersion'], code: 'INVALID', message: 'State version is invalid' })
    requireLockOf(workspace.lock, ctx.actor)
    if (former.form === 'encrypted')
      throw conflict(`State ${former.serial} is encrypted by the client and can only be pushed again`)
    const serial = current.version.serial + 1
    const newId = newStateVersionId()
    const { storageKey, size } = former
    const stored = { storageKey, size }
    const force = former.lineage !== current.version.lineage
    const write = async (facts: StateFacts | string) => {
      if (typeof facts === 'string') throw new Error(`a stored state cannot be read: ${facts}`)
      // Another serial and every other byte unchanged: parsing could change its numbers.
      const taken = await files.copy(newId, storageKey, facts.serialAt, String(serial))
      const { lineage } = former
      const rolledBack = settled({ serial, lineage }, { ...facts, serial })
      const finished = { taken, facts, settled: rolledBack, outputsSize: null }
      const announced = { serial, md5: taken.md5, lineage: rolledBack.lineage, force }
      const row = { ...announced, id: newId, workspaceId, rolledBackToId: former.id }
      return writing.keep(ctx, [taken], () => writing.insert(ctx, 'state-version.roll-back', row, finished))
    }
    const written = await reader.read(workspace.organizationId, { id: newId, serial }, stored, write)
    return written.version
  }

  /** Rolls back in one step, for people, under a lock that lasts as long. A lock of the caller stays; another one refuses. */
  async restore(ctx: OperationContext, id: string): Promise<StateVersion> {
    const { stateVersions, workspaceLocks } = this.parts
    const { version, workspace } = await stateVersions.access(ctx, id, 'states:write')
    const rollBack = () => this.rollback(ctx, workspace.id, version.id)
    if (workspace.lock) return rollBack()
    await workspaceLocks.lock(ctx, workspace.id, { reason: `Roll back to serial ${version.serial}` })
    try {
      return await rollBack()
    } finally {
      await workspaceLocks.unlock(ctx, workspace.id, {})
    }
  }
}
