import { rule } from '@engine/shared/rule'
import { afterEach, describe, expect, test } from 'vitest'
import { lies } from '../../load/src/origin/lies.js'
import type { Change } from '../../load/src/origin/provider-twin.js'
import { isFull } from '../full-run.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const { twin } = origin
const { app, admin, ask, list, download, row, version, look, pass } = await startControlled(origin)
const ana = await app.make.user()

afterEach(() => twin.recover())

const versionsOf =
  (count: number): Change =>
  (document) => ({
    ...document,
    versions: Array.from({ length: count }, (_, index) => ({
      ...{ version: `1.0.${index}`, protocols: ['5.0'], platforms: [{ os: 'linux', arch: 'amd64' }] },
    })),
  })

const listOf =
  (facts: object): Change =>
  (document) => ({ ...document, versions: [{ version: '1.0.0', protocols: [], platforms: [], ...facts }] })

describe('a list of versions', () => {
  rule('§14 bounds', 'More than 16 MiB, 10,000 versions or 100 platforms: 502')
  test.each<[string, Change]>([
    ['16 MiB', lies.huge],
    ['10,001 versions', lies.manyVersions],
    ['101 platforms', lies.manyPlatforms],
    ['no JSON', lies.invalidJson],
    ['no list', () => ({ versions: 'many' })],
    ['a version without a number', listOf({ version: null })],
    ['a platform without a name', listOf({ platforms: [{ os: 'linux' }] })],
    ['a text that the database cannot keep', listOf({ protocols: ['\u0000'] })],
    ['half of a character', listOf({ protocols: ['\ud800'] })],
  ])('of %s is 502, and nothing is kept', async (_name, lie) => {
    const thing = await origin.provider()
    thing.lie('versions', lie)
    const answer = await ask(ana, thing, '/versions')
    expect([answer.status, answer.body.errors]).toEqual([502, [expect.any(String)]])
    expect(await app.prisma.publicProvider.count({ where: { name: thing.name } })).toBe(0)
  })

  test.each<[string, Change]>([
    ['16 MiB', lies.huge],
    ['10,001 versions', lies.manyVersions],
  ])('of a known provider that becomes one of %s leaves what is known', async (_name, lie) => {
    const thing = await origin.provider()
    await list(ana, thing)
    thing.lie('versions', lie)
    await look(thing)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    expect((await row(thing)).syncError).toMatch(/^The (origin|public registry) answered with /)
  })

  rule('§14 bounds', '10,000 versions are taken')
  test('of as many versions as may be is taken', async () => {
    const thing = await origin.provider()
    const most = isFull ? 10_000 : 4000
    thing.lie('versions', versionsOf(most))
    // Those that were looked at have no files.
    expect((await list(ana, thing)).versions).toHaveLength(most - 20)
    const { id: providerId } = await row(thing)
    expect(await app.prisma.publicProviderVersion.count({ where: { providerId } })).toBe(most)
  })
})

describe('a download document', () => {
  test.each<[string, Change]>([
    ['no JSON', () => '{"filename":'],
    ['no filename', (document) => ({ ...document, filename: undefined })],
    ['a link that is none', (document) => ({ ...document, download_url: 'javascript:alert(1)' })],
    ['a text that the database cannot keep', (document) => ({ ...document, protocols: ['5\u0000'] })],
  ])('of %s is 502, and the version stays unchecked', async (_name, lie) => {
    const thing = await origin.provider()
    thing.lie('download', lie)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    const answer = await download(ana, thing, '1.0.0')
    expect([answer.status, answer.body.errors]).toEqual([502, [expect.any(String)]])
    expect((await version(thing, '1.0.0')).checkedAt).toBeNull()
    thing.tellTruth()
    pass(61_000)
    expect((await download(ana, thing, '1.0.0')).status).toBe(200)
  })

  test('of another platform is given as that of the platform that was asked for', async () => {
    const thing = await origin.provider()
    thing.lie('download', lies.otherPlatform)
    const { body } = await download(ana, thing, '1.0.0', 'linux/amd64')
    expect([body.os, body.arch]).toEqual(['linux', 'amd64'])
  })

  rule('§14 registry form', 'Relative addresses of an origin become absolute')
  test('has absolute addresses', async () => {
    const thing = await origin.provider()
    thing.lie('download', lies.relativeUrls)
    const { body } = await download(ana, thing, '1.0.0')
    for (const name of ['download_url', 'shasums_url', 'shasums_signature_url'])
      expect(body[name]).toMatch(new RegExp(`^${twin.url}/files/`))
  })
})

describe('an origin that is slow', () => {
  const bound = (begin: number) => {
    // A bound on time holds only where nothing else runs.
    if (isFull) expect(performance.now() - begin).toBeLessThan(9000)
  }

  rule('§14 bounds', 'What is unknown is looked at within 9 seconds, else 504')
  test('is given up after 9 seconds, wherever it is slow', async () => {
    const [all, dates, files] = [await origin.provider(), await origin.provider(), await origin.provider()]
    const checked = await origin.provider()
    await list(ana, checked)
    await app.prisma.publicProviderVersion.updateMany({
      where: { providerId: (await row(checked)).id },
      data: { checkedAt: null },
    })
    const holds = [
      twin.hold(`${all.path}/versions`),
      twin.hold(`${dates.path}/1.0.0`),
      twin.hold(new RegExp(`/files/acme/(${files.name}|${checked.name})/`)),
    ]
    const begin = performance.now()
    const answers = await Promise.all([
      ask(ana, all, '/versions'),
      ask(ana, dates, '/versions'),
      ask(ana, files, '/versions'),
      download(ana, checked, '1.0.0'),
      app.services.adminPublicProviders
        .create(admin.ctx, { origin: 'registry.example', namespace: 'acme', name: all.name })
        .catch((error: { failure: { faults: object[] } }) => error.failure.faults),
    ])
    bound(begin)
    expect(answers.slice(0, 2).map((answer) => (answer as { status: number }).status)).toEqual([504, 504])
    const slow = { errors: ['The origin did not answer in time'] }
    expect(answers[0]).toMatchObject({ body: slow })
    expect(answers[4]).toMatchObject([{ path: ['origin'], message: 'The origin did not answer in time' }])
    for (const hold of holds) hold.release()
    // It goes on behind.
    await expect.poll(() => list(ana, all)).toMatchObject({ versions: ['1.0.0'] })
  })
})
