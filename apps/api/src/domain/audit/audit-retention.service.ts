import { days } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { ShouldContinue, MaintenanceTask } from '../maintenance/maintenance.js'
import type { AuditService } from './audit.service.js'
import { dropAction, type AuditStore } from './audit.store.js'

/** The retention of the audit log, in months; undefined for ever. */
export type AuditRetention = number | undefined

/** The number of events that one statement deletes, so that none takes long. */
const rowsAtOnce = 2000

/**
 * Drops the months of the audit log that are older than its retention. The event of that comes first: the database
 * deletes no month without such an event. The next run drops the rest that a killed process has left.
 */
export class AuditRetentionService implements MaintenanceTask {
  readonly name = 'audit-retention'
  readonly every = days(1)

  constructor(
    private readonly store: AuditStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly retention: AuditRetention,
  ) {}

  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    if (this.retention === undefined) return
    const until = retainedSince(ctx.clock.now(), this.retention)
    await this.announce(ctx, until)
    let dropped = 0
    do {
      dropped = await this.store.drop(ctx, until, rowsAtOnce)
    } while (dropped === rowsAtOnce && (await shouldContinue()))
  }

  private async announce(ctx: OperationContext, until: Date): Promise<void> {
    await this.transactions.run(ctx, async (tx) => {
      await this.store.lock(tx)
      const announced = await this.store.droppedUntil(tx)
      if (announced && announced >= until) return
      const { events, from } = await this.store.countBefore(tx, until)
      if (events === 0) return
      // The database has its own clock: rows that it refuses to drop are named by no event.
      await this.store.drop(tx, until, 0)
      await this.audit.record(tx, {
        action: dropAction,
        subject: { type: 'audit-log', id: 'audit-log', name: 'audit log' },
        after: { events, from, until, keptMonths: this.retention },
      })
    })
  }
}

/** Returns the moment before which events are dropped: the begin of a month in UTC, so that whole months go. */
const retainedSince = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
