import { Readable } from 'node:stream'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, test } from 'vitest'
import { StorageUnavailable, TooLarge } from '../../kernel/storage.js'
import { openBucketServer } from '../../../test/bucket.js'
import { openS3Storage } from './open-s3.js'
import { openStorage, StorageStartError } from './open.js'
import { storageContract } from '../../../test/storage-contract.js'

const bucket = await openBucketServer()
afterAll(() => bucket.close())

const urlOf = (name: string, secret = 'S3RVER:S3RVER'): URL =>
  new URL(`s3://${secret}@${name}?endpoint=${encodeURIComponent(bucket.endpoint)}`)

storageContract('a bucket', async () => openS3Storage(urlOf('files')), { firstByteAlone: false })
storageContract('a bucket with a prefix', async () => openS3Storage(urlOf('files/deep/er/')), {
  firstByteAlone: false,
})

describe('a file in several parts', () => {
  const client = () =>
    new S3Client({
      endpoint: bucket.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    })
  const large = (pieces: number): Readable =>
    Readable.from(
      (function* () {
        for (let n = 0; n < pieces; n++) yield Buffer.alloc(1024 ** 2, n)
      })(),
      { objectMode: false },
    )

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

  test('that is refused on the way leaves no parts behind', async () => {
    const storage = openS3Storage(urlOf('files'))
    await expect(storage.put('large/two', large(20), { limit: 15 * 1024 ** 2 })).rejects.toBeInstanceOf(
      TooLarge,
    )
    expect(await storage.stat('large/two')).toBeUndefined()
    const unfinished = await client()
      .send(new ListMultipartUploadsCommand({ Bucket: 'files' }))
      .catch(() => ({ Uploads: [] }))
    expect(unfinished.Uploads ?? []).toEqual([])
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
