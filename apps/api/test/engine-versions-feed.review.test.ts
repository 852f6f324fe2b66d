import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from './app.js'
import { mutate } from './graphql/mutate.js'
import { otherSha, release, sha, startFeedApp } from './release-feed.js'
import { graphql } from './rest.js'

const { app, admin, write, know } = await startFeedApp()

beforeEach(async () => {
  await app.prisma.engineVersion.deleteMany()
})

const comparison = `{ releaseFeed {
  digest same faulty { nodes { index faults { field code message } } }
  differences { totalCount nodes { version known { id } changes archs { os arch sha } deprecated deprecatedReason
    alarms { os arch known offered } } }
} }`
interface Comparison {
  readonly digest: string
  readonly same: number
  readonly faulty: { readonly nodes: readonly object[] }
  readonly differences: { readonly totalCount: number; readonly nodes: readonly object[] }
}
/** The lists are read as such. */
const compare = async () => {
  const { data } = await graphql(app, admin, comparison)
  const { differences, faulty, ...rest } = data['releaseFeed'] as unknown as Comparison
  return { ...rest, differences: differences.nodes, faulty: faulty.nodes }
}

interface TakenOver {
  readonly engineVersions: readonly object[] | null
  readonly userErrors: readonly { readonly code: string }[]
}
const takeOver = async (input: object) => {
  const fields = 'engineVersions { version enabled official sha } userErrors { field code message }'
  return (await mutate(app, admin, 'releaseFeedTakeOver', input, fields)) as unknown as TakenOver
}

describe('a comparison with the feed of engine versions', () => {
  test('says what is unknown, what differs in which way, and counts what is the same', async () => {
    await know('1.0.0')
    const { id } = await know('1.1.0', { enabled: false })
    const arm = { os: 'linux', arch: 'arm64', url: 'https://releases.example/arm.zip', sha }
    await write([
      release('1.0.0', { enabled: false }),
      release('1.1.0', { deprecated: true, 'deprecated-reason': 'Old.' }),
      { version: '1.2.0', archs: [arm] },
    ])
    expect(await compare()).toEqual({
      digest: expect.any(String),
      same: 1,
      faulty: [],
      differences: [
        {
          version: '1.1.0',
          known: { id },
          changes: ['DEPRECATED', 'DEPRECATED_REASON'],
          archs: [{ os: 'linux', arch: 'amd64', sha }],
          deprecated: true,
          deprecatedReason: 'Old.',
          alarms: [],
        },
        {
          version: '1.2.0',
          known: null,
          changes: [],
          archs: [{ os: 'linux', arch: 'arm64', sha }],
          deprecated: false,
          deprecatedReason: null,
          alarms: [],
        },
      ],
    })
  })

  test('raises an alarm where the file behind a known build has another checksum, and only there', async () => {
    await know('1.0.0')
    const arm = { os: 'linux', arch: 'arm64', url: 'https://releases.example/arm.zip', sha: otherSha }
    const changed = { url: release('1.0.0').url, sha: otherSha, os: 'linux', arch: 'amd64' }
    await write([{ version: '1.0.0', archs: [arm, changed] }])
    expect((await compare()).differences).toMatchObject([
      { changes: ['ARCHS'], alarms: [{ os: 'linux', arch: 'amd64', known: sha, offered: otherSha }] },
    ])
  })

  test('puts what is alarming first, so that it stands on the first page however long the feed is', async () => {
    await know('1.0.0')
    await write([release('3.0.0'), release('2.0.0'), release('1.0.0', { sha: otherSha })])
    expect((await compare()).differences).toMatchObject([
      { version: '1.0.0' },
      { version: '3.0.0' },
      { version: '2.0.0' },
    ])
  })

  test('keeps builds that the feed does not name', async () => {
    const mac = { os: 'darwin', arch: 'arm64', url: 'https://releases.example/mac.zip', sha }
    await app.services.engineVersions.create(admin.ctx, {
      version: '1.0.0',
      archs: [{ url: release('1.0.0').url, sha }, mac],
    })
    await write([release('1.0.0')])
    expect(await compare()).toMatchObject({ same: 1, differences: [] })
  })

  test('names the entries that cannot be taken, and of a version that stands there twice the first counts', async () => {
    await write([release('v1'), 7, release('1.0.0'), release('1.0.0', { sha: otherSha })])
    expect(await compare()).toMatchObject({
      differences: [{ version: '1.0.0', archs: [{ sha }] }],
      faulty: [
        { index: 0, faults: [{ field: ['version'], code: 'INVALID', message: 'Version is invalid' }] },
        { index: 1 },
      ],
    })
  })

  test('comes in pages', async () => {
    await write(Array.from({ length: 120 }, (_, index) => release(`1.${index}.0`)))
    const { data } = await graphql(
      app,
      admin,
      '{ releaseFeed { differences(page: { number: 2, size: 100 }) { totalCount nodes { version } } } }',
    )
    const { differences } = data['releaseFeed'] as unknown as Comparison
    expect(differences.totalCount).toBe(120)
    expect(differences.nodes).toHaveLength(20)
    expect(differences.nodes[0]).toEqual({ version: '1.100.0' })
  })

  test('that cannot be read says why', async () => {
    await write('[{')
    const { errors } = await graphql(app, admin, comparison)
    expect(errors).toMatchObject([
      {
        message: 'The feed of engine versions could not be read: it is no JSON',
        extensions: { code: 'UNAVAILABLE' },
      },
    ])
  })

  test('is for site administrators alone', async () => {
    await write([])
    const { errors } = await graphql(app, await app.make.user(), comparison)
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })

  test('is nothing where no feed is named', async () => {
    const bare = await startTestApp()
    const them = await bare.make.administrator()
    expect((await graphql(bare, them, '{ releaseFeed { digest } }')).data).toEqual({ releaseFeed: null })
  })
})

describe('taking over', () => {
  test('adds and changes what was picked, never whether it is enabled, with an audit row and its reason each', async () => {
    await know('1.0.0', { enabled: false })
    await write([release('1.0.0', { official: true }), release('1.1.0'), release('1.2.0')])
    const { digest } = await compare()
    const taken = await takeOver({ digest, versions: ['1.0.0', '1.2.0'], reason: 'Looked at.' })
    expect(taken).toEqual({
      engineVersions: [
        { version: '1.0.0', enabled: false, official: true, sha },
        { version: '1.2.0', enabled: true, official: false, sha },
      ],
      userErrors: [],
    })
    expect(await compare()).toMatchObject({ same: 2, differences: [{ version: '1.1.0' }] })
    const rows = await app.prisma.auditEvent.findMany({ where: { reason: 'Looked at.' } })
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'engine-version.create',
      'engine-version.update',
    ])
  })

  test('is STALE, and changes nothing, once the feed or a version says something else', async () => {
    await know('1.0.0')
    await write([release('1.0.0', { official: true }), release('1.1.0')])
    const { digest } = await compare()
    await write([release('1.0.0', { official: true }), release('1.1.0', { sha: otherSha })])
    const taken = await takeOver({ digest, versions: ['1.1.0'] })
    expect(taken).toMatchObject({ engineVersions: null, userErrors: [{ code: 'STALE' }] })
    expect(await app.prisma.engineVersion.count()).toBe(1)
  })

  test('of a version that the feed does not offer names it and takes none', async () => {
    await write([release('1.0.0')])
    const { digest } = await compare()
    const taken = await takeOver({ digest, versions: ['1.0.0', '9.9.9'] })
    expect(taken.userErrors).toMatchObject([{ field: ['versions', '1'], code: 'NOT_INCLUDED' }])
    expect(await app.prisma.engineVersion.count()).toBe(0)
  })

  test('of nothing says so', async () => {
    await write([])
    const { digest } = await compare()
    const taken = await takeOver({ digest, versions: [] })
    expect(taken.userErrors).toMatchObject([{ field: ['versions'], code: 'BLANK' }])
  })

  test('by two at once happens once; the other is told that it is stale', async () => {
    await write([release('1.0.0')])
    const { digest } = await compare()
    const both = await Promise.all([1, 2].map(() => takeOver({ digest, versions: ['1.0.0'] })))
    const codes = both.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))
    expect(codes).toEqual(['STALE'])
    expect(await app.prisma.engineVersion.count()).toBe(1)
  })
})
