import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** The workspaces that one names as readers of its state. */
export class StateConsumersStore {
  constructor(private readonly database: StoreDatabase) {}

  async idsOf(ctx: OperationContext, workspaceId: string): Promise<readonly string[]> {
    const rows = await this.database.of(ctx).workspaceStateConsumer.findMany({
      where: { workspaceId },
      select: { consumerId: true },
      orderBy: { consumerId: 'asc' },
    })
    return rows.map(({ consumerId }) => consumerId)
  }

  /** Of these, those that are the organization's; none of them goes before the transaction ends. */
  async lockIn(
    ctx: OperationContext,
    organizationId: string,
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const query = db
      .selectFrom('workspaces')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', any(ids))
      .orderBy('id')
      .forKeyShare()
    return (await rowsOf(this.database.of(ctx), query)).map(({ id }) => id)
  }

  /** The caller has locked the workspace. */
  async set(
    ctx: OperationContext,
    workspaceId: string,
    { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
  ): Promise<void> {
    const { workspaceStateConsumer } = this.database.of(ctx)
    if (removed.length > 0)
      await workspaceStateConsumer.deleteMany({ where: { workspaceId, consumerId: { in: [...removed] } } })
    const data = added.map((consumerId) => ({ workspaceId, consumerId }))
    if (data.length > 0) await workspaceStateConsumer.createMany({ data })
  }
}
