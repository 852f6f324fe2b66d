import { expect, test } from 'vitest'
import { fileLines, hashOf, marked, rangeOf } from './file-lines'

const comment = (text: string) => ({ tag: 'span', kind: 'comment', children: [text] })

test('code is cut into its lines, and a piece of several lines has its colour in each', () => {
  expect(fileLines(['a = 1\n', comment('/* one\n\ntwo */'), ' b\n'])).toEqual([
    ['a = 1'],
    [comment('/* one')],
    [],
    [comment('two */'), ' b'],
  ])
  expect(fileLines(['no end'])).toEqual([['no end']])
  expect(fileLines(['\n\nx\n'])).toEqual([[], [], ['x']])
  expect(fileLines([])).toEqual([[]])
})

test('an address names a line, or all from one to another', () => {
  expect(rangeOf('#L12')).toEqual({ from: 12, to: 12 })
  expect(rangeOf('#L20-L12')).toEqual({ from: 12, to: 20 })
  expect(['', '#L0', '#12', '#L1-', '#readme-l1'].map(rangeOf)).toEqual(Array(5).fill(undefined))
  expect(hashOf({ from: 12, to: 20 })).toBe('#L12-L20')
  expect(hashOf({ from: 12, to: 12 })).toBe('#L12')
})

test('a click marks a line, and one with Shift all from the marked one on', () => {
  expect(marked(5, undefined, true)).toEqual({ from: 5, to: 5 })
  expect(marked(5, { from: 8, to: 8 }, false)).toEqual({ from: 5, to: 5 })
  expect(marked(5, { from: 8, to: 12 }, true)).toEqual({ from: 5, to: 8 })
  expect(marked(9, { from: 8, to: 8 }, true)).toEqual({ from: 8, to: 9 })
})
