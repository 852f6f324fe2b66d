/**
 * Byte-ordered keys for version numbers. PostgreSQL and JavaScript compare such keys as plain text and
 * get the precedence of the versions, even where a number is longer than 2^53.
 */

/** "7" → "0017", "12" → "00212": the count of digits first, so that longer numbers sort above. */
export function numberKey(digits: string): string {
  return String(digits.length).padStart(3, '0') + digits
}

/** Nothing sorts above a release: every pre-release key starts lower than this. */
const release = '~'

/**
 * Pre-release identifiers by the rules of SemVer 2.0 §11: numbers below words, numbers by value, words
 * by bytes, and fewer identifiers below more.
 */
export function suffixKey(suffix: string | undefined): string {
  if (suffix === undefined) return release
  const identifiers = suffix
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `1${numberKey(part)}` : `2${part}`))
  return identifiers.map((key) => `${key} `).join('')
}
