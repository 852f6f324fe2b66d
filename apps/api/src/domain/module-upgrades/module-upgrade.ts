import { createHash } from 'node:crypto'
import { isModuleName, isModuleProvider, isOrganizationName } from '@engine/shared'
import type { EndOfLife } from '../lifecycle/end-of-life.js'
import type { ModuleAddress } from '../registry-modules/registry-module.js'

/** Reasons to leave a version that is used, the worst first. */
export const upgradeStatuses = ['revoked', 'end-of-life', 'deprecated', 'behind'] as const

export type UpgradeStatus = (typeof upgradeStatuses)[number]

/** Number of days whose downloads count, with today, unless the caller says another. */
export const usualDays = 30
export const mostDays = 90

/** Maximum number of users of a version that are named. */
export const mostNamed = 100

export const userKinds = ['team', 'organization', 'user', 'workspace'] as const

export type UserKind = (typeof userKinds)[number]

/** A user of a version, by the name that is known to the people who have to move it. */
export interface VersionUser {
  readonly kind: UserKind
  /** The description of a token, or whose it is where it has none; a user name, or the name of a workspace. */
  readonly name: string
  /** The team that the token is of; null for all else. */
  readonly team: string | null
}

/** The use of a version of a module in the requested days. */
interface VersionUse {
  readonly versionId: string
  readonly version: string
  readonly endOfLife: EndOfLife | null
  readonly lastDownloadedAt: Date
  readonly downloads: number
  /** Number of changes on the way to the newest version that break callers; null without a newest one, or before the count. */
  readonly breakingCount: number | null
}

/** A version that an organization uses and has to leave. */
export interface ModuleUpgrade extends VersionUse {
  readonly organizationId: string
  readonly moduleId: string
  readonly module: ModuleAddress
  readonly status: UpgradeStatus
  /** Null when no version of the module can be downloaded any longer. */
  readonly newest: string | null
  /** The highest that breaks nothing; null where there is none, and as long as `breakingCount` is not counted. */
  readonly newestCompatible: string | null
  /** Number of tokens and sessions that used it, also of those that were deleted since. */
  readonly tokenCount: number
  readonly usedBy: readonly VersionUser[]
}

/** A version of a module, as one organization uses it. */
export interface ModuleConsumer extends VersionUse {
  /** Null for persons who belong to no organization that may use the module, and where the organization is gone. */
  readonly organizationId: string | null
  readonly organization: string | null
  readonly status: UpgradeStatus | 'current'
  /** Filled only for the organization of the module. */
  readonly usedBy: readonly VersionUser[] | null
}

/** The consequences of revoking a version, by the downloads of the last days. */
export interface VersionUsage {
  readonly organizations: number
  readonly tokens: number
  readonly lastDownloadedAt: Date | null
}

export interface UpgradeFilter {
  readonly status?: UpgradeStatus | undefined
  readonly module?: ModuleAddress | undefined
  /** A part of the address of the module. */
  readonly search?: string | undefined
  readonly days?: number | undefined
}

export interface ConsumerFilter {
  readonly version?: string | undefined
  readonly days?: number | undefined
}

/** Undefined where the text can be the address of no module. */
export function moduleAddressIn(text: string): ModuleAddress | undefined {
  const [namespace = '', name = '', provider = '', ...more] = text.split('/')
  const isAddress = isOrganizationName(namespace) && isModuleName(name) && isModuleProvider(provider)
  return isAddress && more.length === 0 ? { namespace, name, provider } : undefined
}

/** The id of an upgrade, which is not a row: the same for the same version and organization. */
export const upgradeIdOf = ({ versionId, organizationId }: ModuleUpgrade): string =>
  derivedId('upgrade', versionId, organizationId)

/** Says nothing of the organization, of which others know no more than the name. */
export const consumerIdOf = ({ versionId, organizationId }: ModuleConsumer): string =>
  derivedId('consumer', versionId, organizationId ?? '')

function derivedId(prefix: string, ...of: readonly string[]): string {
  return `${prefix}-${createHash('sha256').update(of.join(' ')).digest('hex').slice(0, 16)}`
}
