import { afterAll, describe, expect, test } from 'vitest'
import { rule } from '@engine/shared/rule'
import { SourceReader } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

describe('a file that cannot be read is refused with its line', () => {
  test.each([
    ['an open block', 'locals {}\nvariable "x" {\n', 'main.tf:2: Unclosed configuration block'],
    ['a missing value', '\n\nvariable "x" {\n  default =\n}', 'main.tf:4: Invalid expression'],
    ['an attribute twice', 'locals {\n  a = 1\n  a = 2\n}', 'main.tf:3: Attribute redefined'],
    ['many faults', '}\n'.repeat(50), 'main.tf:1: Argument or block definition required'],
    ['an open text', 'locals {\n  a = "b\n}\n', 'main.tf:2: Invalid multi-line string'],
    ['an open heredoc', 'locals {\n  a = <<EOT\n  b\n}\n', 'main.tf:5: Unterminated template string'],
  ])('%s', async (_name, text, message) => {
    const told = await reader.refusal({ 'main.tf': text })
    expect(told).toContain(message)
    expect(told).not.toContain('source:')
    expect(told.split(message)).toHaveLength(2)
  })

  test('in a submodule or an example, by its path', async () => {
    const main = { 'main.tf': '' }
    expect(await reader.refusal({ ...main, 'modules/net/x.tf': 'a {' })).toMatch(/^modules\/net\/x\.tf:1: /)
    expect(await reader.refusal({ ...main, 'modules/basic/x.tofu': '\na {' })).toMatch(
      /^modules\/basic\/x\.tofu:2: /,
    )
    expect(await reader.refusal({ ...main, 'modules/net/x.tf.json': '{\n"a" 1}' })).toBe(
      'modules/net/x.tf.json:2: the JSON is wrong: colon expected',
    )
    expect(await reader.refusal({ ...main, 'x.tf.json': '{"a": "b' })).toBe(
      'x.tf.json:1: the JSON is wrong: missing end of string',
    )
  })

  test('text that is not UTF-8', async () => {
    const bytes = Buffer.from('# fine ü\nvariable "caf\xe9" {}\n', 'latin1')
    const message = 'main.tf:2: the text is not valid UTF-8'
    expect(await reader.refusal({ 'main.tf': bytes })).toBe(message)
    expect(await reader.refusal({ 'main.tf': '', 'modules/x/main.tf': bytes })).toBe(`modules/x/${message}`)
    expect(await reader.refusal({ 'x.tf.json': Buffer.from([0x7b, 0x0a, 0xff, 0x7d]) })).toBe(
      'x.tf.json:2: the text is not valid UTF-8',
    )
    for (const text of ['x = "caf\xe9"', 'x = caf\xe9', 'x = <<E\n${1 /* \ufffd */}caf\xe9\nE', '\xe9'])
      expect(await reader.refusal({ 'main.tf': Buffer.from(`locals {\n${text}\n}\n`, 'latin1') })).toMatch(
        /^main\.tf:[23]: the text is not valid UTF-8$/,
      )
  })

  rule('§19 modules', 'Bytes that are no UTF-8 are refused in strings and names, not in comments')
  test('but not in comments, whose bytes no engine looks at', async () => {
    const text =
      '\xef\xbb\xbf# caf\xe9 "\n/* \xff\n\xfe */ variable "x" { // \xe9\n  default = "#" # \xe9\n}\n'
    const { inputs } = await reader.rootOf(Buffer.from(text, 'latin1'))
    expect(inputs).toMatchObject([{ name: 'x', default: '"#"' }])
    const valid = Buffer.concat([
      Buffer.from('# caf'),
      Buffer.from([0xe9, 0x0a]),
      Buffer.from('variable "x" {\n default = "\ufffd"\n}\n'),
    ])
    expect((await reader.rootOf(valid)).inputs).toMatchObject([{ default: '"\ufffd"' }])
  })

  test('broken JSON, and JSON that is no object', async () => {
    const broken = '{\n  "variable": {\n    "x": {},\n  }\n}'
    expect(await reader.refusal({ 'x.tf.json': broken })).toMatch(/^x\.tf\.json:[34]: the JSON is wrong: /)
    expect(await reader.refusal({ 'x.tf.json': '{\n "a": \n' })).toMatch(
      /^x\.tf\.json:[23]: the JSON is wrong: /,
    )
    expect(await reader.refusal({ 'x.tf.json': '1' })).toBe('x.tf.json:1: the file must hold an object')
    expect(await reader.refusal({ 'x.tf.json': '[{},\n2]' })).toBe(
      'x.tf.json:2: the file must hold an object',
    )
  })
})

describe('why a file is refused is a sentence that can be kept', () => {
  test('however long the names in it are', async () => {
    const long = 'x'.repeat(200_000)
    for (const files of [
      { 'main.tf': `variable "!${long}" {}` },
      { 'main.tf.json': JSON.stringify({ variable: { [`!${long}`]: {} } }) },
      { 'main.tf': `variable "${long}" {}\nvariable "${long}" {}` },
    ])
      expect(await reader.refusal(files)).toMatch(/^main\.tf(\.json)?:[12]: .{900,990}…$/)
  })

  test('without half a character', async () => {
    const version = `v${'a'.repeat(97)}💩💩`
    const told = await reader.refusal({
      'main.tf.json': JSON.stringify({ module: { x: { source: 'a/b/c', version } } }),
    })
    expect(told).toContain('is no constraint on versions')
    expect(Buffer.from(told).toString()).toBe(told)
  })
})

test('what a module requires takes no more than the versions of a module can be read with', async () => {
  const source = `https://modules.example/${'a'.repeat(300_000)}`
  const wanted =
    'what the module requires of the engine, of providers and of other modules takes more than 256 KiB'
  expect(await reader.refusal({ 'main.tf': `module "x" {\n source = "${source}"\n}` })).toBe(wanted)
  expect(
    await reader.refusal({ 'main.tf': '', 'modules/a/main.tf': `module "x" {\n source = "${source}"\n}` }),
  ).toBe(wanted)
  const calls = Array.from({ length: 1_000 }, (_, n) => `module "m${n}" {\n source = "./modules/m${n}"\n}`)
  expect((await reader.read({ 'main.tf': calls.join('\n') })).root.dependencies).toEqual([])
})

describe('what the engine would not take is refused with its line:', () => {
  test.each([
    [
      'something declared twice',
      'variable "x" {}\n/* \n */\nvariable "y" {}\nvariable "x" {}',
      'main.tf:5: variable "x" is declared twice, first at main.tf:1',
    ],
    [
      'a resource twice',
      'locals {\n  t = <<EOT\nresource "a" "b" {}\n"${"}"}\nEOT\n}\nresource "a" "b" {}\nresource a "b" {\n}\n',
      'main.tf:8: resource "a" "b" is declared twice, first at main.tf:7',
    ],
    [
      'a label too many',
      '# one\nvariable "x" "y" {}\n',
      'main.tf:2: a variable block has one label, this one has 2',
    ],
    [
      'a label too few beside a right one',
      'variable "x" {}\nvariable {\n}\n',
      'main.tf:2: a variable block has one label, this one has none',
    ],
    [
      'a resource of one label beside a right one',
      'resource "a" "b" {}\nresource "a" {}\n',
      'main.tf:2: a resource block has 2 labels, this one has 1',
    ],
    ['a name that is none', '\noutput "a b" {\n}', 'main.tf:2: "a b" is no name'],
    [
      'a default that calls a function',
      'variable "x" {\n  type = string\n  default = { a = [lower("A")] }\n}\n',
      'main.tf:3: the default of variable "x" must be constant',
    ],
    [
      'a default that refers to something',
      'variable "x" {\n  default =\n"${var.y}-z"\n}\n'.replace('=\n', '= '),
      'main.tf:2: the default of variable "x" must be constant',
    ],
    ['a default of a bare word', 'variable "x" {\n\n\n  default = string\n}\n', 'main.tf:4: the default of'],
    [
      'numbers of more digits than there is memory',
      'locals {\n  a = 1e400\n  b = [\n-1E+99999999]\n}',
      'main.tf:4: the exponents of the numbers are too large',
    ],
  ])('%s', async (_name, text, message) => {
    expect(await reader.refusal({ 'main.tf': text })).toContain(message)
  })

  test('the same thing in two files of a folder', async () => {
    const text = 'output "o" { value = 1 }'
    const json = '{\n  "output": {\n    "o": { "value": 1 }\n  }\n}'
    expect(await reader.refusal({ 'a.tf': text, 'b.tf': `\n${text}` })).toBe(
      'b.tf:2: output "o" is declared twice, first at a.tf:1',
    )
    expect(await reader.refusal({ 'main.tf': '', 'modules/m/a.tf': text, 'modules/m/b.tf.json': json })).toBe(
      'modules/m/b.tf.json:3: output "o" is declared twice, first at modules/m/a.tf:1',
    )
    await reader.read({ 'a.tf': text, 'modules/m/a.tf': text, 'examples/e/a.tf': text })
  })

  test('an override of what is not there', async () => {
    expect(await reader.refusal({ 'main.tf': 'variable "y" {}', 'override.tf': '\n\nvariable "x" {}' })).toBe(
      'override.tf:3: variable "x" cannot be overridden, since no other file declares it',
    )
  })

  test.each([
    [
      'twice',
      '{"variable": {\n "x": {},\n "x": {}\n}}',
      '3: variable "x" is declared twice, first at x.tf.json:2',
    ],
    ['no block', '{"variable": {\n "x":\n  1\n}}', '2: variable.x must be an object'],
    ['a label too few', '{"resource": {\n "a": { "name": "x" } }}', '2: resource.a.name must be an object'],
    ['no name', '{"output": {\n\n "1": {} }}', '3: "1" is no name'],
  ])('in the JSON syntax: %s', async (_name, text, message) => {
    expect(await reader.refusal({ 'x.tf.json': text })).toContain(`x.tf.json:${message}`)
  })

  test('but not what only looks like it', async () => {
    const text = [
      'variable "a" { default = "f(x) var.y $${var.x} %%{ if f(x) }" }',
      'variable "b" { default = [for each in [1, 2] : (each > 1 ? each : 2)] }',
      'variable "c" { default = "${"var.x f(x)"}%{ if (true) }lower(x){ %{ endif }" }',
      'variable "d" {\n  default = <<-EOT\n      variable "a" {\n    ${1 + 1} "\n  EOT\n}',
      'variable "e" { default = null }',
    ].join('\n')
    const { inputs } = await reader.rootOf(text)
    expect(inputs.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('extreme sources', () => {
  test(
    'code nested ten thousand deep is refused, and the next module is read as ever',
    { timeout: 120_000 },
    async () => {
      const deep = [
        `x = ${'['.repeat(10_000)}${']'.repeat(10_000)}`,
        `${'a {\n'.repeat(10_000)}${'}\n'.repeat(10_000)}`,
        `x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
        `x = ${'"${'.repeat(10_000)}1${'}"'.repeat(10_000)}`,
        `x = ${'f('.repeat(10_000)}1${')'.repeat(10_000)}`,
      ]
      for (const text of deep) {
        expect(await reader.refusal({ 'main.tf': text })).toBe('main.tf: the code is nested too deeply')
        expect((await reader.rootOf('variable "x" {}')).inputs).toHaveLength(1)
      }
      const json = `{"variable":{"x":{"default":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`
      expect(await reader.refusal({ 'x.tf.json': json })).toMatch(/nested too deeply$/)
      expect((await reader.rootOf('variable "x" {}')).inputs).toHaveLength(1)
    },
  )

  test('a file, or all files together, of too large a size is refused', async () => {
    const large = `# ${'x'.repeat(1024 ** 2)}`
    expect(await reader.refusal({ 'main.tf': large })).toBe('main.tf: the file is larger than 1 MiB')
    const files = Object.fromEntries(
      Array.from({ length: 5 }, (_, n) => [`f${n}.tf`, large.slice(0, 1024 ** 2)]),
    )
    expect(await reader.refusal(files)).toBe('the source files are together larger than 4 MiB')
  })

  test('code of more than fifty thousand tokens without a new block is refused', async () => {
    for (const text of ['[1'.padEnd(200_000, ',1'), '"${1'.padEnd(200_000, '+1')])
      expect(await reader.refusal({ 'main.tf': `locals {}\nlocals {\n x = ${text}` })).toBe(
        'main.tf:2: the code from here on is too long',
      )
  })

  test('a file of more than 25,000 blocks is refused', async () => {
    const blocks = 'a {}\n'.repeat(25_001)
    expect(await reader.refusal({ 'main.tf': blocks })).toBe('main.tf:25001: the file has too many blocks')
    expect(await reader.refusal({ 'x.tf.json': `{"variable":{${'"x":{},\n'.repeat(25_001)}"y":{}}}` })).toBe(
      'x.tf.json:25001: the file has too many blocks',
    )
  })

  test('a line of a mebibyte is read', { timeout: 120_000 }, async () => {
    const long = 'x'.repeat(1024 ** 2 - 100)
    const texts = [
      `variable "x" { default = "${long}" }`,
      `variable "x" { default = "${'\\n'.repeat(long.length / 4)}" }`,
      `variable "x" {} #${long}`,
    ]
    for (const text of texts) {
      const { inputs } = await reader.rootOf(text)
      expect(inputs).toHaveLength(1)
    }
  })

  test('twenty thousand variables are read, one more is refused', { timeout: 120_000 }, async () => {
    const variables = Array.from({ length: 20_000 }, (_, n) => `variable "v${n}" {\n  default = ${n}\n}\n`)
    const { inputs } = await reader.rootOf(variables.join(''))
    expect(inputs).toHaveLength(20_000)
    expect(inputs[19_999]).toMatchObject({ name: 'v9999', default: '9999' })
    const outputs = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`o${n}`, {}]))
    expect(await reader.refusal({ 'main.tf.json': JSON.stringify({ output: outputs }) })).toBe(
      'the module declares more than 20,000 things',
    )
  })

  test('a fault far down in a long file has its own line', async () => {
    const blocks = Array.from({ length: 2500 }, (_, n) => `variable "v${n}" {\n  default = "x"\n}\n`).join('')
    expect(await reader.refusal({ 'main.tf': `${blocks}variable "x" {\n  default =\n}\n` })).toContain(
      'main.tf:7502: Invalid expression',
    )
    expect(await reader.refusal({ 'main.tf': `${blocks}variable "v1" {}\n` })).toBe(
      'main.tf:7501: variable "v1" is declared twice, first at main.tf:4',
    )
  })
})
