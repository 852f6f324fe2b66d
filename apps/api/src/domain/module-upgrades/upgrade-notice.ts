import type { Deprecation } from '../deprecation.js'
import type { EndOfLife } from '../end-of-life.js'
import type { ModuleAddress } from '../registry-modules/registry-module.js'
import { addressText } from '../registry-modules/registry-module.js'
import type { WebhookEvent } from '../webhooks/webhook-event.js'
import type { UpgradeStatus } from './module-upgrade.js'

/** What a version becomes that its users are told of; that a newer one is published is none of it. */
type NoticeStatus = Exclude<UpgradeStatus, 'behind'>

/** That the users of a version have to move: there is one for each version and status. */
export interface UpgradeNotice {
  readonly versionId: string
  readonly status: NoticeStatus
}

/** A notice with what its version is by now. */
export interface UntoldNotice extends UpgradeNotice {
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

/** Whether what was to be told is still so. */
export const stands = ({ status, deprecation, endOfLife }: UntoldNotice): boolean =>
  status === 'end-of-life' ? endOfLife !== null : deprecation?.status === status

export const eventOfUpgrade = (
  { versionId, status, module, version, deprecation, endOfLife }: UntoldNotice,
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
