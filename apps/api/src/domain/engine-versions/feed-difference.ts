import { createHash } from 'node:crypto'
import type { Fault } from '../../kernel/errors.js'
import { changedArchives, type EngineArchive } from './engine-archive.js'
import { reasonFor, type EngineVersion, type EngineVersionCreation } from './engine-version.js'

/** A difference between the feed of versions and the platform (contract §4). */
export interface FeedDifference {
  readonly version: string
  /** Undefined where the platform does not know the version. */
  readonly known: EngineVersion | undefined
  readonly offer: EngineVersionCreation
  /** The change of taking it over; an unknown version is added whole. */
  readonly change: Partial<Pick<EngineVersion, (typeof comparedFacts)[number]>>
  readonly alarms: readonly ChecksumAlarm[]
}

/** The file behind a known build has another checksum than before: it was replaced. */
export interface ChecksumAlarm {
  readonly os: string
  readonly arch: string
  readonly known: string
  readonly offered: string
}

export interface FeedComparison {
  /** Digest of the comparison: taking over is valid only while it is the same. */
  readonly digest: string
  /** Alarming differences first, then in the order of the feed. */
  readonly differences: readonly FeedDifference[]
  /** Number of versions without a difference. */
  readonly same: number
  readonly faulty: readonly FaultyEntry[]
}

export interface FaultyEntry {
  /** Index from 0. */
  readonly index: number
  readonly faults: readonly Fault[]
}

/** Compared facts; never `enabled`: administrators of this platform decide whether people may use a version. */
export const comparedFacts = ['archs', 'official', 'beta', 'deprecated', 'deprecatedReason'] as const

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
  const changed = comparedFacts.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(known[name]))
  if (changed.length === 0) return undefined
  const change = Object.fromEntries(changed.map((name) => [name, after[name]]))
  return { version, known, offer, change, alarms: alarmsOf(known.archs, after.archs) }
}

/** Returns the facts that an entry states; absent ones stay as they are. */
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
