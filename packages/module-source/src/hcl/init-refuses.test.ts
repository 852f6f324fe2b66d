import { rule } from '@engine/shared/rule'
import { afterAll, describe, expect, test } from 'vitest'
import { SourceReader } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

const rest = 'which engines refuse, unless a newer one knows it'

describe('what every engine refuses is refused with its line:', () => {
  rule(
    '§19 modules',
    'What init of every caller refuses is refused with file and line, what one engine takes is a warning',
  )
  test.each([
    [
      'resource "a_b" "x" {\n  count    = 1\n  for_each = {}\n}',
      '3: resource "a_b" "x" has both count and for_each: remove one of them',
    ],
    [
      'data "a_b" "x" {\n  for_each = {}\n  count    = 1\n}',
      '2: data "a_b" "x" has both count and for_each: remove one of them',
    ],
    ['ephemeral "a_b" "x" {\n  count    = 1\n  for_each = {}\n}', '3: ephemeral "a_b" "x" has both'],
    [
      'resource "a_b" "x" {\n  lifecycle {}\n  lifecycle {}\n}',
      '2: resource "a_b" "x" has more than one lifecycle block: make one of them',
    ],
    ['data "a_b" "x" {\n  lifecycle {}\n  lifecycle {}\n}', '2: data "a_b" "x" has more than one lifecycle'],
    [
      'resource "a_b" "x" {\n  connection {}\n  connection {}\n}',
      '2: resource "a_b" "x" has more than one connection',
    ],
    [
      'variable "x" {\n  default {\n    a = 1\n  }\n}',
      '2: the default of variable "x" is a block, where an argument belongs: write default = …',
    ],
    ['output "x" {\n  value {\n    a = 1\n  }\n}', '2: the value of output "x" is a block'],
    ['module "x" {\n  source {}\n}', '2: the source of module "x" is a block'],
    [
      'variable "x" {\n  validation = true\n}',
      '2: the validation of variable "x" is an argument, where a block belongs: write validation { … }',
    ],
    [
      'output "x" {\n  value        = 1\n  precondition = true\n}',
      '3: the precondition of output "x" is an argument',
    ],
    [
      'variable "a" {}\nlocals = {}',
      '2: "locals" is an argument outside of any block: put it into one, or remove it',
    ],
    ['foo = 1\nvariable "a" {}', '1: "foo" is an argument outside of any block'],
    // The converter drops the blocks of a keyword that is an argument too.
    ['variable "a" {}\nvariable = 1', '2: "variable" is an argument outside of any block'],
    ['locals = {}\nlocals {\n  a = 1\n}', '1: "locals" is an argument outside of any block'],
    ['module = []\nmodule "a" {\n  source = "./a"\n}', '1: "module" is an argument outside of any block'],
    [
      'variable "x" {\n  validation {\n    condition     = true\n    error_message = "No."\n  }\n}',
      '3: the validation of variable "x" does not look at var.x, whose value it checks: name it in the condition',
    ],
    [
      'variable "x-y" {\n  validation {\n    condition     = var.x == var.x-y-z\n    error_message = "No."\n  }\n}',
      '3: the validation of variable "x-y" does not look at var.x-y',
    ],
    ['variable "provider" {}', '1: a variable cannot be named "provider"'],
  ])('%s', async (text, message) => {
    expect(await reader.refusal({ 'main.tf': text })).toMatch(`main.tf:${message}`)
  })

  test('in the JSON syntax too', async () => {
    const repeated = '{"resource": {"a_b": {"x": {\n "count": 1,\n "for_each": {}}}}}'
    expect(await reader.refusal({ 'x.tf.json': repeated })).toMatch(
      /^x\.tf\.json:3: resource "a_b" "x" has both/,
    )
    const lifecycles = '{"resource": {"a_b": {"x": {"lifecycle": [{}, {}]}}}}'
    expect(await reader.refusal({ 'x.tf.json': lifecycles })).toMatch(/more than one lifecycle block/)
    for (const keyword of ['variable', 'output', 'module', 'resource'])
      expect(await reader.refusal({ 'x.tf.json': `{\n"${keyword}": null}` })).toBe(
        `x.tf.json:2: ${keyword} must be an object`,
      )
  })

  test('an override of a local value that no other file declares', async () => {
    const files = { 'main.tf': 'locals {\n a = 1\n}', 'x_override.tf': 'locals {\n a = 2\n b = 2\n}' }
    expect(await reader.refusal(files)).toBe(
      'x_override.tf:1: the local value "b" cannot be overridden, since no other file declares it',
    )
  })
})

describe('what some engines take is a warning that names the others:', () => {
  test.each([
    [
      'variable "x" {\n  type    = "string"\n  default = "eu"\n}',
      '2: variable "x" has its type in quotes, which no engine since 0.15 takes: write type = string',
    ],
    [
      'variable "x" {\n  type = "map"\n}',
      '2: variable "x" has its type in quotes, which no engine since 0.15 takes: write type = map(string)',
    ],
    [
      'variable "ignore_nested_deprecations" {}',
      '1: variable "ignore_nested_deprecations" cannot be given in the call of a module by engines since 1.15, to which the name means something else: rename it',
    ],
    ['variable "a" {}\nvarible "b" {}', `2: there is a block "varible", ${rest}`],
  ])('%s', async (text, message) => {
    expect((await reader.read({ 'main.tf': text })).warnings).toEqual([`in main.tf:${message}`])
  })

  test('an unknown block of the JSON syntax, but no comment of it', async () => {
    const { warnings } = await reader.read({
      'x.tf.json': '{"//": {"a": 1}, "variable": {"x": {}},\n"varible": {}}',
    })
    expect(warnings).toEqual([`in x.tf.json:2: there is a block "varible", ${rest}`])
  })
})

test('what every engine takes has neither', async () => {
  const text = `
    resource "a_b" "x" {
      count {}
      for_each  = {}
      lifecycle = [{}, {}]
    }
    variable "x" { default = { a = 1 } }
    variable "y" {
      /* a */ type /* b */ = string
      validation {
        condition     = length(var . y) > 0
        error_message = "No."
      }
      validation {
        condition     = alltrue([for each in [var.y] : each != ""])
        error_message = "No."
      }
    }
    terraform {
      backend "local" {}
    }
    another {
      required_version = ">= 1"
    }
    moved {
      from = a_b.y
      to   = a_b.x
    }
    removed {
      from = a_b.z
    }
    check "c" {
      assert {
        condition     = a_b.x.y
        error_message = "No."
      }
    }`
  expect((await reader.read({ 'main.tf': text })).warnings).toEqual([])
  const json = { variable: { x: { type: 'string' }, y: null }, locals: null, provider: { a: null } }
  expect((await reader.read({ 'x.tf.json': JSON.stringify(json) })).warnings).toEqual([])
})

const call = (source: string): string =>
  `variable "a" {}\nmodule "m" {\n  source = ${JSON.stringify(source)}\n}\n`

describe('a call that leads nowhere', () => {
  rule('§19 modules', 'A call whose folder is not in the archive is refused with file and line')
  test.each([
    ['./none', 'calls the folder "./none", which is not in the archive: include it, or correct the source'],
    [
      '../shared',
      'calls the folder "../shared", which leads out of the archive: include it, or correct the source',
    ],
    ['./modules/../../x', 'calls the folder "./modules/../../x", which leads out of the archive'],
    [
      's',
      'has the source "s", which is no address: one of a folder begins with ./, one of a registry is namespace/name/provider',
    ],
    ['modules/net', 'has the source "modules/net", which is no address'],
  ])('to %s is refused with its line', async (source, message) => {
    const files = { 'main.tf': call(source), 'modules/net/main.tf': '' }
    expect(await reader.refusal(files, Object.keys(files))).toMatch(`main.tf:2: module "m" ${message}`)
  })

  test.each(['./${var.a}', '${var.a}', './%{ if true }a%{ endif }', '%{ if true }./a%{ endif }'])(
    'to what is only known when the module is called, %s, may lead anywhere',
    async (source) => {
      const { warnings, root } = await reader.read({ 'main.tf': call(source) }, ['main.tf'])
      expect([warnings, root.computedCalls.length]).toEqual([[], 1])
    },
  )

  test('is refused in a submodule, and in an example a warning', async () => {
    const inSubmodule = { 'main.tf': call('./modules/net'), 'modules/net/main.tf': call('../none') }
    expect(await reader.refusal(inSubmodule, Object.keys(inSubmodule))).toMatch(
      /^modules\/net\/main\.tf:2: module "m" calls the folder "\.\.\/none", which is not in the archive/,
    )
    const inExample = { 'main.tf': '', 'examples/a/main.tf': call('./none') }
    const { warnings, examples } = await reader.read(inExample, Object.keys(inExample))
    expect(warnings).toEqual([
      expect.stringMatching(/^in examples\/a\/main\.tf:2: module "m" calls the folder/),
    ])
    expect(examples[0]?.inputs).toHaveLength(1)
  })

  test('is what an override file leaves of it', async () => {
    const files = {
      'main.tf': call('./none'),
      'main_override.tf': 'module "m" {\n source = "./files"\n}',
      'files/a.txt': '',
    }
    expect((await reader.read(files, Object.keys(files))).warnings).toEqual([])
  })

  test.each([
    ...[
      './modules/net',
      './modules/net/',
      './/modules//net',
      './files',
      '../../',
      'a/b/c',
      'host.test/a/b/c',
    ],
    ...[
      'git::https://host.test/a',
      'github.com/a/b',
      'git@host.test:a/b',
      '/abs',
      '${var.a}/b',
      './${var.a}',
    ],
  ])('is not that to %s', async (source) => {
    const at = source.startsWith('..') ? 'modules/net/main.tf' : 'main.tf'
    const files = { 'main.tf': '', 'modules/net/main.tf': '', 'files/deep/a.txt': '', [at]: call(source) }
    expect((await reader.read(files, Object.keys(files))).warnings).toEqual([])
  })

  test('is not looked for where the paths of the archive are not known', async () => {
    await reader.rootOf(call('./none'))
  })
})

describe('a README', () => {
  const text = '# Übersicht\r\n\r\nGrüße an alle.\r\n'
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')

  rule('§19 modules', 'A README with a UTF-16 mark is read by it; any other that is no UTF-8 has a warning')
  test.each([
    ['UTF-16', little],
    ['UTF-16 with the larger byte first', Buffer.from(little).swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ])('in %s is read by its mark', async (_, bytes) => {
    const { root, warnings } = await reader.read({ 'main.tf': '', 'README.md': bytes })
    expect([root.readme, warnings]).toEqual([text, []])
  })

  test('in another alphabet has a warning, one that is cut in a character has none', async () => {
    const latin = Buffer.from(text, 'latin1')
    const { warnings } = await reader.read({
      'main.tf': '',
      'modules/a/main.tf': '',
      'modules/a/README.md': latin,
    })
    expect(warnings).toEqual([
      'the characters of modules/a/README.md are not UTF-8, so that some are shown wrongly: save it as UTF-8',
    ])
    const long = Buffer.from(`a${'ü'.repeat(300_000)}`)
    expect((await reader.read({ 'main.tf': '', 'README.md': long })).warnings).toEqual([])
  })
})
