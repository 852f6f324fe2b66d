import { versionSortKey } from './sort-key.js'

/** Negative where `one` lies below `other`; 0 where they differ in build metadata at most. */
export function compareVersions(one: string, other: string): number {
  const [key, otherKey] = [versionSortKey(one), versionSortKey(other)]
  return Number(key > otherKey) - Number(key < otherKey)
}

/** Tells whether a version has a suffix, which puts it below its release. */
export const isPreRelease = (version: string): boolean => /^[\d.]+-/.test(version)
