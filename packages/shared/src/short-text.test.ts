import { expect, it } from 'vitest'
import { shortText } from './short-text.js'

it('cuts a text that is too long, and never a character in half', () => {
  expect(shortText('abc', 3)).toBe('abc')
  expect(shortText('abcd', 3)).toBe('ab…')
  expect(shortText('a💩💩💩', 3)).toBe('a…')
  expect(shortText('a💩💩💩', 4)).toBe('a💩…')
})
