import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { atOnce, tally } from '../races.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const { twin } = origin
const { app, ask, list, download, row, version, look, watch, pass, approveForAll } =
  await startControlled(origin)
const ana = await app.make.user()

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `1.${index}.0`)
const checked = async (providerId: string) =>
  (
    await app.prisma.publicProviderVersion.findMany({
      where: { providerId, checkedAt: { not: null } },
      orderBy: { sortKey: 'desc' },
    })
  ).map((each) => each.version)

describe('the first look', () => {
  rule('§14 first look', 'The newest 20 versions are checked at once, and all are listed')
  rule('§14 first look', 'An older version is checked when it is first asked for')
  test('checks the newest 20, and an older one when it is asked for', async () => {
    const thing = await origin.provider(numbers(23))
    expect((await list(ana, thing)).versions).toEqual(numbers(23).reverse())
    const { id } = await row(thing)
    expect(await checked(id)).toEqual(numbers(23).reverse().slice(0, 20))
    expect(twin.count(new RegExp(`/${thing.name}/1.0.0`))).toBe(0)
    expect((await download(ana, thing, '1.0.0')).status).toBe(200)
    expect(await checked(id)).toHaveLength(21)
    expect(twin.mostAtOnce).toBeLessThanOrEqual(8)
  })

  rule('§14 first look', 'Digests, key id and platforms are kept for good')
  test('keeps digests, the key and the platforms', async () => {
    const thing = await origin.provider([{ version: '1.0.0', packages: true }])
    await list(ana, thing)
    const seen = await version(thing, '1.0.0')
    expect(seen).toMatchObject({
      ...{ keyId: origin.key.keyId, newKey: false, unverified: null, alteredAt: null, decision: null },
      shasumsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      firstSeenAt: app.clock.now(),
      publishedAt: new Date('2026-01-01'),
    })
    const kept = await app.prisma.publicProviderPlatform.findMany({
      where: { versionId: seen.id },
      orderBy: { os: 'asc' },
    })
    const files = [...thing.get('1.0.0').files].reverse()
    expect(kept).toEqual(
      files.map(({ os, arch, filename, shasum }) => ({
        ...{ versionId: seen.id, os, arch, filename, shasum, document: null },
      })),
    )
  })

  rule('§14 first look', 'What is asked for by many at once is looked at once')
  test('of what many ask for at once is one', async () => {
    const thing = await origin.provider()
    const answers = await atOnce(() => ask(ana, thing, `/versions?${app.make.next()}`), 10)
    expect(tally(answers)).toEqual({ 200: 10 })
    expect(twin.count(`${thing.path}/versions`)).toBe(1)
  })

  rule('§14 first look', 'Of two processes the first to write counts')
  test('by two processes at once leaves one row', async () => {
    const beside = await startControlled(origin, {}, app)
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    const held = twin.hold(`${thing.path}/versions`)
    const asked = Promise.all([list(ana, thing), beside.list(ana, thing)])
    await expect.poll(() => held.waiting).toBe(2)
    held.release()
    const [one, other] = await asked
    expect(one.versions).toEqual(['1.1.0', '1.0.0'])
    expect(other.versions).toEqual(['1.1.0', '1.0.0'])
    const { id: providerId } = await row(thing)
    expect(await app.prisma.publicProviderVersion.count({ where: { providerId } })).toBe(2)
    expect((await beside.download(ana, thing, '1.0.0')).status).toBe(200)
  })

  rule('§14 first look', 'A look that is killed in the middle is completed by others')
  test('that ends in the middle delivers nothing unchecked, and is completed', async () => {
    const dying = await startControlled(origin, {}, app)
    const thing = await origin.provider(['1.0.0'])
    const held = twin.hold(/^\/files/)
    const lost = dying.list(ana, thing).catch(() => 'broken off')
    await expect.poll(() => held.waiting).toBe(1)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    expect((await version(thing, '1.0.0')).checkedAt).toBeNull()
    await app.prisma.publicProvider.update({
      where: { id: (await row(thing)).id },
      data: { comparedAt: null },
    })
    held.release()
    await lost
    expect((await download(ana, thing, '1.0.0')).status).toBe(200)
    expect((await version(thing, '1.0.0')).checkedAt).toEqual(app.clock.now())
  })

  test('that could not check a version is completed by the watch', async () => {
    const thing = await origin.provider()
    twin.fail({ status: 500 }, /^\/files/)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    expect((await row(thing)).syncError).toBe('The origin answered 500 for a file')
    const refused = await download(ana, thing, '1.0.0')
    expect([refused.status, refused.body]).toEqual([502, { errors: ['The origin answered 500 for a file'] }])
    twin.recover()
    await approveForAll(thing)
    pass(24 * 3_600_000)
    await watch()
    expect((await version(thing, '1.0.0')).checkedAt).toEqual(app.clock.now())
    expect((await row(thing)).syncError).toBeNull()
  })
})

describe('an origin that fails', () => {
  rule('§14 first look', 'Nothing unseen becomes available while an origin cannot be asked')
  test('at the first look: 502, and nothing is kept', async () => {
    const thing = await origin.provider()
    twin.fail({ status: 500 })
    const answer = await ask(ana, thing, '/versions')
    expect([answer.status, answer.body]).toEqual([502, { errors: ['The public registry answered 500'] }])
    expect(await app.prisma.publicProvider.count({ where: { name: thing.name } })).toBe(0)
    twin.recover()
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
  })

  rule('§14 first look', 'What is known goes on, from stored documents, and what is unseen does not')
  test('afterwards: what is known goes on, downloads from the stored document', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    const before = (await download(ana, thing, '1.0.0')).body
    await thing.release({ version: '2.0.0' })
    await twin.close()
    pass(90_000)
    const beside = await startControlled(origin, {}, app)
    expect((await beside.list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    const after = await beside.download(ana, thing, '1.0.0')
    expect([after.status, after.body]).toEqual([200, before])
    expect((await beside.download(ana, thing, '1.1.0')).status).toBe(502)
    expect((await beside.download(ana, thing, '2.0.0')).status).toBe(404)
    await beside.look(thing)
    expect((await row(thing)).syncError).toBe('The public registry cannot be reached')
    await twin.listen()
    await look(thing)
    expect((await list(ana, thing)).versions).toEqual(['2.0.0', '1.1.0', '1.0.0'])
    expect((await row(thing)).syncError).toBeNull()
  })

  test('afterwards: what was said last of a file is delivered, also where its address has changed', async () => {
    const thing = await origin.provider()
    await download(ana, thing, '1.0.0')
    thing.lie('download', (document) => ({
      ...document,
      download_url: `${String(document['download_url'])}?moved`,
    }))
    const moved = await (await startControlled(origin, {}, app)).download(ana, thing, '1.0.0')
    expect(moved.body.download_url).toMatch(/\.zip\?moved$/)
    await twin.close()
    const after = await (await startControlled(origin, {}, app)).download(ana, thing, '1.0.0')
    expect([after.status, after.body]).toEqual([200, moved.body])
    await twin.listen()
  })

  rule('§14 first look', 'Behind answers an origin that fails is left alone for a minute')
  test('is left alone for a moment, however often it is wanted', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    pass(90_000)
    twin.fail({ status: 500 })
    twin.forget()
    for (let times = 0; times < 4; times++) {
      await list(ana, thing)
      await expect.poll(async () => (await row(thing)).syncError).not.toBeNull()
    }
    expect(twin.count(`${thing.path}/versions`)).toBe(1)
    twin.recover()
    pass(61_000)
    await list(ana, thing)
    await expect.poll(async () => (await row(thing)).syncError).toBeNull()
  })
})

describe('a known provider', () => {
  rule('§14 first look', 'A known one is answered at once and looked at behind, once its freshness is over')
  test('is answered at once, and what is new shows soon after', async () => {
    twin.maxAge = 600
    const thing = await origin.provider()
    await list(ana, thing)
    await thing.release({ version: '1.1.0' })
    pass(300_000)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    expect(twin.count(`${thing.path}/versions`)).toBe(1)
    pass(301_000)
    const held = twin.hold(`${thing.path}/versions`)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    await expect.poll(() => held.waiting).toBe(1)
    held.release()
    await expect.poll(async () => (await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    twin.maxAge = undefined
  })

  rule('§14 first look', 'A version that the origin has no more stays known and is delivered no more')
  test('whose version is gone from its origin', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    await download(ana, thing, '1.1.0')
    thing.withdraw('1.1.0')
    await look(thing)
    expect((await version(thing, '1.1.0')).goneFromOrigin).toBe(true)
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    const gone = await download(ana, thing, '1.1.0')
    expect([gone.status, gone.body]).toEqual([410, { errors: ['Version 1.1.0 is gone from its origin'] }])
    await thing.release({ version: '1.1.0' })
    await look(thing)
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    twin.remove(thing)
    await look(thing)
    expect((await ask(ana, thing, '/versions')).status).toBe(404)
    expect(await version(thing, '1.0.0')).toMatchObject({ goneFromOrigin: true })
  })

  test('whose list has a version twice, or numbers that are none', async () => {
    const thing = await origin.provider(['1.0.0', '1.0.0-rc.1'])
    const platforms = [{ os: 'linux', arch: 'amd64' }]
    const versions = ['1.0.0', '1.0.0', 'v2.0.0', '3', '1.0.0-rc.1', ''].map((each) => ({
      ...{ version: each, protocols: null, platforms },
    }))
    thing.lie('versions', (document) => ({ ...document, versions }))
    expect((await list(ana, thing)).versions).toEqual(['1.0.0', '1.0.0-rc.1'])
  })

  test('that has no version at all', async () => {
    const thing = await origin.provider([])
    expect((await list(ana, thing)).versions).toEqual(['0.0.0-not-available'])
  })
})
