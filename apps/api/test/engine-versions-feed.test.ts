import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rule } from '@engine/shared/rule'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperationContext } from '../src/kernel/context.js'
import type { Log } from '../src/kernel/log.js'
import { startTestApp, type TestApp } from './app.js'
import { release, sha } from './release-feed.js'
import { racers } from './full-run.js'
import { temporaryFolder } from './temporary-folder.js'

let warnings: object[]

const folder = await temporaryFolder()
const feed = join(folder, 'feed.json')
const app = await startTestApp({ ENGINE_VERSIONS_FEED: feed })

beforeEach(async () => {
  warnings = []
  await app.prisma.engineVersion.deleteMany()
})

/** Repeats the work of each start, as the process itself. */
async function start(of: TestApp = app) {
  const log = { debug() {}, info() {}, error() {}, warn: (fields: object) => void warnings.push(fields) }
  const ctx: OperationContext = {
    actor: { type: 'system', name: 'the feed of versions' },
    face: 'system',
    requestId: 'start',
    clock: of.clock,
    log: { ...log, child: () => log as unknown as Log },
  }
  return of.services.releaseFeed.addUnknown(ctx)
}

const write = (content: unknown) =>
  writeFile(feed, typeof content === 'string' ? content : JSON.stringify(content))

const stored = () =>
  app.prisma.engineVersion.findMany({ include: { archs: true }, orderBy: { version: 'asc' } })

describe('the feed of engine versions', () => {
  rule('§4 feed', 'A file or an http(s) URL names a JSON array; unknown versions are added at start')
  test('adds the versions that are not known, with an audit row of the system each', async () => {
    await write([
      release('1.0.0', { official: true, deprecated: true, 'deprecated-reason': 'Old.' }),
      release('1.1.0-beta1', { beta: true }),
      {
        version: '1.2.0',
        archs: [{ url: 'https://releases.example/arm.zip', sha, os: 'linux', arch: 'arm64' }],
      },
    ])
    expect(await start()).toMatchObject({ known: 0, faulty: 0 })
    expect(await stored()).toMatchObject([
      { version: '1.0.0', official: true, enabled: true, deprecated: true, deprecatedReason: 'Old.' },
      { version: '1.1.0-beta1', beta: true, official: false },
      { version: '1.2.0', archs: [{ os: 'linux', arch: 'arm64' }] },
    ])
    const rows = await app.prisma.auditEvent.findMany({ where: { action: 'engine-version.create' } })
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ actorType: 'system', actorName: 'the feed of versions' })
    expect(warnings).toEqual([])
  })

  rule('§4 feed', 'Known versions are never changed: neither `enabled` nor a changed `sha`')
  test('changes nothing that is known: neither what is enabled nor a checksum', async () => {
    await write([release('1.0.0')])
    await start()
    await app.prisma.engineVersion.updateMany({ data: { enabled: false } })
    const before = await stored()
    await write([release('1.0.0', { sha: 'b'.repeat(64), enabled: true, official: true })])
    expect(await start()).toMatchObject({ added: [], known: 1, faulty: 0 })
    expect(await stored()).toEqual(before)
  })

  rule('§4 feed', '`enabled` of an entry counts for nothing')
  test('does not decide whether a new version may be used', async () => {
    await write([release('1.0.0', { enabled: false })])
    await start()
    expect(await stored()).toMatchObject([{ version: '1.0.0', enabled: true }])
  })

  rule('§4 feed', 'A faulty entry is a warning of its own, and the others are taken')
  test('leaves out a wrong entry with a warning that names it, and takes the others', async () => {
    await write([release('v1'), 7, null, { version: '2.0.0' }, release('3\0'), release('2.1.0')])
    expect(await start()).toMatchObject({ faulty: 5 })
    expect((await stored()).map(({ version }) => version)).toEqual(['2.1.0'])
    expect(warnings).toMatchObject([
      { entry: 0, reasons: ['Version is invalid'] },
      { entry: 1 },
      { entry: 2 },
      { entry: 3, reasons: ["Url can't be blank", "Sha can't be blank"] },
      { entry: 4, reasons: ['Version is invalid', 'Url is invalid'] },
    ])
  })

  rule('§4 feed', 'A faulty feed logs a warning, and the start goes on')
  test.each([
    ['is no JSON', '[{'],
    ['is no array', '{"version":"1.0.0"}'],
  ])('that %s is one warning, and the start goes on', async (_, content) => {
    await write(content)
    expect(await start()).toEqual({ added: [], known: 0, faulty: 0 })
    expect(warnings).toHaveLength(1)
  })

  rule('§4 feed', 'A feed that is not there logs a warning, and the start goes on')
  test('that is not there is one warning, and the start goes on', async () => {
    await rm(feed, { force: true })
    expect(await start()).toEqual({ added: [], known: 0, faulty: 0 })
    expect(warnings).toMatchObject([{ reason: expect.stringContaining('ENOENT') }])
  })

  rule('§4 feed', 'Each version is added once, under an advisory lock')
  test('adds each version once when many processes start at once', async () => {
    await write(['1.0.0', '1.1.0', '1.2.0'].map((version) => release(version)))
    const outcomes = await Promise.all(Array.from({ length: racers }, () => start()))
    expect(outcomes.flatMap(({ added }) => added.map(({ version }) => version)).sort()).toEqual([
      '1.0.0',
      '1.1.0',
      '1.2.0',
    ])
    expect(warnings).toEqual([])
  })
})

let status = 200
const server = createServer((_req, res) => res.writeHead(status).end(JSON.stringify([release('4.0.0')])))
await once(server.listen(0, '127.0.0.1'), 'listening')
afterAll(() => server.close())
const { port } = server.address() as AddressInfo
const remote = await startTestApp({ ENGINE_VERSIONS_FEED: `http://127.0.0.1:${port}/versions.json` })

describe('a feed at an address', () => {
  rule('§4 feed', 'An unreachable feed at a URL logs a warning')
  test('that answers with a failure is a warning that says with which', async () => {
    status = 500
    expect(await start(remote)).toMatchObject({ added: [] })
    expect(warnings).toMatchObject([{ reason: 'it was answered with 500' }])
  })

  rule('§4 feed', 'A feed at a URL is read by the one outbound client, which knows its host')
  test('is read, since the configuration names its host', async () => {
    status = 200
    expect((await start(remote)).added).toMatchObject([{ version: '4.0.0' }])
  })
})
