import { afterAll, describe, expect, test } from 'vitest'
import { SourceReader } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

/** The default of an input that is written so. */
async function shown(written: string): Promise<string | undefined> {
  const { inputs } = await reader.rootOf(`variable "x" {\n  default = ${written}\n}\n`)
  return inputs[0]?.default
}

describe('a default that is constant is computed:', () => {
  test.each([
    ['60 * 60 * 24 # a day', '86400'],
    ['"${60 * 60 * 24}"', '86400'],
    ['"$${60 * 60 * 24}"', '"${60 * 60 * 24}"'],
    ['"%%{ if true }"', '"%{ if true }"'],
    ['("plain")', '"plain"'],
    ['{ ("a") = 1 }', '{"a":1}'],
    ['{ b = 1, ("a") = 2, "${"c"}d" = 3 }', '{"a":2,"b":1,"cd":3}'],
    ['(1 + 2) * 3 - 4 / 8 * 5', '6.5'],
    ['7 % 4 + 1 / 8', '3.125'],
    ['0.1 + 0.2', '0.3'],
    ['-(2 - 5)', '3'],
    ['9007199254740993 * 10 + 1', '90071992547409931'],
    ['1 < 2 && !(3 >= 4) || false', 'true'],
    ['"a" == "b" ? 1 : 2', '2'],
    ['1 != 1', 'false'],
    ['null == null', 'true'],
    ['"${1 + 1} of ${"${"two"}"} ${true}"', '"2 of two true"'],
    ['["a${1}", { b = "x\\n" == "x\\n" }]', '["a1",{"b":true}]'],
    ['[1, 2][1]', '2'],
    ['{ a = { b = ["c"] } }.a["b"][0]', '"c"'],
    ['[for zone in ["a", "b"] : "subnet-${zone}"]', '["subnet-a","subnet-b"]'],
    ['{ for key in ["b", "a"] : key => "${key}!" }', '{"a":"a!","b":"b!"}'],
    ['{ for key, value in { a = 1, b = 2 } : "${key}${value}" => value * 2 if value > 1 }', '{"b2":4}'],
    ['[for a in [1, 2] : [for b in [a, 10] : a * b]]', '[[1,10],[4,20]]'],
    ['[for i, each in ["x"] : "${i}:${each.name}" if false]', '[]'],
    ['"%{for part in ["x", "y"]}${part};%{endfor}"', '"x;y;"'],
    ['"%{ for i, n in [5, 6] }%{ if n > 5 }${i}=${n}%{ else }-%{ endif }%{ endfor }"', '"-1=6"'],
    ['["%{ if true ~} x %{ endif }"]', '["x "]'],
    ['<<EOT\n%{ for n in [1, 2] }${n},%{ endfor }\nEOT', '"1,2,\\n"'],
    ['<<-EOT\n    a ${1 + 1}\n      b\n  EOT', '"a 2\\n  b\\n"'],
  ])('%s', async (written, json) => {
    expect(await shown(written)).toBe(json)
    JSON.parse(json)
  })
})

describe('a constant that is not computed is shown as it is written, and never is JSON:', () => {
  test.each([
    ['10 / 3', '10 / 3'],
    ['{ for each in ["a", "b", "a"] : each => 1... }', '{ for each in ["a", "b", "a"] : each => 1... }'],
    ['[{ a = 1 }, { a = 2 }][*].a', '[{ a = 1 }, { a = 2 }][*].a'],
    ['true ? [1] : ["a"]', 'true ? [1] : ["a"]'],
    ['"${10 / 3}"', '("${10 / 3}")'],
    ['["${10 / 3}"]', '(["${10 / 3}"])'],
    ['[for a in [1] : (\n  a / 3\n)] /* why */', '[for a in [1] : (\n  a / 3\n)]'],
  ])('%s', async (written, text) => {
    expect(await shown(written)).toBe(text)
    expect(() => JSON.parse(text) as unknown).toThrow()
  })

  test('one that would become more than can be shown', async () => {
    const ten = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
    const long = `[for a in ${ten} : [for b in ${ten} : [for c in ${ten} : [for d in ${ten} : [for e in ${ten} : e]]]]]`
    expect(await shown(long)).toBe(long)
    const wide = `[for a in ${ten} : [for b in ${ten} : [for c in ${ten} : "${'x'.repeat(1000)}"]]]`
    expect(await shown(wide)).toBe(wide)
    expect(await shown('2 * 1e120 * 1e120')).toBe('2 * 1e120 * 1e120')
  })
})

describe('what a loop does not bind is refused, wherever it stands:', () => {
  test.each([
    '[for a in ["x"] : b]',
    '[for a in ["x"] : "${a}-${b}"]',
    '[for a in ["x"] : a if other]',
    '[for a in a : a]',
    '[[for a in ["x"] : a], a]',
    '{ for k, v in { a = 1 } : k => each.value }',
    '"%{ for a in ["x"] }${b}%{ endfor }"',
    '"%{ for a in ["x"] }%{ endfor }${a}"',
    '<<EOT\n%{ for a in ["x"] ~}\n${a} ${b}\n%{ endfor ~}\nEOT',
    '"${~ var.x ~}"',
    '(<<EOT\n${var.x}\nEOT\n)',
    '[for a in ["x"] : upper(a)]',
    'true ? 1 : var.x',
    '10 / 3 + var.x',
    '{ (var.x) = 1 }',
    '[for a in ["x"] : { a = b }]',
    'provider::local::f(1)',
  ])('%s', async (written) => {
    expect(await reader.refusal({ 'main.tf': `variable "x" {\n  default = ${written}\n}\n` })).toBe(
      'main.tf:2: the default of variable "x" must be constant: it cannot call functions or refer to anything',
    )
  })
})

test('flags and descriptions are computed as well', async () => {
  const { inputs, outputs } = await reader.rootOf(`
    variable "a" {
      sensitive   = (true)
      ephemeral   = !false
      description = "\${1 + 1} of them"
      deprecated  = "Use \\"b\\" instead"
    }
    variable "b" {
      sensitive   = "true"
      description = 5
    }
    output "o" {
      value      = var.a
      sensitive  = true || false
      ephemeral  = 1 > 2
      deprecated = <<-EOT
        Use p.
      EOT
    }`)
  expect(inputs).toMatchObject([
    {
      ...{ name: 'a', sensitive: true, ephemeral: true, description: '2 of them' },
      deprecated: 'Use "b" instead',
    },
    { name: 'b', sensitive: true, ephemeral: false, description: '5', deprecated: '' },
  ])
  expect(outputs).toMatchObject([{ name: 'o', sensitive: true, ephemeral: false, deprecated: 'Use p.\n' }])
})
