import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { archive, file, symlink } from '../../src/adapters/archives/tar-maker.testing.js'
import { hours } from '../../src/kernel/clock.js'
import { StorageUnavailable } from '../../src/kernel/storage.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf, jsonApi, notFoundBody } from '../rest.js'
import {
  auditOf,
  createModule,
  createVersion,
  listed,
  moduleArchive,
  modulePath,
  pathOf,
  publish,
  put,
  uploadLink,
} from './story.js'

const uploadLimit = 100_000

let app: TestApp
let owner: Person

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent', MODULE_UPLOAD_LIMIT: String(uploadLimit) })
  owner = await app.make.user('ana')
  await app.make.organization(owner, 'acme')
})
afterAll(() => app.stop())

let count = 0

async function freshModule(): Promise<string> {
  const address = `acme/module${++count}/aws`
  await createModule(app, owner, address)
  return address
}

async function freshLink(version = '1.0.0'): Promise<{ address: string; link: string }> {
  const address = await freshModule()
  return { address, link: await uploadLink(app, owner, address, version) }
}

async function statusOf(
  address: string,
  version = '1.0.0',
): Promise<{ status: string; error: string | null }> {
  const answer = await as(app, owner).get(`${modulePath(address)}/version?module_version=${version}`)
  expect(answer.status).toBe(200)
  const { status, error } = answer.body.data.attributes
  return { status, error }
}

const rowOf = (address: string, version = '1.0.0') =>
  app.prisma.moduleVersion.findFirstOrThrow({
    where: { version, module: { nameKey: address.split('/')[1] ?? '' } },
  })

const taken = [{ status: '422', title: 'invalid attribute', detail: 'Version has already been taken' }]

describe('a new version', () => {
  test('waits for its upload, and its link is shown this once', async () => {
    const address = await freshModule()
    const answer = await createVersion(app, owner, address, '1.0.0')
    expect(answer.status).toBe(201)
    const { upload } = answer.body.data.links
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^modver-[A-Za-z0-9]{16}$/),
      type: 'registry-module-versions',
      attributes: {
        version: '1.0.0',
        status: 'pending',
        error: null,
        source: 'tfe-api',
        'created-at': '2026-03-01T12:00:00.000Z',
        'updated-at': '2026-03-01T12:00:00.000Z',
      },
      relationships: {
        'registry-module': { data: { id: expect.stringMatching(/^mod-/), type: 'registry-modules' } },
      },
      links: { upload: expect.stringMatching(/^http:\/\/registry\.test\/.*\/object\//) },
    })
    expect(await statusOf(address)).toEqual({ status: 'pending', error: null })
    const shown = await as(app, owner).get(`${modulePath(address)}/version?module_version=1.0.0`)
    expect(shown.text).not.toContain('/object/')
    expect(await listed(app, owner, address)).toEqual([])
    const [row, ...others] = await auditOf(app, answer.body.data.id)
    expect(row).toMatchObject({ action: 'module-version.create', after: { version: '1.0.0' } })
    expect(others).toEqual([])
    expect(JSON.stringify(row?.after)).not.toContain(new URL(upload).searchParams.get('signature'))
  })

  test('can be made where older clients ask', async () => {
    const address = await freshModule()
    const body = documentOf('registry-module-versions', { version: '1.0.0' })
    const answer = await as(app, owner).post(`/registry-modules/${address}/versions`, { body })
    expect(answer.status).toBe(201)
    expect((await put(app, pathOf(answer.body.data.links.upload), moduleArchive())).status).toBe(200)
    expect(await listed(app, owner, address)).toEqual(['1.0.0'])
  })

  test.each([
    [undefined, "Version can't be blank"],
    ['', "Version can't be blank"],
    [1, 'Version is invalid'],
    ['v1.0.0', 'Version is invalid'],
    ['1.0', 'Version is invalid'],
    ['1.0.0-01', 'Version is invalid'],
    ['1'.repeat(129), 'Version is too long (maximum is 128 characters)'],
  ])('has a number of SemVer: %j is refused', async (version, detail) => {
    const answer = await createVersion(app, owner, await freshModule(), version)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ detail, source: { pointer: '/data/attributes/version' } }])
  })

  test('has a number that is nowhere yet, build metadata aside', async () => {
    const address = await freshModule()
    await publish(app, owner, address, '1.0.0+build.1')
    await uploadLink(app, owner, address, '1.1.0')
    for (const version of ['1.0.0', '1.0.0+build.1', '1.0.0+other', '1.1.0']) {
      const answer = await createVersion(app, owner, address, version)
      expect(answer.status, version).toBe(422)
      expect(answer.body.errors).toMatchObject(taken)
    }
    expect((await createVersion(app, owner, address, '1.0.0-rc.1')).status).toBe(201)
  })

  test('of many at once exactly one is made', async () => {
    const address = await freshModule()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => createVersion(app, owner, address, `1.0.0+try${i}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 422),
    ])
  })

  test('with another number each, many at once are all made', async () => {
    const address = await freshModule()
    const links = await Promise.all(
      Array.from({ length: 8 }, (_, i) => uploadLink(app, owner, address, `1.${i}.0`)),
    )
    const answers = await Promise.all(links.map((link) => put(app, link, moduleArchive())))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await listed(app, owner, address)).toHaveLength(8)
  })
})

describe('an upload', () => {
  test('publishes the version with the very bytes, without a token and of any content type', async () => {
    const { address, link } = await freshLink()
    const bytes = moduleArchive('very bytes')
    const answer = await app.http.put(link).set('Content-Type', 'text/plain').send(bytes.toString('latin1'))
    expect(answer.status).toBe(422)
    const good = await app.http.put(link).set('Content-Type', 'application/x-anything').send(bytes)
    expect([good.status, good.text]).toEqual([200, ''])
    expect(await statusOf(address)).toEqual({ status: 'ok', error: null })
    const { id, storageKey, size } = await rowOf(address)
    expect(size).toBe(BigInt(bytes.length))
    const stored = await app.storage.open(storageKey ?? '')
    expect(Buffer.concat((await stored?.stream.toArray()) ?? [])).toEqual(bytes)
    expect(await auditOf(app, id)).toMatchObject([
      { action: 'module-version.create' },
      { action: 'module-version.refuse' },
      { action: 'module-version.publish', actorId: owner.id },
    ])
  })

  test('of a version that is published changes nothing', async () => {
    const { address, link } = await freshLink()
    expect((await put(app, link, moduleArchive('first'))).status).toBe(200)
    const before = await rowOf(address)
    for (const bytes of [moduleArchive('second'), Buffer.from('rubbish')]) {
      const answer = await put(app, link, bytes)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual(taken)
    }
    expect(await rowOf(address)).toEqual(before)
  })

  test.each([
    ['no archive', Buffer.from('hello'), /not a gzip file/],
    ['nothing', Buffer.alloc(0), /gzip/],
    [
      'a link that leaves',
      archive(file('main.tf'), symlink('out', '../../etc/passwd')),
      /leads out of the archive/,
    ],
    ['a path that climbs', archive(file('main.tf'), file('../evil.tf')), /has "\.\." in its path/],
    ['a wrapping folder', archive(file('module/main.tf')), /must be at the root/],
    ['half an archive', moduleArchive().subarray(0, 60), /truncated/],
  ])('of %s is refused with a clear message, and may be tried again', async (_name, bytes, message) => {
    const { address, link } = await freshLink()
    const answer = await put(app, link, bytes)
    expect(answer.status).toBe(422)
    expect(answer.headers['content-type']).toBe(jsonApi)
    expect(answer.body.errors).toEqual([
      { status: '422', title: 'invalid attribute', detail: expect.stringMatching(message) },
    ])
    expect(await statusOf(address)).toEqual({
      status: 'reg_ingress_failed',
      error: answer.body.errors[0].detail,
    })
    expect(await listed(app, owner, address)).toEqual([])
    expect((await rowOf(address)).storageKey).toBeNull()
    expect((await put(app, link, moduleArchive())).status).toBe(200)
    expect(await statusOf(address)).toEqual({ status: 'ok', error: null })
  })

  test('above the limit is refused, whether or not it says its size', async () => {
    const { address, link } = await freshLink()
    const bytes = archive(file('main.tf'), file('noise', randomBytes(uploadLimit)))
    const announced = await put(app, link, bytes)
    expect(announced.status).toBe(413)
    expect(announced.body.errors[0].detail).toBe('The archive is larger than 100,000 bytes')
    expect(await statusOf(address)).toMatchObject({ error: 'the archive is larger than 100,000 bytes' })
    const response = await fetch(`${app.url}${link}`, {
      method: 'PUT',
      body: new Blob([new Uint8Array(bytes)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect((await put(app, link, moduleArchive())).status).toBe(200)
  })

  test('of many at once for one version exactly one wins, and only its file stays', async () => {
    const { address, link } = await freshLink()
    const stored = vi.spyOn(app.storage, 'put')
    const uploads = Array.from({ length: 8 }, (_, i) => moduleArchive(`upload ${i}`))
    const answers = await Promise.all(uploads.map((bytes) => put(app, link, bytes)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
    const keys = stored.mock.calls.map(([key]) => key)
    stored.mockRestore()
    const { storageKey, sha256 } = await rowOf(address)
    const left = await Promise.all(keys.map(async (key) => ((await app.storage.stat(key)) ? [key] : [])))
    expect(left.flat()).toEqual([storageKey])
    const winner = uploads[answers.findIndex(({ status }) => status === 200)] ?? Buffer.alloc(0)
    expect(sha256).toBe(createHash('sha256').update(winner).digest('hex'))
  })

  test('of many versions while their module is deleted ends well or is a miss, and leaves no file', async () => {
    const address = await freshModule()
    const links = await Promise.all(
      Array.from({ length: 8 }, (_, i) => uploadLink(app, owner, address, `1.${i}.0`)),
    )
    const stored = vi.spyOn(app.storage, 'put')
    const [deletion, ...uploads] = await Promise.all([
      as(app, owner).delete(modulePath(address)),
      ...links.map((link) => put(app, link, moduleArchive())),
    ])
    const keys = stored.mock.calls.map(([key]) => key)
    stored.mockRestore()
    expect(deletion.status).toBe(204)
    for (const { status } of uploads) expect([200, 404]).toContain(status)
    for (const key of keys) expect(await app.storage.stat(key), key).toBeUndefined()
  })

  test('that is refused takes nothing back from one that ended well', async () => {
    const { address, link } = await freshLink()
    const answers = await Promise.all([
      put(app, link, moduleArchive()),
      ...Array.from({ length: 6 }, () => put(app, link, Buffer.from('rubbish'))),
    ])
    expect(answers[0]?.status).toBe(200)
    expect(await statusOf(address)).toEqual({ status: 'ok', error: null })
  })

  test('that breaks off leaves the version as it was, and no file', async () => {
    const { address, link } = await freshLink()
    const stored = vi.spyOn(app.storage, 'put')
    const req = httpRequest(`${app.url}${link}`, { method: 'PUT', headers: { 'Content-Length': 5000 } })
    const closed = new Promise<void>((done) => req.on('error', () => undefined).on('close', done))
    req.write(Buffer.alloc(1000))
    await vi.waitUntil(() => stored.mock.results.length > 0)
    req.destroy()
    await closed
    await expect(stored.mock.results[0]?.value).rejects.toThrow()
    stored.mockRestore()
    expect(await statusOf(address)).toEqual({ status: 'pending', error: null })
    expect((await put(app, link, moduleArchive())).status).toBe(200)
  })

  test('that was stored when its process died can be made again', async () => {
    const { address, link } = await freshLink()
    await app.prisma
      .$executeRaw`ALTER TABLE taken_module_versions ADD CONSTRAINT dead CHECK (false) NOT VALID`
    expect((await put(app, link, moduleArchive('lost'))).status).toBe(500)
    await app.prisma.$executeRaw`ALTER TABLE taken_module_versions DROP CONSTRAINT dead`
    expect(await statusOf(address)).toEqual({ status: 'pending', error: null })
    expect(await listed(app, owner, address)).toEqual([])
    expect((await rowOf(address)).storageKey).toBeNull()
    expect((await put(app, link, moduleArchive('found'))).status).toBe(200)
    expect(await listed(app, owner, address)).toEqual(['1.0.0'])
  })

  test('while the storage is unavailable is answered 503 and may be tried again', async () => {
    const { address, link } = await freshLink()
    const full = vi.spyOn(app.storage, 'put').mockRejectedValue(new StorageUnavailable(new Error('ENOSPC')))
    const answer = await put(app, link, moduleArchive())
    full.mockRestore()
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('1')
    expect(await statusOf(address)).toEqual({ status: 'pending', error: null })
    expect((await put(app, link, moduleArchive())).status).toBe(200)
  })

  test('of a version deleted meanwhile is a miss that leaves no file', async () => {
    const { address, link } = await freshLink()
    const { put: store } = app.storage
    const keys: string[] = []
    const slow = vi.spyOn(app.storage, 'put').mockImplementation(async (key, ...rest) => {
      keys.push(key)
      const stored = await store.call(app.storage, key, ...rest)
      expect((await as(app, owner).delete(`${modulePath(address)}/1.0.0`)).status).toBe(204)
      return stored
    })
    const answer = await put(app, link, moduleArchive())
    slow.mockRestore()
    expect(answer.status).toBe(404)
    expect(await app.storage.stat(keys[0] ?? '')).toBeUndefined()
  })
})

describe('an upload link', () => {
  test('is good for 25 hours', async () => {
    const { address, link } = await freshLink()
    app.clock.move(hours(25) - 1000)
    const inTime = await put(app, link, Buffer.from('rubbish'))
    expect(inTime.status).toBe(422)
    app.clock.move(1000)
    expect((await put(app, link, moduleArchive())).body).toEqual(notFoundBody)
    expect((await statusOf(address)).status).toBe('reg_ingress_failed')
  })

  test('leads nowhere when it is forged, or moved to another version', async () => {
    const { link } = await freshLink()
    const { link: other } = await freshLink()
    const forged = [
      link.replace(/signature=./, 'signature=_'),
      link.replace(/expires=\d/, 'expires=9'),
      link.split('?')[0] ?? '',
      `${other.split('?')[0]}?${link.split('?')[1]}`,
    ]
    for (const path of forged)
      expect((await put(app, path, moduleArchive())).body, path).toEqual(notFoundBody)
  })

  test('ends with the token of whoever made it, and with its rights', async () => {
    const acme = await app.prisma.organization.findUniqueOrThrow({ where: { nameKey: 'acme' } })
    const manager = await app.make.manager(acme, { manageModules: true })
    const address = await freshModule()
    const revoked = await app.make.token(manager)
    const links = [
      await uploadLink(app, revoked, address, '1.0.0'),
      await uploadLink(app, manager, address, '1.1.0'),
    ]
    const row = await app.prisma.authenticationToken.findFirstOrThrow({
      where: { userId: manager.id },
      orderBy: { createdAt: 'desc' },
    })
    await app.prisma.authenticationToken.deleteMany({ where: { id: { not: row.id }, userId: manager.id } })
    await app.prisma.teamMember.deleteMany({ where: { userId: manager.id } })
    for (const link of links) expect((await put(app, link, moduleArchive())).body).toEqual(notFoundBody)
  })

  test('takes PUT alone', async () => {
    const { link } = await freshLink()
    const answer = await app.http.get(link)
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'PUT, OPTIONS'])
    const options = await app.http.options(link)
    expect([options.status, options.headers['allow']]).toEqual([204, 'PUT, OPTIONS'])
    expect((await app.http.get('/api/uploads')).body).toEqual(notFoundBody)
  })
})

describe('a published number', () => {
  test('is never given again, not after its version, its module, or both were deleted', async () => {
    const address = await freshModule()
    await publish(app, owner, address, '1.0.0')
    await publish(app, owner, address, '1.1.0+build')
    expect((await as(app, owner).delete(`${modulePath(address)}/1.0.0`)).status).toBe(204)
    expect((await createVersion(app, owner, address, '1.0.0')).body.errors).toMatchObject(taken)
    expect((await as(app, owner).delete(modulePath(address))).status).toBe(204)
    const again = address.toUpperCase().replace('ACME', 'acme').replace('AWS', 'aws')
    await createModule(app, owner, again)
    for (const version of ['1.0.0', '1.0.0+x', '1.1.0'])
      expect((await createVersion(app, owner, again, version)).body.errors, version).toMatchObject(taken)
    await publish(app, owner, again, '1.2.0')
  })

  test('is free again when it never was published', async () => {
    const { address, link } = await freshLink()
    await put(app, link, Buffer.from('rubbish'))
    expect((await as(app, owner).delete(`${modulePath(address)}/1.0.0`)).status).toBe(204)
    await publish(app, owner, address, '1.0.0')
  })
})
