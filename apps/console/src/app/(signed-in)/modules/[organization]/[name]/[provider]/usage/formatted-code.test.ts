import { expect, test } from 'vitest'
import { formattedCode, formattedDefault, inputLine } from './formatted-code'

test('what fits stays on one line, however it was written', () => {
  expect(formattedCode('string')).toBe('string')
  expect(formattedCode('list( string )')).toBe('list(string)')
  expect(formattedCode('object({\n  enabled = bool\n  per_zone = bool\n})')).toBe(
    'object({ enabled = bool, per_zone = bool })',
  )
  expect(formattedCode('map(object({}))')).toBe('map(object({}))')
})

test('a long object has an attribute a line, with the signs in a column', () => {
  const type =
    'object({ enabled = bool per_zone = bool })'.replace(' per_zone', '\n per_zone').slice(0, -3) +
    '\n addresses = optional(list(string), [])\n names = optional(map(string), {})\n})'
  expect(formattedCode(type)).toBe(`object({
  enabled   = bool
  per_zone  = bool
  addresses = optional(list(string), [])
  names     = optional(map(string), {})
})`)
})

test('objects within objects are indented again; what spans lines has no column with others', () => {
  const rule =
    'object({from=number,to=number,description=optional(string, "from everywhere"),ranges=list(string)})'
  expect(formattedCode(`map(object({name=string,rule=${rule},on=bool}))`)).toBe(`map(object({
  name = string
  rule = object({
    from        = number
    to          = number
    description = optional(string, "from everywhere")
    ranges      = list(string)
  })
  on = bool
}))`)
})

test('JSON becomes the language, with every digit', () => {
  expect(formattedCode('{"enabled":true,"per_zone":false}')).toBe('{ enabled = true, per_zone = false }')
  expect(formattedCode('["a, b: c","d"]')).toBe('["a, b: c", "d"]')
  expect(formattedCode('{"a b":12345678901234567890.10}')).toBe('{ "a b" = 12345678901234567890.10 }')
  const zones = JSON.stringify(Array.from({ length: 4 }, (_, n) => `europe-central-${n}-availability`))
  expect(formattedCode(zones).split('\n')).toEqual([
    '[',
    ...[0, 1, 2, 3].map((n) => `  "europe-central-${n}-availability",`),
    ']',
  ])
})

test('what cannot be read stays as it was written', () => {
  expect(formattedCode('object({')).toBe('object({')
  expect(formattedCode('list(string))')).toBe('list(string))')
  const commented = 'object({\n  # how many\n  size = number\n})'
  expect(formattedCode(commented)).toBe(commented)
})

test('a default that is not computed stays as it was written', () => {
  expect(formattedDefault('var.on ? {a : 1} : {}')).toBe('var.on ? {a : 1} : {}')
  expect(formattedDefault('')).toBe('null')
})

test('the line of an input has its default, or an empty value of its type', () => {
  const input = { name: 'zones', type: 'list(string)', required: true, default: '' }
  expect(inputLine(input)).toBe('zones = []')
  expect(inputLine({ ...input, type: 'string' })).toBe('zones = ""')
  expect(inputLine({ ...input, type: 'any' })).toBe('zones = null')
  expect(inputLine({ ...input, required: false, default: '{"a":1}' })).toBe('zones = { a = 1 }')
  expect(inputLine({ ...input, required: false })).toBe('zones = null')
})
