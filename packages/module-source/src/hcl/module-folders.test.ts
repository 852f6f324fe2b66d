import { afterAll, describe, expect, test } from 'vitest'
import type { ModulePart, ModuleSource } from '../module-source.js'
import { SourceReader, type Files } from './module-source.testing.js'

const reader = new SourceReader()
const read = (files: Files): Promise<ModuleSource> => reader.read(files)
afterAll(() => reader.close())

describe('.tofu files', () => {
  const hint = 'it has sources in .tofu files, which not every engine reads'
  const inputsOf = (part: ModulePart | undefined) => part?.inputs.map(({ name }) => name)

  test('alone are a module, with a hint that not every engine reads them', async () => {
    const { root, submodules, warnings } = await read({
      'main.tofu': 'variable "a" {}',
      'more.tofu.json': '{"variable": {"b": {}}}',
      'modules/inner/main.tofu': 'variable "c" {}',
    })
    expect([inputsOf(root), submodules.map(inputsOf), warnings]).toEqual([['a', 'b'], [['c']], [hint]])
  })

  test('take the place of .tf files of the same name, and stand beside others', async () => {
    const { root, warnings } = await read({
      'main.tf': 'variable "a" { default = 1 }\nvariable "gone" {}',
      'main.tofu': 'variable "a" { default = 2 }',
      'json.tf.json': '{"variable": {"gone": {}}}',
      'json.tofu.json': '{"variable": {"j": {}}}',
      'json.tf': 'variable "kept" {}',
      'a_override.tofu': 'variable "a" { default = 3 }',
    })
    expect(root.inputs.map((input) => [input.name, input.default])).toEqual([
      ['a', '3'],
      ['j', ''],
      ['kept', ''],
    ])
    expect(warnings).toEqual([hint])
  })

  test('of an example alone give no hint', async () => {
    expect((await read({ 'main.tf': '', 'examples/e/main.tofu': '' })).warnings).toEqual([])
  })
})

test('a root without sources declares nothing and keeps its README where a folder of modules/ has some', async () => {
  const { root, submodules, warnings } = await read({
    'README.md': 'All of it',
    'modules/role/main.tf': 'variable "a" {}',
  })
  expect(root).toMatchObject({ path: '', empty: true, readme: 'All of it', inputs: [], resources: [] })
  expect([submodules.map(({ path }) => path), warnings]).toEqual([['modules/role'], []])
})

test('an example that cannot be read is marked, and the rest is read', async () => {
  const { root, examples, warnings } = await read({
    'main.tf': 'variable "a" {}',
    'examples/broken/main.tf': '\na {',
    'examples/twice/main.tf': 'variable "x" {}\nvariable "x" {}',
    'examples/good/main.tf': 'variable "b" {}',
  })
  expect(root.inputs).toHaveLength(1)
  const twice = 'examples/twice/main.tf:2: variable "x" is declared twice, first at examples/twice/main.tf:1'
  expect(examples.map(({ path, empty, fault }) => [path, empty, fault])).toEqual([
    ['examples/broken', true, expect.stringMatching(/^examples\/broken\/main\.tf:2: /)],
    ['examples/good', false, undefined],
    ['examples/twice', true, twice],
  ])
  expect(warnings).toEqual([
    expect.stringMatching(/^the example cannot be read: examples\/broken\/main\.tf:2: /),
    `the example cannot be read: ${twice}`,
  ])
})

test('of examples that cannot be read ten are told, each in a sentence that ends', async () => {
  const broken = Array.from({ length: 12 }, (_, n) => [
    `examples/e${n}/main.tf`,
    `variable "${'!'.repeat(9_000)}" {}`,
  ])
  const { examples, warnings } = await read({ 'main.tf': '', ...Object.fromEntries(broken) })
  expect(warnings).toHaveLength(10)
  expect(Math.max(...warnings.map(({ length }) => length))).toBeLessThan(1_100)
  expect(Math.max(...examples.map(({ fault = '' }) => fault.length))).toBe(1_000)
})

test('a README has up to 512 KiB', async () => {
  const { root } = await read({ 'main.tf': '', 'README.md': 'x'.repeat(512 * 1024 + 1) })
  expect(root.readme).toHaveLength(512 * 1024)
})
