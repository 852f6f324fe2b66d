import { afterAll, describe, expect, test } from 'vitest'
import { SourceReader } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

describe('a default that does not fit its type is refused:', () => {
  test.each([
    ['number', '"a"', 'it must be a number'],
    ['number', '"0x10"', 'it must be a number'],
    ['number', '" 5"', 'it must be a number'],
    ['number', '""', 'it must be a number'],
    ['number', '"1_000"', 'it must be a number'],
    ['number', 'true', 'it must be a number'],
    ['bool', '1', 'it must be true or false'],
    ['bool', '"yes"', 'it must be true or false'],
    ['bool', '"True"', 'it must be true or false'],
    ['string', '[]', 'it must be a string'],
    ['string', '{ a = 1 }', 'it must be a string'],
    ['list(string)', '{}', 'it must be a list, in brackets'],
    ['list(string)', '"a"', 'it must be a list, in brackets'],
    ['list', '"a"', 'it must be a list, in brackets'],
    ['list(number)', '[1, "a"]', '[1] must be a number'],
    ['list(any)', '["a", []]', 'it must have elements of one type'],
    ['set(string)', '{}', 'it must be a set, in brackets'],
    ['map(string)', '[]', 'it must be a map, in braces'],
    ['map', '[1]', 'it must be a map, in braces'],
    ['map(string)', '{ a = 1, b = [] }', '["b"] must be a string'],
    ['map(any)', '{ a = 1, b = {} }', 'it must have elements of one type'],
    ['tuple([string, number])', '["a"]', 'it must be a tuple of 2, in brackets'],
    ['tuple([string, number])', '["a", "b"]', '[1] must be a number'],
    ['object({ a = string })', '{}', 'it has no attribute "a"'],
    ['object({ a = string })', '[{ a = "x" }]', 'it must be an object, in braces'],
    ['object({ a = optional(number, "5") })', '{ a = "k" }', '.a must be a number'],
    ['list(object({ a = map(list(bool)) }))', '[{ a = { b = [0] } }]', '[0].a["b"][0] must be true or false'],
    ['list(object({ a = string }))', '[{ a = "x" }, { b = 2 }]', '[1] has no attribute "a"'],
    ['number', '"${1 + 1} of them"', 'it must be a number'],
  ])('%s = %s', async (type, written, misfit) => {
    const text = `variable "x" {\n  type = ${type}\n  default = ${written}\n}\n`
    expect(await reader.refusal({ 'main.tf': text })).toBe(
      `main.tf:3: the default of variable "x" does not fit its type: ${misfit}; change the default or the type`,
    )
  })

  test('in the JSON syntax, where a text is what it says', async () => {
    const text = '{"variable": {"x": {\n "type": "number",\n "default": "${1}"\n}}}'
    expect(await reader.refusal({ 'x.tf.json': text })).toBe(
      'x.tf.json:3: the default of variable "x" does not fit its type: it must be a number; change the default or the type',
    )
  })

  test.each([
    ['optional(number, "x")', 'it must be a number'],
    ['optional(list(string), {})', 'it must be a list, in brackets'],
    ['optional(object({ b = string }), {})', 'it has no attribute "b"'],
  ])('so is that of an attribute: %s', async (attribute, misfit) => {
    const text = `variable "x" {\n  default = null\n  type = map(object({ a = ${attribute} }))\n}\n`
    expect(await reader.refusal({ 'main.tf': text })).toBe(
      `main.tf:3: the type of variable "x" is wrong: the default of the optional attribute a does not fit its type: ${misfit}`,
    )
  })
})

test('every default of which the engine can make its type is taken', async () => {
  const fitting = [
    ...['"5"', '"1e5"', '"+5"', '".5"', '"5."', '"Inf"', '"-inf"', '"1p5"', '1e400', 'null', '10 / 3'].map(
      (each) => ['number', each],
    ),
    ...['true', '"true"', '"false"', '"1"', '"0"', 'null'].map((each) => ['bool', each]),
    ...['5', 'true', '"${"a"}b"', 'null'].map((each) => ['string', each]),
    ['list(string)', '["a", 1, true, null]'],
    ['list(any)', '["a", 1, true, null]'],
    ['list(any)', '[{ a = 1 }, { b = 2 }]'],
    ['list(any)', '[]'],
    ['list(set(string))', '[["a"], null]'],
    ['map(any)', '{ a = { c = 1 }, b = { d = 2 } }'],
    ['map(number)', '{ a = "1e3", b = [1, 2][1] }'],
    ['set(string)', '["a", "a"]'],
    ['tuple([string, any])', '[1, []]'],
    ['tuple([])', '[]'],
    ['object({ a = string })', '{ a = 1, b = [] }'],
    ['object({ a = string, b = optional(number) })', '{ a = null }'],
    ['object({ a = optional(object({ b = optional(number, 1) }), {}) })', '{}'],
    ['object({ a = optional(number, "5"), b = optional(string, null) })', '{ a = null }'],
    ['any', '[1, "a", {}]'],
    ['"list"', '["a"]'],
    ['"string"', '5'],
    ['list(object({ a = any }))', '[{ a = 1 }, { a = "s" }]'],
    ['list(string)', '[{ a = ["x"] }, { a = ["y"] }][*].a[0]'],
  ]
  const text = fitting
    .map(([type, written], at) => `variable "v${at}" {\n  type = ${type}\n  default = ${written}\n}\n`)
    .join('')
  expect((await reader.rootOf(text)).inputs).toHaveLength(fitting.length)
})
