import { afterAll, expect, test } from 'vitest'
import { SourceReader } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

test('an input that has to be constant, and the declared type of an output, are read in both syntaxes', async () => {
  const { inputs, outputs } = await reader.rootOf(`
    variable "a" { const = true }
    variable "b" { const = "false" }
    variable "c" {}
    output "id" {
      value = 1
      type  = object({ id = string })
    }
    output "plain" { value = 1 }`)
  expect(inputs.map((input) => [input.name, input.const])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ])
  expect(outputs.map(({ name, type }) => [name, type])).toEqual([
    ['id', 'object({ id = string })'],
    ['plain', ''],
  ])
  const json = JSON.stringify({
    variable: { a: { const: true } },
    output: { id: { value: 1, type: 'list(string)' } },
  })
  const written = await reader.rootOf(json, 'main.tf.json')
  expect(written).toMatchObject({ inputs: [{ const: true }], outputs: [{ type: 'list(string)' }] })
})

test('neither is a guess: a flag that is none and a type that is none are refused with their lines', async () => {
  expect(await reader.refusal({ 'main.tf': 'variable "a" {\n  const = "x"\n}\n' })).toBe(
    'main.tf:2: const of variable "a" must be true or false',
  )
  expect(await reader.refusal({ 'main.tf': 'output "a" {\n  value = 1\n  type = text\n}\n' })).toBe(
    'main.tf:3: the type of output "a" is wrong: "text" is no type',
  )
})

test('what a language block says of each engine is read by engine, in both syntaxes', async () => {
  const source = await reader.read({
    'main.tf': `
      engine { required_version = ">= 1.5" }
      language {
        edition = later
        compatible_with {
          opentofu = ">= 1.12"
          another  = "~> 2.0"
        }
      }
`,
    'more.tf': 'language {\n  compatible_with { opentofu = "< 2.0" }\n}\n',
    'modules/json/main.tf.json': JSON.stringify({
      language: { compatible_with: [{ '//': 'a comment', opentofu: '>= 1.12' }, { another: 5 }] },
    }),
    'modules/none/main.tf': 'language "labelled" {\n  compatible_with {\n    other = "1"\n  }\n}\n',
  })
  const constraints = [source.root, ...source.submodules].map((part) => [
    part.engineConstraint,
    part.engineConstraints,
  ])
  expect(constraints).toEqual([
    [
      '>= 1.5',
      [
        { engine: 'another', constraint: '~> 2.0' },
        { engine: 'opentofu', constraint: '>= 1.12, < 2.0' },
      ],
    ],
    ['', [{ engine: 'opentofu', constraint: '>= 1.12' }]],
    ['', []],
  ])
})

test('a call whose source is an expression is shown as such, and is no dependency', async () => {
  const { dependencies, computedCalls, empty } = await reader.rootOf(`
    module "a" { source = var.sub }
    module "b" {
      source  = "acme/\${var.name}/\${var.provider}"
      version = var.version_of_b
    }
    module "c" { source = "./modules/\${var.name}" }
    module "d" {
      source  = "acme/d/aws"
      version = var.version_of_d
    }
    module "e" { source = "git::https://git.example/$\${e}.git" }
    module "f" { source = "\${var.one}/\${var.other}" }`)
  expect(empty).toBe(false)
  expect(computedCalls).toEqual([
    { name: 'a', source: 'var.sub', version: '' },
    { name: 'b', source: 'acme/${var.name}/${var.provider}', version: 'var.version_of_b' },
    { name: 'c', source: './modules/${var.name}', version: '' },
    { name: 'f', source: '${var.one}/${var.other}', version: '' },
  ])
  expect(dependencies).toEqual([
    { name: 'd', source: 'acme/d/aws', version: 'var.version_of_d' },
    { name: 'e', source: 'git::https://git.example/${e}.git', version: '' },
  ])
})

test('an override file decides whether a source is an expression', async () => {
  const { root } = await reader.read({
    'main.tf': 'module "a" { source = var.sub }\nmodule "b" { source = "acme/b/aws" }\n',
    'override.tf.json': JSON.stringify({
      module: { a: { source: 'acme/a/aws' }, b: { source: '${var.b}' } },
    }),
  })
  expect(root.dependencies).toEqual([{ name: 'a', source: 'acme/a/aws', version: '' }])
  expect(root.computedCalls).toEqual([{ name: 'b', source: 'var.b', version: '' }])
})
