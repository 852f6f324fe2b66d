import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, createVersion, publish, setStatus } from '../modules/module-requests.js'
import { dataOf, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const packed = (files: Record<string, string>): Buffer =>
  archive(...Object.entries(files).map(([path, text]) => file(path, text)))

const changelog = '# Changes\n\n## 1.1.0\n\nNo <b>longer</b> takes `size`.\n\n## 1.0.0\n\nFirst.\n'

const app = await startTestApp()
const admin = await app.make.administrator()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme)
/** A member of an organization with which the module is shared. */
const guest = await app.make.member(await app.make.organization(admin, 'reader'))
const stranger = await app.make.user()
await createModule(app, owner, 'acme/network/aws')
const before = {
  'main.tf': `terraform { required_version = ">= 1.3" }
      variable "size" { default = 3 }
      output "id" { value = 1 }`,
  'modules/net/main.tf': 'variable "a" { type = string }',
}
await publish(app, owner, 'acme/network/aws', '1.0.0', packed(before))
const after = {
  'main.tf': `terraform { required_version = ">= 1.5" }
      variable "zones" {
        type      = list(string)
        sensitive = true
      }
      output "id" { value = 1 }
      output "arn" { value = 2 }`,
  'modules/net/main.tf': 'variable "a" { type = string }',
  'CHANGELOG.md': changelog,
}
await publish(app, owner, 'acme/network/aws', '1.1.0', packed(after))
await publish(app, owner, 'acme/network/aws', '0.9.0', packed({ 'main.tf': 'output "id" { value = 1 }' }))
await setStatus(app, owner, 'acme/network/aws', '0.9.0', 'Revoked', { reason: 'It leaks' })
await createVersion(app, owner, 'acme/network/aws', '2.0.0')
await app.services.registryPartnerships.setConsumers(admin.ctx, acme.id, 'modules', ['reader'])

const facts = `from { version } to { version } breakingCount missingStep
  changes(page: { size: 10 }) { nodes { path kind name change breaking facts { name before after } } totalCount }
  releaseNotes { tree refusal beginning }`

interface Comparison {
  readonly breakingCount: number
  readonly missingStep: string | null
  readonly changes: { readonly nodes: readonly unknown[]; readonly totalCount: number }
  readonly releaseNotes: { readonly tree: unknown } | null
}

async function compared(
  by: Person,
  from: string,
  to: string,
  fields = facts,
): Promise<Comparison | null | undefined> {
  const query = `query ($from: String!, $to: String!) { registryModuleNamespace(name: "acme") {
    registryModule(name: "network", provider: "aws") { comparison(from: $from, to: $to) { ${fields} } } } }`
  const data = await dataOf(app, by, query, { from, to })
  const module = data['registryModuleNamespace']?.['registryModule'] as
    | { readonly comparison: Comparison | null }
    | undefined
  return module?.comparison
}

test('two versions are compared: what is breaking and why, what is not, and that the number is too small', async () => {
  const comparison = await compared(member, '1.0.0', '1.1.0')
  const root = { path: '' }
  expect(comparison).toMatchObject({
    from: { version: '1.0.0' },
    to: { version: '1.1.0' },
    breakingCount: 3,
    missingStep: 'MAJOR',
  })
  expect(comparison?.changes).toEqual({
    nodes: [
      {
        ...{ ...root, kind: 'INPUT', name: 'size', change: 'REMOVED', breaking: 'INPUT_REMOVED' },
        facts: [
          { name: 'TYPE', before: 'any', after: null },
          { name: 'DEFAULT', before: '3', after: null },
        ],
      },
      {
        ...{ ...root, kind: 'INPUT', name: 'zones', change: 'ADDED', breaking: 'REQUIRED_INPUT_ADDED' },
        facts: [
          { name: 'TYPE', before: null, after: 'list(string)' },
          { name: 'REQUIRED', before: null, after: 'true' },
          { name: 'SENSITIVE', before: null, after: 'true' },
        ],
      },
      {
        ...{ ...root, kind: 'ENGINE', name: '', change: 'CHANGED', breaking: 'REQUIREMENT_NARROWED' },
        facts: [{ name: 'VERSION', before: '>= 1.3', after: '>= 1.5' }],
      },
      { ...root, kind: 'OUTPUT', name: 'arn', change: 'ADDED', breaking: null, facts: [] },
    ],
    totalCount: 4,
  })
})

test('the release notes are the sections of the changelog between the two, as a safe tree, rendered once', async () => {
  const notes = {
    tree: [
      { tag: 'h2', id: '110', children: ['1.1.0'] },
      { tag: 'p', children: ['No <b>longer</b> takes ', { tag: 'code', children: ['size'] }, '.'] },
    ],
    refusal: null,
    beginning: null,
  }
  expect((await compared(member, '1.0.0', '1.1.0'))?.releaseNotes).toEqual(notes)
  expect((await compared(member, '1.1.0', '1.0.0'))?.releaseNotes).toEqual(notes)
  const rows = await app.prisma.moduleReadme.findMany({ where: { path: 'CHANGELOG.md' } })
  expect(rows).toHaveLength(1)
})

test('a version has its changelog and its own section of it, and nothing where there is none', async () => {
  const of = async (version: string) => {
    const query = `query ($version: String!) { registryModuleNamespace(name: "acme") {
      registryModule(name: "network", provider: "aws") { version(version: $version) {
        changelog { tree refusal } releaseNotes { tree refusal } } } } }`
    const data = await dataOf(app, guest, query, { version })
    return (data['registryModuleNamespace']?.['registryModule'] as { readonly version: unknown }).version
  }
  const heading = (text: string) => ({ tag: 'h2', id: text.replaceAll('.', ''), children: [text] })
  const removal = {
    tag: 'p',
    children: ['No <b>longer</b> takes ', { tag: 'code', children: ['size'] }, '.'],
  }
  expect(await of('1.1.0')).toEqual({
    changelog: {
      tree: [
        { tag: 'h1', id: 'changes', children: ['Changes'] },
        ...[heading('1.1.0'), removal, heading('1.0.0'), { tag: 'p', children: ['First.'] }],
      ],
      refusal: null,
    },
    releaseNotes: { tree: [heading('1.1.0'), removal], refusal: null },
  })
  expect(await of('1.0.0')).toEqual({ changelog: null, releaseNotes: null })
})

test('a version without a changelog has no release notes', async () => {
  expect((await compared(member, '0.9.0', '1.0.0'))?.releaseNotes).toBeNull()
})

test('the changes come a page at a time', async () => {
  const second = 'changes(page: { number: 2, size: 3 }) { nodes { name } totalCount }'
  expect(await compared(member, '1.0.0', '1.1.0', second)).toEqual({
    changes: { nodes: [{ name: 'arn' }], totalCount: 4 },
  })
})

test('a version is the same as itself', async () => {
  expect(await compared(member, '1.1.0', '1.1.0')).toMatchObject({
    ...{ breakingCount: 0, missingStep: null, releaseNotes: null },
    changes: { nodes: [], totalCount: 0 },
  })
})

test('a revoked version is compared like any other; one that is not published or not there is not', async () => {
  expect((await compared(member, '0.9.0', '1.0.0'))?.changes.totalCount).toBeGreaterThan(0)
  for (const missing of ['2.0.0', '3.0.0', 'nonsense']) {
    expect(await compared(owner, '1.0.0', missing)).toBeNull()
    expect(await compared(owner, missing, '1.0.0')).toBeNull()
  }
})

test('it is for those who may use the module: a guest compares too, a stranger finds no module', async () => {
  expect((await compared(guest, '1.0.0', '1.1.0'))?.breakingCount).toBe(3)
  expect(await compared(stranger, '1.0.0', '1.1.0')).toBeUndefined()
})

test('a comparison takes the same few statements whatever it finds, and is asked for once', async () => {
  const small = await statementsOf(app, () => compared(member, '1.1.0', '1.1.0', 'breakingCount'))
  const large = await statementsOf(app, () => compared(member, '1.0.0', '1.1.0', 'breakingCount'))
  expect(large.own.length).toBe(small.own.length)
  const query = `{ registryModuleNamespace(name: "acme") { registryModules { nodes {
    comparison(from: "1.0.0", to: "1.1.0") { breakingCount } } } } }`
  expect((await graphql(app, member, query)).errors).toBeDefined()
})
