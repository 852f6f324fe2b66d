import { Readable } from 'node:stream'
import type { OperationContext } from '../../kernel/context.js'
import { conflict, invalid } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { requireLockOf, settled, type StateFacts, type StateVersion } from './state.js'
import type { StateParts } from './state-parts.js'
import type { StateVersionsService } from './state-versions.service.js'
import { newStateVersionId } from './state-versions.store.js'
import type { StateWriting } from './state-writing.js'
import type { TakenState } from './state-files.js'
import type { WorkspaceLocksService } from './workspace-locks.service.js'

const pieceSize = 64 * 1024

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
    const { writing, versions, workspaces, stateVersions } = this.parts
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
    const { taken, facts } = await this.copy(workspace.organizationId, newId, stored, serial)
    const { md5 } = taken
    const written = await writing.keep(ctx, [taken], () => {
      const force = former.lineage !== current.version.lineage
      const finished = {
        taken,
        facts,
        settled: settled({ serial, lineage: former.lineage }, { ...facts, serial }),
        outputsSize: null,
      }
      const announced = { serial, md5, lineage: finished.settled.lineage, force }
      const row = { ...announced, id: newId, workspaceId, rolledBackToId: former.id }
      return writing.insert(ctx, 'state-version.roll-back', row, finished)
    })
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

  /** Stores a state with another serial and every other byte unchanged; parsing could change its numbers. */
  private async copy(
    organizationId: string,
    id: string,
    former: Pick<TakenState, 'storageKey' | 'size'>,
    serial: number,
  ): Promise<{ readonly taken: TakenState; readonly facts: StateFacts }> {
    return this.parts.reading.with(organizationId, { id, serial }, former, async (bytes, facts) => {
      if (typeof facts === 'string') throw new Error(`a stored state cannot be read: ${facts}`)
      const { from, to } = facts.serialAt
      function* pieces(): Generator<Buffer> {
        yield* copies(bytes.subarray(0, from))
        yield Buffer.from(String(serial))
        yield* copies(bytes.subarray(to))
      }
      return { taken: await this.parts.files.take(id, 'state', Readable.from(pieces())), facts }
    })
  }
}

/** Copies piece by piece, so that the whole is in memory once. */
function* copies(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceSize) yield Buffer.from(bytes.subarray(at, at + pieceSize))
}
