import type { OperationContext } from '../../kernel/context.js'
import { invalid, isSurelyUndone } from '../../kernel/errors.js'
import type { WorkspaceAccess } from '../workspaces/workspace.js'
import {
  auditedState,
  isSameAsCurrent,
  otherBytes,
  permissionToWrite,
  requireLockOf,
  type AnnouncedState,
  type ReadFor,
  type StateFacts,
  type StateVersion,
} from './state.js'
import { stateEntry, type StateParts } from './state-parts.js'
import type { TakenState } from './state-files.js'
import type { FinishedState, NewStateVersion } from './state-versions.store.js'

/** A version that was asked for, and whether it was written by this request. */
export interface WrittenState {
  readonly version: StateVersion
  readonly organizationId: string
  readonly isNew: boolean
}

type WriteAction = 'state-version.create' | 'state-version.upload' | 'state-version.roll-back'

/** The steps that every write takes (contract §13). */
export class StateWriting {
  constructor(private readonly parts: StateParts) {}

  /** Reads a stored state for work with its facts; throws where it is none, or another one than was announced. */
  read<Result>(
    organizationId: string,
    readFor: ReadFor,
    taken: TakenState,
    { md5 }: Pick<AnnouncedState, 'md5'>,
    work: (facts: StateFacts) => Promise<Result>,
  ): Promise<Result> {
    return this.parts.reader.read(organizationId, readFor, taken, (facts) => {
      if (typeof facts === 'string') throw invalid({ path: [], code: 'INVALID', message: facts })
      if (md5 !== taken.md5) throw invalid(otherBytes(taken.md5))
      return work(facts)
    })
  }

  /** Locks the workspace and decides; where the state is the current one already, nothing is done. */
  async underLock(
    ctx: OperationContext,
    workspaceId: string,
    announced: AnnouncedState,
    work: (tx: OperationContext, access: WorkspaceAccess, lockId: string) => Promise<StateVersion>,
    permission = permissionToWrite(announced),
  ): Promise<WrittenState> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.parts.workspaces.lockById(tx, workspaceId, permission)
      const lock = requireLockOf(access.workspace.lock, tx.actor)
      const current = await this.parts.versions.findCurrent(tx, workspaceId)
      const { organizationId } = access.workspace
      if (current && isSameAsCurrent(current, announced))
        return { version: current, organizationId, isNew: false }
      return { version: await work(tx, access, lock.id), organizationId, isNew: true }
    })
  }

  /**
   * Requires room for what a run writes. By then it has made its resources, and a refusal would lose the state: the lock
   * was refused where the storage was full, and a run that has one goes over by the largest state with its JSON.
   */
  requireStorage(tx: OperationContext, { workspace }: WorkspaceAccess, bytes: number): Promise<void> {
    return this.parts.quotas.requireStorage(tx, workspace.organizationId, bytes, this.beyond)
  }

  /** Foresees the same before a file is taken. */
  checkStorageAhead(ctx: OperationContext, { workspace }: WorkspaceAccess, bytes?: number): Promise<void> {
    return this.parts.quotas.checkStorageAhead(ctx, workspace.organizationId, bytes, this.beyond)
  }

  private get beyond(): number {
    return 2 * this.parts.files.limit
  }

  /** Stores a version with its bytes as the current one. */
  insert(
    ctx: OperationContext,
    action: WriteAction,
    row: Omit<NewStateVersion, 'lockId'>,
    finished: FinishedState,
    json?: TakenState,
  ): Promise<WrittenState> {
    const work = async (tx: OperationContext, access: WorkspaceAccess, lockId: string) => {
      const bytes = finished.taken.size + (json?.size ?? 0) + (finished.outputsSize ?? 0)
      await this.requireStorage(tx, access, bytes)
      let version = await this.parts.versions.insertFinalized(tx, { ...row, lockId }, finished)
      if (json) version = await this.parts.versions.setJson(tx, row.id, json)
      await this.parts.lists.add(tx, row.id, finished.facts)
      await this.record(tx, action, access, version)
      return version
    }
    // Rolling back to a former state of the workspace itself needs no more than the permission to write it.
    const permission = action === 'state-version.roll-back' ? 'states:write' : undefined
    return this.underLock(ctx, row.workspaceId, row, work, permission)
  }

  /** Runs the work and removes what it stored if it fails. */
  async keep<T extends WrittenState | boolean>(
    ctx: OperationContext,
    taken: readonly (TakenState | undefined)[],
    work: () => Promise<T>,
  ): Promise<T> {
    const keys = taken.map((each) => each?.storageKey ?? null)
    try {
      const done = await work()
      if (done === false || (typeof done === 'object' && !done.isNew))
        await this.parts.files.remove(ctx, keys)
      return done
    } catch (error) {
      if (isSurelyUndone(error)) await this.parts.files.remove(ctx, keys)
      throw error
    }
  }

  record(
    tx: OperationContext,
    action: WriteAction,
    access: WorkspaceAccess,
    version: StateVersion,
  ): Promise<void> {
    return this.parts.audit.record(tx, stateEntry(action, { ...access, version }, auditedState(version)))
  }
}
