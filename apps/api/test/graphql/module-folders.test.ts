import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import { isFull } from '../full-run.js'
import { createModule, createVersion, publish } from '../modules/module-requests.js'
import { dataOf, graphql } from '../rest.js'

/** Number of inputs: that of the largest known module, or a tenth of it. */
const count = isFull ? 18_000 : 1_800
const nameOf = (number: number): string => `v${String(number).padStart(5, '0')}`

const variables = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => {
    return `variable "${nameOf(from + n)}" {\n  type = string\n${from + n === count - 1000 ? '' : '  default = "x"\n'}}\n`
  }).join('')

const app = await startTestApp()
const ana = await app.make.user('ana')
await app.make.organization(ana, 'acme')
await createModule(app, ana, 'acme/large/aws')
const files = {
  'a.tf': variables(0, count / 2),
  'b.tf': variables(count / 2, count),
  'c.tf': `output "id" {\n  value = 1\n  description = "${'long '.repeat(1000)}"\n}
resource "thing_two" "b" {}\nresource "thing_one" "a" {}\nmodule "far" { source = "far/away/aws" }
module "any" { source = var.${nameOf(0)} }
language {
  compatible_with {
    opentofu = ">= 1.12"
  }
}
provider "cloud" { version = ">= 1" }\n`,
  'modules/net/main.tf': `variable "inner" {
  deprecated = "Use outer."
  ephemeral  = true
}
terraform {
  required_providers {
    cloud = {
      source                = "acme/cloud"
      configuration_aliases = [cloud.east, cloud.west]
    }
  }
}
`,
  'modules/Names/main.tf': 'output "it" { value = 1 }\n',
  'examples/net/main.tf': 'variable "x" {}\n',
}
await publish(
  app,
  ana,
  'acme/large/aws',
  '1.0.0',
  archive(...Object.entries(files).map(([path, text]) => file(path, text))),
)
await createVersion(app, ana, 'acme/large/aws', '1.1.0')

async function versionOf(fields: string, version = '1.0.0'): Promise<Record<string, unknown>> {
  const query = `{ registryModuleNamespace(name: "acme") { registryModule(name: "large", provider: "aws") {
    version(version: "${version}") { ${fields} } } } }`
  const data = await dataOf(app, ana, query)
  return (data['registryModuleNamespace']?.['registryModule'] as { version: Record<string, unknown> }).version
}

async function folderOf(fields: string): Promise<Record<string, unknown>> {
  return (await versionOf(`folder { ${fields} }`))['folder'] as Record<string, unknown>
}

async function inputs(args: string): Promise<{ nodes: unknown[]; totalCount: number }> {
  const folder = await folderOf(`inputs(${args}) { nodes { name required } totalCount }`)
  return folder['inputs'] as { nodes: unknown[]; totalCount: number }
}

rule('§10 cost', 'Pages are told what a version declares a page at a time')
test('a folder of many inputs is told a page at a time, those that have to be given first', async () => {
  const counts = { inputs: count, outputs: 1, resources: 2, dependencies: 1, computedCalls: 1, providers: 2 }
  const facts = await folderOf(
    'path name empty counts { inputs outputs resources dependencies computedCalls providers }',
  )
  expect(facts).toEqual({ path: '', name: 'large', empty: false, counts })
  const first = [
    { name: nameOf(count - 1000), required: true },
    { name: 'v00000', required: false },
  ]
  expect(await inputs('page: { size: 2 }')).toEqual({ nodes: first, totalCount: count })
  const last = await inputs(`page: { number: ${count / 100}, size: 100 }`)
  expect(last.nodes.at(-1)).toEqual({ name: nameOf(count - 1), required: false })
  expect(await inputs('page: { number: 2147483647, size: 100 }')).toEqual({ nodes: [], totalCount: count })
  expect(await inputs('filter: { search: "V0000" }')).toMatchObject({ totalCount: 10 })
  expect(await inputs('filter: { required: true }')).toEqual({ nodes: first.slice(0, 1), totalCount: 1 })
  expect(await inputs('filter: { search: "v00000", required: true }')).toEqual({ nodes: [], totalCount: 0 })
})

test('its other lists are told so too, and no text of theirs is longer than people read', async () => {
  const { folder } = await versionOf(`folder {
    outputs { nodes { name description } }
    resources { nodes { type name } }
    dependencies { nodes { name source version } }
    computedCalls { nodes { name source version } }
    engineConstraints { engine constraint }
    providers { nodes { name source version } }
  }`)
  expect(folder).toEqual({
    outputs: { nodes: [{ name: 'id', description: `${'long '.repeat(1000).slice(0, 1999)}…` }] },
    resources: {
      nodes: [
        { type: 'thing_one', name: 'a' },
        { type: 'thing_two', name: 'b' },
      ],
    },
    dependencies: { nodes: [{ name: 'far', source: 'far/away/aws', version: '' }] },
    computedCalls: { nodes: [{ name: 'any', source: `var.${nameOf(0)}`, version: '' }] },
    engineConstraints: [{ engine: 'opentofu', constraint: '>= 1.12' }],
    providers: {
      nodes: [
        { name: 'cloud', source: '', version: '>= 1' },
        { name: 'thing', source: 'hashicorp/thing', version: '' },
      ],
    },
  })
})

test('the folders beside the root are a list of their own', async () => {
  expect(await versionOf('folders(page: { size: 2 }) { nodes { path } totalCount }')).toEqual({
    folders: { nodes: [{ path: 'modules/Names' }, { path: 'modules/net' }], totalCount: 3 },
  })
  const examples = 'folders(filter: { kind: EXAMPLE }) { nodes { path name counts { inputs } } totalCount }'
  expect(await versionOf(examples)).toEqual({
    folders: { nodes: [{ path: 'examples/net', name: 'net', counts: { inputs: 1 } }], totalCount: 1 },
  })
  const found = 'folders(filter: { kind: SUBMODULE, search: "names" }) { nodes { path } totalCount }'
  expect(await versionOf(found)).toEqual({ folders: { nodes: [{ path: 'modules/Names' }], totalCount: 1 } })
  const net = `folder(path: "modules/net") { path name inputs { nodes { name } } outputs { totalCount } }
    none: folder(path: "modules/gone") { path }`
  expect(await versionOf(net)).toEqual({
    folder: {
      path: 'modules/net',
      name: 'net',
      inputs: { nodes: [{ name: 'inner' }] },
      outputs: { totalCount: 0 },
    },
    none: null,
  })
})

test('what is deprecated or ephemeral, and what a call has to pass, is told', async () => {
  const { folder } = await versionOf(`folder(path: "modules/net") {
    configurationAliases
    inputs { nodes { name ephemeral deprecated } }
    providers { nodes { name configurationAliases } }
  }`)
  const aliases = ['cloud.east', 'cloud.west']
  expect(folder).toEqual({
    configurationAliases: aliases,
    inputs: { nodes: [{ name: 'inner', ephemeral: true, deprecated: 'Use outer.' }] },
    providers: { nodes: [{ name: 'cloud', configurationAliases: aliases }] },
  })
  expect(await folderOf('configurationAliases outputs { nodes { ephemeral deprecated } }')).toEqual({
    configurationAliases: [],
    outputs: { nodes: [{ ephemeral: false, deprecated: '' }] },
  })
})

test('a version that is not published has no folders', async () => {
  expect(await versionOf('folder { path } folders { totalCount }', '1.1.0')).toEqual({
    folder: null,
    folders: { totalCount: 0 },
  })
})

async function refusalOf(fields: string): Promise<string | undefined> {
  const query = `{ registryModuleNamespace(name: "acme") { registryModule(name: "large", provider: "aws") { ${fields} } } }`
  return (await graphql(app, ana, query)).errors?.[0]?.message
}

rule(
  '§10 cost',
  'Pages are told what a version declares a page at a time … of one version in an operation, each list once',
)
test('an operation is told of a few folders of one version alone, of each of their lists and READMEs once', async () => {
  expect(await refusalOf('versions { nodes { folder { path } } }')).toBe(
    'Folder is invalid: an operation may ask for the folders of one version alone',
  )
  const many = Array.from({ length: 6 }, (_, n) => `f${n}: folder(path: "modules/net") { path }`)
  expect(await refusalOf(`version(version: "1.0.0") { ${many.join(' ')} }`)).toBe(
    'Folder is invalid: an operation may ask for 5 of them',
  )
  for (const field of ['readme { tree }', 'inputs { totalCount }', 'providers { totalCount }'])
    expect(await refusalOf(`version(version: "1.0.0") { folder { a: ${field} b: ${field} } }`)).toMatch(
      /can be asked of one object in an operation, once/,
    )
})
