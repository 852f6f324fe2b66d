import { versionSortKey } from '@engine/shared'
import { expect, test } from 'vitest'
import { minutes, seconds } from '../../src/kernel/clock.js'
import type { VersionComparer } from '../../src/domain/registry-modules/version-comparison.js'
import { startTestApp, type TestApp } from '../app.js'
import { as, dataOf, must } from '../rest.js'
import { statementsOf } from '../statements.js'
import { createModule, modulePath, setStatus, versionIdOf } from './module-requests.js'
import { countDistances, download, downloaded, publishDeclaring } from './usage.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('olga')
const acme = await app.make.organization(owner, 'acme')

async function made(name: string, versions: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const address = `acme/${name}/aws`
  await createModule(app, owner, address)
  await publishDeclaring(app, owner, address, versions)
  return address
}

/** The version, the newest, the highest that breaks nothing, and what breaks, as a list has it right now. */
async function shown(address: string, by: TestApp = app): Promise<unknown[]> {
  const answer = await as(by, owner).get(`/organizations/acme/module-upgrades?filter[module]=${address}`)
  const rows: readonly { attributes: Record<string, unknown> }[] = answer.body.data
  return rows.map(({ attributes }) =>
    ['version', 'newest', 'newest-compatible', 'breaking-count'].map((name) => attributes[name]),
  )
}

async function distancesOf(address: string): Promise<string[]> {
  const [, name = ''] = address.split('/')
  const rows = await app.prisma.moduleVersionDistance.findMany({
    where: { from: { module: { name } } },
    select: { from: true, to: true, breakingCount: true },
  })
  return rows
    .map(({ from, to, breakingCount }) => `${from.version} ${to.version} ${breakingCount}`)
    .toSorted()
}

const waiting = () => app.prisma.moduleDistanceRequest.count()

test('what one request computes is bounded: a list has null for what is not counted, on every face, and reads no document', async () => {
  const address = await made('network', { '1.0.0': ['size'], '1.1.0': ['size'], '2.0.0': [] })
  await download(app, owner, address, '1.0.0')
  const { answer, all } = await statementsOf(app, () => shown(address))
  expect(answer).toEqual([['1.0.0', '2.0.0', null, null]])
  expect(all.filter(({ text }) => text.includes('module_version_documents'))).toEqual([])
  const consumers = () => as(app, owner).get(`${modulePath(address)}/consumers`)
  expect((await consumers()).body.data).toMatchObject([
    { attributes: { version: '1.0.0', 'breaking-count': null } },
  ])
  const csv = await as(app, owner).get(`/organizations/acme/module-upgrades?filter[module]=${address}`, {
    headers: { Accept: 'text/csv' },
  })
  expect(csv.text).toContain(`${address},1.0.0,behind,,2.0.0,,,`)
  const asked = `{ organization(name: "acme") { one: moduleUpgrades(module: "${address}") { nodes { breakingCount newestCompatible } } } }`
  expect(await dataOf(app, owner, asked)).toEqual({
    organization: { one: { nodes: [{ breakingCount: null, newestCompatible: null }] } },
  })
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '2.0.0', '1.1.0', 1]])
  expect((await consumers()).body.data).toMatchObject([{ attributes: { 'breaking-count': 1 } }])
})

test('a count never waits for the process that was asked: what one process counted another one shows', async () => {
  const address = await made('replicated', { '1.0.0': [], '1.1.0': [] })
  await download(app, owner, address, '1.0.0')
  const other = await startTestApp({ LOG_LEVEL: 'silent' }, app)
  expect(await shown(address, other)).toEqual([['1.0.0', '1.1.0', null, null]])
  await countDistances(app)
  expect(await shown(address, other)).toEqual([['1.0.0', '1.1.0', '1.1.0', 0]])
})

test('a publication, a revocation, its end and a deletion each have counted what they bring into play', async () => {
  const address = await made('moving', {
    '1.0.0': ['a'],
    '1.1.0': ['a'],
    '2.0.0': ['a'],
    '3.0.0': ['a', 'b'],
  })
  await download(app, owner, address, '1.0.0')
  await countDistances(app)
  // The newest breaks nothing, so that no other way was counted.
  expect(await distancesOf(address)).toEqual(['1.0.0 3.0.0 0'])
  await publishDeclaring(app, owner, address, { '4.0.0': [] })
  expect(await shown(address)).toEqual([['1.0.0', '4.0.0', null, null]])
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '4.0.0', '3.0.0', 1]])

  await must(setStatus(app, owner, address, '3.0.0', 'Revoked', { reason: 'A hole' }))
  expect(await shown(address)).toEqual([['1.0.0', '4.0.0', null, null]])
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '4.0.0', '2.0.0', 1]])

  await must(as(app, owner).delete(`${modulePath(address)}/2.0.0`))
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '4.0.0', '1.1.0', 1]])
  expect(await distancesOf(address)).toEqual(['1.0.0 1.1.0 0', '1.0.0 4.0.0 1'])

  await must(setStatus(app, owner, address, '3.0.0', 'Deprecated', { reason: 'Old' }))
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '4.0.0', '3.0.0', 1]])
  await must(setStatus(app, owner, address, '1.0.0', 'Revoked', { reason: 'A hole' }))
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '4.0.0', '3.0.0', 1]])
})

test('a version that is downloaded for the first time is counted, however long ago it was published', async () => {
  const address = await made('late', { '1.0.0': [], '1.1.0': [], '1.2.0': [] })
  await countDistances(app)
  expect(await distancesOf(address)).toEqual([])
  await downloaded(app, address, '1.1.0', { ago: 3, organizationId: acme.id })
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.1.0', '1.2.0', '1.2.0', 0]])
  const requests = await waiting()
  await downloaded(app, address, '1.1.0', { ago: 2, organizationId: acme.id, credentialId: 'at-y' })
  expect(await waiting()).toBe(requests)
})

test('a module of any number of versions keeps no square of counts: fifty of a version at most', async () => {
  const address = await made('many', { '1.0.0': ['size'], '1.1.0': [] })
  const id = await versionIdOf(app, address, '1.1.0')
  const { document, ...version } = await app.prisma.moduleVersion.findUniqueOrThrow({
    where: { id },
    omit: { interface: true, provenance: true },
    include: { document: true },
  })
  if (!document) throw new Error('1.1.0 has no document')
  for (let n = 1; n <= 120; n++) {
    const number = `1.1.${n}`
    const facts = { id: `modver-many-${n}`, version: number, sortKey: versionSortKey(number) }
    await app.prisma.moduleVersion.create({ data: { ...version, ...facts } })
    await app.prisma.moduleVersionDocument.create({ data: { ...document, versionId: facts.id } })
  }
  await download(app, owner, address, '1.0.0')
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '1.1.120', null, 1]])
  // Those of its own line alone.
  expect(await distancesOf(address)).toHaveLength(25)
  await publishDeclaring(app, owner, address, { '1.2.0': [], '2.0.0': [], '2.1.0': [] })
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '2.1.0', null, 1]])
  expect(await distancesOf(address)).toHaveLength(26)
  expect(await waiting()).toBe(0)
})

/** Another process whose threads are these. */
async function processWith(count: VersionComparer['count']): Promise<TestApp> {
  const other = await startTestApp({ LOG_LEVEL: 'silent' }, app)
  const { comparison } = other.services.moduleDistances as unknown as {
    comparison: { parts: { comparer: VersionComparer } }
  }
  const { comparer } = comparison.parts
  comparison.parts.comparer = { ...comparer, compare: comparer.compare, evaluate: comparer.evaluate, count }
  return other
}

test('a process that is killed while it counts loses nothing: another one counts it once its lease has run out', async () => {
  const address = await made('killed', { '1.0.0': [], '1.1.0': [] })
  await download(app, owner, address, '1.0.0')
  const killed = await processWith(() => Promise.reject(new Error('killed')))
  await expect(countDistances(killed)).rejects.toThrow('killed')
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '1.1.0', null, null]])
  app.clock.move(minutes(1))
  await countDistances(app)
  expect(await shown(address)).toEqual([['1.0.0', '1.1.0', '1.1.0', 0]])
  expect(await waiting()).toBe(0)
})

test('two of it at once: of two processes one counts a module, and what comes meanwhile is counted as well', async () => {
  const address = await made('shared', { '1.0.0': ['a'], '1.1.0': ['a'] })
  await download(app, owner, address, '1.0.0')
  let counted = 0
  const slow = await processWith(async () => {
    counted++
    if (counted > 1) return [0]
    await publishDeclaring(app, owner, address, { '2.0.0': [] })
    await countDistances(app)
    expect(await distancesOf(address)).toEqual([])
    return [0]
  })
  await countDistances(slow)
  expect(await shown(address)).toEqual([['1.0.0', '2.0.0', '2.0.0', 0]])
  expect(counted).toBe(2)
})

test('one caller cannot spend the time of all: organizations take turns, a module at a time', async () => {
  const order: string[] = []
  const watching = await processWith(async (from) => {
    order.push(String(from?.parts.match(/"name":"(of-\w+)"/)?.[1]))
    app.clock.move(seconds(1) + 1)
    return [1]
  })
  await app.make.organization(owner, 'globex')
  for (const [name, versions] of [
    ['acme/turns', ['1.0.0', '1.1.0', '1.2.0']],
    ['globex/turns', ['1.0.0', '1.1.0']],
  ] as const) {
    const address = `${name}/aws`
    await createModule(app, owner, address)
    const input = `of-${name.split('/')[0]}`
    await publishDeclaring(app, owner, address, Object.fromEntries(versions.map((each) => [each, [input]])))
    for (const version of versions.slice(0, -1)) await download(app, owner, address, version)
  }
  await countDistances(watching)
  expect(order.slice(0, 2).toSorted()).toEqual(['of-acme', 'of-globex'])
})

test('a client that has left ends the wait of its comparison: nothing is read for it', async () => {
  await made('left', { '1.0.0': [], '1.1.0': [] })
  const { module } = await app.services.moduleAccess.module(
    owner.ctx,
    { namespace: 'acme', name: 'left', provider: 'aws' },
    'modules:read',
  )
  const gone = { ...owner.ctx, hasLeft: () => true }
  const numbers = { from: '1.0.0', to: '1.1.0' }
  const { all } = await statementsOf(app, () =>
    expect(app.services.moduleComparison.compare(gone, module, numbers)).rejects.toMatchObject({
      failure: { kind: 'unavailable' },
    }),
  )
  expect(all).toEqual([])
  expect(await app.services.moduleComparison.compare(owner.ctx, module, numbers)).toMatchObject({
    breakingCount: 0,
  })
})
