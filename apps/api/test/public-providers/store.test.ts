import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { filesBelow } from '../../src/adapters/storage/files.js'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import { bytesOf } from '../bytes-of.js'
import { statementsOf } from '../statements.js'
import { spokenLog } from '../recorded-log.js'
import { auditOf, startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin()
const controlled = await startControlled(origin, { PROVIDER_FILES: 'store', EGRESS_ALLOW: '127.0.0.1' })
const { app, download, version, list, look, decide } = controlled
const ana = await app.make.user()

const fileOf = (thing: ProviderTwin, number = '1.0.0', os = 'linux') => {
  const file = thing.get(number).files.find((each) => each.os === os)
  if (!file) throw new Error(`no file for ${os}`)
  return { ...file, path: thing.filePath(number, file.filename) }
}

/** The link of a zip, as the engine finds it in its download document. */
const linkOf = async (thing: Named, number = '1.0.0', platform = 'linux/amd64'): Promise<string> =>
  (await download(ana, thing, number, platform)).body.download_url

const ask = (link: string, headers: Record<string, string> = {}, method: 'get' | 'head' = 'get') =>
  app.http[method](link).set(headers).buffer(true).parse(bytesOf)

const platformsOf = async (thing: Named, number = '1.0.0') => {
  const { id } = await version(thing, number)
  return (await app.services.adminPublicProviders.platformsOf(controlled.admin.ctx, [id])).get(id) ?? []
}

const isStored = async (thing: Named, number = '1.0.0', os = 'linux') =>
  (await platformsOf(thing, number)).find((each) => each.os === os)?.stored

const stored = async (thing: Named, number?: string, os?: string): Promise<void> => {
  await expect.poll(() => isStored(thing, number, os)).toBe(true)
}

async function filesOnDisk(): Promise<number> {
  let count = 0
  for await (const path of filesBelow(app.filesFolder)) count += path.includes('/origins/') ? 1 : 0
  return count
}

/** Opens a link over a real socket, so that its first bytes are read before its last have come. */
async function opened(link: string): Promise<IncomingMessage> {
  const request = get(new URL(link, app.url))
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

describe('the first request', () => {
  rule(
    '§14 files',
    '`store`: links of ours; the first request streams from the origin while it is stored and hashed',
  )
  test('has links of ours, and is answered from the origin once; all later ones from here', async () => {
    const thing = await origin.provider()
    const { body } = await download(ana, thing, '1.0.0')
    for (const name of ['download_url', 'shasums_url', 'shasums_signature_url'])
      expect(body[name]).toMatch(/^\/api\/registry\/v1\/public-provider-files\/pubver-\w+\/[^?]+\?caller=/)
    const { zip, path, shasum } = fileOf(thing)
    const { shasums, signature } = thing.get('1.0.0')
    const first = await ask(body.download_url)
    expect([first.status, first.body]).toEqual([200, zip])
    expect(first.headers).toMatchObject({ 'content-type': 'application/zip', etag: `"${shasum}"` })
    await stored(thing)
    const again = await linkOf(thing)
    await origin.twin.close()
    expect((await ask(again)).body).toEqual(zip)
    expect((await ask(body.shasums_url)).body).toEqual(shasums)
    expect((await ask(body.shasums_signature_url)).body).toEqual(signature)
    expect(await linkOf(thing)).toBe(again)
    await origin.twin.listen()
    expect(origin.twin.count(path)).toBe(1)
  })

  test('gives its first bytes to all clients before the last have come', async () => {
    const thing = await origin.provider()
    const { zip, path } = fileOf(thing)
    const half = Math.floor(zip.length / 2)
    let finish = (): void => undefined
    origin.twin.say(path, (_req, res) => {
      res.writeHead(200, { 'content-length': zip.length }).write(zip.subarray(0, half))
      finish = () => void res.end(zip.subarray(half))
    })
    const link = await linkOf(thing)
    const answers = await Promise.all(Array.from({ length: 20 }, () => opened(link)))
    const begins = await Promise.all(
      answers.map(async (answer) => {
        const [first] = (await once(answer, 'data')) as [Buffer]
        answer.pause()
        return first
      }),
    )
    expect(await isStored(thing)).toBe(false)
    finish()
    const ends = await Promise.all(answers.map((answer) => buffer(answer)))
    for (const [at, begin] of begins.entries()) expect(Buffer.concat([begin, ends[at] ?? zip])).toEqual(zip)
    expect(origin.twin.count(path)).toBe(1)
  })

  rule('§14 files', 'HEAD, ranges, application/zip')
  test('may be HEAD, which the engine sends first; stored, it has ranges', async () => {
    const thing = await origin.provider()
    const { zip, path } = fileOf(thing)
    origin.twin.say(path, { body: zip, headers: { 'content-length': String(zip.length) } })
    const link = await linkOf(thing)
    const head = await ask(link, {}, 'head')
    expect([head.status, head.headers['content-length'], head.headers['content-type']]).toEqual([
      ...[200, String(zip.length), 'application/zip'],
    ])
    await stored(thing)
    const part = await ask(link, { range: 'bytes=2-9' })
    expect([part.status, part.body]).toEqual([206, zip.subarray(2, 10)])
    expect(part.headers['content-range']).toBe(`bytes 2-9/${zip.length}`)
    expect(origin.twin.count(path)).toBe(1)
  })

  test('is of no file that the origin no longer sends: 502, and the next one asks again', async () => {
    const thing = await origin.provider()
    const link = await linkOf(thing)
    origin.twin.fail({ status: 500 }, fileOf(thing).path)
    expect(await errorsOf(link)).toEqual([502, ['The origin answered 500 for a file']])
    origin.twin.recover()
    expect((await ask(link)).status).toBe(200)
  })
})

const errorsOf = async (link: string) => {
  const { status, body } = await ask(link)
  return [status, JSON.parse(String(body)).errors]
}

describe('what is not to be trusted', () => {
  rule('§14 files', 'A wrong hash breaks the connection off, stores nothing and is an alarm')
  test('breaks the connection off, is not stored and raises the alarm', async () => {
    const thing = await origin.provider()
    const { path, zip } = fileOf(thing)
    const link = await linkOf(thing)
    origin.twin.say(path, { body: Buffer.concat([zip, Buffer.from('more')]) })
    const before = await filesOnDisk()
    await expect(ask(link).then(({ status }) => status)).rejects.toThrow()
    await expect.poll(async () => (await version(thing, '1.0.0')).alteredAt).not.toBeNull()
    expect([await isStored(thing), await filesOnDisk()]).toEqual([false, before])
    const audited = await auditOf(app, (await version(thing, '1.0.0')).id)
    expect(audited.at(-1)).toMatchObject({
      action: 'public-provider-version.alter',
      actorName: 'the watch of providers',
    })
  })

  test('a body that ends early is broken off too, without an alarm', async () => {
    const thing = await origin.provider()
    const { path, zip } = fileOf(thing)
    const link = await linkOf(thing)
    origin.twin.say(path, (_req, res) => {
      res.writeHead(200, { 'content-length': zip.length }).write(zip.subarray(0, 99))
      setTimeout(() => res.destroy(), 50)
    })
    await expect(ask(link).then(({ status }) => status)).rejects.toThrow()
    expect((await version(thing, '1.0.0')).alteredAt).toBeNull()
    expect(await isStored(thing)).toBe(false)
  })

  rule(
    '§14 altered and stored',
    'An altered version stays listed with the stored platforms alone; all else is 410',
  )
  test('what is stored of an altered version goes on installing, and nothing else of it', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    const { zip } = fileOf(thing, '1.1.0')
    await ask(await linkOf(thing, '1.1.0'))
    await stored(thing, '1.1.0')
    await thing.republish('1.1.0')
    await look(thing, true)
    expect((await version(thing, '1.1.0')).alteredAt).not.toBeNull()
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    const listed = await controlled.ask(ana, thing, '/versions')
    expect(listed.body.versions[0].platforms).toEqual([{ os: 'linux', arch: 'amd64' }])
    expect((await ask(await linkOf(thing, '1.1.0'))).body).toEqual(zip)
    const other = await download(ana, thing, '1.1.0', 'darwin/arm64')
    expect([other.status, other.body.errors]).toEqual([410, [expect.stringContaining('is altered')]])
    await decide(thing, '1.1.0', 'accept', 'It was built again')
    expect(await isStored(thing, '1.1.0')).toBe(false)
    expect((await ask(await linkOf(thing, '1.1.0'))).body).toEqual(fileOf(thing, '1.1.0').zip)
  })

  test('a version that is gone from its origin installs from the store, or not at all', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    await ask(await linkOf(thing, '1.1.0'))
    await stored(thing, '1.1.0')
    thing.withdraw('1.1.0')
    await look(thing)
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    expect((await ask(await linkOf(thing, '1.1.0'))).status).toBe(200)
    expect((await download(ana, thing, '1.1.0', 'darwin/arm64')).status).toBe(410)
  })
})

describe('a stored file', () => {
  rule('§14 files', 'A stored file is sent without a statement of SQL')
  test('is sent without a statement', async () => {
    const thing = await origin.provider()
    const link = await linkOf(thing)
    await ask(link)
    await expect.poll(async () => (await platformsOf(thing)).some(({ h1 }) => h1 !== null)).toBe(true)
    // The event of the hash may come a moment later.
    await expect.poll(async () => (await statementsOf(app, () => ask(link))).all).toEqual([])
  })

  test('is no longer had by a link once its version is blocked', async () => {
    const thing = await origin.provider()
    const link = await linkOf(thing)
    await ask(link)
    await stored(thing)
    await decide(thing, '1.0.0', 'block', 'It leaks')
    expect((await ask(link)).status).toBe(404)
  })

  test('has its hash and size, which the download document shows once all platforms are stored', async () => {
    const thing = await origin.provider()
    for (const platform of ['linux/amd64', 'darwin/arm64']) await ask(await linkOf(thing, '1.0.0', platform))
    const packages = async () => (await download(ana, thing, '1.0.0')).body.packages
    await expect.poll(packages).toBeDefined()
    const { shasum, h1, size } = fileOf(thing)
    expect((await packages()).linux_amd64).toEqual({ hashes: [`zh:${shasum}`, h1], package_size: size })
    expect((await platformsOf(thing)).map((each) => [each.os, each.h1, each.size, each.stored])).toEqual([
      ['darwin', fileOf(thing, '1.0.0', 'darwin').h1, fileOf(thing, '1.0.0', 'darwin').size, true],
      ['linux', h1, size, true],
    ])
  })

  test('goes with its provider', async () => {
    const thing = await origin.provider()
    await ask(await linkOf(thing))
    await stored(thing)
    const before = await filesOnDisk()
    const { id } = await controlled.row(thing)
    await app.services.adminPublicProviders.delete(controlled.admin.ctx, id)
    await expect.poll(filesOnDisk).toBe(before - 1)
  })
})

describe('the bounds', () => {
  const sizeOf = (thing: ProviderTwin): number => fileOf(thing).size

  rule('§14 files', 'Larger than `PROVIDER_UPLOAD_LIMIT`: 502')
  test('a file beyond the limit of one is 502', async () => {
    const thing = await origin.provider()
    const small = await startControlled(
      origin,
      { PROVIDER_FILES: 'store', PROVIDER_UPLOAD_LIMIT: '100' },
      app,
    )
    const { path, zip } = fileOf(thing)
    const { body } = await small.download(ana, thing, '1.0.0')
    for (const headers of [{}, { 'content-length': String(zip.length) }]) {
      origin.twin.say(path, { body: zip, headers })
      const answer = await small.app.http.get(body.download_url)
      expect([answer.status, answer.body.errors]).toEqual([
        502,
        ['The file at the origin is larger than 100 bytes'],
      ])
    }
  })

  rule(
    '§14 files',
    'Up to `PROVIDER_STORE_LIMIT` bytes; least recently used goes first; imported and altered ones never',
  )
  test('the least recently used file makes room for another', async () => {
    const own = await startOrigin('kept')
    const [one, two, three] = [await own.provider(), await own.provider(), await own.provider()]
    const limit = String(sizeOf(one) * 2 + 10)
    const small = await startControlled(own, { PROVIDER_FILES: 'store', PROVIDER_STORE_LIMIT: limit })
    const bo = await small.app.make.user()
    const install = async (thing: ProviderTwin) => {
      const { body } = await small.download(bo, thing, '1.0.0')
      expect((await small.app.http.get(body.download_url)).status).toBe(200)
    }
    const storedNow = async () => {
      const rows = await small.app.prisma.originFile.findMany({ select: { sha256: true } })
      const names = new Map([one, two, three].map((thing) => [fileOf(thing).shasum, thing.name]))
      return rows.map(({ sha256 }) => names.get(sha256)).sort()
    }
    await install(one)
    await expect.poll(storedNow).toEqual([one.name])
    small.pass(1000)
    await install(two)
    await expect.poll(storedNow).toEqual([one.name, two.name])
    small.pass(2 * 3_600_000)
    await install(one)
    await install(three)
    await expect.poll(storedNow).toEqual([one.name, three.name])
    await install(two)
    expect(own.twin.count(fileOf(two).path)).toBe(2)
    expect(own.twin.count(fileOf(one).path)).toBe(1)
  })

  test('imported and changed files that take the limit are named, and all else is passed on', async () => {
    const own = await startOrigin('lasting')
    const [one, two, three] = [await own.provider(), await own.provider(), await own.provider()]
    const limit = sizeOf(one) * 2 + 10
    const { log, lines } = spokenLog()
    const settings = { PROVIDER_FILES: 'store', PROVIDER_STORE_LIMIT: String(limit), LOG_LEVEL: 'warn' }
    const small = await startControlled(own, settings, undefined, log)
    const bo = await small.app.make.user()
    const install = async (thing: ProviderTwin) => {
      const { body } = await small.download(bo, thing, '1.0.0')
      const answer = await small.app.http.get(body.download_url).buffer(true).parse(bytesOf)
      expect([answer.status, answer.body]).toEqual([200, fileOf(thing).zip])
    }
    const use = () => small.app.services.adminPublicProviders.storeUse(small.admin.ctx)
    for (const thing of [one, two]) await install(thing)
    await expect.poll(async () => (await use()).files).toBe(2)
    expect(await use()).toMatchObject({ importedBytes: 0, lastingBytes: 0 })
    await small.app.prisma.originFile.updateMany({
      where: { ownerId: (await small.version(one, '1.0.0')).id },
      data: { imported: true },
    })
    await small.app.prisma.publicProviderVersion.update({
      where: { id: (await small.version(two, '1.0.0')).id },
      data: { alteredAt: small.app.clock.now(), mismatch: 'Other bytes' },
    })
    expect(await use()).toMatchObject({ importedBytes: sizeOf(one), lastingBytes: sizeOf(one) + sizeOf(two) })

    for (let time = 1; time <= 2; time++) {
      await install(three)
      await expect
        .poll(() => lines.filter((line) => line.endsWith('leave too little of PROVIDER_STORE_LIMIT')).length)
        .toBe(time)
    }
    expect([own.twin.count(fileOf(three).path), (await use()).files]).toEqual([2, 2])
  })

  rule('§19 storage reserve', 'A full disk stores nothing more and goes on delivering')
  test('a full disk stores nothing more, and goes on delivering', async () => {
    const own = await startOrigin('full')
    const full = await startControlled(own, { PROVIDER_FILES: 'store', STORAGE_RESERVE: '1000' })
    const bo = await full.app.make.user()
    const [before, thing] = [await own.provider(), await own.provider()]
    const install = async (each: ProviderTwin) => {
      const { body } = await full.download(bo, each, '1.0.0')
      const { status, body: bytes } = await full.app.http.get(body.download_url).buffer(true).parse(bytesOf)
      expect([status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, fileOf(each).shasum])
    }
    await install(before)
    await expect.poll(() => full.app.prisma.originFile.count()).toBe(1)
    full.app.disk.free = 999
    full.pass(1000)
    await install(before)
    await install(thing)
    await install(thing)
    expect([own.twin.count(fileOf(before).path), own.twin.count(fileOf(thing).path)]).toEqual([1, 2])
    expect(await full.app.prisma.originFile.count()).toBe(1)
    own.twin.say(fileOf(thing).path, { body: Buffer.alloc(500, 'x') })
    await expect(install(thing)).rejects.toThrow()
    await expect.poll(async () => (await full.version(thing, '1.0.0')).alteredAt).not.toBeNull()
  })
})
