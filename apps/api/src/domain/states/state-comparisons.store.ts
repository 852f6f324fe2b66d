import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { StoredState } from './state-comparison.js'

export class StateComparisonsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The state that was the current one before each of these, by the id of the later one. */
  async formerOf(ctx: OperationContext, ids: readonly string[]): Promise<ReadonlyMap<string, StoredState>> {
    const pairs = db
      .selectFrom('state_versions as later')
      .innerJoin('state_versions as former', (join) =>
        join
          .onRef('former.workspace_id', '=', 'later.workspace_id')
          .on((on) => on('former.position', '=', on('later.position', '-', 1))),
      )
      .where('later.id', '=', any(ids))
      .select(['later.id as laterId', 'former.id', 'former.size', 'former.storage_key as storageKey'])
    const found = await rowsOf(this.database.of(ctx), pairs)
    return new Map(found.map(({ laterId, ...former }) => [laterId, former]))
  }

  /** The serials of these states, by id. */
  async serialsOf(ctx: OperationContext, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const where = { id: { in: [...ids] } }
    const rows = await this.database
      .of(ctx)
      .stateVersion.findMany({ where, select: { id: true, serial: true } })
    return new Map(rows.map(({ id, serial }) => [id, Number(serial)]))
  }
}
