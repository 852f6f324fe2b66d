import { expect, test } from 'vitest'
import { cutOf, niceMaximum } from './scale'

test('the top of an axis is even, easy to read, and above all values', () => {
  expect([0, 1, 2, 3, 7, 10, 11, 61, 99, 100, 4321].map(niceMaximum)).toEqual([
    2, 2, 2, 4, 8, 10, 20, 80, 100, 100, 6000,
  ])
})

test('bars are cut where a few days have far more than all others, and not where most have as much', () => {
  expect(cutOf([3, 0, 61, 9, 7])).toBe(10)
  expect(cutOf([3, 0, 40, 9, 7])).toBeUndefined()
  expect(cutOf([500])).toBeUndefined()
  expect(cutOf([])).toBeUndefined()
  expect(cutOf([...Array.from({ length: 18 }, () => 10), 900, 800])).toBe(10)
  expect(cutOf([...Array.from({ length: 18 }, () => 10), 900, 800, 700])).toBeUndefined()
})
