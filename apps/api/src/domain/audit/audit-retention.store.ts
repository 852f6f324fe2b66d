import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** The action of the event that lets the database drop older ones; its trigger knows it by this name too. */
export const dropAction = 'audit-log.drop'

export class AuditRetentionStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Locks out other announcements until the transaction ends. */
  async lock(tx: OperationContext): Promise<void> {
    await this.database.of(tx).$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${dropAction}))`
  }

  /** Finds until when the log has been dropped, as its last event about that says. */
  async droppedUntil(ctx: OperationContext): Promise<Date | undefined> {
    const last = db
      .selectFrom('audit_events')
      .select(sql<Date>`(after->>'until')::timestamptz`.as('until'))
      .where('action', '=', dropAction)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
    return (await rowsOf(this.database.of(ctx), last))[0]?.until
  }

  /** Counts the events from before then, and finds the time of the first. */
  async before(ctx: OperationContext, until: Date): Promise<{ events: number; from: Date | null }> {
    const { _count: events, _min } = await this.database.of(ctx).auditEvent.aggregate({
      where: { at: { lt: until } },
      _count: true,
      _min: { at: true },
    })
    return { events, from: _min.at }
  }

  /** Deletes so many of the oldest from before then at most; returns how many. By itself the API may delete none. */
  async drop(ctx: OperationContext, until: Date, most: number): Promise<number> {
    const dropped = sql<number>`drop_audit_events(${until}::timestamptz, ${most}::int)`
    const [row] = await rowsOf(this.database.of(ctx), db.selectNoFrom(dropped.as('dropped')))
    return row?.dropped ?? 0
  }
}
