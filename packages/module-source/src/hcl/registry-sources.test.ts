import { expect, test } from 'vitest'
import { withRegistrySources } from './registry-sources.mjs'

const written = (text: string, folder = 'examples/complete'): string =>
  withRegistrySources(text, { folder, source: 'registry.example/acme/network/aws', version: '1.2.0' })

test('a call of the module that the example belongs to is written with its address and version', () => {
  expect(written('module "network" {\n  source = "../.."\n\n  name = "shop"\n}\n')).toBe(
    'module "network" {\n  source  = "registry.example/acme/network/aws"\n  version = "1.2.0"\n\n  name = "shop"\n}\n',
  )
})

test('a submodule, another example and a folder of its own have the address of their folder', () => {
  for (const [source, place] of [
    ['../../modules/net', '//modules/net'],
    ['../minimal/', '//examples/minimal'],
    ['./parts', '//examples/complete/parts'],
    ['.././../', ''],
  ])
    expect(written(`module "a" {\n  source = "${source}"\n}`), source).toContain(
      `"registry.example/acme/network/aws${place}"`,
    )
  expect(written('module "a" { source = "../../modules/b" }', 'modules/a')).toContain('//modules/b"')
})

test('what is aligned stays aligned', () => {
  expect(written('module "a" {\n\tsource     = "../.."\n\tcidr_block = 1\n}')).toBe(
    'module "a" {\n\tsource     = "registry.example/acme/network/aws"\n\tversion    = "1.2.0"\n\tcidr_block = 1\n}',
  )
})

test('everything else stays as it is written', () => {
  for (const text of [
    'module "a" {\n  source = "../../.."\n}',
    'module "a" {\n  source = "acme/other/aws"\n}',
    'module "a" {\n  source = "git::https://x.example/a.git"\n}',
    'module "a" {\n  source = "../${var.x}"\n}',
    '# module "a" { source = "../.." }\n',
    'locals {\n  source = "../.."\n}',
    'module "a" {\n  providers = {\n    source = "../.."\n  }\n}',
    'resource "module" "a" {\n  source = "../.."\n}',
    'x = <<EOT\nmodule "a" {\n  source = "../.."\n}\nEOT\n',
    'module "a" {',
    'module "a" { source = "..',
    '}}}}"',
  ])
    expect(written(text), text).toBe(text)
})

test('several calls are written each by itself', () => {
  const call = 'module "a" {\n  source = "../.."\n}\n'
  expect(written(call.repeat(3)).match(/version = "1\.2\.0"/g)).toHaveLength(3)
})
