import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { rule } from '@engine/shared/rule'
import { describe, expect, test, vi } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import { as } from '../rest.js'
import {
  archiveLink,
  createModule,
  forgedLink,
  modulePath,
  publish,
  publishModule,
} from './module-requests.js'

const address = 'acme/network/aws'
const bytes = archive(file('main.tf'), file('noise', randomBytes(3_000_000)))
const notFound = { errors: ['Not Found'] }

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')
await createModule(app, owner, address)
await publish(app, owner, address, '1.0.0', bytes)
const link = await archiveLink(app, owner, address, '1.0.0')

const get = (path: string, headers: object = {}) =>
  app.http
    .get(path)
    .set({ ...headers })
    .responseType('blob')

describe('an archive', () => {
  rule(
    'Spec modules',
    'A location that begins with `/` leads to the source when resolved against the URL of the download',
  )
  rule(
    '§7 archives',
    'It needs no token; the type is `application/gzip`, without content encoding, as an attachment, `nosniff`',
  )
  test('comes without a token, with the very bytes that were uploaded', async () => {
    const answer = await get(link)
    expect(answer.status).toBe(200)
    expect(Buffer.compare(answer.body, bytes)).toBe(0)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(bytes.length),
      'content-disposition': 'attachment; filename="acme-network-aws-1.0.0.tar.gz"',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache, no-transform',
    })
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  rule(
    '§7 archives',
    'The link is signed over path, caller and expiry … neither over the checksum nor over the order of keys',
  )
  test('comes the same when the client strips the checksum and sorts the parameters', async () => {
    const url = new URL(link, app.url)
    url.searchParams.delete('checksum')
    url.searchParams.sort()
    expect((await get(`${url.pathname}${url.search}`)).status).toBe(200)
    url.searchParams.append('archive', 'tar.gz')
    expect((await get(`${url.pathname}${url.search}`)).status).toBe(200)
  })

  rule('§7 archives', 'HEAD describes it without opening it')
  test('is described by HEAD, without being opened', async () => {
    const opened = vi.spyOn(app.storage, 'open')
    const answer = await app.http.head(link)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-length']).toBe(String(bytes.length))
    expect(answer.headers['etag']).toMatch(/^"[0-9a-f]{64}"$/)
    expect(opened).not.toHaveBeenCalled()
    opened.mockRestore()
  })

  test('is not sent again to a caller that has it', async () => {
    const { etag } = (await app.http.head(link)).headers
    const answer = await get(link, { 'If-None-Match': etag })
    expect(answer.status).toBe(304)
  })

  rule('§7 archives', 'A range is 206 with that part')
  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, bytes.length - 1],
    ['bytes=-50', bytes.length - 50, bytes.length - 1],
    [`bytes=0-${bytes.length * 2}`, 0, bytes.length - 1],
    [`bytes=-${bytes.length * 2}`, 0, bytes.length - 1],
  ])('comes in part: %s', async (range, start, end) => {
    const answer = await get(link, { Range: range })
    expect(answer.status).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${bytes.length}`)
    expect(answer.headers['content-length']).toBe(String(end - start + 1))
    expect(Buffer.compare(answer.body, bytes.subarray(start, end + 1))).toBe(0)
  })

  test.each(['bytes=0-1,5-6', 'items=0-1', 'bytes=5-1', 'bytes=-', 'bytes=a-b'])(
    'comes whole for %s, which is no single range',
    async (range) => {
      const answer = await get(link, { Range: range })
      expect([answer.status, answer.body.length]).toEqual([200, bytes.length])
    },
  )

  rule('§7 archives', 'A range beyond the end is 416')
  test.each([`bytes=${bytes.length}-`, 'bytes=-0'])('has nothing at %s: 416', async (range) => {
    const answer = await app.http.get(link).set('Range', range)
    expect([answer.status, answer.body]).toEqual([416, { errors: ['Range Not Satisfiable'] }])
    expect(answer.headers['content-range']).toBe(`bytes */${bytes.length}`)
  })

  test('comes in part only while it is the one that If-Range names', async () => {
    const { etag } = (await app.http.head(link)).headers
    expect((await get(link, { Range: 'bytes=0-9', 'If-Range': etag })).status).toBe(206)
    expect((await get(link, { Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200)
    expect((await app.http.head(link).set('Range', 'bytes=0-9')).status).toBe(200)
  })

  test('can only be read', async () => {
    const answer = await app.http.put(link)
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('is closed when the client leaves in the middle', async () => {
    const opened = vi.spyOn(app.storage, 'open')
    const req = httpRequest(`${app.url}${link}`).end()
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    await once(res, 'readable')
    const file = (await opened.mock.results[0]?.value) as { stream: Readable }
    expect(file.stream.destroyed).toBe(false)
    res.destroy()
    await vi.waitUntil(() => file.stream.destroyed, 60_000)
    opened.mockRestore()
    expect((await get(link)).status).toBe(200)
  })
})

describe('a link', () => {
  rule('§7 archives', 'The link is signed over path, caller and expiry')
  test('is not found without its signature, with a forged one, or for another archive', async () => {
    await publish(app, owner, address, '1.1.0')
    const other = await archiveLink(app, owner, address, '1.1.0')
    const member = await app.make.member(
      await app.prisma.organization.findUniqueOrThrow({ where: { nameKey: 'acme' } }),
    )
    const { id } = await app.prisma.authenticationToken.findFirstOrThrow({ where: { userId: member.id } })
    const bad = [
      link.split('?')[0] ?? '',
      forgedLink(link),
      link.replace(/expires=\d/, 'expires=9'),
      link.replace(/caller=[^&]*/, `caller=${id}`),
      `${other.split('?')[0]}?${link.split('?')[1]}`,
      `${link}&caller=${id}`,
      '/api/registry/v1/archives/',
      '/api/registry/v1/archives/x.tar.gz?signature=x',
    ]
    for (const path of bad) {
      const answer = await app.http.get(path)
      expect([answer.status, answer.body], path).toEqual([404, notFound])
    }
  })

  rule('§7 archives', 'It ends with the version … with the caller’s token')
  test('ends with the token it was given to', async () => {
    const token = await app.make.token(owner)
    const given = await archiveLink(app, token, address, '1.0.0')
    expect((await app.http.head(given)).status).toBe(200)
    const caller = new URL(given, app.url).searchParams.get('caller') ?? ''
    await as(app, owner).delete(`/authentication-tokens/${caller}`)
    expect((await app.http.get(given)).body).toEqual(notFound)
    expect((await app.http.head(link)).status).toBe(200)
  })

  rule('§7 archives', 'It ends with the version … with the caller’s access')
  test('ends when its caller is suspended, or is no member any more', async () => {
    const acme = await app.prisma.organization.findUniqueOrThrow({ where: { nameKey: 'acme' } })
    const [first, second] = [await app.make.member(acme), await app.make.member(acme)]
    const links = [
      await archiveLink(app, first, address, '1.0.0'),
      await archiveLink(app, second, address, '1.0.0'),
    ]
    await app.prisma.user.update({ where: { id: first.id }, data: { suspendedAt: app.clock.now() } })
    await app.prisma.organizationMembership.deleteMany({ where: { userId: second.id } })
    for (const path of links) expect((await app.http.get(path)).body).toEqual(notFound)
  })

  rule('§7 archives', 'It ends with the version')
  test('ends with its version', async () => {
    await publish(app, owner, address, '2.0.0')
    const gone = await archiveLink(app, owner, address, '2.0.0')
    expect((await as(app, owner).delete(`${modulePath(address)}/2.0.0`)).status).toBe(204)
    expect((await app.http.get(gone)).body).toEqual(notFound)
  })
})

rule('§7 archives', 'A changed archive has another checksum than its link')
test('a stored file that was altered is sent as it is, for the engine to refuse by its checksum', async () => {
  await publishModule(app, owner, 'acme/altered/aws', '1.0.0')
  const { storageKey } = await app.prisma.moduleVersion.findFirstOrThrow({
    where: { module: { nameKey: 'altered' } },
  })
  await app.storage.put(storageKey ?? '', Readable.from([bytes]))
  const path = await archiveLink(app, owner, 'acme/altered/aws', '1.0.0')
  const answer = await get(path)
  expect(answer.headers['content-length']).toBe(String(bytes.length))
  expect(Buffer.compare(answer.body, bytes)).toBe(0)
  expect(path).not.toContain(createHash('sha256').update(answer.body).digest('hex'))
})

test('a stored file that is missing is our failure, not a miss', async () => {
  await publishModule(app, owner, 'acme/lost/aws', '1.0.0')
  const row = await app.prisma.moduleVersion.findFirstOrThrow({ where: { module: { nameKey: 'lost' } } })
  await app.storage.remove(row.storageKey ?? '')
  const answer = await app.http.get(await archiveLink(app, owner, 'acme/lost/aws', '1.0.0'))
  expect([answer.status, answer.body]).toEqual([500, { errors: ['Internal Server Error'] }])
})
