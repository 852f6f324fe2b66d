import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import { createModule, publish, publishModule, registry, type Caller } from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://registry.test:8443' })
const owner = await app.make.user('ana')
const consumer = await app.make.user('gus')
await app.make.organization(owner, 'acme')
await app.make.organization(owner, 'other')
await app.make.organization(consumer, 'globex')
for (const address of ['acme/names/aws', 'acme/tags/aws', 'other/names/aws', 'acme/unused/aws']) {
  await publishModule(app, owner, address, '1.0.0')
}

const calls = (...sources: string[]): Buffer =>
  archive(
    file(
      'main.tf',
      sources.map((source, n) => `module "m${n}" { source = ${JSON.stringify(source)} }`).join('\n'),
    ),
    file('modules/unused/main.tf', ''),
  )

const versionsOf = async (by: Caller, address: string): Promise<string> => {
  const answer = await registry(app, by, `/v1/modules/${address}/versions`)
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}

const sourcesIn = (text: string): string[] =>
  (JSON.parse(text) as { modules: { source: string }[] }).modules.map(({ source }) => source)

rule('§7 versions', 'A source on host and port of `PUBLIC_URL` is this registry, one without a host is not')
test('a source on the host and port of PUBLIC_URL is this registry; one on no or another host is not', async () => {
  await createModule(app, owner, 'acme/network/aws')
  const otherSources = [
    'acme/unused/aws',
    'registry.test/acme/unused/aws',
    'registry.test:443/acme/unused/aws',
    'other.test:8443/acme/unused/aws',
    'git::https://registry.test:8443/acme/unused/aws',
    './modules/unused',
  ]
  const here = ['registry.test:8443/acme/names/aws', 'REGISTRY.test:8443/ACME/Tags/aws//modules/x']
  await publish(app, owner, 'acme/network/aws', '1.0.0', calls(...otherSources, ...here))
  expect(sourcesIn(await versionsOf(owner, 'acme/network/aws'))).toEqual([
    'acme/network/aws',
    'acme/names/aws',
    'acme/tags/aws',
  ])
})

rule('§7 versions', 'The bytes do not depend on the caller')
test('no dependency of another organization is listed, so that the bytes are the same for every caller', async () => {
  const { registryPartnerships } = app.services
  const administrator = await app.make.administrator()
  const { id } = await app.prisma.organization.findUniqueOrThrow({ where: { nameKey: 'acme' } })
  await registryPartnerships.setConsumers(administrator.ctx, id, 'modules', ['globex'])
  await createModule(app, owner, 'acme/consuming/aws')
  const bytes = calls('registry.test:8443/other/names/aws', 'registry.test:8443/acme/tags/aws')
  await publish(app, owner, 'acme/consuming/aws', '1.0.0', bytes)
  const told = await versionsOf(owner, 'acme/consuming/aws')
  expect(sourcesIn(told)).toEqual(['acme/consuming/aws', 'acme/tags/aws'])
  for (const by of [consumer, administrator]) expect(await versionsOf(by, 'acme/consuming/aws')).toBe(told)
})

test('what all versions require is answered as far as it can be sent, the newest first', async () => {
  const source = (n: number) => `https://modules.example/${String(n).repeat(250_000)}`
  await createModule(app, owner, 'acme/long/aws')
  for (const version of ['1.0.0', '1.1.0'])
    await publish(app, owner, 'acme/long/aws', version, calls('acme/names/aws'))
  const { versions } = await app.prisma.module.findFirstOrThrow({
    where: { nameKey: 'long' },
    include: { versions: { orderBy: { sortKey: 'asc' } } },
  })
  for (const { id } of versions) {
    const dependencies = Array.from({ length: 9 }, (_, n) => ({ name: 'x', source: source(n), version: '' }))
    const requirements = JSON.stringify({ root: { providers: [], dependencies }, submodules: [] })
    await app.prisma.moduleVersionDocument.update({ where: { versionId: id }, data: { requirements } })
  }
  const [module] = JSON.parse(await versionsOf(owner, 'acme/long/aws')).modules
  expect(module.versions).toEqual([
    {
      version: '1.1.0',
      deprecation: null,
      root: { providers: [], dependencies: expect.any(Array) },
      submodules: [],
    },
    { version: '1.0.0', deprecation: null, root: { providers: [], dependencies: [] }, submodules: [] },
  ])
  expect(module.versions[0].root.dependencies).toHaveLength(9)
})

rule('§7 detail', '`dependencies` are the calls of all modules but local ones, with name, source and version')
test('every call of another module is a dependency with its name, source and version; a local one is none', async () => {
  await createModule(app, owner, 'acme/calling/aws')
  const code = `
module "pinned" {
  source  = "acme/names/aws"
  version = ">= 1.0, < 2.0"
}
module "git" { source = "git::https://git.example/x.git?ref=v1" }
module "below" { source = "./modules/a" }
module "around" { source = "./modules/../modules/a" }
`
  await publish(
    app,
    owner,
    'acme/calling/aws',
    '1.0.0',
    archive(file('main.tf', code), file('modules/a/main.tf', '')),
  )
  const { body } = await registry(app, owner, '/v1/modules/acme/calling/aws')
  expect(body.root.dependencies).toEqual([
    { name: 'git', source: 'git::https://git.example/x.git?ref=v1', version: '' },
    { name: 'pinned', source: 'acme/names/aws', version: '>= 1.0, < 2.0' },
  ])
})
