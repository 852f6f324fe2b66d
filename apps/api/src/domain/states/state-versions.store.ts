import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import {
  authorOf,
  type AnnouncedState,
  type ReadOutputs,
  type SettledState,
  type StateContents,
  type StateFacts,
  type StateForm,
  type StateVersion,
} from './state.js'
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

  async insertPending(ctx: OperationContext, announced: NewStateVersion): Promise<StateVersion> {
    const data = { ...columnsOf(ctx, announced), status: 'pending' as const }
    return toStateVersion(await this.database.of(ctx).stateVersion.create({ data }))
  }

  /** Stores the new current version in place of the former one; the caller has locked the workspace. */
  async insertFinalized(
    ctx: OperationContext,
    announced: NewStateVersion,
    finished: FinishedState,
  ): Promise<StateVersion> {
    const position = await this.nextPosition(ctx, announced.workspaceId)
    const data = { ...columnsOf(ctx, announced), ...finishedColumns(ctx, finished), position }
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

  /** Locks a version until the transaction ends; true where it exists and its outputs are still not read. */
  async lockUnread(ctx: OperationContext, id: string): Promise<boolean> {
    const query = db
      .selectFrom('state_versions')
      .select('output_count as outputCount')
      .where('id', '=', id)
      .forUpdate()
    const [locked] = await rowsOf(this.database.of(ctx), query)
    return locked?.outputCount === null
  }

  async setOutputs(ctx: OperationContext, id: string, outputs: ReadOutputs): Promise<void> {
    await this.database.of(ctx).stateVersion.update({ where: { id }, data: countsOf(outputs) })
  }

  async setJson(ctx: OperationContext, id: string, { storageKey, size }: TakenState): Promise<StateVersion> {
    const data = { jsonStorageKey: storageKey, jsonSize: size }
    return toStateVersion(await this.database.of(ctx).stateVersion.update({ where: { id }, data }))
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

function columnsOf({ clock, actor }: OperationContext, announced: NewStateVersion) {
  const by = authorOf(actor)
  return {
    ...announced,
    serial: BigInt(announced.serial),
    createdByType: by.type,
    createdById: by.id,
    createdByName: by.name,
    credentialId: 'credential' in actor && actor.credential.kind === 'token' ? actor.credential.id : null,
    createdAt: clock.now(),
  }
}

function finishedColumns({ clock }: OperationContext, { taken, facts, settled }: FinishedState) {
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
    ...countsOf(facts.outputs),
  }
}

const countsOf = ({ count, listedBytes }: ReadOutputs) => ({ outputCount: count, listedBytes })

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
