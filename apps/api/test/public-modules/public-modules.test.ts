import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { OriginTwin } from '../../load/src/origin/origin-twin.js'
import { openOutbound } from '../../src/adapters/outbound/open.js'
import { timeouts } from '../../src/kernel/timeouts.js'
import { startTestApp, type TestApp } from '../app.js'
import { bytesOf } from '../bytes-of.js'
import { moduleArchive, registry } from '../modules/module-requests.js'
import { onFinished } from '../on-finished.js'

const host = 'registry.example'
const mount = '/api/registry/public/v1'

const twin = await new OriginTwin().listen()
onFinished(() => twin.close())
beforeEach(() => twin.recover())

/** A way out that finds the host of the origin at the twin, as if that ended TLS. */
function outboundTo({ url }: OriginTwin) {
  const real = openOutbound({
    ...{ publicRegistryUrl: url, providerOrigins: [], engineVersionsFeed: undefined },
    ...{ egressAllow: [], httpsProxy: undefined, noProxy: [] },
  })
  return {
    open: (request: Parameters<typeof real.open>[0]) =>
      real.open({
        ...request,
        url: new URL(request.url.href.replace(`https://${host}/`, `${url}/`)),
      }),
  }
}

const start = (settings: Record<string, string> = {}, beside?: TestApp, at = twin) =>
  startTestApp(
    {
      LOG_LEVEL: 'silent',
      ...{ PUBLIC_REGISTRY_URL: at.url, PUBLIC_REGISTRY_HOST: host, PROVIDER_FILES: 'store' },
      ...settings,
    },
    beside,
    undefined,
    {
      ...{ outbound: outboundTo(at), timeouts: { ...timeouts, publicRegistry: 3000 } },
      ...(beside && { storage: beside.storage }),
    },
  )

const app = await start()
const ana = await app.make.user('ana')

let count = 0
/** A module of the origin whose archive is at its own host over https, unless another place is given. */
function publish({
  location,
  bytes = moduleArchive(`output-${count}`),
}: { location?: string; bytes?: Buffer } = {}) {
  const path = `/modules/someone/network-${++count}/aws`
  const archivePath = `/archives/network-${count}.tar.gz`
  twin.say(`/v1${path}/versions`, { body: { modules: [{ versions: [{ version: '1.0.0' }] }] } })
  twin.say(`/v1${path}/1.0.0/download`, {
    status: 204,
    headers: { 'x-terraform-get': location ?? `https://${host}${archivePath}` },
  })
  const send = (content: Buffer): void =>
    twin.say(archivePath, { body: content, headers: { 'content-length': String(content.length) } })
  send(bytes)
  return { path, archivePath, bytes, send }
}

type Published = ReturnType<typeof publish>

const versions = ({ path }: Published, at = app, by = ana) => registry(at, by, `${mount}${path}/versions`)
const download = ({ path }: Published, at = app, by = ana) =>
  registry(at, by, `${mount}${path}/1.0.0/download`)
const linkOf = async (thing: Published, at = app, by = ana): Promise<string> =>
  (await download(thing, at, by)).headers['x-engine-get'] ?? ''

const fetchArchive = (link: string, at = app) => at.http.get(link).buffer(true).parse(bytesOf)

const rowOf = ({ path }: Published, at = app) =>
  at.prisma.publicModuleDocument.findFirstOrThrow({
    where: { address: path.replace('/modules/', ''), part: '1.0.0/download' },
  })

const isStored = async (thing: Published, at = app): Promise<boolean> =>
  (await at.prisma.originFile.count({ where: { ownerId: (await rowOf(thing, at)).id } })) === 1

/** Installs it as the engine does, and waits until its archive is stored. */
async function install(thing: Published, at = app, by = ana): Promise<void> {
  expect((await versions(thing, at, by)).status).toBe(200)
  expect((await fetchArchive(await linkOf(thing, at, by), at)).body).toEqual(thing.bytes)
  await expect.poll(() => isStored(thing, at)).toBe(true)
}

describe('while the origin is away', () => {
  rule('§14 modules', 'What the proxy served stays available when the origin is down')
  test('versions, the place and the archive are served as they were, by another process too', async () => {
    const thing = publish()
    await install(thing)
    const before = await versions(thing)
    const other = await start({}, app)
    await twin.close()
    for (const at of [app, other]) {
      const after = await versions(thing, at)
      expect([after.status, after.body]).toEqual([200, before.body])
      expect((await fetchArchive(await linkOf(thing, at), at)).body).toEqual(thing.bytes)
    }
    await twin.listen()
    expect(twin.count(thing.archivePath)).toBe(1)
  })

  test('what was never asked for is not there: 502', async () => {
    const [known, unknown] = [publish(), publish()]
    await versions(known)
    await twin.close()
    expect((await versions(unknown)).status).toBe(502)
    expect((await download(known)).status).toBe(502)
    await twin.listen()
  })

  test('an origin that hangs has a moment, then the stored answer goes out', async () => {
    const thing = publish()
    const before = await versions(thing)
    const other = await start({}, app)
    const held = twin.hold()
    const after = await versions(thing, other)
    expect([after.status, after.body, held.waiting]).toEqual([200, before.body, 1])
    held.release()
  })

  test('an answer of another shape never replaces a good one', async () => {
    const thing = publish()
    const before = await versions(thing)
    const other = await start({}, app)
    twin.fail({ body: { hello: 'there' } })
    expect((await versions(thing, other)).body).toEqual(before.body)
  })

  test('a place that is no archive of its own host is passed on as it is', async () => {
    const places = [
      'git::https://git.example/network?ref=v1.0.0',
      'https://elsewhere.example/network.tar.gz',
      `http://${host}/network.tar.gz`,
      `https://${host}/network`,
      `https://${host}/network.tar.gz?archive=false`,
    ]
    for (const location of places) {
      const thing = publish({ location })
      for (let time = 0; time < 2; time++) {
        if (time === 1) await twin.close()
        expect((await download(thing)).headers['x-engine-get']).toBe(location)
      }
      await twin.listen()
      expect((await rowOf(thing)).sha256).toBeNull()
    }
  })

  test('without PROVIDER_FILES=store nothing is kept', async () => {
    const plain = await start({ PROVIDER_FILES: 'origin' }, app)
    const thing = publish()
    expect(await linkOf(thing, plain)).toBe(`https://${host}${thing.archivePath}`)
    expect(await app.prisma.publicModuleDocument.count({ where: { address: thing.path.slice(9) } })).toBe(0)
  })
})

describe('an archive', () => {
  rule('§14 modules', 'Archives of the origin’s host, over https, are delivered by links of ours')
  test('is linked with its folder, form and checksum, for the engine to read', async () => {
    const thing = publish({ location: `https://${host}/a/b.zip//sub/dir?checksum=md5:0a&token=x%2Fy` })
    const link = await linkOf(thing)
    expect(link).toMatch(
      /^\/api\/registry\/v1\/public-module-archives\/pubmod-\w+\/network-\d+-aws-1\.0\.0\.zip\/\/sub\/dir\?archive=zip&checksum=md5:0a&caller=/,
    )
    twin.say('/a/b.zip?token=x%2Fy', { body: thing.bytes })
    expect((await fetchArchive(link.replace('//sub/dir', ''))).body).toEqual(thing.bytes)
  })

  test('is fetched once by many at the same time', async () => {
    const thing = publish({ bytes: randomBytes(200_000) })
    let finish = (): void => undefined
    twin.say(thing.archivePath, (_req, res) => {
      res.writeHead(200, { 'content-length': thing.bytes.length }).write(thing.bytes.subarray(0, 100_000))
      finish = () => void res.end(thing.bytes.subarray(100_000))
    })
    const link = new URL(await linkOf(thing), app.url)
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [answer] = (await once(get(link), 'response')) as [IncomingMessage]
        return answer
      }),
    )
    expect(await isStored(thing)).toBe(false)
    finish()
    for (const answer of answers) expect((await buffer(answer)).equals(thing.bytes)).toBe(true)
    await expect.poll(() => isStored(thing)).toBe(true)
    expect(twin.count(thing.archivePath)).toBe(1)
    const part = await app.http
      .get(await linkOf(thing))
      .set({ range: 'bytes=2-9' })
      .buffer(true)
      .parse(bytesOf)
    expect([part.status, part.body]).toEqual([206, thing.bytes.subarray(2, 10)])
  })

  rule('§14 modules', 'Other bytes than the first are an alarm, and break the connection off')
  test('that was altered is broken off, an alarm, and good again once the first bytes are back', async () => {
    const thing = publish()
    await install(thing)
    const { id, sha256 } = await rowOf(thing)
    await app.prisma.originFile.deleteMany({ where: { ownerId: id } })
    thing.send(moduleArchive('other'))
    const whole = async (): Promise<boolean> => {
      const link = await linkOf(thing)
      return fetchArchive(link).then(
        ({ status }) => status === 200,
        () => false,
      )
    }
    for (let time = 0; time < 2; time++) expect(await whole()).toBe(false)
    await expect.poll(async () => (await rowOf(thing)).alteredAt).not.toBeNull()
    expect((await rowOf(thing)).sha256).toBe(sha256)
    expect(await isStored(thing)).toBe(false)
    const audited = await app.prisma.auditEvent.findMany({ where: { subjectId: id } })
    expect(audited.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['public-module.alter', 'the store of origins'],
    ])
    const admin = await app.make.administrator()
    const { items } = await app.services.attentionItems.list(admin.ctx, { view: 'open' }, 'worst', {
      number: 1,
      size: 100,
    })
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'module-altered', thingId: id, version: '1.0.0' }),
    )
    thing.send(thing.bytes)
    await install(thing)
    expect((await rowOf(thing)).alteredAt).toBeNull()
  })

  rule('§14 modules', 'A site administrator accepts changed bytes, with a reason')
  test('that was accepted is delivered as it is now, and the first one is altered', async () => {
    const thing = publish()
    await install(thing)
    const { id, sha256: first } = await rowOf(thing)
    await app.prisma.originFile.deleteMany({ where: { ownerId: id } })
    const bytes = moduleArchive('accepted')
    thing.send(bytes)
    await fetchArchive(await linkOf(thing)).catch(() => undefined)
    await expect.poll(async () => (await rowOf(thing)).alteredSha256).not.toBeNull()
    const now = (await rowOf(thing)).alteredSha256 ?? ''
    const admin = await app.make.administrator()
    const { adminPublicModules } = app.services
    const withReason = { ...admin.ctx, reason: 'The makers packed it again' }

    await expect(adminPublicModules.accept({ ...ana.ctx, reason: 'x' }, id, now)).rejects.toThrow('not-found')
    await expect(adminPublicModules.accept(admin.ctx, id, now)).rejects.toThrow('invalid')
    await expect(adminPublicModules.accept(withReason, id, 'ab'.repeat(32))).rejects.toThrow('stale')
    expect(await rowOf(thing)).toMatchObject({ sha256: first, alteredSha256: now })

    // Of two at once one accepts; to the other it is stale.
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => adminPublicModules.accept(withReason, id, now)),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await rowOf(thing)).toMatchObject({ sha256: now, alteredSha256: null, alteredAt: null })
    const audited = await app.prisma.auditEvent.findMany({
      where: { subjectId: id, action: 'public-module.accept' },
    })
    expect(audited).toMatchObject([
      { reason: 'The makers packed it again', before: { sha256: first }, after: { sha256: now } },
    ])
    await install({ ...thing, bytes })
    thing.send(thing.bytes)
    expect((await fetchArchive(await linkOf(thing))).body).toEqual(bytes)
  })

  test('that is stored as it was first goes once another one is accepted', async () => {
    const thing = publish()
    await install(thing)
    const { id } = await rowOf(thing)
    const bytes = moduleArchive('accepted too')
    const now = createHash('sha256').update(bytes).digest('hex')
    await app.prisma.publicModuleDocument.update({
      where: { id },
      data: { alteredSha256: now, alteredAt: app.clock.now() },
    })
    const admin = await app.make.administrator()
    await app.services.adminPublicModules.accept({ ...admin.ctx, reason: 'Packed again' }, id, now)
    expect(await isStored(thing)).toBe(false)
    thing.send(bytes)
    await install({ ...thing, bytes })
  })

  test('is not had by a forged link, nor by one of another archive', async () => {
    const [one, other] = [publish(), publish()]
    const link = await linkOf(one)
    const { id } = await rowOf({ ...other, path: other.path }).catch(() => ({
      id: 'pubmod-0000000000000000',
    }))
    expect((await app.http.get(link.replace(/pubmod-\w+/, id))).status).toBe(404)
    expect((await app.http.get(link.replace('-1.0.0.', '-2.0.0.'))).status).toBe(404)
    expect((await app.http.get(link.split('?')[0] ?? '')).status).toBe(404)
  })

  test('beyond the limit of one file is 502, and a missing one too', async () => {
    const small = await start({ PROVIDER_UPLOAD_LIMIT: '100' }, app)
    const thing = publish()
    const answer = await small.http.get(await linkOf(thing, small))
    expect([answer.status, answer.body.errors]).toEqual([
      502,
      ['The file at the origin is larger than 100 bytes'],
    ])
    twin.fail({ status: 500 }, thing.archivePath)
    expect((await app.http.get(await linkOf(thing))).status).toBe(502)
  })

  rule('§14 modules', 'They are stored under the limit of the files of providers')
  test('makes room for another under PROVIDER_STORE_LIMIT, the least recently used first', async () => {
    const bytes = () => randomBytes(1000)
    const [one, two, three] = [
      publish({ bytes: bytes() }),
      publish({ bytes: bytes() }),
      publish({ bytes: bytes() }),
    ]
    const small = await start({ PROVIDER_STORE_LIMIT: '2100' })
    const bo = await small.make.user()
    await install(one, small, bo)
    small.clock.move(1000)
    await install(two, small, bo)
    small.clock.move(2 * 3_600_000)
    await fetchArchive(await linkOf(one, small, bo), small)
    await install(three, small, bo)
    expect(await isStored(one, small)).toBe(true)
    expect(await isStored(two, small)).toBe(false)
    await install(two, small, bo)
    expect([twin.count(one.archivePath), twin.count(two.archivePath)]).toEqual([1, 2])
  })

  test('is passed on where the disk is full', async () => {
    const thing = publish()
    const full = await start({ STORAGE_RESERVE: '1000' })
    const bo = await full.make.user()
    full.disk.free = 999
    for (let time = 0; time < 2; time++)
      expect((await fetchArchive(await linkOf(thing, full, bo), full)).body).toEqual(thing.bytes)
    expect([await isStored(thing, full), twin.count(thing.archivePath)]).toEqual([false, 2])
    expect((await rowOf(thing, full)).sha256).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a site whose origin is offline', () => {
  rule('§14 modules', 'A sealed site never asks')
  test('serves what was kept, and asks nothing', async () => {
    const [thing, unknown] = [publish(), publish()]
    await install(thing)
    const sealed = await startTestApp({ LOG_LEVEL: 'silent', PROVIDER_ORIGINS: `${host}=` }, app, undefined, {
      outbound: outboundTo(twin),
      storage: app.storage,
    })
    twin.forget()
    expect((await versions(thing, sealed)).status).toBe(200)
    expect((await fetchArchive(await linkOf(thing, sealed), sealed)).body).toEqual(thing.bytes)
    for (const ask of [versions, download]) expect((await ask(unknown, sealed)).status).toBe(404)
    expect(twin.asked).toEqual([])
  })
})

test('what was not asked for in 90 days goes, but for what was seen', async () => {
  const own = await start()
  const bo = await own.make.user()
  const [seen, listed] = [publish(), publish()]
  await install(seen, own, bo)
  await versions(listed, own, bo)
  own.clock.move(91 * 86_400_000)
  await own.services.publicModules.run({ ...bo.ctx, actor: { type: 'system', name: 'the maintenance' } })
  const left = await own.prisma.publicModuleDocument.findMany({ select: { address: true, part: true } })
  expect(left).toEqual([{ address: seen.path.slice(9), part: '1.0.0/download' }])
})
