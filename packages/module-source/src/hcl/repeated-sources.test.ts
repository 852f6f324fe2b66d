import { rule } from '@engine/shared/rule'
import { afterAll, describe, expect, test } from 'vitest'
import { SourceReader, type Files } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

const provider = (alias?: string): string =>
  `provider "aws" {\n${alias === undefined ? '' : `  alias = ${alias}\n`}}\n`

describe('configurations of providers', () => {
  rule(
    '§19 modules',
    'Two configurations of a provider with one alias, or two without, are refused with file and line',
  )
  test.each<[string, Files, string]>([
    [
      'without an alias',
      { 'a.tf': provider(), 'b.tf': `\n${provider()}` },
      'b.tf:2: provider "aws" without an alias is declared twice, first at a.tf:1',
    ],
    [
      'of one alias',
      { 'a.tf': `${provider('"x"')}${provider('"x"')}` },
      'a.tf:4: provider "aws" with the alias "x" is declared twice, first at a.tf:1',
    ],
    [
      'of one alias in JSON',
      { 'a.tf': provider('"x"'), 'b.tf.json': '{"provider": {"aws": [{},\n{"alias": "x"}]}}' },
      'b.tf.json:2: provider "aws" with the alias "x" is declared twice',
    ],
    [
      'in a submodule',
      { 'a.tf': provider(), 'modules/m/a.tf': `${provider()}${provider()}` },
      'modules/m/a.tf:3: provider "aws" without an alias is declared twice',
    ],
    [
      'of an alias that only an override has',
      { 'a.tf': provider(), 'b_override.tf': provider('"x"') },
      'b_override.tf:1: provider "aws" with the alias "x" cannot be overridden',
    ],
  ])('%s are refused', async (_, files, fault) => {
    expect(await reader.refusal(files)).toContain(fault)
  })

  test('of several aliases, and what an override says of one, are taken', async () => {
    const files = {
      'a.tf': `${provider()}${provider('"x"')}${provider('"y-2"')}${provider('"${"z"}"')}provider "other" {}\n`,
      'b_override.tf': `${provider()}${provider('"x"')}${provider()}provider "more" {}\n`,
      'modules/m/a.tf': provider(),
      'examples/e/a.tf': provider(),
    }
    expect((await reader.read(files)).warnings).toEqual([])
  })

  test.each(['x', '""', '"1 a"', '1', 'null', 'var.x'])(
    'an alias %s is refused, since it is no name',
    async (alias) => {
      expect(await reader.refusal({ 'main.tf': provider(alias) })).toBe(
        'main.tf:2: the alias of provider "aws" is no name: write one in quotes, of letters, digits, "_" and "-"',
      )
    },
  )

  test.each(['a_b', 'Aws', 'a--b'])('a name %s is refused', async (name) => {
    expect(await reader.refusal({ 'main.tf': `provider "${name}" {}` })).toContain('cannot be named so')
  })

  test.each(['count = 1', 'depends_on = []', 'source = "a/b"', 'lifecycle {}', 'locals {}'])(
    '%s is refused, since engines mean something else by it',
    async (text) => {
      expect(await reader.refusal({ 'main.tf': `provider "aws" {\n  ${text}\n}` })).toMatch(
        /^main\.tf:2: provider "aws" has "\w+", which means something else to engines: remove it$/,
      )
    },
  )
})

describe('what a folder says once:', () => {
  test.each<[string, Files, string]>([
    [
      'a check',
      { 'a.tf': 'check "c" {\n assert {\n  condition = a_b.x.y\n  error_message = "No."\n }\n}\n'.repeat(2) },
      'a.tf:7: check "c" is declared twice, first at a.tf:1',
    ],
    [
      'where its states are',
      { 'a.tf': 'terraform {\n backend "s3" {}\n}', 'b.tf': 'terraform {\n cloud {}\n}' },
      'b.tf:1: a cloud block cannot stand with the backend block at a.tf:1: keep one of the two',
    ],
    [
      'where its states are, in JSON',
      { 'a.tf.json': '{"terraform": {"backend": [{"s3": {}}, {"local": {}}]}}' },
      'a.tf.json:1: a backend block cannot stand with the backend block',
    ],
  ])('%s, is refused when it is said twice', async (_, files, fault) => {
    expect(await reader.refusal(files)).toContain(fault)
  })

  test('where its states are may be said in an override too', async () => {
    const settings = 'terraform {\n backend "s3" {}\n}'
    expect((await reader.read({ 'a.tf': settings, 'a_override.tf': settings })).warnings).toEqual([])
  })
})

describe('what is not whole is refused with its line:', () => {
  test.each([
    ['moved {\n from = a_b.c\n}', '1: the block moved has no to: add to = …'],
    ['moved "x" {\n from = a_b.c\n to = a_b.d\n}', '1: a moved block has no labels'],
    ['removed {}', '1: the block removed has no from'],
    ['import {\n id = "x"\n}', '1: the block import has no to'],
    ['check {}', '1: a check block has one label'],
    ['check "c" {}', '1: check "c" has no assert: add assert { … }'],
    [
      'check "c" {\n assert {\n  condition = a_b.x.y\n }\n}',
      '2: the assert of check "c" has no error_message',
    ],
    [
      'resource "a_b" "c" {\n lifecycle {\n  precondition {\n   condition = a_b.x.y\n  }\n }\n}',
      '3: the precondition of the lifecycle of resource "a_b" "c" has no error_message',
    ],
    [
      'resource "a_b" "c" {\n depends_on = var.x\n}',
      '2: the depends_on of resource "a_b" "c" must be written out: depends_on = [ … ]',
    ],
    ['output "o" {\n value = 1\n depends_on = "x"\n}', '3: the depends_on of output "o" must be written out'],
    [
      'module "m" {\n source = "a/b/c"\n providers = []\n}',
      '3: the providers of module "m" must be written out: providers = { … }',
    ],
    [
      'resource "a_b" "c" {\n lifecycle {\n  ignore_changes = "all"\n }\n}',
      '3: the ignore_changes of resource "a_b" "c" must be a list of attributes, or all without quotes',
    ],
    ['resource "a_b" "c" {\n lifecycle {\n  ignore_changes = ["*"]\n }\n}', '3: the ignore_changes'],
    ['data "a_b" "c" {\n locals {}\n}', '2: data "a_b" "c" has "locals", which means something else'],
  ])('%s', async (text, fault) => {
    expect(await reader.refusal({ 'main.tf': text })).toContain(`main.tf:${fault}`)
  })

  test.each([
    'check "c" {\n assert {\n  condition = a_b.x.y\n  error_message = "No."\n }\n}',
    'moved {\n from = a_b.c\n to = a_b.d\n}',
    'removed {\n from = a_b.c\n}',
  ])('an override file cannot have %s', async (text) => {
    expect(await reader.refusal({ 'a.tf': '', 'a_override.tf': text })).toMatch(
      /^a_override\.tf:1: an override file cannot have/,
    )
  })

  test('what is whole is taken', async () => {
    const text = `
      resource "a_b" "c" {
        depends_on = [a_b.d]
        lifecycle {
          create_before_destroy = true
          ignore_changes        = all
          replace_triggered_by  = [a_b.d]
          postcondition {
            condition     = self.x
            error_message = "No."
          }
        }
      }
      resource "a_b" "d" {
        lifecycle { ignore_changes = [x, "y"] }
      }
      removed {
        from = a_b.e
        lifecycle { destroy = false }
      }
      module "m" {
        source     = "a/b/c"
        depends_on = []
        providers  = { aws = aws.x }
      }`
    expect((await reader.read({ 'main.tf': text })).warnings).toEqual([])
    const json = { resource: { a_b: { c: { depends_on: ['a_b.d'], lifecycle: { ignore_changes: 'all' } } } } }
    expect((await reader.read({ 'x.tf.json': JSON.stringify(json) })).warnings).toEqual([])
  })
})

describe('what some engines refuse is a warning:', () => {
  test.each([
    [
      'action "a_b" "c" {}',
      '1: there is a block "action", which some engines refuse, and the others before 1.14',
    ],
    [
      'import {\n to = a_b.c\n id = "x"\n}',
      '1: there is a block "import", which some engines refuse in a module that is called',
    ],
    [
      'language {\n compatible_with {}\n}',
      '1: there is a block "language", which some engines refuse: put it into a .tofu file',
    ],
    [
      'list "a_b" "c" {\n provider = a\n}',
      '1: there is a block "list", which engines refuse here: put it into a .tfquery.hcl file',
    ],
    [
      'provider "a" {\n alias = "x"\n for_each = {}\n}',
      '3: provider "a" has "for_each", which only some engines take',
    ],
    [
      'module "m" {\n source = "a/b/c"\n lifecycle {}\n}',
      '3: module "m" has "lifecycle", which only some engines take',
    ],
    [
      'resource "a_b" "c" {\n lifecycle {\n  enabled = true\n }\n}',
      '3: the lifecycle of resource "a_b" "c" has "enabled", which only some engines take',
    ],
    [
      'resource "a_b" "c" {\n lifecycle {\n  foo = true\n }\n}',
      '3: the lifecycle of resource "a_b" "c" has "foo", which engines refuse',
    ],
  ])('%s', async (text, warning) => {
    expect((await reader.read({ 'main.tf': text })).warnings).toEqual([
      expect.stringContaining(`in main.tf:${warning}`),
    ])
  })

  test('but not where the file is for those that take it', async () => {
    const { warnings } = await reader.read({ 'main.tofu': 'language {\n compatible_with {}\n}' })
    expect(warnings).toEqual([expect.stringContaining('.tofu')])
  })
})

describe('query files', () => {
  const list = (name: string, body = 'provider = listed'): string => `list "a_b" "${name}" {\n  ${body}\n}\n`

  rule(
    '§19 modules',
    'Query files are read: what their lists imply is shown, and what is wrong with them is a warning',
  )
  test('are read: the providers of their lists are shown, and nothing else that they declare', async () => {
    const { root, submodules, warnings } = await reader.read({
      'main.tf': 'variable "a" {}\n',
      'x.tfquery.hcl': `${list('c')}variable "q" {}\nlocals {\n  q = 1\n}\nprovider "listed" {}\n`,
      'modules/m/main.tf': '',
      'modules/m/x.tfquery.json': JSON.stringify({ list: { a_b: { c: { provider: 'other' } } } }),
    })
    expect(warnings).toEqual([])
    expect(
      [root, ...submodules].map(({ inputs, providers }) => [
        inputs.map(({ name }) => name),
        providers.map(({ name }) => name),
      ]),
    ).toEqual([
      [['a'], ['listed']],
      [[], ['other']],
    ])
  })

  test.each([
    [
      'resource "a_b" "c" {}',
      'in x.tfquery.hcl:1: there is a block "resource", which query files cannot have',
    ],
    [`${list('c')}${list('c')}`, 'in x.tfquery.hcl:4: list "a_b" "c" is declared twice, first in line 1'],
    [list('c', 'limit = 5'), 'in x.tfquery.hcl:1: list "a_b" "c" has no provider: add provider = …'],
    ['list "a_b" {', 'the query file cannot be read: x.tfquery.hcl:1: '],
  ])(
    'that are wrong (%s) are warnings, since no engine reads them when it calls the module',
    async (text, warning) => {
      const { warnings } = await reader.read({ 'main.tf': '', 'x.tfquery.hcl': text })
      expect(warnings).toEqual([expect.stringContaining(warning)])
    },
  )

  test('make no module by themselves', async () => {
    expect(await reader.refusal({ 'x.tfquery.hcl': list('c') })).toContain('the module has no sources')
  })
})
