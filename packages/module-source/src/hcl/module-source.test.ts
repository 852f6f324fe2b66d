import { rule } from '@engine/shared/rule'
import { afterAll, describe, expect, test } from 'vitest'
import type { ModulePart, ModuleSource } from '../module-source.js'
import { SourceReader, type Files } from './module-source.testing.js'

const reader = new SourceReader()
const read = (files: Files): Promise<ModuleSource> => reader.read(files)
const rootOf = (text: string, name?: string): Promise<ModulePart> => reader.rootOf(text, name)
afterAll(() => reader.close())

/** The traits of an input that has none. */
const plain = { const: false, sensitive: false, ephemeral: false, deprecated: '' }

describe('inputs', () => {
  rule(
    '§7 detail',
    '`default` is the JSON text of the default, empty without one; an input without one is required',
  )
  test('have their type as it is written, their default as JSON, and are required without one', async () => {
    const { inputs } = await rootOf(`
      variable "name" {
        type        = string
        description = "What it is called"
      }
      variable "sizes" {
        type    = map(object({ cpu = number, memory = optional(number, 2) }))
        default = { small = { cpu = 1 }, "very-large" = { cpu = 64, memory = 256.5 } }
      }
      variable "anything" {}
      variable "nothing" { default = null }
      variable "secret" {
        type      = "string"
        sensitive = true
        nullable  = false
        default   = ""
        validation {
          condition     = length(var.secret) < 10
          error_message = "Too long."
        }
      }`)
    expect(inputs).toEqual([
      { name: 'anything', type: 'any', description: '', default: '', required: true, ...plain },
      {
        name: 'name',
        type: 'string',
        description: 'What it is called',
        default: '',
        required: true,
        ...plain,
      },
      { name: 'nothing', type: 'any', description: '', default: 'null', required: false, ...plain },
      {
        name: 'secret',
        type: 'string',
        description: '',
        default: '""',
        required: false,
        ...plain,
        nullable: false,
        sensitive: true,
      },
      {
        name: 'sizes',
        type: 'map(object({ cpu = number, memory = optional(number, 2) }))',
        description: '',
        default: '{"small":{"cpu":1},"very-large":{"cpu":64,"memory":256.5}}',
        required: false,
        ...plain,
      },
    ])
  })

  test('may have heredocs, escapes and numbers of any kind', async () => {
    const { inputs } = await rootOf(
      [
        'variable "a" {',
        '  description = <<-EOT',
        '    First line',
        '      second, with $${braces}',
        '  EOT',
        '  default = <<EOT',
        '{"x": "%%{y}"}',
        'EOT',
        '}',
        'variable "b" { default = [-5, 1.10, true, "ü \\"q\\" \\n", "$${x}"] }',
      ].join('\n'),
    )
    expect(inputs[0]).toMatchObject({
      description: 'First line\n  second, with ${braces}\n',
      default: JSON.stringify('{"x": "%{y}"}\n'),
    })
    expect(JSON.parse(inputs[1]?.default ?? '')).toEqual([-5, 1.1, true, 'ü "q" \n', '${x}'])
  })

  test.each([
    ['9223372036854775807', '9223372036854775807'],
    ['-9007199254740993', '-9007199254740993'],
    ['123456789012345678901234567890.123456789', '123456789012345678901234567890.123456789'],
    ['0.1', '0.1'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['1e400', `1${'0'.repeat(400)}`],
    ['{ a = [1, { b = 18446744073709551616 }] }', '{"a":[1,{"b":18446744073709551616}]}'],
    ['"9223372036854775807 and 1e5"', '"9223372036854775807 and 1e5"'],
  ])('keep all digits of their numbers: %s', async (written, shown) => {
    const { inputs } = await rootOf(`variable "x" { default = ${written} }`)
    expect(inputs[0]?.default).toBe(shown)
  })

  test('keep their numbers as they are written in the JSON syntax', async () => {
    const written = '[9223372036854775807,0.10,1E+400,-0]'
    const { inputs } = await rootOf(`{"variable":{"x":{"default": ${written}}}}`, 'x.tf.json')
    expect(inputs[0]?.default).toBe(written)
  })
})

test('what is required of the engine is found, and what an override file says takes its place', async () => {
  const settings = (constraint: string) => `terraform { required_version = "${constraint}" }\n`
  const files = { 'a.tf': settings('>= 1.3'), 'b.tf': settings('< 2.0') }
  expect((await read(files)).root.engineConstraint).toBe('>= 1.3, < 2.0')
  const json = JSON.stringify({ terraform: { required_version: '~> 1.5' } })
  expect((await read({ ...files, 'override.tf.json': json })).root.engineConstraint).toBe('~> 1.5')
  expect((await rootOf('variable "required_version" {}')).engineConstraint).toBe('')
})

rule('§7 reading uploads', 'Outputs, resources, dependencies and provider requirements are found')
test('outputs, managed resources, calls of other modules and required providers are found', async () => {
  const root = await rootOf(`
    terraform {
      required_version = ">= 1.3"
      required_providers {
        cloud = {
          source                = "hosted.example/acme/cloud"
          version               = ">= 4, < 6"
          configuration_aliases = [cloud.east, cloud.west]
        }
        older = "~> 2.0"
      }
    }
    provider "oldest" { version = "1.0" }
    resource "cloud_server" "b" {
      count = 2
      dynamic "disk" {
        for_each = [1]
        content { size = disk.value }
      }
    }
    resource "cloud_server" "a" {}
    resource "cloud_disk" "z" {}
    data "cloud_image" "x" {}
    module "near" { source = "./modules/near" }
    module "above" { source = "../above" }
    module "far" {
      source  = "registry.example/acme/network/cloud//modules/subnet"
      version = "~> 1.2"
    }
    module "git" { source = "git::https://git.example/x.git?ref=v1" }
    output "id" {
      description = "Its id"
      value       = cloud_server.a.id
      sensitive   = true
    }
    output "plain" { value = 1 }`)
  expect(root).toMatchObject({
    path: '',
    empty: false,
    outputs: [
      { name: 'id', description: 'Its id', sensitive: true },
      { name: 'plain', description: '', sensitive: false },
    ],
    resources: [
      { type: 'cloud_disk', name: 'z' },
      { type: 'cloud_server', name: 'a' },
      { type: 'cloud_server', name: 'b' },
    ],
    dependencies: [
      { name: 'far', source: 'registry.example/acme/network/cloud//modules/subnet', version: '~> 1.2' },
      { name: 'git', source: 'git::https://git.example/x.git?ref=v1', version: '' },
    ],
    providers: [
      {
        ...{ name: 'cloud', source: 'hosted.example/acme/cloud', version: '>= 4, < 6' },
        configurationAliases: ['cloud.east', 'cloud.west'],
      },
      { name: 'older', source: '', version: '~> 2.0', configurationAliases: [] },
      { name: 'oldest', source: '', version: '1.0' },
    ],
  })
})

rule('§7 reading uploads', 'The JSON syntax is read alike')
test('the JSON syntax says the same', async () => {
  const root = await rootOf(
    JSON.stringify({
      '//': 'a comment',
      terraform: [{ required_providers: { cloud: { source: 'acme/cloud', version: '>= 1' } } }],
      variable: [
        { a: { type: 'list(string)', default: ['$${kept}', null], description: 'An ${input}' } },
        { b: {}, '//': {} },
      ],
      output: { o: { value: '${var.a}', description: 'Out' } },
      resource: { cloud_disk: { d: [{ size: 1 }] }, cloud_server: [{ s: {} }] },
      module: { m: { source: 'acme/x/cloud' } },
    }),
    'main.tf.json',
  )
  expect(root).toMatchObject({
    inputs: [
      {
        name: 'a',
        type: 'list(string)',
        default: '["$${kept}",null]',
        description: 'An ${input}',
        required: false,
      },
      { name: 'b', type: 'any', default: '', required: true },
    ],
    outputs: [{ name: 'o', description: 'Out' }],
    resources: [
      { type: 'cloud_disk', name: 'd' },
      { type: 'cloud_server', name: 's' },
    ],
    dependencies: [{ name: 'm', source: 'acme/x/cloud', version: '' }],
    providers: [{ name: 'cloud', source: 'acme/cloud', version: '>= 1' }],
  })
})

rule('§7 reading uploads', '`modules/*` and `examples/*` are parts with their READMEs')
test('each folder is a part with its own README; what has no sources is none, and what is deeper is not looked at', async () => {
  const source = await read({
    'main.tf': 'locals { a = 1 }',
    README: 'plain',
    'readme.MD': '# Root',
    'modules/net/main.tf': 'variable "x" {}',
    'modules/net/README.md': 'Net',
    'modules/net/deeper/main.tf': 'this is wrong {',
    'modules/empty/README.md': 'nothing',
    'modules/README.md': 'about modules',
    'modules/.hidden/main.tf': 'wrong {',
    'examples/basic/main.tf': 'module "it" { source = "../.." }',
    'tests/x.tf': 'wrong {',
    '.hidden.tf': 'wrong {',
  })
  const shape = ({ path, readme, empty }: { path: string; readme: string; empty: boolean }) => [
    path,
    readme,
    empty,
  ]
  expect(shape(source.root)).toEqual(['', '# Root', true])
  expect(source.submodules.map(shape)).toEqual([['modules/net', 'Net', false]])
  expect(source.examples.map(shape)).toEqual([['examples/basic', '', false]])
})

test('an override file adds to what it overrides, whatever its name sorts like', async () => {
  const { root } = await read({
    'a_override.tf': 'variable "x" { default = 2 }',
    'main.tf': 'variable "x" {\n  type = number\n  default = 1\n}',
  })
  expect(root.inputs).toMatchObject([{ name: 'x', type: 'number', default: '2' }])
})

test('a byte order mark, Windows line ends, comments and an empty file are fine', async () => {
  const root = await rootOf('\ufeff# one\r\n// two\r\n/* three */\r\nvariable "x" { # four\r\n}\r\n')
  expect(root.inputs).toMatchObject([{ name: 'x' }])
  expect((await rootOf('')).empty).toBe(true)
})

test('names that objects have of their own are names like any other', async () => {
  const { inputs } = await rootOf(
    'variable "__proto__" {}\nvariable "constructor" { default = { __proto__ = 1 } }',
  )
  expect(inputs.map(({ name, default: text }) => [name, text])).toEqual([
    ['__proto__', ''],
    ['constructor', '{"__proto__":1}'],
  ])
})

test('what the database cannot keep is replaced', async () => {
  const { inputs } = await rootOf('variable "x" { description = "a\\u0000b" }')
  expect(inputs[0]?.description).toBe('a\ufffdb')
  const json = await rootOf('{"variable":{"x":{"description":"a\\ud800b"}}}', 'x.tf.json')
  expect(json.inputs[0]?.description).toBe('a\ufffdb')
})
