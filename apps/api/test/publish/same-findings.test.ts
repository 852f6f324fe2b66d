import { readdirSync, statSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create } from 'tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModule, modulePath, put, registry, uploadLink } from '../modules/module-requests.js'
import { Publisher } from '../modules/publisher.js'
import { as } from '../rest.js'
import { enginePublish, moduleFolder } from './engine-publish.js'
import { isFull } from '../full-run.js'

let publisher: Publisher
let count = 0

beforeAll(async () => {
  publisher = await Publisher.open()
})
afterAll(() => publisher.app.stop())

interface Findings {
  readonly refusal?: string
  readonly warnings?: readonly string[]
  /** Each part with what it declares, a line each. */
  readonly parts?: readonly string[]
}

interface Part {
  readonly path: string
  readonly readme: string
  readonly inputs: readonly (Traits & {
    readonly name: string
    readonly type: string
    readonly required: boolean
    readonly const: boolean
  })[]
  readonly outputs: readonly (Traits & {
    readonly name: string
    readonly type: string
    readonly description: string
  })[]
  readonly resources: readonly { readonly name: string; readonly type: string }[]
  readonly dependencies: readonly Requirement[]
  readonly computed_calls: readonly Requirement[]
  readonly engine_constraints: readonly { readonly engine: string; readonly constraint: string }[]
  readonly provider_dependencies: readonly (Requirement & {
    readonly configuration_aliases: readonly string[]
  })[]
}

interface Traits {
  readonly sensitive: boolean
  readonly ephemeral: boolean
  readonly deprecated: string
}

interface Requirement {
  readonly name: string
  readonly source: string
  readonly version: string
}

/** Findings of the program about a folder, before it sends anything. */
async function foundByProgram(folder: string): Promise<Findings> {
  const { code, out, messages } = await enginePublish([folder, '--dry-run'])
  if (code !== 0) return { refusal: messages.replace(/^engine-publish: /, '').trim() }
  const sections = out.replace(/\n\nA dry run: nothing was sent\.\n$/, '').split('\n\n')
  // The platform knows nothing of what is not sent.
  const [, , ...parts] = sections.filter((section) => !section.startsWith('Left out: '))
  return {
    warnings: messages.split('\n').flatMap((line) => /^Warning: (.*)$/.exec(line)?.[1] ?? []),
    parts: parts.flatMap((part) => part.split('\n')).map((line) => line.trim().replace(/ {2,}/g, ' | ')),
  }
}

/** Findings of the platform about the same folder, packed by another program. */
async function foundByPlatform(folder: string): Promise<Findings> {
  const { app, owner } = publisher
  const address = `acme/found${++count}/aws`
  await createModule(app, owner, address)
  const chunks: Buffer[] = []
  for await (const chunk of create({ gzip: true, cwd: folder, portable: true }, ['.']))
    chunks.push(chunk as Buffer)
  const answer = await put(app, await uploadLink(app, owner, address, '1.0.0'), Buffer.concat(chunks))
  if (answer.status !== 200) return { refusal: answer.body.errors[0].detail }
  const version = await as(app, owner).get(`${modulePath(address)}/version?module_version=1.0.0`)
  const { body } = await registry(app, owner, `/v1/modules/${address}/1.0.0`)
  const parts: Part[] = [body.root, ...body.submodules, ...body.examples]
  return { warnings: version.body.data.attributes.warnings, parts: parts.flatMap(linesOf) }
}

function linesOf(part: Part): string[] {
  const traitsOf = (traits: Traits) =>
    (['sensitive', 'ephemeral', 'deprecated'] as const).filter((trait) => traits[trait])
  const lists = {
    inputs: part.inputs.map((input) => [
      input.name,
      short(input.type),
      [input.required ? 'required' : 'optional', ...(input.const ? ['const'] : []), ...traitsOf(input)].join(
        ', ',
      ),
    ]),
    outputs: part.outputs.map((output) => [
      output.name,
      short(output.type),
      short(output.description),
      traitsOf(output).join(', '),
    ]),
    resources: part.resources.map(({ type, name }) => [`${type}.${name}`]),
    dependencies: part.dependencies.map(({ name, source, version }) => [name, source, version]),
    'modules by expression': part.computed_calls.map(({ name, source, version }) => [name, source, version]),
    engines: part.engine_constraints.map(({ engine, constraint }) => [engine, constraint]),
    providers: part.provider_dependencies.map(({ name, source, version, configuration_aliases: aliases }) => [
      ...[name, source, version],
      aliases.length > 0 ? `a call passes ${short(aliases.join(', '))}` : '',
    ]),
  }
  const lines = Object.entries(lists).flatMap(([what, rows]) =>
    rows.length === 0 ? [] : [what, ...rows.map((row) => row.filter(Boolean).join(' | '))],
  )
  const title = `${part.path || 'The module itself'}, ${part.readme === '' ? 'no README' : 'with a README'}`
  return [title, ...(lines.length > 0 ? lines : ['declares nothing'])]
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const below = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory())
const root = fileURLToPath(new URL('../../../../', import.meta.url))

describe('engine-publish finds what the platform finds, which is something', () => {
  const shaped = below(join(root, 'apps/api/test/modules/fixtures')).map((path) => join(path, 'module'))
  const sample = below(join(root, 'prisma/seed/modules')).filter((path) => !path.endsWith('-unfinished'))
  // The program takes seconds for each.
  const folders = [...shaped, ...sample].filter((_, index) => isFull || index % 10 === 0)

  test.each(folders.map((folder) => [relative(root, folder), folder]))('in %s', async (_path, folder) => {
    const found = await foundByProgram(folder)
    expect(found).toEqual(await foundByPlatform(folder))
    expect(found.parts?.length).toBeGreaterThan(2)
  })

  test('in the sample: submodules below a root without sources, and providers that only resources imply', async () => {
    const [access, certificate] = ['access', 'certificate'].map((name) =>
      join(root, 'prisma/seed/modules', name),
    )
    expect((await foundByPlatform(access ?? '')).parts).toEqual(
      expect.arrayContaining([
        ...['The module itself, with a README', 'declares nothing'],
        ...['modules/boundary, no README', 'modules/role, with a README'],
      ]),
    )
    expect((await foundByPlatform(certificate ?? '')).parts?.slice(-4)).toEqual([
      'providers',
      'aws | hashicorp/aws',
      'dns | hashicorp/dns',
      'time | hashicorp/time',
    ])
  })
})

const output = 'output "x" {\n  value = 1\n}\n'

describe('and warns of what the platform warns of', () => {
  test.each([
    ['sources of one engine', { 'main.tofu': output }, /has sources in \.tofu files/],
    [
      'an example that cannot be read',
      { 'main.tf': output, 'examples/a/main.tf': '\noutput "x" {}\n' },
      /examples\/a\/main\.tf:2: output "x" has no value/,
    ],
  ])('%s', async (_what, files, warning) => {
    const folder = await moduleFolder(files)
    const found = await foundByProgram(folder)
    expect(found).toEqual(await foundByPlatform(folder))
    expect(found.warnings).toEqual([expect.stringMatching(warning)])
  })

  test('links are what they lead to', async () => {
    const folder = await moduleFolder({
      'shared/main.tf': output,
      'modules/a/main.tf': 'variable "a" {\n  deprecated = "Use b."\n}\n',
      'modules/new/main.tf': `variable "a" { const = true }
output "o" {
  value = 1
  type  = number
}
module "m" { source = "./\${var.a}" }
language {
  compatible_with { opentofu = ">= 1.12" }
}
`,
    })
    symlinkSync('shared/main.tf', join(folder, 'main.tf'))
    symlinkSync('a', join(folder, 'modules/b'))
    const found = await foundByProgram(folder)
    expect(found).toEqual(await foundByPlatform(folder))
    expect(found.parts).toEqual([
      ...['The module itself, no README', 'outputs', 'x'],
      ...['a', 'b'].flatMap((name) => [
        ...[`modules/${name}, no README`, 'inputs', 'a | any | required, deprecated'],
      ]),
      ...['modules/new, no README', 'inputs', 'a | any | required, const', 'outputs', 'o | number'],
      ...['modules by expression', 'm | ./${var.a}', 'engines', 'opentofu | >= 1.12'],
    ])
  })
})

describe('and refuses what the platform refuses, in the same words', () => {
  const settings = 'terraform {\n  required_providers {}\n}\n'
  const first = [
    ['no sources', { 'docs/main.tf': output }, /has no \.tf/],
    ['broken sources', { 'main.tf': 'output "x" {' }, /^main\.tf:1: Unclosed/],
  ] as const
  const more = [
    [
      'a misfit',
      { 'main.tf': 'variable "x" {\n  type = bool\n  default = 2\n}\n' },
      /^main\.tf:3: the default/,
    ],
    [
      'an output of nothing',
      { 'main.tf': output, 'modules/a/a.tf': 'output "x" {}' },
      /^modules\/a\/a\.tf:1: output/,
    ],
    [
      'no constraint',
      { 'main.tf': 'terraform {\n  required_version = "1.x"\n}' },
      /^main\.tf:2: required_version/,
    ],
    [
      'requirements twice',
      { 'a.tf': settings, 'b.tf': settings },
      /^b\.tf:1: required_providers is declared twice/,
    ],
    [
      'an output without a value',
      { 'main.tf.json': '{"output": {"x": {}}}' },
      /^main\.tf\.json:1: output "x" has no value/,
    ],
  ] as const

  test.each([...first, ...(isFull ? more : [])])('%s', async (_what, files, refusal) => {
    const folder = await moduleFolder(files)
    const found = await foundByProgram(folder)
    expect(found).toEqual(await foundByPlatform(folder))
    expect(found.refusal).toMatch(refusal)
  })
})
