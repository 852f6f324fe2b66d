import { numberKey, suffixKey } from './sort-key.js'

const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)'
const pattern = new RegExp(
  `^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?$`,
)

export const moduleVersionMaximumLength = 128

/** Strict SemVer 2.0 without `v`; parts may exceed 2^53 (contract §7). */
export function isModuleVersion(text: string): boolean {
  return text.length <= moduleVersionMaximumLength && pattern.test(text)
}

export function isPreRelease(version: string): boolean {
  return pattern.exec(version)?.[4] !== undefined
}

/** Its byte order is the precedence of SemVer; build metadata leaves no trace in it. */
export function moduleVersionSortKey(version: string): string {
  const [, major = '', minor = '', patch = '', suffix] = pattern.exec(version) ?? []
  return `${numberKey(major)}${numberKey(minor)}${numberKey(patch)}${suffixKey(suffix)}`
}
