import { expect, test } from 'vitest'
import { sizeText } from './size-text'

test('sizes are told as people say them', () => {
  expect([0, 812, 1000, 1449, 98_400_000, 3_000_000_000].map(sizeText)).toEqual([
    '0 bytes',
    '812 bytes',
    '1 kB',
    '1.4 kB',
    '98 MB',
    '3 GB',
  ])
})
