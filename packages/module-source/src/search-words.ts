import { createHash } from 'node:crypto'

/** The labels of PostgreSQL's text search, from the name down to the README. */
type Weight = 'A' | 'B' | 'C' | 'D'

export interface SearchedText {
  readonly text: string
  readonly weight: Weight
}

const longestWord = 64
/** Limit of a text that is searched; the rest is not. */
export const longestText = 100_000
const mostWords = 15_000
const mostPositions = 100
/** Limit of the positions that PostgreSQL counts. */
const lastPosition = 16_383

/** The words of a text: runs of letters and digits, in lower case and without accents. */
export function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => [...word].slice(0, longestWord).join(''))
}

/**
 * A module as a `tsvector`: the words of its texts with their positions, so that phrases are found; a sign for each
 * pair of neighbours, so that the index tells a phrase from its scattered words; and the words of its names with one
 * letter left out, marked by `~`, so that names are found in spite of one typo. The product splits texts itself, so
 * that the same words come out whatever the server's locale.
 */
export function searchVector(names: readonly string[], texts: readonly SearchedText[]): string {
  const positions = new Map<string, string[]>()
  const pairs = new Set<string>()
  let position = 0
  const all: readonly SearchedText[] = [...names.map((text) => ({ text, weight: 'A' }) as const), ...texts]
  for (const { text, weight } of all) {
    if (position >= mostWords) break
    let before: string | undefined
    for (const word of wordsIn(text.slice(0, longestText))) {
      if (++position > mostWords) break
      const known = positions.get(word) ?? []
      if (known.length < mostPositions) known.push(`${Math.min(position, lastPosition)}${weight}`)
      positions.set(word, known)
      if (before !== undefined) pairs.add(pairSign(before, word))
      before = word
    }
    // No phrase goes from one text into the next.
    position += 2
  }
  const typos = new Set(names.flatMap(wordsIn).flatMap((word) => leavingOneOut(word, '~')))
  return [
    ...[...positions].map(([word, at]) => `'${word}':${at.join(',')}`),
    ...[...typos, ...pairs].map((word) => `'${word}'`),
  ].join(' ')
}

/**
 * One of 65,536 signs for two words that follow each other, which keeps the index small. Different pairs may share one,
 * so the positions of the words are still checked where it is found. Migrations compute it in SQL as well.
 */
export function pairSign(before: string, word: string): string {
  return `+${createHash('md5').update(`${before} ${word}`).digest('hex').slice(0, 4)}`
}

/** Two words that are one letter apart, or have two neighbours swapped, share one of these. */
export function leavingOneOut(word: string, mark: string): string[] {
  const letters = [...word]
  if (letters.length < 3) return []
  const without = letters.map((_, index) => letters.toSpliced(index, 1).join(''))
  return [...new Set([word, ...without])].map((each) => `${mark}${each}`)
}
