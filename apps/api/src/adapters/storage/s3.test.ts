import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { StorageUnavailable, TooLarge } from '../../kernel/storage.js'
import { openBucketServer } from '../../../test/bucket.js'
import { openS3Storage } from './s3.js'
import { openStorage, StorageStartError } from './open.js'
import { storageContract } from '../../../test/storage-contract.js'
import { temporaryFolder } from '../../../test/temporary-folder.js'

const bucket = await openBucketServer()
afterAll(() => bucket.close())

const urlOf = (name: string, secret = 'S3RVER:S3RVER'): URL =>
  new URL(`s3://${secret}@${name}?endpoint=${encodeURIComponent(bucket.endpoint)}`)

storageContract('a bucket', async () => openS3Storage(urlOf('files')), { firstByteAlone: false })
storageContract('a bucket with a prefix', async () => openS3Storage(urlOf('files/deep/er/')), {
  firstByteAlone: false,
})

test('an address in the bucket is good for a minute and gives the file; without redirects there is none', async () => {
  const url = urlOf('files/deep')
  const storage = openS3Storage(url, undefined, undefined, true)
  await storage.put('modules/of-a-link', Readable.from([Buffer.from('bytes')]))
  const address = new URL((await storage.addressOf('modules/of-a-link')) ?? '')
  expect(address.origin).toBe(bucket.endpoint)
  expect(address.searchParams.get('X-Amz-Expires')).toBe('60')
  expect(await fetch(address).then((answer) => answer.text())).toBe('bytes')
  expect(await openS3Storage(url).addressOf('modules/of-a-link')).toBeUndefined()
})

const large = (pieces: number): Readable =>
  Readable.from(
    (function* () {
      for (let n = 0; n < pieces; n++) yield Buffer.alloc(1024 ** 2, n)
    })(),
    { objectMode: false },
  )

describe('a file in several parts', () => {
  test('comes back as it was given, whole and by a range over the border of its parts', async () => {
    const storage = openS3Storage(urlOf('files'))
    const stored = await storage.put('large/one', large(20))
    expect(stored.size).toBe(20 * 1024 ** 2)
    expect(await storage.stat('large/one')).toEqual({ size: stored.size })
    const start = 9 * 1024 ** 2 - 1
    const opened = await storage.open('large/one', { start, end: start + 1 })
    expect(opened?.size).toBe(stored.size)
    expect(Buffer.concat((await opened?.stream.toArray()) ?? [])).toEqual(Buffer.from([8, 9]))
  })

  test.each([8, 16, 16.5])(
    'of %d MiB, at a border of its parts or near it, comes back whole',
    async (size) => {
      const storage = openS3Storage(urlOf('files'))
      const bytes = Buffer.alloc(size * 1024 ** 2, 'part')
      const stored = await storage.put('large/border', Readable.from([bytes], { objectMode: false }))
      expect(stored).toEqual({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      const opened = await storage.open('large/border')
      expect(bytes.equals(Buffer.concat((await opened?.stream.toArray()) ?? []))).toBe(true)
    },
  )

  test('that is refused on the way is not there', async () => {
    const storage = openS3Storage(urlOf('files'))
    await expect(storage.put('large/two', large(20), { limit: 15 * 1024 ** 2 })).rejects.toBeInstanceOf(
      TooLarge,
    )
    expect(await storage.stat('large/two')).toBeUndefined()
  })
})

test('a hundred uploads that stall before their first part is whole hold no memory, and leave no files', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const held = (): number => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers / 1024 ** 2
  }
  const folder = await temporaryFolder()
  const storage = openS3Storage(urlOf('files'), folder)
  const giving = new AbortController()
  const before = held()
  const streams = Array.from({ length: 100 }, () => new PassThrough())
  const puttings = streams.map((stream, n) =>
    storage.put(`slow/${n}`, stream, { signal: giving.signal }).catch((error: unknown) => error),
  )
  for (let piece = 0; piece < 32; piece++)
    await Promise.all(
      streams.map((stream) => stream.write(Buffer.alloc(32 * 1024, 1)) || once(stream, 'drain')),
    )
  await expect.poll(() => held() - before).toBeLessThan(30)
  expect(await readdir(folder)).toEqual([])

  streams[0]?.end()
  expect(await puttings[0]).toMatchObject({ size: 1024 ** 2 })
  giving.abort()
  for (const putting of puttings.slice(1)) expect(await putting).toMatchObject({ name: 'AbortError' })
  expect(await storage.stat('slow/1')).toBeUndefined()
})

describe('of an upload in parts that fails, the server keeps nothing', () => {
  /** A server that takes the parts with these numbers, refuses the others, and answers so when it is to abort. */
  async function serverOf(parts: readonly number[], aborting = 204): Promise<{ url: URL; asked: string[] }> {
    const asked: string[] = []
    const server = createServer(async (req, res) => {
      const { searchParams } = new URL(req.url ?? '', 'http://any')
      await buffer(req)
      asked.push([req.method, ...searchParams.keys()].join(' '))
      const part = searchParams.get('partNumber')
      if (part !== null && !parts.includes(Number(part))) res.statusCode = 403
      if (req.method === 'DELETE') res.statusCode = aborting
      res.setHeader('ETag', '"tag"')
      res.end(searchParams.has('uploads') ? '<R><UploadId>one</UploadId></R>' : '')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    return { url: new URL(`s3://a:b@files?endpoint=http://127.0.0.1:${port}`), asked }
  }

  test('where the server refuses a part', async () => {
    const { url, asked } = await serverOf([1])
    await expect(openS3Storage(url).put('large', large(20))).rejects.toBeInstanceOf(StorageUnavailable)
    expect(asked).toEqual([
      'POST uploads',
      'PUT partNumber uploadId x-id',
      'PUT partNumber uploadId x-id',
      'DELETE uploadId x-id',
    ])
  })

  test('where the file is too large, and that is what is said', async () => {
    const { url, asked } = await serverOf([1, 2])
    const putting = openS3Storage(url).put('large', large(20), { limit: 15 * 1024 ** 2 })
    await expect(putting).rejects.toBeInstanceOf(TooLarge)
    expect(asked.at(-1)).toBe('DELETE uploadId x-id')
  })

  test('where the file is too large and the server aborts nothing: its size is still what is said', async () => {
    const { url, asked } = await serverOf([1, 2], 403)
    const putting = openS3Storage(url).put('large', large(20), { limit: 15 * 1024 ** 2 })
    await expect(putting).rejects.toBeInstanceOf(TooLarge)
    expect(asked.at(-1)).toBe('DELETE uploadId x-id')
  })

  test('where the stream breaks off, and its own error is what is said', async () => {
    const { url, asked } = await serverOf([1, 2])
    const broken = Readable.from(
      (function* () {
        yield* [9, 9].map((size) => Buffer.alloc(size * 1024 ** 2))
        throw new Error('connection lost')
      })(),
      { objectMode: false },
    )
    await expect(openS3Storage(url).put('large', broken)).rejects.toThrow('connection lost')
    expect(asked.at(-1)).toBe('DELETE uploadId x-id')
  })

  test('where its caller gives up', async () => {
    const { url, asked } = await serverOf([1, 2])
    const giving = new AbortController()
    const silent = new PassThrough()
    const putting = openS3Storage(url).put('large', silent, { signal: giving.signal })
    silent.write(Buffer.alloc(9 * 1024 ** 2))
    await expect.poll(() => asked).toHaveLength(2)
    giving.abort()
    await expect(putting).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked.at(-1)).toBe('DELETE uploadId x-id')
  })
})

describe('the start', () => {
  const start = (url: URL) => openStorage({ storageUrl: url.href, dataDir: '' })

  test('goes on with a bucket that takes files', async () => {
    expect(await (await start(urlOf('files'))).stat('nothing')).toBeUndefined()
  })

  test('names a bucket that is not there, without the secret', async () => {
    const outcome: unknown = await start(urlOf('missing')).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(StorageStartError)
    expect(String(outcome)).toMatch(/Files cannot be stored in s3:\/\/missing\?endpoint=.*bucket/i)
    expect(String(outcome)).not.toContain('S3RVER')
  })

  test('names a server that refuses the secret, and one that is not there', async () => {
    await expect(start(urlOf('files', 'UNKNOWN:secret'))).rejects.toThrow(/InvalidAccessKeyId/)
    const unreachable = new URL('s3://a:b@files?endpoint=http://127.0.0.1:1')
    await expect(start(unreachable)).rejects.toThrow(/Files cannot be stored in .*ECONNREFUSED/)
  })

  test('names a folder for temporary files that cannot be written to', async () => {
    vi.stubEnv('TMPDIR', '/dev/null')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(start(urlOf('files'))).rejects.toThrow(/Files cannot be stored in s3:.* '\/dev\/null\//)
  })

  test('names a folder that cannot be', async () => {
    await expect(openStorage({ storageUrl: undefined, dataDir: '/dev/null' })).rejects.toThrow(
      /Files cannot be stored in \/dev\/null\/files: /,
    )
  })
})

test('a server that went away is an unavailable storage, not a missing file', async () => {
  const storage = openS3Storage(new URL('s3://a:b@files?endpoint=http://127.0.0.1:1'))
  await expect(storage.open('a')).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(storage.put('a', Readable.from([Buffer.from('x')]))).rejects.toBeInstanceOf(StorageUnavailable)
})
