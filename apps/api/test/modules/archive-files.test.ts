import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import type { ReadmeNode } from '../../src/domain/registry-modules/readme-tree.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { dataOf } from '../rest.js'
import {
  administer,
  createModule,
  publish,
  registry,
  setStatus,
  versionIdOf,
  type Caller,
} from './module-requests.js'

const address = 'acme/network/aws'
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(100)])
const bytes = archive(
  file('main.tf', 'variable "a" {}\n'),
  file('docs/plan.png', png),
  file('docs/fake.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
  file('docs/large.txt', 'x'.repeat(256 * 1024 + 1)),
  file('docs/odd.bin', Buffer.from([0x61, 0x00, 0x62])),
  file('docs/latin.txt', Buffer.from([0xe4])),
  file('docs/same.tf', 'variable "a" {}\n'),
  file('docs/evil.html', '<script>x()</script>'),
  file('examples/complete/main.tf', 'module "it" {\n  source = "../.."\n  a      = 1\n}\n'),
  file('examples/complete/notes.md', '# Notes'),
  file('examples/complete/more/deep.tf', ''),
)

const app = await startTestApp()
const owner = await app.make.user('ana')
const consumer = await app.make.user('ben')
const stranger = await app.make.user('cid')
const admin = await app.make.administrator('root')
await app.make.organization(owner, 'acme')
await app.make.organization(consumer, 'buyers')
await createModule(app, owner, address)
await publish(app, owner, address, '1.0.0', bytes)
await publish(app, owner, address, '0.9.0', bytes)
await setStatus(app, owner, address, '0.9.0', 'Revoked')
const { id } = await app.services.adminOrganizations.find(admin.ctx, 'acme')
await app.services.registryPartnerships.setConsumers(admin.ctx, id, 'modules', ['buyers'])

interface Told {
  readonly entries: { readonly nodes: readonly { readonly path: string }[]; readonly totalCount: number }
  readonly file: { readonly tree: readonly ReadmeNode[] }
  readonly folder: {
    readonly sources: { readonly nodes: readonly { path: string; tree: readonly ReadmeNode[] }[] }
  }
}

async function askedBy(by: Caller, fields: string, version: string): Promise<Told | undefined> {
  const query = `{ registryModuleNamespace(name: "acme") { registryModule(name: "network", provider: "aws") {
    version(version: "${version}") { ${fields} } } } }`
  const data = await dataOf(app, by as Person, query)
  const namespace = data['registryModuleNamespace'] as { registryModule: { version: Told } | null } | null
  return namespace?.registryModule?.version
}

async function versionFor(by: Caller, fields: string, version = '1.0.0'): Promise<Told> {
  const told = await askedBy(by, fields, version)
  if (!told) throw new Error('it is not told')
  return told
}

const texts = (nodes: readonly ReadmeNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : texts(node.children ?? []))).join('')

test('the files of a version are told folder by folder, with their sizes', async () => {
  const root = await versionFor(owner, 'entries { nodes { path name isFolder size } totalCount }')
  expect(root.entries.nodes.map(({ path }) => path)).toEqual(['docs', 'examples', 'main.tf'])
  const docs = await versionFor(
    owner,
    'entries(folder: "docs", page: { size: 2 }) { nodes { path size } totalCount }',
  )
  expect(docs.entries).toEqual({
    nodes: [
      { path: 'docs/evil.html', size: 20 },
      { path: 'docs/fake.png', size: 54 },
    ],
    totalCount: 7,
  })
  for (const folder of ['nothing', 'main.tf', '..', '/', 'doc'])
    expect((await versionFor(owner, `entries(folder: "${folder}") { totalCount }`)).entries.totalCount).toBe(
      0,
    )
})

test('a text is told in coloured pieces; what is large, binary or not there is not', async () => {
  const of = async (path: string) =>
    (await versionFor(owner, `file(path: "${path}") { path size tree refusal }`)).file
  const { tree, ...main } = await of('main.tf')
  expect(main).toEqual({ path: 'main.tf', size: 16, refusal: null })
  expect(texts(tree)).toBe('variable "a" {}\n')
  expect(texts((await of('docs/same.tf')).tree)).toBe('variable "a" {}\n')
  expect(await of('docs/evil.html')).toMatchObject({ tree: ['<script>x()</script>'] })
  expect(await of('docs/large.txt')).toMatchObject({ tree: null, refusal: 'TOO_LARGE' })
  for (const binary of ['docs/odd.bin', 'docs/latin.txt', 'docs/plan.png'])
    expect(await of(binary), binary).toMatchObject({ tree: null, refusal: 'BINARY' })
  for (const path of ['docs/none.tf', 'docs', '../main.tf', '/main.tf', './main.tf', 'constructor', ''])
    expect(await of(path), path).toBeNull()
})

test('an example is told with the address and version of its module', async () => {
  const { folder } = await versionFor(
    owner,
    'folder(path: "examples/complete") { sources { nodes { path tree refusal } } }',
  )
  expect(folder.sources.nodes.map(({ path }) => path)).toEqual(['examples/complete/main.tf'])
  expect(texts(folder.sources.nodes[0]?.tree ?? [])).toMatch(
    /^module "it" \{\n {2}source {2}= "[^"]+\/acme\/network\/aws"\n {2}version = "1\.0\.0"\n {2}a {6}= 1\n\}\n$/,
  )
})

const pathOf = (rest: string, version = '1.0.0'): string =>
  `/api/registry/v1/module-files/${address}/${version}/${rest}`
const get = (by: Caller, rest: string, version?: string) => registry(app, by, pathOf(rest, version))

test('a picture is sent by what it is, and can be nothing else', async () => {
  const answer = await get(owner, 'picture?path=docs/plan.png')
  expect(answer.status).toBe(200)
  expect(Buffer.compare(answer.body, png)).toBe(0)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache, no-transform',
  })
  for (const path of ['docs/fake.png', 'docs/evil.html', 'main.tf', 'docs/none.png', '../plan.png', ''])
    expect((await get(owner, `picture?path=${encodeURIComponent(path)}`)).status, path).toBe(404)
})

test('the archive is the one that was uploaded, and is no download', async () => {
  const answer = await get(owner, 'archive')
  expect(answer.status).toBe(200)
  expect(Buffer.compare(answer.body, bytes)).toBe(0)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="acme-network-aws-1.0.0.tar.gz"')
  await app.services.moduleDownloads.stop(owner.ctx)
  expect(await app.prisma.moduleDownload.count()).toBe(0)
})

test('who may use the module sees its files, strangers nothing', async () => {
  expect((await versionFor(consumer, 'file(path: "main.tf") { size }')).file).toEqual({ size: 16 })
  for (const rest of ['archive', 'picture?path=docs/plan.png']) {
    expect((await get(consumer, rest)).status, rest).toBe(200)
    expect((await get(stranger, rest)).status, rest).toBe(404)
    expect((await get(undefined, rest)).status, rest).toBe(401)
  }
  expect(await askedBy(stranger, 'file(path: "main.tf") { size }', '1.0.0')).toBeUndefined()
})

test('the files of a revoked version can be read like its detail, and its archive not taken', async () => {
  expect((await versionFor(consumer, 'file(path: "main.tf") { size }', '0.9.0')).file).toEqual({ size: 16 })
  expect((await get(consumer, 'picture?path=docs/plan.png', '0.9.0')).status).toBe(200)
  expect((await get(owner, 'archive', '0.9.0')).status).toBe(404)
})

test('of a deleted version and in a disabled organization nothing is left', async () => {
  await publish(app, owner, address, '2.0.0', bytes)
  expect((await get(owner, 'picture?path=docs/plan.png', '2.0.0')).status).toBe(200)
  await app.services.moduleVersions.delete(owner.ctx, await versionIdOf(app, address, '2.0.0'))
  for (const rest of ['archive', 'picture?path=docs/plan.png'])
    expect((await get(owner, rest, '2.0.0')).status, rest).toBe(404)
  const admin = await app.make.administrator('other')
  await administer(app, admin, 'acme', { 'is-disabled': true })
  for (const rest of ['archive', 'picture?path=docs/plan.png'])
    expect((await get(consumer, rest)).status, rest).toBe(404)
})
