import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { StateForm } from './state.js'
import type { StateNeighbour } from './state-comparison.js'

export class StateComparisonsStore {
  constructor(private readonly database: StoreDatabase) {}

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
}
