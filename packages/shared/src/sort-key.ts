/**
 * The one file that reads numbers above 2^53, which `semver` refuses or rounds (decision 10): here digits stay text.
 * PostgreSQL orders versions by their sort keys, as bytes, so that it needs no numbers either.
 */

/** The text with numbers of 15 digits at most: a version, or a pre-release, exactly where the whole text is one. */
export const withSafeNumbers = (text: string): string =>
  text.replaceAll(/\d{16,}/g, (digits) => digits.slice(0, 15))

/** The largest number that the engine's CLI reads in a version. */
export const largestVersionNumber = 2n ** 63n - 1n

/** Tells whether the CLI reads the three numbers of a version; those of a pre-release may be of any size. */
export const hasReadableNumbers = (version: string): boolean =>
  (/^[\d.]+/.exec(version)?.[0] ?? '').split('.').every((digits) => BigInt(digits) <= largestVersionNumber)

/**
 * Key of an engine or a module version whose byte order is the precedence of SemVer, which build metadata has
 * no part in.
 */
export function versionSortKey(version: string): string {
  const [, numbers = '', suffix] = /^([\d.]+)(?:-([^+]*))?/.exec(version) ?? []
  return numbers.split('.').map(numberKey).join('') + suffixKey(suffix)
}

/** "1.5.3" and 1 make "1.6.0": of a release, the number at `index` one higher and 0 after it, without build metadata. */
export function incrementLong(release: string, index: number): string {
  const numbers = release.replace(/\+.*/, '').split('.')
  const higher = BigInt(numbers[index] ?? 0) + 1n
  return [...numbers.slice(0, index), higher, 0, 0].slice(0, 3).join('.')
}

/** "7" → "0017", "12" → "00212": the count of digits first, so that longer numbers sort above. */
function numberKey(digits: string): string {
  return String(digits.length).padStart(3, '0') + digits
}

/** Suffix of a release: nothing sorts above it, since every pre-release key starts lower than this. */
const release = '~'

/**
 * Pre-release identifiers by the rules of SemVer 2.0 §11: numbers below words, numbers by value, words
 * by bytes, and fewer identifiers below more.
 */
function suffixKey(suffix: string | undefined): string {
  if (suffix === undefined) return release
  const identifiers = suffix
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `1${numberKey(part)}` : `2${part}`))
  return identifiers.map((key) => `${key} `).join('')
}
