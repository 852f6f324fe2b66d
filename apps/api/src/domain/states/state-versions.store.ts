import { sql } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { isFork } from '../../kernel/engine-client.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import {
  authorOf,
  type AnnouncedState,
  type SettledState,
  type StateContents,
  type StateFacts,
  type StateForm,
  type StateVersion,
} from './state.js'
import type { Workspace } from '../workspaces/workspace.js'
import type { StateNeighbour } from './state-comparison.js'
import type { TakenState } from './state-files.js'

type Row = Omit<Prisma.StateVersionGetPayload<object>, 'contents'> & { readonly contents?: Prisma.JsonValue }

export interface NewStateVersion extends AnnouncedState {
  readonly id: string
  readonly workspaceId: string
  readonly lockId: string
  readonly rolledBackToId?: string
}

/** A version whose bytes are stored and were read. */
export interface FinishedState {
  readonly taken: TakenState
  readonly facts: StateFacts
  readonly settled: SettledState
  /** The size of the announced outputs, in bytes, where they are those of the state. */
  readonly outputsSize: number | null
}

/** A workspace with more states than the limit. */
export type Overfull = Pick<Workspace, 'id' | 'name' | 'organizationId'>

export interface PrunedStates {
  readonly count: number
  /** The serial of the newest pruned state. */
  readonly upToSerial: number
  readonly storageKeys: readonly string[]
}

export class StateVersionsStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(ctx: OperationContext, id: string): Promise<StateVersion | undefined> {
    const row = await this.database.of(ctx).stateVersion.findUnique({ where: { id } })
    return row ? toStateVersion(row) : undefined
  }

  async findCurrent(ctx: OperationContext, workspaceId: string): Promise<StateVersion | undefined> {
    const row = await this.database
      .of(ctx)
      .stateVersion.findFirst({ where: { workspaceId, isCurrent: true } })
    return row ? toStateVersion(row) : undefined
  }

  /** Finds versions without their contents. */
  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<StateVersion[]> {
    const where = { id: { in: [...ids] } }
    const rows = await this.database.of(ctx).stateVersion.findMany({ where, omit: { contents: true } })
    return rows.map(toStateVersion)
  }

  /** Lists finalized versions, newest first, without their contents. */
  async list(ctx: OperationContext, workspaceId: string, page: Page): Promise<Paged<StateVersion>> {
    const { stateVersion } = this.database.of(ctx)
    const where = { workspaceId, status: 'finalized' } as const
    const orderBy = { position: 'desc' } as const
    return paged(
      page,
      () => stateVersion.count({ where }),
      async (range) => {
        const rows = await stateVersion.findMany({ where, orderBy, omit: { contents: true }, ...range })
        return rows.map(toStateVersion)
      },
    )
  }

  async insertPending(
    ctx: OperationContext,
    announced: NewStateVersion,
    outputsSize: number | null,
  ): Promise<StateVersion> {
    const data = { ...rowOf(ctx, announced), outputsSize, status: 'pending' as const }
    return toStateVersion(await this.database.of(ctx).stateVersion.create({ data }))
  }

  /** Stores the new current version in place of the former one; the caller has locked the workspace. */
  async insertFinalized(
    ctx: OperationContext,
    announced: NewStateVersion,
    finished: FinishedState,
  ): Promise<StateVersion> {
    const position = await this.nextPosition(ctx, announced.workspaceId)
    const data = { ...rowOf(ctx, announced), ...finishedColumns(ctx, finished), position }
    return toStateVersion(await this.database.of(ctx).stateVersion.create({ data }))
  }

  async finalize(
    ctx: OperationContext,
    { id, workspaceId }: StateVersion,
    finished: FinishedState,
  ): Promise<StateVersion> {
    const position = await this.nextPosition(ctx, workspaceId)
    const data = { ...finishedColumns(ctx, finished), position }
    return toStateVersion(await this.database.of(ctx).stateVersion.update({ where: { id }, data }))
  }

  /** Locks a version until the transaction ends, and says which of its lists are stored; of a deleted one all are. */
  async lockLists(
    ctx: OperationContext,
    id: string,
  ): Promise<{ readonly hasOutputs: boolean; readonly hasResources: boolean }> {
    const query = db
      .selectFrom('state_versions')
      .select(['output_count as outputCount', 'listed_resources as listedResources'])
      .where('id', '=', id)
      .forUpdate()
    const [locked] = await rowsOf(this.database.of(ctx), query)
    return { hasOutputs: locked?.outputCount !== null, hasResources: locked?.listedResources !== null }
  }

  async setLists(ctx: OperationContext, id: string, facts: StateFacts): Promise<void> {
    await this.database.of(ctx).stateVersion.update({ where: { id }, data: countsOf(facts) })
  }

  async setJson(ctx: OperationContext, id: string, taken: TakenState): Promise<StateVersion> {
    const { storageKey, size, md5 } = taken
    const data = { jsonStorageKey: storageKey, jsonSize: size, jsonMd5: md5 }
    return toStateVersion(await this.database.of(ctx).stateVersion.update({ where: { id }, data }))
  }

  /** Finds the state that was current before each of these, if there is one, by the id of the later one. */
  async formersOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StateNeighbour>> {
    const pairs = db
      .selectFrom('state_versions as later')
      .innerJoin('workspaces as w', 'w.id', 'later.workspace_id')
      .leftJoin('state_versions as former', (join) =>
        join
          .onRef('former.workspace_id', '=', 'later.workspace_id')
          .on((on) => on('former.position', '=', on('later.position', '-', 1))),
      )
      .where('later.id', '=', any(ids))
      .select(['later.id as laterId', 'w.organization_id as organizationId'])
      .select(['former.id', 'former.size', 'former.storage_key as storageKey', 'former.form'])
    const found = await rowsOf(this.database.of(ctx), pairs)
    return new Map(
      found.map(({ laterId, organizationId, id, size, storageKey, form }) => {
        const former = id === null ? undefined : { id, size, storageKey, form: form as StateForm }
        return [laterId, { organizationId, former }]
      }),
    )
  }

  /** Finds the serials of these states, by id. */
  async serialsOf(ctx: OperationContext, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const where = { id: { in: [...ids] } }
    const rows = await this.database
      .of(ctx)
      .stateVersion.findMany({ where, select: { id: true, serial: true } })
    return new Map(rows.map(({ id, serial }) => [id, Number(serial)]))
  }

  /** Finds the first `most` workspaces with more states than `kept`. */
  async findOverfull(ctx: OperationContext, kept: number, most: number): Promise<readonly Overfull[]> {
    const overfull = db
      .selectFrom('state_versions as s')
      .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
      .select(['w.id', 'w.name', 'w.organization_id as organizationId'])
      .where('s.status', '=', 'finalized')
      .groupBy('w.id')
      .having(sql<boolean>`count(*) > ${kept}`)
      .orderBy('w.id')
      .limit(most)
    return rowsOf(this.database.of(ctx), overfull)
  }

  /** Locks a workspace until the transaction ends: its state is not written meanwhile. */
  async lockWorkspace(ctx: OperationContext, workspaceId: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM workspaces WHERE id = ${workspaceId} FOR UPDATE`
  }

  /**
   * Deletes the oldest states of a workspace beyond a number; the current one is the newest. The caller has
   * locked it.
   */
  async prune(ctx: OperationContext, workspaceId: string, kept: number): Promise<PrunedStates> {
    const { stateVersion } = this.database.of(ctx)
    const old = await stateVersion.findMany({
      where: { workspaceId, status: 'finalized', isCurrent: false },
      orderBy: { position: 'desc' },
      skip: kept - 1,
      select: { id: true, serial: true, storageKey: true, jsonStorageKey: true },
    })
    const { count } = await stateVersion.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } })
    const storageKeys = old.flatMap(({ storageKey, jsonStorageKey }) =>
      [storageKey ?? [], jsonStorageKey ?? []].flat(),
    )
    return { count, upToSerial: Number(old[0]?.serial ?? 0), storageKeys }
  }

  /**
   * Deletes versions that were discarded before then: links no longer lead to them, and they have no bytes.
   */
  async removeDiscarded(ctx: OperationContext, before: Date): Promise<void> {
    await this.database.of(ctx).stateVersion.deleteMany({
      where: { status: 'discarded', createdAt: { lt: before } },
    })
  }

  /** Returns the position of the next current version, and makes the one before it a former one. */
  private async nextPosition(ctx: OperationContext, workspaceId: string): Promise<number> {
    const where = { workspaceId, isCurrent: true }
    const [former] = await this.database.of(ctx).stateVersion.updateManyAndReturn({
      where,
      data: { isCurrent: false },
      select: { position: true },
    })
    return (former?.position ?? 0) + 1
  }
}

function rowOf({ clock, actor, engine }: OperationContext, announced: NewStateVersion) {
  const by = authorOf(actor)
  return {
    ...announced,
    serial: BigInt(announced.serial),
    createdByType: by.type,
    createdById: by.id,
    createdByName: by.name,
    byFork: isFork(engine),
    credentialId: 'credential' in actor && actor.credential.kind === 'token' ? actor.credential.id : null,
    createdAt: clock.now(),
  }
}

function finishedColumns({ clock }: OperationContext, finished: FinishedState) {
  const { taken, facts, settled, outputsSize } = finished
  return {
    status: 'finalized' as const,
    isCurrent: true,
    finalizedAt: clock.now(),
    storageKey: taken.storageKey,
    size: taken.size,
    serial: BigInt(settled.serial),
    lineage: settled.lineage,
    warnings: [...settled.warnings],
    engineVersion: facts.engineVersion,
    form: facts.form,
    resourceCount: facts.resourceCount ?? 0,
    contents: facts.contents as unknown as Prisma.InputJsonObject,
    providers: [...facts.providers],
    outputsSize,
    ...countsOf(facts),
  }
}

const countsOf = ({ outputs, resources }: StateFacts) => ({
  outputCount: outputs.count,
  listedBytes: outputs.listedBytes,
  listedResources: resources.count,
})

function toStateVersion({
  createdByType,
  createdById,
  createdByName,
  position: _,
  credentialId: __,
  ...row
}: Row): StateVersion {
  const type = createdByType as StateVersion['createdBy']['type']
  return {
    ...row,
    serial: Number(row.serial),
    form: row.form as StateForm,
    resourceCount: row.form === 'counted' ? row.resourceCount : null,
    contents: (row.contents ?? null) as unknown as StateContents | null,
    createdBy: { type, id: createdById, name: createdByName },
  }
}

export const newStateVersionId = (): string => newId('sv')
