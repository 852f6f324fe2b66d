import { expect, test } from 'vitest'
import { withoutDirections } from './given-text'

test.each([
  ['deploy \u202Egpj.exe', 'deploy [U+202E]gpj.exe'],
  ['\u2066a\u2069', '[U+2066]a[U+2069]'],
  ['\u200Fx\u061C', '[U+200F]x[U+061C]'],
])('%j reads %s: what turns a text is named', (text, shown) => {
  expect(withoutDirections(text)).toBe(shown)
})

test.each(['plain', 'שלום', 'مرحبا', '👩‍👩‍👧'])('%s stays as it is', (text) => {
  expect(withoutDirections(text)).toBe(text)
})
