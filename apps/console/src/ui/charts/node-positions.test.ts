import { expect, test } from 'vitest'
import { placesOf, rowHeight } from './node-positions'

const column = (...keys: string[]) => ({ nodes: keys.map((key) => ({ key })) })

test('the shorter columns stand in the middle of the longest', () => {
  const { height, middleOf } = placesOf([column('a'), column('x', 'y', 'z')], 0)
  expect(height).toBe(3 * rowHeight)
  expect(middleOf(0, 'a')).toBe(middleOf(1, 'y'))
})

test('as many rows as are reserved are there, and the names in their middle', () => {
  const { height, middleOf } = placesOf([column('a'), column('a')], 6)
  expect(height).toBe(6 * rowHeight)
  expect(middleOf(1, 'a')).toBe(height / 2)
})

test('the columns reach from the left to the right', () => {
  for (const columns of [
    [column('a'), column('b')],
    [column('a'), column('b'), column('c')],
  ]) {
    const { leftOf, width } = placesOf(columns, 0)
    expect(leftOf(0)).toBe(0)
    expect(leftOf(columns.length - 1) + width).toBe(100)
  }
})
