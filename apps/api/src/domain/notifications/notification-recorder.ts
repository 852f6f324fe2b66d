import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { AuditFollower } from '../audit/audit.service.js'

/** Rules that say which notices an audited change causes; mostly none. */
export type NotificationRules<Notice> = (tx: OperationContext, entry: AuditEntry) => readonly Notice[]

/** Recorder of notices in the transaction of the change that causes them; a job delivers them later. */
export class NotificationRecorder<Notice> implements AuditFollower {
  constructor(
    private readonly rules: NotificationRules<Notice>,
    private readonly outbox: { add(tx: OperationContext, notices: readonly Notice[]): Promise<void> },
  ) {}

  async follow(tx: OperationContext, entries: readonly AuditEntry[]): Promise<void> {
    await this.add(
      tx,
      entries.flatMap((entry) => this.rules(tx, entry)),
    )
  }

  /** Adds notices that no row of the audit log stands for. */
  async add(tx: OperationContext, notices: readonly Notice[]): Promise<void> {
    if (notices.length > 0) await this.outbox.add(tx, notices)
  }
}
