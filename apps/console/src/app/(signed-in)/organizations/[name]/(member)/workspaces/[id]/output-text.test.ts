import { expect, test } from 'vitest'
import { typeText, valueText } from './output-text'

test('types are told in words', () => {
  expect(typeText('string')).toBe('string')
  expect(typeText(['list', ['map', 'number']])).toBe('list of map of number')
  expect(typeText(['object', { a: 'string' }])).toBe('object')
  expect(typeText(['tuple', ['string']])).toBe('tuple')
})

test('a text is shown as it is, anything else as JSON in one line', () => {
  expect(valueText('"10.0.0.0/8 \\u00fc"')).toBe('10.0.0.0/8 ü')
  expect(valueText('[\n  "a  b",\n  "c"\n]')).toBe('[ "a  b", "c" ]')
  expect(valueText('false')).toBe('false')
  expect(valueText('9007199254740993')).toBe('9007199254740993')
})
