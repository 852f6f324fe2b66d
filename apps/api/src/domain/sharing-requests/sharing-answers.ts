import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { AuditFollower } from '../audit/audit.service.js'
import type { NewNotice } from '../inbox/inbox-notice.js'
import type { NotificationRecorder } from '../notifications/notification-recorder.js'
import type { SharingRequestsStore } from './sharing-requests.store.js'

/**
 * Ends the requests that a share fulfils, in the transaction of the share, whichever way it is made, and tells who asked.
 * The row of the share in the audit log stands for it.
 */
export class SharingAnswers implements AuditFollower {
  constructor(
    private readonly store: SharingRequestsStore,
    private readonly inbox: NotificationRecorder<NewNotice>,
  ) {}

  async follow(tx: OperationContext, entries: readonly AuditEntry[]): Promise<void> {
    const sharing = entries.filter(({ action }) =>
      ['module-consumers.set', 'organization.set'].includes(action),
    )
    for (const { subject } of sharing) {
      const fulfilled = await this.store.deleteFulfilled(tx, subject.id)
      const told = fulfilled.flatMap(({ organizationId, askedById, producer }) =>
        askedById === null ? [] : [{ organizationId, userId: askedById, facts: { producer } }],
      )
      await this.inbox.add(
        tx,
        told.map((notice) => ({ kind: 'sharing-request-granted' as const, ...notice })),
      )
    }
  }
}
