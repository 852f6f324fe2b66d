import semver from 'semver'
import { withSafeNumbers } from './sort-key.js'

export const moduleVersionMaximumLength = 128

/** Strict SemVer 2.0 without `v`; parts may exceed 2^53 (contract §7). `semver` forgives a `v` and blanks around. */
export function isModuleVersion(text: string): boolean {
  if (text.length > moduleVersionMaximumLength || !/^\d\S*$/.test(text)) return false
  return semver.valid(withSafeNumbers(text)) !== null
}

export function isPreRelease(version: string): boolean {
  return semver.prerelease(withSafeNumbers(version)) !== null
}
