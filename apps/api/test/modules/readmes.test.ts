import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { ReadmeThreads } from '../../src/adapters/markdown/readme-threads.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'
import { createModule, publish, versionIdOf } from './module-requests.js'

let app: TestApp
let owner: Person
let count = 0

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.make.user('ana')
  await app.make.organization(owner, 'acme')
})
afterAll(() => app.stop())

/** Publishes a module with this README and other files; answers its address. */
async function published(readme: string, others: Record<string, string> = {}): Promise<string> {
  const address = `acme/readme${++count}/aws`
  await createModule(app, owner, address)
  const files = { 'main.tf': 'variable "a" {}\n', 'README.md': readme, ...others }
  const bytes = archive(...Object.entries(files).map(([path, text]) => file(path, text)))
  await publish(app, owner, address, '1.0.0', bytes)
  return address
}

async function readmeOf(address: string, path = ''): Promise<unknown> {
  const [organization, name, provider] = address.split('/')
  const { data, errors } = await graphql(
    app,
    owner,
    `query ($path: String!) { organization(name: "${organization}") { registryModule(name: "${name}", provider: "${provider}") {
      newestVersion { folder(path: $path) { readme { tree refusal beginning } } } } } }`,
    { path },
  )
  expect(errors).toBeUndefined()
  const { registryModule } = data['organization'] as {
    registryModule: { newestVersion: { folder: { readme: unknown } | null } }
  }
  return registryModule.newestVersion.folder?.readme
}

const rendered = (...tree: unknown[]) => ({ tree, refusal: null, beginning: null })
const paragraph = (text: string) => ({ tag: 'p', children: [text] })

const table = (columns: number, rows: number): string =>
  `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'|\n'.repeat(rows)}`

rule('§10 cost', 'A README is rendered once, at publication')
test('the READMEs of a version are rendered once, when it is published', async () => {
  const address = await published('# Hi', {
    'modules/net/main.tf': '',
    'modules/net/README.md': 'net <b>',
    'modules/bare/main.tf': '',
  })
  const versionId = await versionIdOf(app, address, '1.0.0')
  const rows = () => app.prisma.moduleReadme.findMany({ where: { versionId }, orderBy: { path: 'asc' } })
  await expect
    .poll(async () => (await rows()).map(({ path, refusal }) => [path, refusal]))
    .toEqual([
      ['', null],
      ['modules/net', null],
    ])
  await app.prisma.moduleReadme.updateMany({ where: { versionId, path: '' }, data: { tree: '["stored"]' } })
  expect(await readmeOf(address)).toEqual(rendered('stored'))
  expect(await readmeOf(address, 'modules/net')).toEqual(rendered(paragraph('net <b>')))
  expect(await readmeOf(address, 'modules/bare')).toBeNull()
  expect(await readmeOf(address, 'modules/none')).toBeUndefined()
  expect(await readmeOf(address, "x' OR 1=1 --")).toBeUndefined()
})

rule(
  '§10 cost',
  'A README is rendered once, at publication … and its version is published all the same, with the README as text',
)
test('a README of 9 KB that would become millions of cells is published as the text that it is', async () => {
  const text = table(1500, 1500)
  const address = await published(text)
  expect(await readmeOf(address)).toEqual({ tree: null, refusal: 'TOO_LARGE', beginning: text })
  const detail = await app.http.get(`/v1/modules/${address}`).set('Authorization', `Bearer ${owner.token}`)
  expect(detail.body.root.readme).toBe(text)
})

rule(
  '§10 cost',
  'A README is rendered once, at publication … and holds up neither other publications nor `/livez`',
)
test('while a README without end is rendered, others are published and everything answers', async () => {
  const events: string[] = []
  const bomb = '**a'.repeat(40_000)
  const hostile = readmeOf(await published(bomb)).finally(() => events.push('hostile'))
  const honest = published('Hi')
    .then((address) => readmeOf(address))
    .finally(() => events.push('honest'))
  await app.http.get('/livez').expect(200)
  events.push('alive')
  expect(await honest).toEqual(rendered(paragraph('Hi')))
  expect(await hostile).toEqual({
    tree: null,
    refusal: 'TOO_COMPLEX',
    beginning: bomb.slice(0, 20_000),
  })
  expect(events).toEqual(['alive', 'honest', 'hostile'])
})

rule(
  '§10 cost',
  'A README is rendered once, at publication … one that was published before, when it is first asked for',
)
test('one that was published before is rendered when it is first asked for, however many ask', async () => {
  const address = await published('Old')
  const versionId = await versionIdOf(app, address, '1.0.0')
  await app.services.moduleReadmes.settled()
  await app.prisma.moduleReadme.deleteMany({ where: { versionId } })
  const answers = await Promise.all([readmeOf(address), readmeOf(address), readmeOf(address)])
  expect(answers).toEqual(Array(3).fill(rendered(paragraph('Old'))))
  expect(await app.prisma.moduleReadme.findMany({ where: { versionId } })).toEqual([
    { versionId, path: '', tree: JSON.stringify([paragraph('Old')]), refusal: null },
  ])
})

test('a version whose READMEs are those of the one before has them at once, without another rendering', async () => {
  const renderings = vi.spyOn(ReadmeThreads.prototype, 'render')
  const address = await published('Twice')
  const first = await readmeOf(address)
  const again = await published('Twice')
  await app.services.moduleReadmes.settled()
  expect(renderings).toHaveBeenCalledTimes(1)
  renderings.mockRestore()
  const versionId = await versionIdOf(app, again, '1.0.0')
  const rows = await app.prisma.moduleReadme.findMany({ where: { versionId } })
  expect(rows).toHaveLength(1)
  expect(await readmeOf(again)).toEqual(first)
})
