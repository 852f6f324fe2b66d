import { createHash } from 'node:crypto'
import type { Fault } from '../../kernel/errors.js'
import { changedArchives, type EngineArchive } from './engine-archive.js'
import { reasonFor, type EngineVersion, type EngineVersionCreation } from './engine-version.js'

/** What the feed of versions says and the platform does not, or not yet (contract §4). */
export interface FeedDifference {
  readonly version: string
  /** Undefined where the platform does not know the version. */
  readonly known: EngineVersion | undefined
  readonly offer: EngineVersionCreation
  /** What taking it over changes; an unknown version is added whole. */
  readonly change: Partial<Pick<EngineVersion, (typeof compared)[number]>>
  readonly alarms: readonly ChecksumAlarm[]
}

/** The file behind a known build has another checksum than before: it was replaced. */
export interface ChecksumAlarm {
  readonly os: string
  readonly arch: string
  readonly known: string
  readonly offered: string
}

/** A known version for whose builds the feed listed other checksums in the last comparison. */
export interface FeedAlarm {
  /** Of the version. */
  readonly id: string
  readonly version: string
  /** When that was first seen. */
  readonly at: Date
  readonly builds: readonly ChecksumAlarm[]
}

export interface FeedComparison {
  /** Says what was compared: taking over is valid only as long as it is the same. */
  readonly digest: string
  /** What is alarming first, then in the order of the feed. */
  readonly differences: readonly FeedDifference[]
  /** How many versions are known just so. */
  readonly same: number
  readonly faulty: readonly FaultyEntry[]
}

export interface FaultyEntry {
  /** From 0. */
  readonly index: number
  readonly faults: readonly Fault[]
}

/** Never `enabled`: whether people may use a version is for this platform's administrators to say. */
const compared = ['archs', 'official', 'beta', 'deprecated', 'deprecatedReason'] as const

/** Undefined where the platform knows the version just so. */
export function differenceOf(
  offer: EngineVersionCreation,
  known: EngineVersion | undefined,
): FeedDifference | undefined {
  const { version } = offer
  if (!known) return { version, known, offer, change: {}, alarms: [] }
  const after = {
    ...known,
    ...statedBy(offer),
    archs: archivesAfter(known.archs, changedArchives([], offer)),
  }
  after.deprecatedReason = reasonFor(after.deprecated, after.deprecatedReason)
  const changed = compared.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(known[name]))
  if (changed.length === 0) return undefined
  const change = Object.fromEntries(changed.map((name) => [name, after[name]]))
  return { version, known, offer, change, alarms: alarmsOf(known.archs, after.archs) }
}

/** What an entry leaves out stays as it is. */
const statedBy = ({ official, beta, deprecated, deprecatedReason }: EngineVersionCreation) => ({
  ...(official === undefined ? {} : { official }),
  ...(beta === undefined ? {} : { beta }),
  ...(deprecated === undefined ? {} : { deprecated }),
  ...(deprecatedReason === undefined ? {} : { deprecatedReason }),
})

const platformOf = ({ os, arch }: EngineArchive): string => `${os}/${arch}`

/** Builds that the feed does not name stay; those it names become as it says, new ones come last. */
function archivesAfter(
  known: readonly EngineArchive[],
  offered: readonly EngineArchive[],
): readonly EngineArchive[] {
  const byPlatform = new Map([...known, ...offered].map((archive) => [platformOf(archive), archive]))
  return [...byPlatform.values()]
}

function alarmsOf(
  known: readonly EngineArchive[],
  after: readonly EngineArchive[],
): readonly ChecksumAlarm[] {
  const offered = new Map(after.map((archive) => [platformOf(archive), archive.sha]))
  return known.flatMap(({ os, arch, sha, ...rest }) => {
    const theirs = offered.get(platformOf({ os, arch, sha, ...rest }))
    return theirs === undefined || theirs === sha ? [] : [{ os, arch, known: sha, offered: theirs }]
  })
}

export function digestOf(differences: readonly FeedDifference[]): string {
  const facts = differences.map(({ known, offer }) => [offer, known?.id, known?.updatedAt])
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}
