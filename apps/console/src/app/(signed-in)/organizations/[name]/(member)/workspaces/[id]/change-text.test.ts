import { expect, test } from 'vitest'
import { changeText } from './change-text'

test('what differs is told in words, and what does not is left out', () => {
  expect(changeText({ added: 2, changed: 1, removed: 0 })).toBe('2 added, 1 changed')
  expect(changeText({ added: 0, changed: 0, removed: 1200 })).toBe('1,200 removed')
  expect(changeText({ added: 0, changed: 0, removed: 0 })).toBe('No changes')
})
