import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { AuditFollower } from '../audit/audit.service.js'
import { noticesOf, type NewNotice } from './inbox-notice.js'
import type { InboxNoticesStore } from './inbox-notices.store.js'

/** Writes down what is to be told in the transaction of the change, and nothing more: a job tells it. */
export class InboxNotices implements AuditFollower {
  constructor(private readonly store: InboxNoticesStore) {}

  async follow(tx: OperationContext, entries: readonly AuditEntry[]): Promise<void> {
    await this.add(
      tx,
      entries.flatMap((entry) => noticesOf(tx, entry)),
    )
  }

  /** For what no audit row stands for. */
  async add(tx: OperationContext, notices: readonly NewNotice[]): Promise<void> {
    if (notices.length > 0) await this.store.add(tx, notices)
  }
}
