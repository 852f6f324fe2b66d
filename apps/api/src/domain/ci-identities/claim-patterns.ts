import { textsOf, type Claims } from './issuer-kind.js'

/** A text of a claim that is longer fits no pattern. */
const longestText = 2048

/** Claim → pattern: `*` stands for any characters but `/`, `**` for all. */
export type ClaimPatterns = Readonly<Record<string, string>>

export const isPlain = (pattern: string): boolean => !pattern.includes('*')

/** True where every claim fits its pattern; one that is a list fits when one of its items does (contract §15). */
export const fitsAll = (patterns: ClaimPatterns, claims: Claims): boolean =>
  Object.entries(patterns).every(([claim, pattern]) => fitsOne(pattern, claims[claim]))

export const fitsOne = (pattern: string, value: unknown): boolean =>
  textsOf(value).some((text) => fits(pattern, text))

/** Follows all ways through the pattern at once, so that no text takes longer than its length times the pattern's. */
function fits(pattern: string, text: string): boolean {
  if (text.length > longestText) return false
  const parts = pattern.match(/\*\*|\*|[^*]/gsu) ?? []
  let places = withEmpty(parts, new Set([0]))
  for (const character of text) {
    const next = new Set<number>()
    for (const place of places) {
      const part = parts[place]
      if (part === '**' || (part === '*' && character !== '/')) next.add(place)
      else if (part === character) next.add(place + 1)
    }
    places = withEmpty(parts, next)
  }
  return places.has(parts.length)
}

/** Adds the places behind stars, which may stand for nothing. A set that grows is walked to its new end. */
function withEmpty(parts: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (parts[place]?.startsWith('*')) places.add(place + 1)
  return places
}

/** The claims by whose value identities are found, as texts `claim=value`. */
export const anchorsIn = (claims: Claims): readonly string[] =>
  Object.entries(claims).flatMap(([claim, value]) => textsOf(value).map((text) => anchor(claim, text)))

/** The anchor of an identity: a claim whose pattern is one text, if possible one of `first`. */
export function anchorOf(patterns: ClaimPatterns, first: readonly string[]): string | undefined {
  const plain = Object.entries(patterns).filter(
    ([claim, pattern]) => isPlain(pattern) && !['iss', 'aud'].includes(claim),
  )
  const [claim, text] = plain.find(([claim]) => first.includes(claim)) ?? plain[0] ?? []
  return claim === undefined || text === undefined ? undefined : anchor(claim, text)
}

const anchor = (claim: string, text: string): string => `${claim}=${text}`
