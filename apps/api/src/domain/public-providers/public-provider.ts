import { isStorableMoment, later } from '../../kernel/clock.js'
import type { AuditEntry, AuditSubject } from '../audit/audit.js'

/** What stands of a version for one cooldown. Only what is available is listed and delivered. */
export const publicVersionStatuses = ['available', 'held', 'blocked', 'altered', 'unverified'] as const
export type PublicVersionStatus = (typeof publicVersionStatuses)[number]

/** What a site administrator has decided of a version. */
export const publicVersionDecisions = ['release', 'block', 'accept'] as const
export type PublicVersionDecision = (typeof publicVersionDecisions)[number]

export const decisionReasonMaximumLength = 500

/** How the engine names a provider: the host of its origin, and its name there. */
export interface PublicProviderAddress {
  readonly origin: string
  readonly namespace: string
  readonly name: string
}

/** A provider of an origin, as far as it is known here. */
export interface PublicProvider extends PublicProviderAddress {
  readonly id: string
  readonly approvedForAll: boolean
  /** What the origin says of it at `init`. */
  readonly warnings: readonly string[]
  readonly firstSeenAt: Date
  /** When the origin last said which versions there are. */
  readonly lookedAt: Date
  /** Until then its answer stands. */
  readonly freshUntil: Date
  /** When the digests of its newest versions were last compared; null until the first look could check something. */
  readonly comparedAt: Date | null
  /** The ids of the keys that signed what the first look checked. */
  readonly firstKeyIds: readonly string[]
  /** Why the last look failed, in a sentence; null where it did not. */
  readonly lookError: string | null
  readonly updatedAt: Date
}

/** A version as it was first seen. */
export interface PublicProviderVersion {
  readonly id: string
  readonly providerId: string
  readonly version: string
  readonly protocols: readonly string[]
  /** Such as `linux/amd64`, as the origin lists them. */
  readonly listedPlatforms: readonly string[]
  readonly firstSeenAt: Date
  /** As the origin says; null where it does not. */
  readonly publishedAt: Date | null
  /** The beginning of its cooldown. */
  readonly heldFrom: Date
  /** When its signature was looked at; null: nothing of it is delivered yet. */
  readonly checkedAt: Date | null
  /** Why its signature proves nothing, in a sentence; null where it does. */
  readonly unverified: string | null
  /** The signing key, in capitals. */
  readonly keyId: string | null
  /** The key is new: the first look saw no version by it, and a person released none before. */
  readonly newKey: boolean
  readonly alteredAt: Date | null
  /** How the origin was seen to have something else than at first, in a sentence. */
  readonly alteration: string | null
  readonly goneFromOrigin: boolean
  readonly decision: PublicVersionDecision | null
  readonly decisionReason: string | null
  readonly updatedAt: Date
}

export type NumberedVersion = Pick<PublicProviderVersion, 'id' | 'version'>

/** A file that SHA256SUMS listed at first sight. */
export interface PublicProviderPlatform {
  readonly os: string
  readonly arch: string
  readonly filename: string
  readonly shasum: string
}

/** What signed a version: armoured keys, as the origin names them in its download documents. */
export interface SigningKeysOfOrigin {
  readonly gpg_public_keys: readonly { readonly key_id?: string; readonly ascii_armor: string }[]
}

/** The facts that a status follows from. */
export type JudgedVersion = Pick<
  PublicProviderVersion,
  'decision' | 'alteredAt' | 'unverified' | 'newKey' | 'heldFrom' | 'version'
>

/** Whether only a person ends the hold under a cooldown: its key is new, and it was not accepted as it is. */
const isHeldByKey = ({ newKey, decision }: JudgedVersion): boolean => newKey && decision !== 'accept'

/** The end of the cooldown of a version; null for one without an end that the database and clients can write. */
export function cooldownEnd(heldFrom: Date, cooldown: number): Date | null {
  const end = later(heldFrom, Math.ceil(cooldown))
  return isStorableMoment(end) ? end : null
}

/** True only where it is known to be over: a cooldown whose end cannot be computed holds (contract §19). */
function isCooledDown({ heldFrom }: JudgedVersion, cooldown: number, now: Date): boolean {
  const end = cooldownEnd(heldFrom, cooldown)
  return end !== null && end <= now
}

/** The status for a cooldown in milliseconds. A new key holds until a person releases the version (contract §14). */
export function statusOf(version: JudgedVersion, cooldown: number, now: Date): PublicVersionStatus {
  if (version.decision === 'block') return 'blocked'
  if (version.alteredAt) return 'altered'
  if (version.unverified !== null) return 'unverified'
  if (version.decision === 'release' || cooldown === 0) return 'available'
  return isHeldByKey(version) || !isCooledDown(version, cooldown, now) ? 'held' : 'available'
}

/** What is told of a version beside that it stands so; null where the clock or nothing keeps it. */
export const reasonOf = (
  {
    decisionReason,
    alteration,
    unverified,
  }: Pick<PublicProviderVersion, 'decisionReason' | 'alteration' | 'unverified'>,
  status: PublicVersionStatus,
): string | null =>
  ({ available: null, held: null, blocked: decisionReason, altered: alteration, unverified })[status]

/** When a version that is held is no longer so; null for one that is not, or that a person has to release. */
export function heldUntil(version: JudgedVersion, cooldown: number, now: Date): Date | null {
  const waits = statusOf(version, cooldown, now) === 'held' && !isHeldByKey(version)
  return waits ? cooldownEnd(version.heldFrom, cooldown) : null
}

/** Says why only a person ends the hold of a version; null where the clock does. */
export function heldReason(version: JudgedVersion, cooldown: number): string | null {
  if (isHeldByKey(version)) return 'its signing key is new'
  return cooldownEnd(version.heldFrom, cooldown) ? null : 'the cooldown is too long'
}

/** The name in sentences; the CLI names the origin itself. */
export const shortAddress = ({
  namespace,
  name,
}: Pick<PublicProviderAddress, 'namespace' | 'name'>): string => `${namespace}/${name}`

export const fullAddress = ({ origin, namespace, name }: PublicProviderAddress): string =>
  `${origin}/${namespace}/${name}`

/** The entry of the audit log for an act on the provider. */
export const publicProviderEntry = (
  action: AuditEntry['action'],
  provider: Pick<PublicProvider, 'id'> & PublicProviderAddress,
): AuditEntry => ({
  action,
  subject: { type: 'public-provider', id: provider.id, name: fullAddress(provider) },
})

/** The same for one of its versions. */
export const publicVersionEntry = (
  action: AuditEntry['action'],
  provider: PublicProviderAddress,
  version: NumberedVersion,
): AuditEntry => ({ action, subject: publicVersionSubject(provider, version) })

export const publicVersionSubject = (
  provider: PublicProviderAddress,
  { id, version }: NumberedVersion,
): AuditSubject => ({
  type: 'public-provider-version',
  id,
  name: `${fullAddress(provider)} ${version}`,
})

export interface PublicProviderFilter {
  /** A part of origin, namespace or name, in any case. */
  readonly search?: string | undefined
  /** Has a version that stands so, or is wanted. */
  readonly status?: Exclude<PublicVersionStatus, 'available'> | 'wanted' | undefined
}

export interface PublicProviderCounts {
  readonly newestAvailable: string | null
  readonly newestHeld: string | null
  /** Null where nothing is held, or a person has to release it. */
  readonly newestHeldUntil: Date | null
  readonly held: number
  readonly blocked: number
  readonly altered: number
  readonly unverified: number
  /** Versions that a decision stands on. */
  readonly decided: number
  /** Organizations that list it, or were allowed it. */
  readonly listedBy: number
}

/** An organization that asked for what it may not use. */
export interface WantedBy {
  readonly organizationId: string
  readonly organization: string
  readonly count: number
  readonly lastAt: Date
}

/** A file with what the origin says of it. */
export interface StoredPlatform extends PublicProviderPlatform {
  /** As the origin says; null where it does not. */
  readonly h1: string | null
  /** In bytes; null where the origin does not say. */
  readonly size: number | null
}

/** What is wanted for the first time of its day. */
export interface FirstWanted {
  readonly providerId: string
  /** `origin/namespace/name`. */
  readonly provider: string
  readonly organizationId: string
  readonly organization: string
}

/** Organizations that used a version in recent days: the first 20 of them by name, and how many there are. */
export interface OrganizationsUsing {
  readonly names: readonly string[]
  readonly total: number
}

/** Who used a version in recent days: an organization, or people where it is null. */
export interface UserOfVersion {
  readonly version: string
  readonly organizationId: string | null
  readonly organization: string | null
  readonly tokens: number
  readonly downloads: number
  readonly lastDay: string
}
