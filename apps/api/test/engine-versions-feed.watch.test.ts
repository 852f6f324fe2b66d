import { beforeEach, expect, test } from 'vitest'
import { hours } from '../src/kernel/clock.js'
import { startTestApp } from './app.js'
import { otherSha, release, sha, startFeedApp } from './release-feed.js'
import { dataOf, graphql } from './rest.js'
import { systemContext } from './maintenance/maintenance.js'

const thirdSha = 'c'.repeat(64)

const { app, admin, write, know } = await startFeedApp()

beforeEach(async () => {
  await app.prisma.engineVersion.deleteMany()
})

/** What a run of the maintenance logs. */
async function watch(): Promise<string[]> {
  app.clock.move(hours(6))
  const { ctx, warnings } = systemContext(app)
  await app.services.maintenance.run(ctx)
  return warnings
}

interface Alarms {
  readonly nodes: readonly { readonly version: string; readonly at: string }[]
  readonly totalCount: number
}

async function alarms(page = ''): Promise<Alarms> {
  const list = `feedAlarms${page} { nodes { id version at builds { os arch known offered } } totalCount }`
  const data = await dataOf(app, admin, `{ viewer { attention { ${list} } } }`)
  return (data['viewer'] as unknown as { attention: { feedAlarms: Alarms } }).attention.feedAlarms
}

const versions = async (): Promise<string[]> => (await alarms()).nodes.map(({ version }) => version)

const compare = () => graphql(app, admin, '{ releaseFeed { digest } }')

test('a changed checksum is known without a user asking the feed, since when and of which builds', async () => {
  const { id } = await know('1.0.0')
  await know('1.1.0')
  await write([release('1.0.0', { sha: otherSha }), release('1.1.0', { deprecated: true }), release('1.2.0')])
  expect(await watch()).toEqual([])
  const first = app.clock.now().toISOString()
  await write('no feed any more')
  const builds = [{ os: 'linux', arch: 'amd64', known: sha, offered: otherSha }]
  expect(await alarms()).toEqual({ nodes: [{ id, version: '1.0.0', at: first, builds }], totalCount: 1 })
  expect(await app.prisma.engineVersion.count()).toBe(2)
})

test('it keeps the time when it was first seen, until the feed says yet another one', async () => {
  await know('1.0.0')
  await write([release('1.0.0', { sha: otherSha })])
  await watch()
  const [first] = (await alarms()).nodes
  await watch()
  expect((await alarms()).nodes).toEqual([first])
  await write([release('1.0.0', { sha: thirdSha })])
  await watch()
  const later = app.clock.now().toISOString()
  expect((await alarms()).nodes).toMatchObject([{ at: later, builds: [{ offered: thirdSha }] }])
})

test('a comparison by a person counts as well, and one without an alarm ends it', async () => {
  await know('1.0.0')
  await write([release('1.0.0', { sha: otherSha })])
  await compare()
  expect(await versions()).toEqual(['1.0.0'])
  await write([release('1.0.0')])
  await compare()
  expect(await versions()).toEqual([])
})

test('it ends in the very change that makes the known checksum the offered one, and with the version', async () => {
  const one = await know('1.0.0')
  const two = await know('2.0.0')
  await write([release('1.0.0', { sha: otherSha }), release('2.0.0', { sha: otherSha })])
  await compare()
  expect(await versions()).toEqual(['2.0.0', '1.0.0'])
  await app.services.engineVersions.update(admin.ctx, two.id, { beta: true })
  expect(await versions()).toEqual(['2.0.0', '1.0.0'])
  await app.services.engineVersions.update(admin.ctx, two.id, { sha: otherSha })
  expect(await versions()).toEqual(['1.0.0'])
  await app.services.engineVersions.delete(admin.ctx, one.id)
  expect(await versions()).toEqual([])
})

test('a feed that cannot be read is a warning, and ends no alarm', async () => {
  await know('1.0.0')
  await write([release('1.0.0', { sha: otherSha })])
  await watch()
  await write('[{')
  expect(await watch()).toEqual(['the maintenance failed and will be tried again'])
  expect(await versions()).toEqual(['1.0.0'])
})

test('they come in pages, and are for site administrators alone', async () => {
  for (const number of ['1.0.0', '1.1.0', '1.2.0']) await know(number)
  await write(['1.0.0', '1.1.0', '1.2.0'].map((number) => release(number, { sha: otherSha })))
  await compare()
  const { nodes, totalCount } = await alarms('(page: { number: 2, size: 2 })')
  expect([nodes.map(({ version }) => version), totalCount]).toEqual([['1.0.0'], 3])
  const query = '{ viewer { attention { feedAlarms { totalCount } } } }'
  const { errors } = await graphql(app, await app.make.user(), query)
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
})

test('where no feed is named any more, nothing is alarming', async () => {
  const bare = await startTestApp()
  const { ctx } = await bare.make.administrator()
  const { id } = await bare.services.engineVersions.create(ctx, release('1.0.0'))
  const seen = { os: 'linux', arch: 'amd64', offered: otherSha, seenAt: bare.clock.now() }
  await bare.prisma.releaseFeedAlarm.create({ data: { engineVersionId: id, ...seen } })
  await bare.services.maintenance.run(systemContext(bare).ctx)
  expect(await bare.prisma.releaseFeedAlarm.count()).toBe(0)
})
