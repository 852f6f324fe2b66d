import { isProviderName } from '@engine/shared'
import { z } from 'zod'
import { isStorableMoment, later } from '../../kernel/clock.js'
import { inAnswers } from '../../kernel/declaration.js'
import { note, text } from '../../kernel/input.js'
import type { AuditEntry, AuditSubject } from '../audit/audit.js'

/** The status of a version under one cooldown. Only available versions are listed and delivered. */
export const publicVersionStatuses = ['available', 'held', 'blocked', 'altered', 'unverified'] as const
export type PublicVersionStatus = (typeof publicVersionStatuses)[number]

/** The decision of a site administrator about a version. */
export const publicVersionDecisions = ['release', 'block', 'accept'] as const
export type PublicVersionDecision = (typeof publicVersionDecisions)[number]

/** The length of a host with its port, as `PROVIDER_ORIGINS` names it. */
const originMaximumLength = 260
const decisionReasonMaximumLength = 500

/** A provider of an origin that is known here. */
export const publicProvider = z.object({
  id: z.string(),
  origin: text(originMaximumLength).register(inAnswers, {
    description: 'The host that it is registered at.',
  }),
  namespace: text(64, isProviderName),
  name: text(64, isProviderName),
  approvedForAll: z.boolean().register(inAnswers, { description: 'Whether all organizations may use it.' }),
  /** Lines of its origin that `init` prints. */
  warnings: z.array(z.string()),
  firstSeenAt: z.date(),
  syncedAt: z.date().meta({ description: 'When the origin last listed its versions.' }),
  /** The end of the time for which the answer of the origin is fresh. */
  freshUntil: z.date(),
  /** The last time when digests of its newest versions were compared; null until a version could be checked. */
  comparedAt: z.date().nullable(),
  /** The ids of the keys that signed the versions which the first sync checked. */
  firstKeyIds: z.array(z.string()),
  syncError: z
    .string()
    .nullable()
    .meta({ description: 'Why the last comparison with the origin failed; null if it succeeded.' }),
  updatedAt: z.date(),
})

export type PublicProvider = Readonly<z.output<typeof publicProvider>>

/** The name of a provider for the engine: the host of its origin, and its name there. */
export type PublicProviderAddress = Pick<PublicProvider, 'origin' | 'namespace' | 'name'>

export const publicProviderCreation = publicProvider.pick({ origin: true, namespace: true, name: true }).shape
export const publicProviderChange = publicProvider.pick({ approvedForAll: true }).partial().shape

/** A version as it was first seen. */
export const publicProviderVersion = z.object({
  id: z.string(),
  providerId: z.string(),
  version: z.string(),
  protocols: z.array(z.string()),
  /** Platforms that the origin lists, such as `linux/amd64`. */
  listedPlatforms: z.array(z.string()),
  firstSeenAt: z.date().meta({ description: 'By our clock.' }),
  publishedAt: z.date().nullable().meta({ description: 'As the origin says; null where it does not.' }),
  /** The beginning of its cooldown. */
  heldFrom: z.date(),
  /** The time when its signature was checked; null: no file of it is delivered yet. */
  checkedAt: z.date().nullable(),
  /** The reason why its signature proves nothing, in a sentence; null where it is valid. */
  unverified: z.string().nullable(),
  /** The id of the signing key, in capitals. */
  keyId: z.string().nullable().meta({ description: 'Of the signing key.' }),
  newKey: z.boolean().meta({
    description:
      'Whether its signing key is new: no version by it was there at first, and a person released none before.',
  }),
  alteredAt: z.date().nullable(),
  /** The way in which the origin differs from what was first seen, in a sentence. */
  mismatch: z.string().nullable(),
  goneFromOrigin: z.boolean().meta({ description: 'Whether the origin no longer lists it.' }),
  imported: z.boolean().register(inAnswers, {
    description: 'Whether its files were uploaded, and came from no origin.',
  }),
  decision: z.enum(publicVersionDecisions).nullable(),
  decisionReason: note(decisionReasonMaximumLength)
    .nullable()
    .register(inAnswers, { description: 'Of the decision; the terminal prints it.' }),
  updatedAt: z.date(),
})

export type PublicProviderVersion = Readonly<z.output<typeof publicProviderVersion>>

export const publicVersionChange = {
  decision: publicProviderVersion.shape.decision.optional(),
  reason: publicProviderVersion.shape.decisionReason.optional(),
}

export type NumberedVersion = Pick<PublicProviderVersion, 'id' | 'version'>

/** A file that SHA256SUMS listed at first sight. */
export interface PublicProviderPlatform {
  readonly os: string
  readonly arch: string
  readonly filename: string
  readonly shasum: string
}

/** The armoured keys that the download documents of an origin name as those that signed a version. */
export interface SigningKeysOfOrigin {
  readonly gpg_public_keys: readonly { readonly key_id?: string; readonly ascii_armor: string }[]
}

/** The facts that a status follows from. */
export type JudgedVersion = Pick<
  PublicProviderVersion,
  'decision' | 'alteredAt' | 'unverified' | 'newKey' | 'heldFrom' | 'version' | 'imported'
>

/** Tells whether only a person ends the hold under a cooldown: the key is new, and no one accepted the version. */
const isHeldByKey = ({ newKey, decision }: JudgedVersion): boolean => newKey && decision !== 'accept'

/** Returns the end of the cooldown of a version; null where the database and clients cannot write it. */
export function cooldownEnd(heldFrom: Date, cooldown: number): Date | null {
  const end = later(heldFrom, Math.ceil(cooldown))
  return isStorableMoment(end) ? end : null
}

/** Tells whether the cooldown is known to be over: one whose end cannot be computed holds (contract §19). */
function isCooledDown({ heldFrom }: JudgedVersion, cooldown: number, now: Date): boolean {
  const end = cooldownEnd(heldFrom, cooldown)
  return end !== null && end <= now
}

/** Returns the status for a cooldown in milliseconds. A new key holds until a person releases the version (contract §14). */
export function statusOf(version: JudgedVersion, cooldown: number, now: Date): PublicVersionStatus {
  if (version.decision === 'block') return 'blocked'
  if (version.alteredAt) return 'altered'
  if (version.unverified !== null) return 'unverified'
  if (version.decision === 'release' || version.imported || cooldown === 0) return 'available'
  return isHeldByKey(version) || !isCooledDown(version, cooldown, now) ? 'held' : 'available'
}

/**
 * Returns what of a version may be delivered: all of it, or the files that are stored here alone; undefined for nothing.
 * A version that its origin altered or no longer has counts as it was first seen (contract §14).
 */
export function extentOf(
  version: PublicProviderVersion,
  cooldown: number,
  now: Date,
): 'whole' | 'stored' | undefined {
  if (statusOf({ ...version, alteredAt: null }, cooldown, now) !== 'available') return undefined
  return version.alteredAt || version.goneFromOrigin || version.imported ? 'stored' : 'whole'
}

/** Tells whether no known key signed a version that was imported: only a mirror has it, which shows no signature. */
export const isForMirrorsAlone = ({
  imported,
  keyId,
}: Pick<PublicProviderVersion, 'imported' | 'keyId'>): boolean => imported && keyId === null

/** Returns the reason for the status of a version; null where it is available or only the clock holds it. */
export const reasonOf = (
  {
    decisionReason,
    mismatch,
    unverified,
  }: Pick<PublicProviderVersion, 'decisionReason' | 'mismatch' | 'unverified'>,
  status: PublicVersionStatus,
): string | null =>
  ({ available: null, held: null, blocked: decisionReason, altered: mismatch, unverified })[status]

/** Returns when the hold of a version ends; null for one that is not held, or that a person has to release. */
export function heldUntil(version: JudgedVersion, cooldown: number, now: Date): Date | null {
  const waits = statusOf(version, cooldown, now) === 'held' && !isHeldByKey(version)
  return waits ? cooldownEnd(version.heldFrom, cooldown) : null
}

/** Returns why only a person ends the hold of a version; null where the clock does. */
export function heldReason(version: JudgedVersion, cooldown: number): string | null {
  if (isHeldByKey(version)) return 'its signing key is new'
  return cooldownEnd(version.heldFrom, cooldown) ? null : 'the cooldown is too long'
}

/** Returns the name for sentences; the CLI names the origin itself. */
export const shortAddress = ({
  namespace,
  name,
}: Pick<PublicProviderAddress, 'namespace' | 'name'>): string => `${namespace}/${name}`

export const fullAddress = ({ origin, namespace, name }: PublicProviderAddress): string =>
  `${origin}/${namespace}/${name}`

/** Creates the entry of the audit log for an act on the provider. */
export const publicProviderEntry = (
  action: AuditEntry['action'],
  provider: Pick<PublicProvider, 'id'> & PublicProviderAddress,
): AuditEntry => ({
  action,
  subject: { type: 'public-provider', id: provider.id, name: fullAddress(provider) },
})

/** Creates the entry for an act on one of its versions. */
export const publicVersionEntry = (
  action: AuditEntry['action'],
  provider: PublicProviderAddress,
  version: NumberedVersion,
): AuditEntry => ({ action, subject: publicVersionSubject(provider, version) })

/** Returns the facts of a provider for the audit log, under the names that they have always had there. */
export const auditedProvider = ({ syncedAt, syncError, ...facts }: PublicProvider) => ({
  ...facts,
  lookedAt: syncedAt,
  lookError: syncError,
})

/** Returns the facts of a version for the audit log, likewise. */
export const auditedVersion = ({ mismatch, ...facts }: PublicProviderVersion) => ({
  ...facts,
  alteration: mismatch,
})

export const publicVersionSubject = (
  provider: PublicProviderAddress,
  { id, version }: NumberedVersion,
): AuditSubject => ({
  type: 'public-provider-version',
  id,
  name: `${fullAddress(provider)} ${version}`,
})

/** Filters of providers: the status of a version, or `wanted` where organizations requested the provider. */
export const publicProviderStatuses = ['held', 'blocked', 'altered', 'unverified', 'wanted'] as const

export interface PublicProviderFilter {
  /** A part of origin, namespace or name, in any case. */
  readonly search?: string | undefined
  /** The status of at least one of its versions, or `wanted`: organizations requested it. */
  readonly status?: (typeof publicProviderStatuses)[number] | undefined
}

export interface PublicProviderCounts {
  readonly newestAvailable: string | null
  readonly newestHeld: string | null
  /** The end of its hold; null where nothing is held, or a person has to release it. */
  readonly newestHeldUntil: Date | null
  readonly held: number
  readonly blocked: number
  readonly altered: number
  readonly unverified: number
  /** The number of versions with a decision. */
  readonly decided: number
  /** The number of organizations that list it, or were allowed it. */
  readonly listedBy: number
}

/** An organization that requested a provider which it may not use. */
export interface RequestedBy {
  readonly organizationId: string
  readonly organization: string
  readonly count: number
  readonly lastAt: Date
}

/** The address of a file of a version: a zip, or SHA256SUMS or its signature. */
export interface PublicProviderFileAddress {
  readonly versionId: string
  readonly filename: string
}

/** Returns the names under which SHA256SUMS and its signature are delivered. */
export function proofFilenames(
  { name }: Pick<PublicProviderAddress, 'name'>,
  { version }: Pick<PublicProviderVersion, 'version'>,
): { readonly shasums: string; readonly signature: string } {
  const shasums = `${name}_${version}_SHA256SUMS`
  return { shasums, signature: `${shasums}.sig` }
}

/** A file with the facts that its origin gives, or that are known since it is stored here. */
export interface StoredPlatform extends PublicProviderPlatform {
  /** The `h1:` hash; null where the origin gives none and the file is not stored. */
  readonly h1: string | null
  /** Size in bytes; null likewise. */
  readonly size: number | null
  /** True where the file is stored here. */
  readonly stored: boolean
}

/** The first request of an organization on a day for a provider that it may not use. */
export interface FirstRequest {
  readonly providerId: string
  /** `origin/namespace/name`. */
  readonly provider: string
  readonly organizationId: string
  readonly organization: string
}

/** Organizations that used a version in recent days: the first 20 of them by name, and their number. */
export interface OrganizationsUsing {
  readonly names: readonly string[]
  readonly total: number
}

/** A user of a version in recent days: an organization, or people where it is null. */
export interface UserOfVersion {
  readonly version: string
  readonly organizationId: string | null
  readonly organization: string | null
  readonly tokens: number
  readonly downloads: number
  readonly lastDay: string
}
