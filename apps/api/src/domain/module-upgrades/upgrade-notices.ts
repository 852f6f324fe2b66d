import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { AuditFollower } from '../audit/audit.service.js'
import type { Lifecycle } from '../lifecycle.js'
import type { UpgradeNotice } from './upgrade-notice.js'
import type { UpgradeNoticesStore } from './upgrade-notices.store.js'

/** How long before its end the users of a version are told. */
export const endNotice = days(30)

/** Notes in the transaction of the change that users of a version have to move, and nothing more: a job tells them. */
export class UpgradeNotices implements AuditFollower {
  constructor(private readonly store: UpgradeNoticesStore) {}

  async follow(tx: OperationContext, entries: readonly AuditEntry[]): Promise<void> {
    const notices = entries.flatMap((entry) => noticesOf(tx, entry))
    if (notices.length > 0) await this.store.add(tx, notices)
  }
}

function noticesOf(
  { clock }: OperationContext,
  { action, subject, after }: AuditEntry,
): readonly UpgradeNotice[] {
  const versionId = subject.id
  switch (action) {
    case 'module-version.deprecate':
      return [{ versionId, status: 'deprecated' }]
    case 'module-version.revoke':
      return [{ versionId, status: 'revoked' }]
    case 'module-version.set-end-of-life': {
      const { endOfLife } = after as Lifecycle
      const isNear = endOfLife !== null && endOfLife.at <= later(clock.now(), endNotice)
      return isNear ? [{ versionId, status: 'end-of-life' }] : []
    }
    default:
      return []
  }
}
