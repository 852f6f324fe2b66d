import { expect, test } from 'vitest'
import { breaksPromise, type Verdict, verdictOf, verdictWords } from './interface-words'

const verdict = (change: Partial<Verdict>): Verdict => ({
  ...{ from: '1.2.4', to: '1.3.0', missingStep: null, breaking: [], breakingCount: 0 },
  ...change,
})

const removed = { reason: 'INPUT_REMOVED' } as const
const broken = { breaking: [removed, removed], breakingCount: 2 }

const sentence = (change: Partial<Verdict>): string => {
  const { title, text } = verdictWords(verdict(change))
  return `${title} ${text}`.trim()
}

test('what a version breaks is read at once, with the number that SemVer wants', () => {
  expect(sentence({ ...broken, missingStep: 'MAJOR' })).toBe(
    'Breaks callers of 1.2.4: 2 inputs removed. By SemVer this is 2.0.0.',
  )
  expect(sentence({ ...broken, from: '0.2.4', to: '0.2.5', missingStep: 'MINOR' })).toBe(
    'Breaks callers of 0.2.4: 2 inputs removed. By SemVer this is 0.3.0.',
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
  expect(sentence({ to: '1.2.5', missingStep: 'MINOR' })).toBe(
    'Breaks nothing of 1.2.4. It adds to the interface: by SemVer this is 1.3.0.',
  )
})

test('a pre-release breaks no promise', () => {
  const rc = { ...broken, to: '1.3.0-rc.1', missingStep: 'MAJOR' } as const
  expect(sentence(rc)).toBe(
    'Breaks callers of 1.2.4: 2 inputs removed. A pre-release promises nothing; the release is 2.0.0 by SemVer.',
  )
  expect(breaksPromise(verdict(rc))).toBe(false)
  expect(breaksPromise(verdict({ ...rc, to: '1.3.0' }))).toBe(true)
})

test('a version without a release before it has no verdict, and a larger step than wanted is none too small', () => {
  const facts = { breaking: [], breakingCount: 0, wantedVersion: null }
  expect(verdictOf('1.0.0', { comparedWith: null, step: null, wantedStep: null, ...facts })).toBeUndefined()
  const larger = { comparedWith: '1.0.0', step: 'MAJOR', wantedStep: 'PATCH', ...facts } as const
  expect(verdictOf('2.0.0', larger)?.missingStep).toBeNull()
  const smaller = { ...larger, step: 'PATCH', wantedStep: 'MINOR' } as const
  expect(verdictOf('1.0.1', smaller)?.missingStep).toBe('MINOR')
  const taken = verdictOf('1.0.1', { ...smaller, wantedVersion: '1.4.0' })
  expect(taken && verdictWords(taken).text).toBe('It adds to the interface: by SemVer this is 1.4.0.')
})
