import { afterAll, describe, expect, test } from 'vitest'
import { SourceReader, type Files } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

const providers = (text: string): string => `terraform {\n  required_providers {\n    ${text}\n  }\n}\n`
const noConstraint = (text: string): string =>
  `is no constraint on versions: ${text}; write one such as ">= 1.2.0, < 2.0.0"`

describe('what the engine cannot initialize is refused with its line:', () => {
  test.each([
    ['output "x" {}', '1: output "x" has no value: add value = …'],
    ['\nmodule "x" {\n a = 1\n}', '2: module "x" has no source: add source = …'],
    [
      'variable "x" {\n validation {\n  condition = var.x == ""\n }\n}',
      '2: the validation of variable "x" has no error_message',
    ],
    [
      'module "x" {\n source = "a/b/c"\n count = 1\n for_each = {}\n}',
      '4: module "x" has both count and for_each',
    ],
    [
      'module "x" {\n source = "./a"\n version = "1.0"\n}',
      '1: module "x" has a version, but its source is a folder',
    ],
    ['variable "_" {}', '1: a variable cannot be named "_"'],
    ['terraform {\n required_version = var.x\n}', '2: required_version must be constant'],
    ['terraform {\n required_version = ["1"]\n}', `2: required_version ${noConstraint('["1"]')}`],
    ['provider "x" {\n version = "v1"\n}', `2: the version of provider "x" ${noConstraint('"v1"')}`],
    [
      'module "x" {\n source = "a/b/c"\n version = []\n}',
      `3: the version of module "x" ${noConstraint('[]')}`,
    ],
    [providers('a = null'), '3: the required provider "a" must be an object'],
    [providers('a = []'), '3: the required provider "a" must be an object'],
    [providers('a = var.x'), '3: the required provider "a" must be constant'],
    [providers('a = "x"'), `3: the version of the required provider "a" ${noConstraint('"x"')}`],
    [providers('a_b = { source = "a/b" }'), '3: the required provider "a_b" cannot be named so'],
    [providers('A = { source = "a/b" }'), '3: the required provider "A" cannot be named so'],
    [
      providers('a = {\n source = "a/b"\n region = 1\n}'),
      '5: the required provider "a" cannot have "region", only',
    ],
    [providers('a = {\n source = 1\n}'), '4: the source of the required provider "a" must be a text'],
    [providers('a = {\n version = 1\n}'), '4: the version of the required provider "a" must be a text'],
    [
      providers('b = "1"\n a = { source = "a_b/c" }'),
      '4: the source of the required provider "a" is no address',
    ],
    [providers('a = { source = "a/b/c/d" }'), '3: the source of the required provider "a" is no address'],
    [providers('a = { source = "" }'), '3: the source of the required provider "a" is no address'],
    [
      providers('a = { source = "a/b", configuration_aliases = [b.x] }'),
      '3: configuration_aliases of the required provider "a" must begin with its name: a.…',
    ],
  ])('%s', async (text, fault) => {
    expect(await reader.refusal({ 'main.tf': text })).toContain(`main.tf:${fault}`)
  })

  test.each([
    ['{"output": {\n "x": {}}}', '2: output "x" has no value'],
    ['{"variable": {"x": {"default": 1,\n "default": 2}}}', '2: variable "x" has "default" twice'],
    ['{"terraform": {\n "required_version": "${1}.0"}}', '2: required_version is no constraint on versions'],
    [
      '{"terraform": {"required_providers": {"a":\n {"source": "a/b",\n "//": 1}}}}',
      '3: the required provider "a" cannot have "//"',
    ],
  ])('in the JSON syntax: %s', async (text, fault) => {
    expect(await reader.refusal({ 'x.tf.json': text })).toContain(`x.tf.json:${fault}`)
  })

  test.each<[string, Files, string]>([
    ['in one block', { 'a.tf': 'terraform {\n required_providers {}\n required_providers {}\n}' }, 'a.tf:1'],
    [
      'in two files',
      { 'a.tf': providers(''), 'b.tf.json': '{\n"terraform": {"required_providers": {}}}' },
      'b.tf.json:2',
    ],
    [
      'in an array',
      { 'a.tf.json': '{"terraform": [{"required_providers": {}},\n{"required_providers": {}}]}' },
      'a.tf.json:2',
    ],
  ])('required_providers twice, %s', async (_name, files, place) => {
    expect(await reader.refusal(files)).toContain(
      `${place}: required_providers is declared twice, first in the block at a.tf`,
    )
  })
})

describe('constraints on versions', () => {
  const taken = [
    '1',
    '>= 1',
    '~>1.0,!=1.5.0',
    '= 1.0.0+a.b',
    ' >=\n1.0 ',
    '>= 1.0.0-beta.1',
    '> 1.0-',
    '1.0.0-01',
  ]
  const refused = [
    '',
    ' ',
    'banana',
    '=> 1.0',
    '> 1.0 < 2.0',
    '>= 1.0,',
    '1.x',
    '1.*',
    '^1.0',
    '== 1.0',
    '> = 1',
    '>= 1.0+',
  ]

  test('are taken as the engine takes them', async () => {
    for (const each of [...taken, '>= v1.0', '1.0.0.0', '>= 1.0beta', '>= 1.0~x'])
      await reader.rootOf(`terraform {\n required_version = ${JSON.stringify(each)}\n}\n${call(each)}`)
    for (const each of taken) await reader.rootOf(providers(`a = ${JSON.stringify(each)}`))
  })

  test('are refused as the engine refuses them, those of providers more strictly', async () => {
    for (const each of refused) {
      const fault = noConstraint(JSON.stringify(each))
      const settings = `terraform {\n required_version = ${JSON.stringify(each)}\n}\n`
      expect(await reader.refusal({ 'main.tf': settings })).toBe(`main.tf:2: required_version ${fault}`)
      expect(await reader.refusal({ 'main.tf': call(each) })).toContain(fault)
    }
    for (const each of [...refused, 'v1.0', '1.0.0.0', '>= 1.0beta', '>= 1.0~x', '1.0.0-x~y'])
      expect(
        await reader.refusal({ 'main.tf': providers(`a = { version = ${JSON.stringify(each)} }`) }),
      ).toContain(noConstraint(JSON.stringify(each)))
  })

  test('are read in a moment, however they are written', async () => {
    const many = 200_000
    for (const each of [' ', '1.', '1-', '1-a.', '1,', '>= ', '~'].map(
      (part) => `${part.repeat(many / part.length)}!`,
    ))
      expect(
        await reader.refusal({ 'main.tf': `terraform {\n required_version = "${each}"\n}\n` }),
      ).toContain('main.tf:2: required_version is no constraint on versions')
    const digits = `variable "x" {\n type = number\n default = "${'1'.repeat(many)}x"\n}`
    expect(await reader.refusal({ 'main.tf': digits })).toContain('it must be a number')
  })

  const call = (version: string): string =>
    `module "x" {\n source = "a/b/c"\n version = ${JSON.stringify(version)}\n}\n`
})

describe('what no engine so far takes, and a newer one may, is told:', () => {
  const after = 'which engines refuse, unless a newer one knows it'

  test.each([
    ['variable "x" {\n defualt = 1\n}', '2: variable "x" has "defualt"'],
    ['variable "x" {\n lifecycle {}\n}', '2: variable "x" has "lifecycle"'],
    ['output "x" {\n value = 1\n\n foo = 2\n}', '4: output "x" has "foo"'],
    ['output "x" {\n value = 1\n postcondition {}\n}', '3: output "x" has "postcondition"'],
    [
      'variable "x" {\n validation {\n  condition = var.x == ""\n  error_message = "a"\n  foo = 1\n }\n}',
      '5: the validation of variable "x" has "foo"',
    ],
    ['terraform {\n required_version = ">= 1"\n foo = 1\n}', '3: the block terraform has "foo"'],
    ['terraform {\n required_providers {}\n foo {}\n}', '3: the block terraform has "foo"'],
  ])('%s', async (text, message) => {
    const { warnings } = await reader.read({ 'main.tf': text })
    expect(warnings).toEqual([`in main.tf:${message}, ${after}`])
  })

  test('with the beginning of a name that is as long as a file', async () => {
    const { warnings } = await reader.read({
      'main.tf.json': `{"variable": {"x": {"${'n'.repeat(500_000)}": 1}}}`,
    })
    expect(warnings).toEqual([expect.stringMatching(/^in main\.tf\.json:1: variable "x" has "n{950,1000}…$/)])
  })

  test('in the JSON syntax, in an override file and in submodules, ten times at most', async () => {
    const unknown = 'variable "x" {\n foo = 1\n}'
    const files = {
      'main.tf.json': '{"variable": {"x": {\n "foo": 1}}}',
      'override.tf': unknown,
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`modules/m${n}/main.tf`, unknown])),
    }
    const { warnings } = await reader.read(files)
    expect(warnings).toHaveLength(10)
    expect(warnings.slice(0, 3)).toEqual([
      `in main.tf.json:2: variable "x" has "foo", ${after}`,
      `in override.tf:2: variable "x" has "foo", ${after}`,
      `in modules/m0/main.tf:2: variable "x" has "foo", ${after}`,
    ])
  })
})

describe('what some engine takes is taken:', () => {
  test('what an override file leaves to the file that it overrides', async () => {
    const files = {
      'main.tf': `output "x" {\n value = 1\n}\nmodule "m" {\n source = "a/b/c"\n}\n${providers('')}`,
      'main_override.tf': `output "x" {\n description = "d"\n}\nmodule "m" {\n version = "1.0"\n}\n${providers('')}${providers('')}`,
    }
    expect((await reader.read(files)).root.dependencies).toEqual([
      { name: 'm', source: 'a/b/c', version: '1.0' },
    ])
    const override = { 'main.tf': 'output "x" {}', 'main_override.tf': 'output "x" {\n value = 1\n}' }
    expect(await reader.refusal(override)).toContain('main.tf:1: output "x" has no value')
  })

  test('an unknown argument in a file that one engine reads, but no missing one', async () => {
    const text = 'variable "x" {\n foo = 1\n}\nterraform {\n required_version = "1"\n bar {}\n}\n'
    const { root, warnings } = await reader.read({ 'main.tofu': text })
    expect([root.inputs.length, warnings]).toEqual([1, [expect.stringContaining('.tofu')]])
    expect(await reader.refusal({ 'main.tofu': 'output "x" {}' })).toContain('output "x" has no value')
  })

  test('arguments that only newer engines know', async () => {
    await reader.rootOf(`
      variable "x" {
        deprecated = "Use y."
        const      = true
        validation {
          condition     = var.x != ""
          error_message = "It is empty."
        }
      }
      output "o" {
        value      = null
        type       = string
        deprecated = "Use p."
        depends_on = [module.m]
        precondition {
          condition     = var.x != ""
          error_message = "It is empty."
        }
      }
      module "m" {
        source  = "a/b/\${var.x}"
        version = var.x
        lifecycle {
          enabled = true
        }
      }
      module "n" {
        source  = "a/b/c"
        version = null
      }
      terraform {
        required_version = ">= \${1}.0"
        experiments      = [x]
        backend "local" {}
        provider_meta "a" {}
        encryption {}
        required_providers {
          a   = { source = "host.test:8443/Acme/b", version = "\${1}.0", configuration_aliases = [a.east, a.west] }
          b-c = 1.5
          c   = { source = "c", "version" = "1.0" }
          d   = {}
        }
      }`)
  })

  test('comments and empty lists in the JSON syntax', async () => {
    const { inputs, outputs } = await reader.rootOf(
      JSON.stringify({
        '//': 'a',
        output: { o: { '//': 'a', value: 1, precondition: [] }, none: [] },
        variable: { x: { '//': 'a', validation: null } },
        terraform: { '//': 'a', required_version: null, required_providers: { '//': { a: 1 }, a: '1.0' } },
        module: { none: [], m: { source: 'a/b/c', version: '${var.v}', '//': 1 } },
      }),
      'main.tf.json',
    )
    expect([inputs.length, outputs.length]).toEqual([1, 1])
  })
})
