import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'

/** The action of the event that lets the database drop older ones; its trigger knows it by this name too. */
export const dropAction = 'audit-log.drop'

export class AuditRetentionStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Locks out other announcements until the transaction ends. */
  async lock(tx: OperationContext): Promise<void> {
    await this.database.of(tx).$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${dropAction}))`
  }

  /** Until when the log has been dropped, as its last event about that says. */
  async droppedUntil(ctx: OperationContext): Promise<Date | undefined> {
    const [row] = await this.database.of(ctx).$queryRaw<{ until: Date }[]>`
      SELECT (after->>'until')::timestamptz AS until FROM audit_events
      WHERE action = ${dropAction} ORDER BY at DESC, id DESC LIMIT 1`
    return row?.until
  }

  /** How many events there are from before then, and when the first of them was. */
  async before(ctx: OperationContext, until: Date): Promise<{ events: number; from: Date | null }> {
    const [row] = await this.database.of(ctx).$queryRaw<{ events: number; from: Date | null }[]>`
      SELECT count(*)::int AS events, min(at) AS "from" FROM audit_events WHERE at < ${until}::timestamptz`
    return row ?? { events: 0, from: null }
  }

  /** Deletes so many of the oldest from before then at most, and says how many. By itself the API may delete none. */
  async drop(ctx: OperationContext, until: Date, most: number): Promise<number> {
    const [row] = await this.database.of(ctx).$queryRaw<{ dropped: number }[]>`
      SELECT drop_audit_events(${until}::timestamptz, ${most}::int) AS dropped`
    return row?.dropped ?? 0
  }
}
