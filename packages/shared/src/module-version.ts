import inc from 'semver/functions/inc.js'
import valid from 'semver/functions/valid.js'
import { incrementLong, withSafeNumbers } from './sort-key.js'

export const moduleVersionMaximumLength = 128

/** Strict SemVer 2.0 without `v`; parts may exceed 2^53 (contract §7). `semver` forgives a `v` and blanks around. */
export function isModuleVersion(text: string): boolean {
  if (text.length > moduleVersionMaximumLength || !/^\d\S*$/.test(text)) return false
  return valid(withSafeNumbers(text)) !== null
}

const parts = ['major', 'minor', 'patch'] as const

/** "1.5.3" and "minor" make "1.6.0": the lowest release above all that share the numbers before. */
export function incremented(release: string, part: (typeof parts)[number]): string {
  return inc(release, part) ?? incrementLong(release, parts.indexOf(part))
}
