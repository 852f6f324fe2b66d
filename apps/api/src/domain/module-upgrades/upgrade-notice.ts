import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { Deprecation } from '../lifecycle/deprecation.js'
import type { EndOfLife } from '../lifecycle/end-of-life.js'
import type { Lifecycle } from '../lifecycle/lifecycle.js'
import type { ModuleAddress } from '../registry-modules/registry-module.js'
import { addressText } from '../registry-modules/registry-module.js'
import type { WebhookEvent } from '../webhooks/webhook-event.js'
import type { UpgradeStatus } from './module-upgrade.js'

/** A status that the users of a version are notified of; a newer version is not among them. */
type NoticeStatus = Exclude<UpgradeStatus, 'behind'>

/** A notice that the users of a version have to move: one for each version and status. */
export interface UpgradeNotice {
  readonly versionId: string
  readonly status: NoticeStatus
}

/** A notice that is not delivered yet, with the state of its version now. */
export interface PendingNotice extends UpgradeNotice {
  readonly moduleId: string
  /** The organization of the module. */
  readonly organizationId: string
  readonly module: ModuleAddress
  readonly version: string
  readonly deprecation: Deprecation | null
  readonly endOfLife: EndOfLife | null
}

/** An organization whose tokens or members downloaded the version in the last days, and may still use it. */
export interface UsingOrganization {
  readonly organizationId: string
  readonly downloads: number
  readonly lastDownloadedAt: Date
}

/** Tells whether a notice is still true. */
export const stands = ({ status, deprecation, endOfLife }: PendingNotice): boolean =>
  status === 'end-of-life' ? endOfLife !== null : deprecation?.status === status

export const eventOfUpgrade = (
  { versionId, status, module, version, deprecation, endOfLife }: PendingNotice,
  { organizationId, downloads, lastDownloadedAt }: UsingOrganization,
): WebhookEvent => ({
  type: 'module-upgrade.due',
  subject: { type: 'module-version', id: versionId, name: `${addressText(module)} ${version}` },
  organizationId,
  attributes: {
    ...{ module: addressText(module), version, status },
    'end-of-life': endOfLife && { date: endOfLife.at.toISOString(), reason: endOfLife.reason || null },
    deprecation: deprecation && {
      ...{ status: deprecation.status, reason: deprecation.reason, link: deprecation.link },
    },
    'last-downloaded-at': lastDownloadedAt.toISOString(),
    downloads,
  },
})

/** Time before its end at which the users of a version are notified. */
export const endNotice = days(30)

/** Returns the notices that an audited change causes: that users of a version have to move. */
export function upgradeNoticesOf(
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
