import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { rule } from '@engine/shared/rule'
import { describe, expect, test, vi } from 'vitest'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { archive, file, hardLink, symlink } from '@engine/module-source/testing'
import { StorageUnavailable } from '../../src/kernel/storage.js'
import { as, documentOf, jsonApi } from '../rest.js'
import {
  auditOf,
  listed,
  moduleArchive,
  modulePath,
  publish,
  put,
  registry,
  uploadLink,
} from './module-requests.js'
import { taken, uploadLimit, Publisher } from './publisher.js'

const publisher = await Publisher.open()
const { app, owner } = publisher

async function storedFiles(versionId: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.storage.list(`modules/${versionId}`)) keys.push(key)
  return keys
}

describe('an upload', () => {
  rule('§7 publishing', 'The link needs no token; PUT of the gzip tar publishes its very bytes')
  test('publishes the version with the very bytes, without a token and of any content type', async () => {
    const { address, link } = await publisher.freshLink()
    const bytes = moduleArchive('very bytes')
    const answer = await app.http.put(link).set('Content-Type', 'text/plain').send(bytes.toString('latin1'))
    expect(answer.status).toBe(422)
    const good = await app.http.put(link).set('Content-Type', 'application/x-anything').send(bytes)
    expect([good.status, good.text]).toEqual([200, ''])
    expect(await publisher.statusOf(address)).toEqual({ status: 'ok', error: null })
    const { id, storageKey, size } = await publisher.rowOf(address)
    expect(size).toBe(BigInt(bytes.length))
    const stored = await app.storage.open(storageKey ?? '')
    expect(Buffer.concat((await stored?.stream.toArray()) ?? [])).toEqual(bytes)
    expect(await auditOf(app, id)).toMatchObject([
      { action: 'module-version.create' },
      { action: 'module-version.refuse' },
      { action: 'module-version.publish', actorId: owner.id },
    ])
  })

  rule('§7 archives', 'Links that stay inside become what they lead to; what is served is what was read')
  test('of an archive with links is served without them, with the checksum of what is served', async () => {
    const { address, link } = await publisher.freshLink()
    const bytes = archive(
      file('src/variables.tf', 'variable "region" {}'),
      symlink('variables.tf', 'src/variables.tf'),
      symlink('modules/a', '../src'),
      hardLink('copy.txt', 'src/variables.tf'),
      file('docs/guide.md', '# Guide'),
      symlink('README.md', 'docs/guide.md'),
    )
    expect((await put(app, link, bytes)).status).toBe(200)
    const { storageKey, size, sha256 } = await publisher.rowOf(address)
    const stored = await app.storage.open(storageKey ?? '')
    const served = Buffer.concat((await stored?.stream.toArray()) ?? [])
    expect([size, sha256]).toEqual([BigInt(served.length), createHash('sha256').update(served).digest('hex')])
    const { plainPaths, sizes } = await readModuleArchive(Readable.from([served]))
    expect(plainPaths).toBeUndefined()
    expect([...sizes.keys()].sort()).toEqual([
      'README.md',
      'copy.txt',
      'docs/guide.md',
      'modules/a/variables.tf',
      'src/variables.tf',
      'variables.tf',
    ])
    const detail = await registry(app, owner, `/v1/modules/${address}/1.0.0`)
    expect(detail.body.root).toMatchObject({ readme: '# Guide', inputs: [{ name: 'region' }] })
    expect(detail.body.submodules).toMatchObject([{ path: 'modules/a', inputs: [{ name: 'region' }] }])
  })

  test('with an example that cannot be read is published, with a warning that names file and line', async () => {
    const { address, link } = await publisher.freshLink()
    const bytes = archive(file('main.tofu', 'variable "a" {}'), file('examples/old/main.tf', '\na {'))
    expect((await put(app, link, bytes)).status).toBe(200)
    const warnings = [
      'it has sources in .tofu files, which not every engine reads',
      expect.stringMatching(/^the example cannot be read: examples\/old\/main\.tf:2: /),
    ]
    const shown = await as(app, owner).get(`${modulePath(address)}/version?module_version=1.0.0`)
    expect(shown.body.data.attributes).toMatchObject({ status: 'ok', error: null, warnings })
    const module = await as(app, owner).get(modulePath(address))
    expect(module.body.data.attributes['version-statuses']).toEqual([
      { version: '1.0.0', status: 'ok', warnings },
    ])
  })

  test('of a module that has its sources in modules/* alone is published with an empty root', async () => {
    const { address, link } = await publisher.freshLink()
    const bytes = archive(file('README.md', 'Roles'), file('modules/role/main.tf', 'variable "a" {}'))
    expect((await put(app, link, bytes)).status).toBe(200)
    const detail = await registry(app, owner, `/v1/modules/${address}/1.0.0`)
    expect(detail.body.root).toMatchObject({ empty: true, readme: 'Roles', inputs: [] })
    expect(detail.body.submodules).toMatchObject([{ path: 'modules/role' }])
  })

  rule('§7 publishing', 'An upload over a published version is 422 and changes nothing')
  test('of a version that is published changes nothing', async () => {
    const { address, link } = await publisher.freshLink()
    expect((await put(app, link, moduleArchive('first'))).status).toBe(200)
    const before = await publisher.rowOf(address)
    for (const bytes of [moduleArchive('second'), Buffer.from('rubbish')]) {
      const answer = await put(app, link, bytes)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual(taken)
    }
    expect(await publisher.rowOf(address)).toEqual(before)
  })

  test('a retry of what was done is done: the very bytes again are 200 whatever came between, and change nothing', async () => {
    const { address, link } = await publisher.freshLink()
    const withLinks = archive(file('main.tf'), file('a/b.tf'), symlink('c', 'a'))
    expect((await put(app, link, withLinks)).status).toBe(200)
    await publish(app, owner, address, '1.1.0')
    const deprecation = { 'deprecation-status': 'deprecated', 'deprecation-reason': 'old' }
    const body = documentOf('registry-module-versions', deprecation)
    await as(app, owner).patch(`${modulePath(address)}/1.0.0`, { body })
    const before = await publisher.rowOf(address)
    const [events, files] = [await auditOf(app, before.id), await storedFiles(before.id)]
    for (const again of [1, 2]) expect((await put(app, link, withLinks)).status, String(again)).toBe(200)
    expect((await put(app, link, moduleArchive('other'))).body.errors).toEqual(taken)
    expect((await put(app, link, Buffer.alloc(uploadLimit + 1))).body.errors).toEqual(taken)
    expect(await publisher.rowOf(address)).toEqual(before)
    expect(await auditOf(app, before.id)).toEqual(events)
    expect([await storedFiles(before.id), files.length]).toEqual([files, 1])
  })

  test('a retry of what is done right now is done: of the same bytes many times at once each is 200, published once', async () => {
    const { address, link } = await publisher.freshLink()
    const answers = await Promise.all([1, 2, 3, 4].map(() => put(app, link, moduleArchive('same'))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { id } = await publisher.rowOf(address)
    const published = (await auditOf(app, id)).filter(({ action }) => action === 'module-version.publish')
    expect([published.length, (await storedFiles(id)).length]).toEqual([1, 1])
  })

  rule('§7 archives', 'The module is at the root of its archive')
  rule('§7 publishing', 'A version whose processing failed may be uploaded again')
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
    [
      'sources that are wrong',
      archive(file('main.tf'), file('modules/net/main.tf', '\nvariable "x" {')),
      /^modules\/net\/main\.tf:2: Unclosed configuration block/,
    ],
    [
      'sources that contradict each other',
      archive(
        file('a.tf', 'output "o" { value = 1 }'),
        file('b.tf.json', '{"output": {\n"o": {"value": 1}}}'),
      ),
      /^b\.tf\.json:2: output "o" is declared twice, first at a\.tf:1$/,
    ],
    ['half an archive', moduleArchive().subarray(0, 60), /truncated/],
  ])('of %s is refused with a clear message, and may be tried again', async (_name, bytes, message) => {
    const { address, link } = await publisher.freshLink()
    const answer = await put(app, link, bytes)
    expect(answer.status).toBe(422)
    expect(answer.headers['content-type']).toBe(jsonApi)
    expect(answer.body.errors).toEqual([
      { status: '422', title: 'invalid attribute', detail: expect.stringMatching(message) },
    ])
    expect(await publisher.statusOf(address)).toEqual({
      status: 'reg_ingress_failed',
      error: answer.body.errors[0].detail,
    })
    expect(await listed(app, owner, address)).toEqual([])
    expect((await publisher.rowOf(address)).storageKey).toBeNull()
    expect((await put(app, link, moduleArchive())).status).toBe(200)
    expect(await publisher.statusOf(address)).toEqual({ status: 'ok', error: null })
  })

  rule('§7 reading uploads', 'The size has a limit')
  test('above the limit is refused, whether or not it says its size', async () => {
    const { address, link } = await publisher.freshLink()
    const bytes = archive(file('main.tf'), file('noise', randomBytes(uploadLimit)))
    const announced = await put(app, link, bytes)
    expect(announced.status).toBe(413)
    expect(announced.body.errors[0].detail).toBe('The archive is larger than 100,000 bytes')
    expect(await publisher.statusOf(address)).toMatchObject({
      error: 'the archive is larger than 100,000 bytes',
    })
    const response = await fetch(`${app.url}${link}`, {
      method: 'PUT',
      body: new Blob([new Uint8Array(bytes)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect((await put(app, link, moduleArchive())).status).toBe(200)
  })

  rule('§7 publishing', 'Of parallel uploads one wins, the others are 422')
  test('of many at once for one version exactly one wins, and only its file stays', async () => {
    const { address, link } = await publisher.freshLink()
    const stored = vi.spyOn(app.storage, 'put')
    const uploads = Array.from({ length: 8 }, (_, i) => moduleArchive(`upload ${i}`))
    const answers = await Promise.all(uploads.map((bytes) => put(app, link, bytes)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
    const keys = stored.mock.calls.map(([key]) => key)
    stored.mockRestore()
    const { storageKey, sha256 } = await publisher.rowOf(address)
    const left = await Promise.all(keys.map(async (key) => ((await app.storage.stat(key)) ? [key] : [])))
    expect(left.flat()).toEqual([storageKey])
    const winner = uploads[answers.findIndex(({ status }) => status === 200)] ?? Buffer.alloc(0)
    expect(sha256).toBe(createHash('sha256').update(winner).digest('hex'))
  })

  test('of many versions while their module is deleted ends well or is a miss, and leaves no file', async () => {
    const address = await publisher.freshModule()
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
    const { address, link } = await publisher.freshLink()
    const answers = await Promise.all([
      put(app, link, moduleArchive()),
      ...Array.from({ length: 6 }, () => put(app, link, Buffer.from('rubbish'))),
    ])
    expect(answers[0]?.status).toBe(200)
    expect(await publisher.statusOf(address)).toEqual({ status: 'ok', error: null })
  })

  rule('§7 publishing', 'An upload that breaks off leaves everything as it was')
  test('that breaks off leaves the version as it was, and no file', async () => {
    const { address, link } = await publisher.freshLink()
    const stored = vi.spyOn(app.storage, 'put')
    const req = httpRequest(`${app.url}${link}`, { method: 'PUT', headers: { 'Content-Length': 5000 } })
    const closed = new Promise<void>((done) => req.on('error', () => undefined).on('close', done))
    req.write(Buffer.alloc(1000))
    await expect.poll(() => stored.mock.results).not.toEqual([])
    req.destroy()
    await closed
    await expect(stored.mock.results[0]?.value).rejects.toThrow()
    stored.mockRestore()
    expect(await publisher.statusOf(address)).toEqual({ status: 'pending', error: null })
    expect((await put(app, link, moduleArchive())).status).toBe(200)
  })

  test('that was stored when its process died can be made again', async () => {
    const { address, link } = await publisher.freshLink()
    await app.prisma
      .$executeRaw`ALTER TABLE taken_module_versions ADD CONSTRAINT dead CHECK (false) NOT VALID`
    expect((await put(app, link, moduleArchive('lost'))).status).toBe(500)
    await app.prisma.$executeRaw`ALTER TABLE taken_module_versions DROP CONSTRAINT dead`
    expect(await publisher.statusOf(address)).toEqual({ status: 'pending', error: null })
    expect(await listed(app, owner, address)).toEqual([])
    expect((await publisher.rowOf(address)).storageKey).toBeNull()
    expect((await put(app, link, moduleArchive('found'))).status).toBe(200)
    expect(await listed(app, owner, address)).toEqual(['1.0.0'])
  })

  rule('§2 errors', '503 while something it needs is unavailable')
  test('while the storage is unavailable is answered 503 and may be tried again', async () => {
    const { address, link } = await publisher.freshLink()
    const full = vi.spyOn(app.storage, 'put').mockRejectedValue(new StorageUnavailable(new Error('ENOSPC')))
    const answer = await put(app, link, moduleArchive())
    full.mockRestore()
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('1')
    expect(await publisher.statusOf(address)).toEqual({ status: 'pending', error: null })
    expect((await put(app, link, moduleArchive())).status).toBe(200)
  })

  test('of a version deleted meanwhile is a miss that leaves no file', async () => {
    const { address, link } = await publisher.freshLink()
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
