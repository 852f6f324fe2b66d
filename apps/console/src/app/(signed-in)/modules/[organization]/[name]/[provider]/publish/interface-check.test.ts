import { expect, test } from 'vitest'
import { verdictWords } from '../interface-words'
import { outcomeIn } from './interface-check'

const answer = {
  ...{ comparedWith: '1.2.4', missingStep: 'major', breaksPromise: true, policy: 'refuse', refused: true },
  breaking: [{ path: '', kind: 'input', name: 'cidr', reason: 'input-removed' }],
  ...{ breakingCount: 1, wantedVersion: '3.0.0' },
}

test('what the API answers is told in the words of every other page, with a number that is free', () => {
  const { verdict, policy, refused } = outcomeIn('1.3.0', answer)
  expect(verdict && verdictWords(verdict)).toEqual({
    title: 'Breaks callers of 1.2.4: 1 input removed.',
    text: 'By SemVer this is 3.0.0.',
  })
  expect({ policy, refused }).toEqual({ policy: 'REFUSE', refused: true })
})

test('the first release has no verdict', () => {
  const none = { comparedWith: null, missingStep: null, breaksPromise: false, wantedVersion: null }
  const { verdict, refused } = outcomeIn('1.0.0', { ...answer, ...none, breaking: [], refused: false })
  expect(verdict).toBeUndefined()
  expect(refused).toBe(false)
})
