import { expect, test } from 'vitest'
import { changeText } from './change-text'

test('a change says its direction', () => {
  expect(changeText({ now: 1500, before: 0 })).toBe('+1,500 in 30 days')
  expect(changeText({ now: 2, before: 5 })).toBe('−3 in 30 days')
  expect(changeText({ now: 2, before: 2 })).toBe('no change in 30 days')
})
