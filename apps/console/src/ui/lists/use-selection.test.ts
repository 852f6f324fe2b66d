import { expect, test } from 'vitest'
import { withRange } from './use-selection'

const all = ['a', 'b', 'c', 'd', 'e']

test.each([
  [['a'], 'a', 'd', true, ['a', 'b', 'c', 'd']],
  [['e'], 'd', 'b', true, ['b', 'c', 'd', 'e']],
  [all, 'b', 'd', false, ['a', 'e']],
  [['a'], 'c', 'c', true, ['a', 'c']],
  [['a'], 'gone', 'c', true, ['a', 'c']],
] as const)('of %j, from %s to %s set to %s leaves %j', (before, from, to, isSelected, after) =>
  expect(withRange(all, before, from, to, isSelected)).toEqual(after),
)
