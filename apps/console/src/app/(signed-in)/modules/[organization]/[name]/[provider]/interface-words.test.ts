import { expect, test } from 'vitest'
import { type Verdict, verdictOf, verdictWords } from './interface-words'

const verdict = (change: Partial<Verdict>): Verdict => ({
  ...{ from: '1.2.4', to: '1.3.0', missingStep: null, wantedVersion: null, breaksPromise: false },
  ...{ breaking: [], breakingCount: 0 },
  ...change,
})

const removed = { reason: 'INPUT_REMOVED' } as const
const broken = { breaking: [removed, removed], breakingCount: 2 }
const tooSmall = { ...broken, missingStep: 'MAJOR', wantedVersion: '3.0.0', breaksPromise: true } as const

const sentence = (change: Partial<Verdict>): string => {
  const { title, text } = verdictWords(verdict(change))
  return `${title} ${text}`.trim()
}

test('what a version breaks is read at once, with the number that the API says SemVer wants', () => {
  expect(sentence(tooSmall)).toBe('Breaks callers of 1.2.4: 2 inputs removed. By SemVer this is 3.0.0.')
})

test('where the API knows no number, the step alone is said: a computed number may be taken', () => {
  expect(sentence({ ...tooSmall, wantedVersion: null })).toBe(
    'Breaks callers of 1.2.4: 2 inputs removed. By SemVer this is a major step.',
  )
})

test('a number that says so is no fault, and what an older version lacks is none', () => {
  expect(sentence({ ...broken, to: '2.0.0' })).toBe(
    'Breaks callers of 1.2.4: 2 inputs removed. Its number says so.',
  )
  expect(sentence({ ...broken, from: '1.3.0', to: '1.2.4' })).toBe(
    'Breaks callers of 1.3.0: 2 inputs removed.',
  )
})

test('kinds of changes are told apart, and what is not known is counted', () => {
  const breaking = [{ reason: 'SOURCE_CHANGED' }, { reason: 'OUTPUT_REMOVED' }, removed] as const
  expect(sentence({ breaking, breakingCount: 1203, to: '2.0.0' })).toBe(
    'Breaks callers of 1.2.4: 1 input removed, 1 output removed, 1 provider from another source, 1,200 more. Its number says so.',
  )
})

test('what breaks nothing says whether it is more than its number says', () => {
  expect(sentence({})).toBe('Breaks nothing of 1.2.4.')
  expect(sentence({ to: '1.2.5', missingStep: 'MINOR', wantedVersion: '1.3.0' })).toBe(
    'Breaks nothing of 1.2.4. It adds to the interface: by SemVer this is 1.3.0.',
  )
})

test('a pre-release breaks no promise', () => {
  expect(sentence({ ...tooSmall, to: '1.3.0-rc.1', breaksPromise: false })).toBe(
    'Breaks callers of 1.2.4: 2 inputs removed. A pre-release promises nothing; the release is 3.0.0 by SemVer.',
  )
})

test('a version without a release before it has no verdict', () => {
  const { from: comparedWith, to, ...facts } = verdict(tooSmall)
  const breaking = [...facts.breaking]
  expect(verdictOf(to, { ...facts, breaking, comparedWith: null })).toBeUndefined()
  expect(verdictOf(to, { ...facts, breaking, comparedWith })).toEqual(verdict(tooSmall))
})
