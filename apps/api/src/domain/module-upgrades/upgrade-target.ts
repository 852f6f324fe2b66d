import type { UpgradeStatus } from './module-upgrade.js'

/** The number of versions that one is compared with; of more the newest of each line stands for its line. */
export const mostCandidates = 50

/** A version that its users may be moved to. */
export interface TargetVersion {
  readonly id: string
  readonly moduleId: string
  readonly version: string
  readonly sortKey: string
  /** The major, below 1.0.0 the minor. */
  readonly line: string
}

/** The facts of a version that is used which decide where its users move. */
export interface MovingVersion {
  readonly moduleId: string
  readonly versionId: string
  readonly sortKey: string
  readonly line: string
  readonly status: UpgradeStatus | 'current'
}

/** Numbers of breaking changes on the ways from a version, by the version that a way leads to. */
export type BreakingCounts = ReadonlyMap<string, number>

/** The versions to move to; unknown before all ways are counted. */
export interface Upgraded {
  readonly newest: TargetVersion | undefined
  readonly newestCompatible: TargetVersion | undefined
  readonly breakingCount: number | null
}

/**
 * The versions to compare one with, the highest first, of those of its module: the newest is the first. From a revoked
 * one it may have to go back; where nothing is above it, as above the releases a pre-release is, the newest stands alone.
 */
export function waysFrom(
  { versionId, sortKey, line, status }: MovingVersion,
  targets: readonly TargetVersion[],
): readonly TargetVersion[] {
  const candidates = candidatesOf({ versionId, sortKey, line, status }, targets)
  return candidates.length > 0 ? candidates : targets.slice(0, 1).filter(({ id }) => id !== versionId)
}

function candidatesOf(
  { versionId, sortKey, line, status }: Omit<MovingVersion, 'moduleId'>,
  targets: readonly TargetVersion[],
): readonly TargetVersion[] {
  const candidates = targets.filter(
    (each) => each.id !== versionId && (status === 'revoked' || each.sortKey > sortKey),
  )
  if (candidates.length <= mostCandidates) return candidates
  const ofOwn = candidates.filter((each) => each.line === line)
  const ofOthers = candidates.filter((each, at) => each.line !== (candidates[at - 1]?.line ?? line))
  const chosen = new Set([ofOwn, ofOthers].flatMap((each) => each.slice(0, mostCandidates / 2)))
  return candidates.filter((each) => chosen.has(each))
}

/** The ways, by the ids that they lead to, that are still to be counted: none behind one that breaks nothing. */
export function uncountedOf(ways: readonly string[], counts: BreakingCounts): readonly string[] {
  const next = ways.findIndex((id) => (counts.get(id) ?? 0) === 0)
  const way = ways[next]
  return way !== undefined && !counts.has(way) ? ways.slice(next) : []
}

/** Returns the newest version and the highest that breaks nothing; without the latter while its count is missing. */
export function upgradedFrom(
  moving: MovingVersion,
  targets: readonly TargetVersion[],
  counts: BreakingCounts,
): Upgraded {
  const [newest] = targets
  const ways = waysFrom(moving, targets)
  const ids = ways.map(({ id }) => id)
  const isAbove = ({ sortKey }: TargetVersion) => moving.status === 'revoked' || sortKey > moving.sortKey
  if (!newest || uncountedOf(ids, counts).length > 0)
    return { newest, newestCompatible: undefined, breakingCount: null }
  const newestCompatible = ways.find((way) => isAbove(way) && counts.get(way.id) === 0)
  return { newest, newestCompatible, breakingCount: breakingTo(newest, moving, counts) }
}

/** Null where it is not counted yet. */
export const breakingTo = (
  { id }: TargetVersion,
  { versionId }: Pick<MovingVersion, 'versionId'>,
  counts: BreakingCounts,
): number | null => (id === versionId ? 0 : (counts.get(id) ?? null))
