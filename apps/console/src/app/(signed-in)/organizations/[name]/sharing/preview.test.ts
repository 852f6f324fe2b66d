import { expect, test } from 'vitest'
import { affectedCount, affectedWords, sharingPreview, type SharingChoice } from './preview'

const none: SharingChoice = { mode: 'none', consumers: [] }
const all: SharingChoice = { mode: 'all', consumers: [] }
const some = (...consumers: string[]): SharingChoice => ({ mode: 'some', consumers })
const these = (...names: string[]) => ({ everybodyBut: false, names })

test('without a change nobody gains or loses', () => {
  for (const choice of [none, all, some('a')])
    expect(sharingPreview(choice, choice)).toEqual({ gains: these(), loses: these() })
})

test('of two lists the new ones gain and the former ones lose', () => {
  expect(sharingPreview(some('a', 'b'), some('b', 'c'))).toEqual({ gains: these('c'), loses: these('a') })
})

test('when sharing ends, all that had it lose it', () => {
  expect(sharingPreview(some('a'), none)).toEqual({ gains: these(), loses: these('a') })
  expect(sharingPreview(all, none)).toEqual({ gains: these(), loses: { everybodyBut: true, names: [] } })
})

test('from all to a list everybody but the picked loses; from a list to all everybody else gains', () => {
  expect(sharingPreview(all, some('a'))).toEqual({
    gains: these(),
    loses: { everybodyBut: true, names: ['a'] },
  })
  expect(sharingPreview(some('a'), all)).toEqual({
    gains: { everybodyBut: true, names: ['a'] },
    loses: these(),
  })
})

test('names that were picked count only where the list is chosen', () => {
  expect(sharingPreview(none, { mode: 'none', consumers: ['a'] })).toEqual({ gains: these(), loses: these() })
})

test('it is told in numbers and words', () => {
  expect(affectedCount({ everybodyBut: true, names: ['a'] }, 5)).toBe(4)
  expect(affectedWords(these(), 5)).toBe('Nobody')
  expect(affectedWords(these('a', 'b'), 5)).toBe('2 organizations')
  expect(affectedWords({ everybodyBut: true, names: [] }, 5)).toBe('All 5 other organizations')
  expect(affectedWords({ everybodyBut: true, names: ['a'] }, 5)).toContain('4 organizations')
  expect(affectedWords({ everybodyBut: true, names: [] }, 0)).toBe('Nobody')
})
