import { expect, test } from 'vitest'
import { niceMaximum } from './scale'

test('the top of an axis is even, easy to read, and above all values', () => {
  expect([0, 1, 2, 3, 7, 10, 11, 61, 99, 100, 4321].map(niceMaximum)).toEqual([
    2, 2, 2, 4, 8, 10, 20, 80, 100, 100, 6000,
  ])
})
