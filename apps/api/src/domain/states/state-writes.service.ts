import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import type { OperationContext } from '../../kernel/context.js'
import { conflict, invalid, isSurelyUndone } from '../../kernel/errors.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { WorkspaceAccess } from '../workspaces/workspace.js'
import {
  auditedState,
  contradictions,
  isSameAsCurrent,
  requireLockOf,
  stateVersionCreation,
  type AnnouncedState,
  type StateFacts,
  type StateFileKind,
  type StateVersion,
  type StateVersionAccess,
} from './state.js'
import { stateEntry, type StateParts } from './state-parts.js'
import type { TakenState } from './state-files.js'
import type { StateVersionsService } from './state-versions.service.js'
import { newStateVersionId } from './state-versions.store.js'
import { withSerial } from './state-serial.js'

/** A version that was asked for, and whether it was there already. */
export interface WrittenState {
  readonly version: StateVersion
  readonly isNew: boolean
}

/** How many states are held in memory at a time, to be read. */
const mostRead = 2

/**
 * Writing states (contract §13). A state is never replaced, only followed: the lock of its workspace's row decides
 * between writers, and the same transaction holds the version, what was read of it, and the audit event.
 */
export class StateWritesService {
  private readonly reading = pLimit(mostRead)

  constructor(private readonly parts: StateParts & { readonly stateVersions: StateVersionsService }) {}

  /** With its bytes, or without them as one that waits for its upload until the lock ends. */
  async create(
    ctx: OperationContext,
    workspaceId: string,
    raw: Raw<typeof stateVersionCreation>,
  ): Promise<WrittenState> {
    await this.parts.workspaces.accessById(ctx, workspaceId, 'states:write')
    const { state, jsonState, serial, md5, lineage, force = false } = parseCreation(stateVersionCreation, raw)
    const announced = { serial, md5, lineage: lineage || null, force }
    const known = await this.requireFollowing(ctx, workspaceId, announced)
    if (known) return { version: known, isNew: false }
    if (state === undefined) return this.announce(ctx, workspaceId, announced)
    const json = jsonState === undefined ? undefined : Buffer.from(jsonState, 'base64')
    return this.write(ctx, workspaceId, announced, { state: Buffer.from(state, 'base64'), json })
  }

  /** The version that is to be uploaded. */
  find(ctx: OperationContext, id: string): Promise<StateVersionAccess> {
    return this.parts.stateVersions.access(ctx, id, 'states:write')
  }

  /** The bytes of a version that waits. An equal upload of what is there already is fine, as clients try again. */
  async upload(
    ctx: OperationContext,
    id: string,
    kind: StateFileKind,
    stream: Readable,
    announcedSize?: number,
  ): Promise<void> {
    const { version } = await this.find(ctx, id)
    if (version.status === 'discarded') throw ended()
    const taken = await this.parts.files.take(id, kind, stream, announcedSize)
    await this.keep(ctx, [taken], async () => {
      if (kind === 'json') return this.addJson(ctx, id, taken)
      if (version.status === 'finalized') return isAgain(version, taken)
      const facts = await this.read(taken, version)
      return this.finalize(ctx, id, taken, facts)
    })
  }

  /** A former state as the newest one, by a serial that follows: the lineage goes on. */
  async rollback(ctx: OperationContext, workspaceId: string, id: unknown): Promise<StateVersion> {
    const current = await this.parts.stateVersions.accessCurrent(ctx, workspaceId)
    const { workspace } = await this.parts.workspaces.accessById(ctx, workspaceId, 'states:write')
    const former = typeof id === 'string' ? await this.parts.versions.find(ctx, id) : undefined
    if (former?.workspaceId !== workspaceId || former.storageKey === null || former.size === null)
      throw invalid({ path: ['rollbackStateVersion'], code: 'INVALID', message: 'State version is invalid' })
    requireLockOf(workspace.lock, ctx.actor)
    const { storageKey, size } = former
    const serial = current.version.serial + 1
    const state = await this.reading(async () =>
      withSerial(await this.parts.files.read({ storageKey, size }), former.serial, serial),
    )
    const md5 = createHash('md5').update(state).digest('hex')
    const announced = {
      serial,
      md5,
      lineage: former.lineage,
      force: former.lineage !== current.version.lineage,
    }
    const written = await this.write(ctx, workspaceId, announced, { state, rolledBackToId: former.id })
    return written.version
  }

  private async announce(
    ctx: OperationContext,
    workspaceId: string,
    announced: AnnouncedState,
  ): Promise<WrittenState> {
    return this.underLock(ctx, workspaceId, announced, async (tx, access, lockId) => {
      const version = await this.parts.versions.insertPending(tx, {
        ...announced,
        id: newStateVersionId(),
        workspaceId,
        lockId,
      })
      await this.record(tx, 'state-version.create', access, version)
      return version
    })
  }

  private async write(
    ctx: OperationContext,
    workspaceId: string,
    announced: AnnouncedState,
    bytes: { readonly state: Buffer; readonly json?: Buffer | undefined; readonly rolledBackToId?: string },
  ): Promise<WrittenState> {
    const id = newStateVersionId()
    const taken = await this.parts.files.take(id, 'state', Readable.from([bytes.state]))
    const json = bytes.json && (await this.parts.files.take(id, 'json', Readable.from([bytes.json])))
    return this.keep(ctx, [taken, json], async () => {
      const facts = await this.read(taken, announced)
      const { rolledBackToId } = bytes
      const action = rolledBackToId === undefined ? 'state-version.create' : 'state-version.roll-back'
      const sure = { ...announced, lineage: facts.lineage }
      return this.underLock(ctx, workspaceId, sure, async (tx, access, lockId) => {
        const row = { ...sure, id, workspaceId, lockId, ...(rolledBackToId && { rolledBackToId }) }
        let version = await this.parts.versions.insertFinalized(tx, row, { taken, facts })
        if (json) version = await this.parts.versions.setJson(tx, id, json.storageKey)
        await this.parts.outputs.add(tx, id, facts.outputs)
        await this.record(tx, action, access, version)
        return version
      })
    })
  }

  private async finalize(
    ctx: OperationContext,
    id: string,
    taken: TakenState,
    facts: StateFacts,
  ): Promise<boolean> {
    const { version: before } = await this.find(ctx, id)
    const announced = { ...before, lineage: facts.lineage }
    const written = await this.underLock(ctx, before.workspaceId, announced, async (tx, access, lockId) => {
      const locked = (await this.find(tx, id)).version
      if (locked.status === 'finalized') {
        isAgain(locked, taken)
        return locked
      }
      if (locked.status === 'discarded' || locked.lockId !== lockId) throw ended()
      const version = await this.parts.versions.finalize(tx, locked, { taken, facts })
      await this.parts.outputs.add(tx, id, facts.outputs)
      await this.record(tx, 'state-version.upload', access, version)
      return version
    })
    return written.version.storageKey === taken.storageKey
  }

  /** Beside the state, before or after it, as long as the lock lasts. */
  private async addJson(ctx: OperationContext, id: string, taken: TakenState): Promise<boolean> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const { version: seen } = await this.find(tx, id)
      const access = await this.parts.workspaces.lockById(tx, seen.workspaceId, 'states:write')
      const { version } = await this.find(tx, id)
      const lock = requireLockOf(access.workspace.lock, tx.actor)
      if (version.lockId !== lock.id || version.jsonStorageKey !== null) throw ended()
      const after = await this.parts.versions.setJson(tx, id, taken.storageKey)
      await this.parts.audit.record(tx, {
        ...stateEntry('state-version.upload', { ...access, version: after }),
        after: { file: 'json', size: taken.size },
      })
      return true
    })
  }

  /** Locks the workspace and decides; where the state is the current one already, nothing is done. */
  private async underLock(
    ctx: OperationContext,
    workspaceId: string,
    announced: AnnouncedState,
    work: (tx: OperationContext, access: WorkspaceAccess, lockId: string) => Promise<StateVersion>,
  ): Promise<WrittenState> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.parts.workspaces.lockById(tx, workspaceId, 'states:write')
      const lock = requireLockOf(access.workspace.lock, tx.actor)
      const current = await this.parts.versions.findCurrent(tx, workspaceId)
      if (current && isSameAsCurrent(current, announced)) return { version: current, isNew: false }
      return { version: await work(tx, access, lock.id), isNew: true }
    })
  }

  /** The same without a lock of the row, so that nothing is stored in vain; the current version if it is the same. */
  private async requireFollowing(
    ctx: OperationContext,
    workspaceId: string,
    announced: AnnouncedState,
  ): Promise<StateVersion | undefined> {
    const { workspace } = await this.parts.workspaces.accessById(ctx, workspaceId, 'states:write')
    requireLockOf(workspace.lock, ctx.actor)
    const current = await this.parts.versions.findCurrent(ctx, workspaceId)
    return isSameAsCurrent(current, announced) ? current : undefined
  }

  private async read(taken: TakenState, announced: AnnouncedState): Promise<StateFacts> {
    const read = await this.reading(async () => this.parts.readState(await this.parts.files.read(taken)))
    if (typeof read === 'string') throw invalid({ path: [], code: 'INVALID', message: read })
    const wrong = contradictions(announced, { ...read, md5: taken.md5 })
    if (wrong.length > 0) throw invalid(...wrong)
    return read
  }

  /** What was stored goes where it came to nothing. */
  private async keep<T extends WrittenState | boolean>(
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

  private record(
    tx: OperationContext,
    action: 'state-version.create' | 'state-version.upload' | 'state-version.roll-back',
    access: WorkspaceAccess,
    version: StateVersion,
  ): Promise<void> {
    const entry = stateEntry(action, { ...access, version })
    return this.parts.audit.record(tx, { ...entry, after: auditedState(version) })
  }
}

const ended = () =>
  conflict('The lock under which this version was made has ended, or the file is there already')

/** Nothing is stored again; another state is refused. */
function isAgain(version: StateVersion, taken: TakenState): false {
  if (version.md5 !== taken.md5) throw ended()
  return false
}
