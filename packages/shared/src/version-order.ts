import semver, { type SemVer } from 'semver'
import { incrementLong, versionSortKey, withSafeNumbers } from './sort-key.js'

/** Negative where `one` lies below `other`; 0 where they differ in build metadata at most. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [exactly(one), exactly(other)]
  if (a && b) return a.compare(b)
  const [key, otherKey] = [versionSortKey(one), versionSortKey(other)]
  return Number(key > otherKey) - Number(key < otherKey)
}

/** Null where `semver` would round a number, and where the suffix of an engine version is none of SemVer's. */
const exactly = (version: string): SemVer | null =>
  withSafeNumbers(version) === version ? semver.parse(version) : null

const parts = ['major', 'minor', 'patch'] as const

/** "1.5.3" and "minor" make "1.6.0": the lowest release above all that share the numbers before. */
export function incremented(release: string, part: (typeof parts)[number]): string {
  return semver.inc(release, part) ?? incrementLong(release, parts.indexOf(part))
}
