import { passwordMinimumLength } from '@engine/shared'

export type Strength = {
  /** Level from 0 (none) to 4. */
  level: 0 | 1 | 2 | 3 | 4
  hint: string
}

/**
 * Returns the strength of a password by its length, which a single repeated character or a plain sequence
 * does not add to. Only the API knows the lists of common passwords.
 */
export function passwordStrength(password: string): Strength {
  if (password === '')
    return { level: 0, hint: `At least ${passwordMinimumLength} characters; a few words are best.` }
  const missing = passwordMinimumLength - [...password].length
  if (missing > 0)
    return { level: 1, hint: `${missing} more ${missing === 1 ? 'character' : 'characters'} at least.` }
  const worth = worthOf(password)
  if (worth < passwordMinimumLength) return { level: 1, hint: 'Too regular: it is easy to guess.' }
  if (worth < 14) return { level: 2, hint: 'Fair length. One more word makes it good.' }
  if (worth < 20) return { level: 3, hint: 'Good length.' }
  return { level: 4, hint: 'Very good length.' }
}

/** The characters that do not simply follow from the one before: not a repetition, not the next in line. */
function worthOf(password: string): number {
  const codes = [...password.toLowerCase()].map((character) => character.codePointAt(0) ?? 0)
  const surprising = codes.filter((code, index) => {
    const step = code - (codes[index - 1] ?? Number.NaN)
    return !(Math.abs(step) <= 1)
  })
  return Math.min(surprising.length, new Set(codes).size * 2)
}
