import { fitsInAnyLetters, fitsOne, isPlain, type ClaimPatterns } from './claim-patterns.js'
import type { TriedClaim } from './ci-token.js'
import { claimsInAnyLetters, textsOf, type Claims, type IssuerKind } from './issuer-kind.js'

/** Compares a token with the patterns of an identity, claim by claim. */
export function triedClaims(patterns: ClaimPatterns, kind: IssuerKind, claims: Claims): TriedClaim[] {
  const inAnyLetters = claimsInAnyLetters(kind)
  return Object.entries(patterns).map(([claim, pattern]) => {
    const value = claims[claim]
    const texts = textsOf(value)
    const inLetters = fitsInAnyLetters(pattern, value)
    const fits = fitsOne(pattern, value) || (inLetters && inAnyLetters.includes(claim))
    const hint = fits ? null : inLetters ? inOtherLetters : hintOf(pattern, texts)
    return { claim, pattern, text: texts.join(', ') || null, fits, hint }
  })
}

/** The one claim that does not fit; null where all do, or several do not. */
export function nearlyAmong(tried: readonly TriedClaim[]): string | null {
  const [one, ...others] = tried.filter(({ fits }) => !fits)
  return one && others.length === 0 ? one.claim : null
}

const inOtherLetters = 'It differs in letters alone, which count here.'

/** Maximum length of a claim that a sentence shows. */
const longestSaid = 200

function hintOf(pattern: string, texts: readonly string[]): string | null {
  if (texts.length === 0) return 'The token does not have this claim.'
  // Such as the name of a branch without `refs/heads/`.
  const whole = isPlain(pattern) ? texts.find((text) => text.endsWith(`/${pattern}`)) : undefined
  return whole === undefined || whole.length > longestSaid
    ? null
    : `It is only a part of what the token says: write ${whole}.`
}
