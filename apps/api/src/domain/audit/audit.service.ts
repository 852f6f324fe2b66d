import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from './audit.js'
import type { AuditStore } from './audit.store.js'

/** Writes who did what, in the very transaction of the change. */
export class AuditService {
  constructor(private readonly store: AuditStore) {}

  async record(ctx: OperationContext, entry: AuditEntry): Promise<void> {
    if (ctx.connection === undefined)
      throw new Error(`${entry.action} was audited outside of its transaction`)
    await this.store.append(ctx, entry)
  }
}
