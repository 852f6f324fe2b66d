import { afterAll, describe, expect, test } from 'vitest'
import { SourceReader } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

describe('what would fail at everyone who calls the module is refused:', () => {
  test.each(['source', 'version', 'count', 'for_each', 'providers', 'depends_on', 'lifecycle', 'locals'])(
    'an input named %s',
    async (name) => {
      const fault = `a variable cannot be named "${name}", which means something else in the call of a module: rename it`
      expect(await reader.refusal({ 'main.tf': `\nvariable "${name}" {}` })).toBe(`main.tf:2: ${fault}`)
      const json = `{"variable":\n{"${name}": {}}}`
      expect(await reader.refusal({ 'x.tf.json': json })).toBe(`x.tf.json:2: ${fault}`)
      await reader.rootOf(`output "${name}" { value = 1 }`)
    },
  )

  test.each([
    ['strng', '"strng" is no type'],
    ['list(strng)', '"strng" is no type'],
    ['object({ a = optional(map(strng)) })', '"strng" is no type'],
    ['var.x', '"var" is no type'],
    ['lists(string)', '"lists" is no type'],
    ['null', '"null" is no type'],
    ['list(string, number)', 'list(…) takes one type'],
    ['set', 'set(…) takes one type'],
    ['list(list)', 'list(…) takes one type'],
    ['map()', 'map(…) takes one type'],
    ['object', 'object(…) takes its attributes in braces'],
    ['object(string)', 'object(…) takes its attributes in braces'],
    ['object({}, {})', 'object(…) takes its attributes in braces'],
    ['tuple(string)', 'tuple(…) takes a list of types in brackets'],
    ['string(any)', 'string takes no arguments'],
    ['optional(string)', 'optional(…) is for the attributes of an object alone'],
    ['list(optional(string))', 'optional(…) is for the attributes of an object alone'],
    ['tuple([optional(string)])', 'optional(…) is for the attributes of an object alone'],
    ['object({ a = optional() })', 'optional(…) takes a type, and a default if there is one'],
    ['object({ a = optional(string, 1, 2) })', 'optional(…) takes a type, and a default if there is one'],
    ['object({ a = optional(string, var.x) })', 'the default of optional(…) must be constant'],
    ['object({ "a" = string })', 'the attributes of object({…}) are plain names, each with a type'],
    ['object({ a = string, a = number })', 'object({…}) has the attribute a twice'],
    ['"strng"', 'write it without quotes'],
    ['"list(string)"', 'write it without quotes'],
    ['(string)', 'a type is any, bool, number, string, list(…)'],
    ['[string]', 'a type is any, bool, number, string, list(…)'],
    ['5', 'a type is any, bool, number, string, list(…)'],
  ])('the type %s', async (type, fault) => {
    expect(await reader.refusal({ 'main.tf': `variable "x" {\n  type = ${type}\n}` })).toContain(
      `main.tf:2: the type of variable "x" is wrong: ${fault}`,
    )
    if (type.startsWith('"')) return
    const json = `{"variable": {"x": {\n"type": ${JSON.stringify(type)}}}}`
    expect(await reader.refusal({ 'x.tf.json': json })).toContain(
      `x.tf.json:2: the type of variable "x" is wrong: ${fault}`,
    )
  })

  test('but no type that the engine takes', async () => {
    const types = [
      ...['any', 'bool', 'number', 'string', 'list', 'map', 'list(any)', '"string"', '"list"', '"map"'],
      ...['tuple([string, number])', 'tuple([])', 'object({})', 'map(set(object({ a = list(string) })))'],
      'object({\n a = optional(string, "x") # one\n b : optional(object({ c = bool }), {\n c = true\n })\n})',
      'object({ a = optional(list(number), [1, 2]), b = number, })',
    ]
    const { inputs } = await reader.rootOf(
      types.map((type, at) => `variable "v${at}" {\n  type = ${type}\n}\n`).join(''),
    )
    expect(inputs).toHaveLength(types.length)
  })

  test.each([
    ['variable "x" {\n sensitive = "yes"\n}', '2: sensitive of variable "x" must be true or false'],
    ['variable "x" {\n sensitive = 1\n}', '2: sensitive of variable "x" must be true or false'],
    ['variable "x" {\n nullable = null\n}', '2: nullable of variable "x" must be true or false'],
    ['variable "x" {\n ephemeral = []\n}', '2: ephemeral of variable "x" must be true or false'],
    ['variable "x" {\n sensitive = var.y\n}', '2: the sensitive of variable "x" must be constant'],
    ['variable "x" {\n description = ["a"]\n}', '2: the description of variable "x" must be a text'],
    ['variable "x" {\n description = null\n}', '2: the description of variable "x" must be a text'],
    ['variable "x" {\n description = upper("a")\n}', '2: the description of variable "x" must be constant'],
    [
      'variable "x" {\n nullable = false\n default = null\n}',
      '3: the default of variable "x" cannot be null',
    ],
    ['output "x" {\n value = 1\n sensitive = "no"\n}', '3: sensitive of output "x" must be true or false'],
    ['output "x" {\n value = 1\n description = {}\n}', '3: the description of output "x" must be a text'],
    [
      'locals {\n a = 1\n}\nlocals {\n b = 1\n a = 2\n}',
      '4: the local value "a" is declared twice, first in',
    ],
    ['locals "x" {\n a = 1\n}', '1: a locals block has no labels, this one has 1'],
    ['ephemeral "a_b" "x" {}\nephemeral "a_b" "x" {}', '2: ephemeral "a_b" "x" is declared twice'],
  ])('%s', async (text, fault) => {
    expect(await reader.refusal({ 'main.tf': text })).toContain(`main.tf:${fault}`)
  })

  test('a byte order mark before JSON', async () => {
    expect(await reader.refusal({ 'x.tf.json': '\ufeff{}' })).toBe(
      'x.tf.json:1: the file begins with a byte order mark, which the engine does not take in JSON: save it as UTF-8 without one',
    )
  })
})
