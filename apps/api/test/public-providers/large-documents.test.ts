import { monitorEventLoopDelay } from 'node:perf_hooks'
import { rule } from '@engine/shared/rule'
import { describe, expect, test, vi } from 'vitest'
import { RegistryDocuments } from '../../src/adapters/public-registry/registry-documents.js'
import { PublicProviderListingsStore } from '../../src/domain/public-providers/public-provider-listings.store.js'
import { isFull } from '../full-run.js'
import { onFinished } from '../on-finished.js'
import { startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin('large')
const controlled = await startControlled(origin)
const { app, ask, list, download, version } = controlled
const ana = await app.make.user()

const MiB = 1024 * 1024
const padding = 'x'.repeat(15 * MiB)

const storedOf = async (thing: Named) =>
  app.prisma.publicProviderPlatform.findFirstOrThrow({
    where: { versionId: (await version(thing, '1.0.0')).id, os: 'linux' },
  })

describe('a large download document', () => {
  rule('§14 origins', 'Of a download document the members of the protocol are kept, at most 1 MiB')
  test('is kept and given by the members that the protocol knows', async () => {
    const thing = await origin.provider()
    const { body: plain } = await download(ana, await origin.provider(), '1.0.0')
    thing.lie('download', (document) => ({ ...document, padding, note: { a: 1 } }))
    const { status, body } = await download(ana, thing, '1.0.0')
    expect([status, Object.keys(body).sort()]).toEqual([200, Object.keys(plain).sort()])
    const { document } = await storedOf(thing)
    expect(JSON.stringify(document).length).toBeLessThan(10_000)
  })

  test('that was stored whole by an earlier release is read by the members that the protocol knows', async () => {
    const thing = await origin.provider()
    const { body } = await download(ana, thing, '1.0.0')
    const { document } = await storedOf(thing)
    await app.prisma.publicProviderPlatform.updateMany({
      where: { versionId: (await version(thing, '1.0.0')).id, os: 'linux' },
      data: { document: { ...(document as object), padding } },
    })
    origin.twin.fail({ status: 500 })
    const beside = await startControlled(origin, {}, app)
    const answer = await beside.download(ana, thing, '1.0.0')
    origin.twin.recover()
    expect([answer.status, answer.body]).toEqual([200, body])
  })

  test('of more than 1 MiB that the protocol knows counts as no answer', async () => {
    const thing = await origin.provider()
    const { body } = await download(ana, thing, '1.0.0')
    const keys = Array.from({ length: 20 }, () => ({ key_id: 'KEY', ascii_armor: 'k'.repeat(90_000) }))
    thing.lie('download', (document) => ({ ...document, signing_keys: { gpg_public_keys: keys } }))
    const beside = await startControlled(origin, {}, app)
    const answer = await beside.download(ana, thing, '1.0.0')
    expect([answer.status, answer.body]).toEqual([200, body])
  })
})

describe('a large list of versions', () => {
  const [most, platforms] = isFull ? [3000, 60] : [600, 20]
  const versions = Array.from({ length: most }, (_, index) => ({
    version: `1.0.${index}`,
    protocols: ['5.0', '6.1'],
    platforms: Array.from({ length: platforms }, (_each, place) => ({ os: 'linux', arch: `arch${place}` })),
  }))

  test('is made once for all who ask under one outcome of policies', async () => {
    const thing = await origin.provider()
    thing.lie('versions', (document) => ({ ...document, versions }))
    const { body } = await ask(ana, thing, '/versions')
    // Those that were looked at have no files.
    expect(body.versions.length).toBeGreaterThanOrEqual(most - 20)
    expect(body.versions.at(-1)).toEqual({
      ...versions[0],
      platforms: [...(versions[0]?.platforms ?? [])].sort((one, other) => (one.arch < other.arch ? -1 : 1)),
    })
    await controlled.look(thing)
    const making = vi.spyOn(PublicProviderListingsStore.prototype, 'find')
    const people = await Promise.all(Array.from({ length: 6 }, () => app.make.user()))
    const answers = await Promise.all(people.map((each) => ask(each, thing, '/versions')))
    expect(answers.map(({ status, text }) => [status, text === answers[0]?.text])).toEqual(
      people.map(() => [200, true]),
    )
    expect(making).toHaveBeenCalledTimes(1)
    making.mockRestore()
  })

  test('is compared with what is known, and what changed is taken', async () => {
    const thing = await origin.provider(['1.0.0'])
    await list(ana, thing)
    thing.lie('versions', (document) => ({
      ...document,
      versions: [...versions, ...(document['versions'] as [])],
    }))
    await controlled.look(thing)
    const { id: providerId } = await controlled.row(thing)
    const where = { providerId, goneFromOrigin: false }
    expect(await app.prisma.publicProviderVersion.count({ where })).toBe(most)
    expect(await version(thing, '1.0.7')).toMatchObject({ protocols: ['5.0', '6.1'] })
    expect((await version(thing, '1.0.7')).listedPlatforms).toHaveLength(platforms)
  })
})

describe('the main thread', () => {
  test('is not held by a document of 15 MiB', async () => {
    const documents = new RegistryDocuments()
    onFinished(() => documents.close())
    const body = (about: object) => Buffer.from(JSON.stringify(about))
    const large = body({
      filename: 'x.zip',
      shasum: 'ab'.repeat(32),
      download_url: '/x.zip',
      padding: [padding],
    })
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ version: `1.${index}.0`, protocols: ['5.0'] },
      platforms: Array.from({ length: 15 }, (_each, place) => ({ os: 'linux', arch: `a${place}` })),
    }))
    const list = body({ versions: many })
    await documents.listing(list)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const reading = [documents.download(large), documents.listing(list)] as const
    expect(documents.load.running + documents.load.waiting).toBe(2)
    const [found, listed] = await Promise.all(reading)
    delay.disable()
    expect([found, listed?.numbers.length]).toEqual([undefined, 10_000])
    // A bound on time holds only where nothing else runs.
    if (isFull) expect(delay.max / 1e6).toBeLessThan(50)
  })
})
