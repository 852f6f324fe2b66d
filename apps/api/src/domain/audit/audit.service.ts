import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from './audit.js'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore } from './audit.store.js'

/** A follower that takes part in the transaction of every event, such as an outbox. */
export interface AuditFollower {
  follow(tx: OperationContext, entries: readonly AuditEntry[]): Promise<void>
}

/** Writes who did what, in the very transaction of the change. */
export class AuditService {
  constructor(
    private readonly store: AuditStore,
    /** Receives every event once its transaction is committed. */
    private readonly listener?: (event: AuditEvent) => void,
    private readonly followers: readonly AuditFollower[] = [],
  ) {}

  async record(ctx: OperationContext, entry: AuditEntry): Promise<void> {
    await this.recordAll(ctx, [entry])
  }

  /** Records many entries at once, in this order. */
  async recordAll(ctx: OperationContext, entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length === 0) return
    const { connection, afterCommit } = ctx
    if (connection === undefined || afterCommit === undefined)
      throw new Error(`${entries[0]?.action} was audited outside of its transaction`)
    const ids = await this.store.append(ctx, entries)
    for (const follower of this.followers) await follower.follow(ctx, entries)
    const { listener } = this
    if (!listener) return
    // They are read back, so that the listener gets what the log says, with the names of this transaction.
    for (const event of await this.store.findMany(ctx, ids)) afterCommit(() => listener(event))
  }
}
