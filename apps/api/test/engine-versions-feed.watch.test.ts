import { beforeEach, expect, test } from 'vitest'
import { hours } from '../src/kernel/clock.js'
import { startTestApp } from './app.js'
import { attentionOf } from './attention.js'
import { otherSha, release, startFeedApp } from './release-feed.js'
import { graphql } from './rest.js'
import { systemContext } from './maintenance/maintenance.js'

const thirdSha = 'c'.repeat(64)

const { app, admin, write, know } = await startFeedApp()

beforeEach(async () => {
  await app.prisma.engineVersion.deleteMany()
})

/** Runs the maintenance and returns its log. */
async function watch(): Promise<string[]> {
  app.clock.move(hours(6))
  const { ctx, warnings } = systemContext(app)
  await app.services.maintenance.run(ctx)
  return warnings
}

const alarms = (page = '') =>
  attentionOf(app, admin, `kind: CHECKSUM_CHANGED${page}`, 'thingId version at detail')

const versions = async () => (await alarms()).nodes.map(({ version }) => version)

const compare = () => graphql(app, admin, '{ releaseFeed { digest } }')

test('a changed checksum is known without a user asking the feed, since when and of which builds', async () => {
  const { id } = await know('1.0.0')
  await know('1.1.0')
  await write([release('1.0.0', { sha: otherSha }), release('1.1.0', { deprecated: true }), release('1.2.0')])
  expect(await watch()).toEqual([])
  const first = app.clock.now().toISOString()
  await write('no feed any more')
  const alarm = { thingId: id, version: '1.0.0', at: first, detail: 'linux amd64' }
  expect(await alarms()).toEqual({ nodes: [alarm], totalCount: 1 })
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
  expect((await alarms()).nodes).toMatchObject([{ at: later }])
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
  expect((await versions()).toSorted()).toEqual(['1.0.0', '2.0.0'])
  await app.services.engineVersions.update(admin.ctx, two.id, { beta: true })
  expect((await versions()).toSorted()).toEqual(['1.0.0', '2.0.0'])
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
  const { nodes, totalCount } = await alarms(', page: { number: 2, size: 2 }')
  expect([nodes.length, totalCount]).toEqual([1, 3])
  expect(await attentionOf(app, await app.make.user(), '', 'id')).toEqual({ nodes: [], totalCount: 0 })
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
