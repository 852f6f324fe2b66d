import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** A workspace with more states than are kept. */
export interface Overfull {
  readonly id: string
  readonly name: string
  readonly organizationId: string
}

export interface PrunedStates {
  readonly count: number
  /** The serial of the newest pruned state. */
  readonly upToSerial: number
  readonly storageKeys: readonly string[]
}

export class StateRetentionStore {
  constructor(private readonly database: StoreDatabase) {}

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
  async lock(ctx: OperationContext, workspaceId: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM workspaces WHERE id = ${workspaceId} FOR UPDATE`
  }

  /** Deletes the oldest states of a workspace beyond so many; the current one is the newest. The caller has locked it. */
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

  /** Deletes versions that were discarded before then: no link leads to them any more, and they have no bytes. */
  async removeDiscarded(ctx: OperationContext, before: Date): Promise<void> {
    await this.database.of(ctx).stateVersion.deleteMany({
      where: { status: 'discarded', createdAt: { lt: before } },
    })
  }
}
