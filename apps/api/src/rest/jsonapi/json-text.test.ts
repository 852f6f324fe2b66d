import { expect, test } from 'vitest'
import { JsonText, toJson } from './json-text.js'

test('a value that is JSON already is written with every digit and every letter that it has', () => {
  for (const text of [
    '9007199254740993',
    '1e400',
    '[ -0.10, {"a b":"\\u0000\\\\ \\"q\\" ü\\ud800"} ]',
    '"plain"',
    'null',
    '""',
  ])
    expect(toJson({ a: [new JsonText(text), 1], b: '"' })).toBe(`{"a":[${text},1],"b":"\\""}`)
})

test('a document without one is written as ever', () => {
  expect(toJson({ a: 1, b: undefined })).toBe('{"a":1}')
})

test.each(['x', '\\\\', '\\"', ' '])('a text of 9 MiB is written as it is: %j', (letters) => {
  const text = `"${letters.repeat((9 * 1024 * 1024) / letters.length)}"`
  // Not by `toBe`, which would print it.
  expect(toJson([new JsonText(text), '"']) === `[${text},"\\""]`).toBe(true)
})

test('a document that cannot be written leaves nothing behind for the next', () => {
  expect(() => toJson([new JsonText('1'), 1n])).toThrow(TypeError)
  expect(toJson([new JsonText('2')])).toBe('[2]')
})
