import { textsOf, type Claims } from './issuer-kind.js'

/** Maximum length of a claim: a longer one fits no pattern. */
const longestText = 2048

/** Claim → pattern: `*` stands for any characters but `/`, `**` for all. */
export type ClaimPatterns = Readonly<Record<string, string>>

export const isPlain = (pattern: string): boolean => !pattern.includes('*')

/**
 * True where every claim fits its pattern; a list fits when one of its items does (contract §15). Claims among
 * `inAnyLetters` are compared without regard to case.
 */
export const fitsAll = (
  patterns: ClaimPatterns,
  claims: Claims,
  inAnyLetters: readonly string[] = [],
): boolean =>
  Object.entries(patterns).every(([claim, pattern]) =>
    inAnyLetters.includes(claim) ? fitsInAnyLetters(pattern, claims[claim]) : fitsOne(pattern, claims[claim]),
  )

export const fitsInAnyLetters = (pattern: string, value: unknown): boolean =>
  fitsOne(inSmallLetters(pattern), textsOf(value).map(inSmallLetters))

/** Lower case of ASCII letters alone, as the database makes it for the lookup. */
const inSmallLetters = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const fitsOne = (pattern: string, value: unknown): boolean =>
  textsOf(value).some(isPlain(pattern) ? (text) => text === pattern : fitting(pattern))

/** Follows all ways through the pattern at once, one bit for each of its places: no text and no pattern is slow. */
function fitting(pattern: string): (text: string) => boolean {
  // Stars side by side stand for what `**` stands for, so that no star follows another.
  const parts = pattern.replace(/\*{3,}/g, '**').match(/\*\*|\*|[^*]/gsu) ?? []
  const placesOf = new Map<string, bigint>()
  parts.forEach((part, place) => placesOf.set(part, (placesOf.get(part) ?? 0n) | (1n << BigInt(place))))
  const starsOfAll = placesOf.get('**') ?? 0n
  const stars = starsOfAll | (placesOf.get('*') ?? 0n)
  const end = 1n << BigInt(parts.length)
  // A star may stand for nothing: behind it is a place too.
  const behindStars = (places: bigint): bigint => places | ((places & stars) << 1n)
  return (text) => {
    if (text.length > longestText) return false
    let places = behindStars(1n)
    for (const character of text) {
      const stay = places & (character === '/' ? starsOfAll : stars)
      const go = places & (placesOf.get(character) ?? 0n) & ~stars
      places = behindStars(stay | (go << 1n))
      if (places === 0n) return false
    }
    return (places & end) !== 0n
  }
}

/** The claims by whose value identities are found, as texts `claim=value` in small letters. */
export const anchorKeysIn = (claims: Claims): readonly string[] =>
  Object.entries(claims).flatMap(([claim, value]) =>
    textsOf(value).map((text) => inSmallLetters(anchor(claim, text))),
  )

/** The anchor of an identity: a claim whose pattern is one text, if possible one of `first`. */
export function anchorOf(patterns: ClaimPatterns, first: readonly string[]): string | undefined {
  const plain = Object.entries(patterns).filter(
    ([claim, pattern]) => isPlain(pattern) && !['iss', 'aud'].includes(claim),
  )
  const [claim, text] = plain.find(([claim]) => first.includes(claim)) ?? plain[0] ?? []
  return claim === undefined || text === undefined ? undefined : anchor(claim, text)
}

const anchor = (claim: string, text: string): string => `${claim}=${text}`
