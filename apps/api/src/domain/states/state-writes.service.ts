import { Readable } from 'node:stream'
import type { OperationContext } from '../../kernel/context.js'
import { conflict } from '../../kernel/errors.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { EngineSightingsService } from '../engine-sightings/engine-sightings.service.js'
import type { Workspace } from '../workspaces/workspace.js'
import {
  isSameAsCurrent,
  longestAnnounced,
  mostWaiting,
  permissionToWrite,
  requireLockOf,
  settled,
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
import type { WorkspaceLocksStore } from './workspace-locks.store.js'
import type { StateWriting, WrittenState } from './state-writing.js'

/**
 * Writes states (contract §13). A state is never replaced, only followed: the lock of its workspace's row decides
 * between writers, and the same transaction holds the version, what was read of it, and the audit event.
 */
export class StateWritesService {
  constructor(
    private readonly parts: StateParts & {
      readonly stateVersions: StateVersionsService
      readonly writing: StateWriting
      readonly locks: WorkspaceLocksStore
      readonly engineSightings: EngineSightingsService
    },
  ) {}

  /** Creates a version with its bytes, or without them as one that waits for its upload until the lock ends. */
  async create(
    ctx: OperationContext,
    workspaceId: string,
    raw: Raw<typeof stateVersionCreation>,
  ): Promise<Pick<WrittenState, 'version' | 'isNew'>> {
    const { workspace } = await this.parts.workspaces.accessById(ctx, workspaceId, 'states:write')
    const { state, jsonState, jsonStateOutputs, ...input } = parseCreation(stateVersionCreation, raw)
    const { serial, md5, lineage, force = false } = input
    const announced = { serial, md5, lineage: lineage || null, force }
    if (force) await this.parts.workspaces.accessById(ctx, workspaceId, permissionToWrite(announced))
    const known = await this.findSame(ctx, workspace, announced)
    if (known) return { version: known, isNew: false }
    const outputs = announcedOutputs(jsonStateOutputs)
    if (state === undefined) return this.announce(ctx, workspaceId, announced, outputs)
    const bytes = { state: Buffer.from(state, 'base64'), json: bytesOf(jsonState), outputs }
    return this.write(ctx, workspace, announced, bytes)
  }

  /** Finds the version that is to be uploaded. */
  find(ctx: OperationContext, id: string): Promise<StateVersionAccess> {
    return this.parts.stateVersions.access(ctx, id, 'states:write')
  }

  /** Stores the bytes of a version that waits. The same bytes may come again, as clients try again. */
  async upload(
    ctx: OperationContext,
    id: string,
    kind: StateFileKind,
    stream: Readable,
    announcedSize?: number,
  ): Promise<void> {
    const { writing, files } = this.parts
    const access = await this.find(ctx, id)
    const { version, workspace } = access
    if (version.status === 'discarded') throw ended()
    await writing.checkStorageAhead(ctx, access, announcedSize)
    const taken = await files.take(id, kind, stream, announcedSize)
    await writing.keep(ctx, [taken], async () => {
      if (kind === 'json') return this.addJson(ctx, version, taken)
      if (version.status === 'finalized') return isAgain(version.md5, taken)
      const announcedOutputs = await this.parts.outputs.findAnnounced(ctx, id)
      const { organizationId } = workspace
      return writing.read(organizationId, { id, announcedOutputs }, taken, version, (facts) =>
        this.finalize(ctx, version, taken, facts),
      )
    })
  }

  private async announce(
    ctx: OperationContext,
    workspaceId: string,
    announced: AnnouncedState,
    saidOutputs: Buffer | undefined,
  ): Promise<WrittenState> {
    const { writing, versions, outputs } = this.parts
    return writing.underLock(ctx, workspaceId, announced, async (tx, access, lockId) => {
      await this.parts.locks.discardWaiting(tx, workspaceId, mostWaiting - 1)
      const outputsSize = saidOutputs?.length ?? null
      if (outputsSize !== null) await writing.requireStorage(tx, access, outputsSize)
      const row = { ...announced, id: newStateVersionId(), workspaceId, lockId }
      const version = await versions.insertPending(tx, row, outputsSize)
      if (saidOutputs) await outputs.keepAnnounced(tx, row.id, saidOutputs)
      await writing.record(tx, 'state-version.create', access, version)
      return version
    })
  }

  private async write(
    ctx: OperationContext,
    { id: workspaceId, organizationId }: Workspace,
    announced: AnnouncedState,
    bytes: {
      readonly state: Buffer
      readonly json: Buffer | undefined
      readonly outputs: Buffer | undefined
    },
  ): Promise<WrittenState> {
    const { writing, files } = this.parts
    const id = newStateVersionId()
    const taken = await files.take(id, 'state', Readable.from([bytes.state]))
    const json = bytes.json && (await this.takeJson(ctx, id, bytes.json, taken))
    const { outputs: announcedOutputs } = bytes
    const insert = async (facts: StateFacts) => {
      const outputsSize = keptOutputs(facts, announcedOutputs?.length)
      const finished = { taken, facts, settled: settled(announced, facts), outputsSize }
      const { serial, lineage } = finished.settled
      const row = { ...announced, serial, lineage, id, workspaceId }
      const written = await writing.insert(ctx, 'state-version.create', row, finished, json)
      if (written.isNew) this.count(ctx, written)
      return written
    }
    return writing.keep(ctx, [taken, json], () =>
      writing.read(organizationId, { id, announcedOutputs }, taken, announced, insert),
    )
  }

  /** Stores the JSON and, where that fails, removes the state, which no row refers to yet. */
  private async takeJson(
    ctx: OperationContext,
    id: string,
    bytes: Buffer,
    state: TakenState,
  ): Promise<TakenState> {
    try {
      return await this.parts.files.take(id, 'json', Readable.from([bytes]))
    } catch (error) {
      await this.parts.files.remove(ctx, [state.storageKey])
      throw error
    }
  }

  private async finalize(
    ctx: OperationContext,
    before: StateVersion,
    taken: TakenState,
    facts: StateFacts,
  ): Promise<boolean> {
    const { writing, versions, outputs, lists } = this.parts
    const { id } = before
    const outputsSize = keptOutputs(facts, before.outputsSize)
    const finished = { taken, facts, settled: settled(before, facts), outputsSize }
    const { serial, lineage } = finished.settled
    const announced = { ...before, serial, lineage }
    const written = await writing.underLock(
      ctx,
      before.workspaceId,
      announced,
      async (tx, access, lockId) => {
        const locked = (await this.find(tx, id)).version
        if (locked.status === 'finalized') {
          isAgain(locked.md5, taken)
          return locked
        }
        if (locked.status === 'discarded' || locked.lockId !== lockId) throw ended()
        await writing.requireStorage(tx, access, taken.size)
        const finalized = await versions.finalize(tx, locked, finished)
        await outputs.dropAnnounced(tx, id)
        await lists.add(tx, id, facts)
        await writing.record(tx, 'state-version.upload', access, finalized)
        return finalized
      },
    )
    const isNew = written.version.storageKey === taken.storageKey
    if (isNew) this.count(ctx, written)
    return isNew
  }

  /** Adds the JSON of a state, before or after the state itself; allowed while the lock lasts under which it is made. */
  private async addJson(
    ctx: OperationContext,
    { id, workspaceId }: StateVersion,
    taken: TakenState,
  ): Promise<boolean> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.parts.workspaces.lockById(tx, workspaceId, 'states:write')
      const { version } = await this.find(tx, id)
      if (version.jsonStorageKey !== null) return isAgain(version.jsonMd5, taken)
      const lock = requireLockOf(access.workspace.lock, tx.actor)
      if (version.lockId !== lock.id) throw ended()
      await this.parts.writing.requireStorage(tx, access, taken.size)
      const after = await this.parts.versions.setJson(tx, id, taken)
      const facts = { file: 'json', size: taken.size }
      await this.parts.audit.record(
        tx,
        stateEntry('state-version.upload', { ...access, version: after }, facts),
      )
      return true
    })
  }

  /** Returns the current version where it is the same, as `underLock` decides, before anything is stored in vain. */
  private async findSame(
    ctx: OperationContext,
    workspace: Workspace,
    announced: AnnouncedState,
  ): Promise<StateVersion | undefined> {
    requireLockOf(workspace.lock, ctx.actor)
    const current = await this.parts.versions.findCurrent(ctx, workspace.id)
    return isSameAsCurrent(current, announced) ? current : undefined
  }

  /** Counts a sighting once the state is stored; a state that is rolled back was seen before. */
  private count(ctx: OperationContext, { organizationId, version }: WrittenState): void {
    this.parts.engineSightings.countRun(ctx, organizationId, version)
  }
}

const bytesOf = (base64: string | undefined): Buffer | undefined =>
  base64 === undefined ? undefined : Buffer.from(base64, 'base64')

/** Returns what is stored of the outputs that a client announces. */
function announcedOutputs(base64: string | undefined): Buffer | undefined {
  const bytes = bytesOf(base64)
  return bytes && bytes.length <= longestAnnounced ? bytes : undefined
}

/** Announced outputs stay those of a state that the client encrypted; those of others are read from it. */
const keptOutputs = ({ form }: StateFacts, announcedSize: number | null = null): number | null =>
  form === 'encrypted' ? announcedSize : null

const ended = () =>
  conflict('The lock under which this version was made has ended, or the file is there already')

/** Returns false where the same bytes are stored already; others are refused. */
function isAgain(storedMd5: string | null, taken: TakenState): false {
  if (storedMd5 !== taken.md5) throw ended()
  return false
}
