import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openFaultyBucket } from '../../../test/faulty-bucket.js'
import { StorageUnavailable } from '../../kernel/storage.js'
import { openS3Storage } from './s3.js'

const timeout = 250
const bucket = await openFaultyBucket()
afterAll(() => bucket.close())

const url = new URL(`s3://S3RVER:S3RVER@files?endpoint=${encodeURIComponent(bucket.endpoint)}`)
const storage = openS3Storage(url, undefined, timeout)
const bytes = randomBytes(300_000)
const file = (of: Buffer = bytes) => Readable.from([of], { objectMode: false })

await storage.put('there', file())
beforeEach(() => {
  bucket.fault = 'none'
  bucket.asked.length = 0
})

test.each<[string, () => Promise<unknown>]>([
  ['a question', () => storage.stat('there')],
  ['a download', () => storage.open('there')],
  ['an upload', () => storage.put('new', file())],
  ['an upload in parts', () => storage.put('large', file(Buffer.alloc(9 * 1024 ** 2)))],
  ['a removal', () => storage.remove('there')],
  ['a list', async () => storage.list('a')[Symbol.asyncIterator]().next()],
  ['the look at the start', () => storage.check()],
])('a server that says nothing ends %s after one time for all tries: unavailable', async (_, work) => {
  bucket.fault = 'silent'
  const outcome = await work().catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(StorageUnavailable)
  expect(String((outcome as Error).cause)).toContain('no byte came or went for 0.25 seconds')
  // Each try would have a time of its own.
  expect(bucket.asked).toHaveLength(1)
})

test('who waits behind others for a server that says nothing is refused with them, and does not wait again', async () => {
  bucket.fault = 'silent'
  const patient = openS3Storage(url, undefined, 3000)
  const puttings = Array.from({ length: 40 }, (_, index) =>
    patient.put(`waiting/${index}`, file(Buffer.from('x'))),
  )
  for (const putting of await Promise.allSettled(puttings))
    expect(putting).toMatchObject({ status: 'rejected', reason: { name: 'StorageUnavailable' } })
  // Sixteen ask at a time.
  expect(bucket.asked.length).toBeLessThan(40)
})

test.each(['cut', 'stalled'] as const)(
  'a body that is %s is unavailable to its reader, after all that came of it',
  async (fault) => {
    bucket.fault = fault
    const opened = await storage.open('there')
    const came: Buffer[] = []
    const read = (async () => {
      for await (const chunk of opened?.stream ?? []) came.push(chunk as Buffer)
    })()
    await expect(read).rejects.toBeInstanceOf(StorageUnavailable)
    const whole = Buffer.concat(came)
    expect(whole.equals(bytes.subarray(0, whole.length))).toBe(true)
  },
)

test.each(['cut', 'stalled'] as const)(
  'a body that is %s before its first byte is unavailable before anything is answered',
  async (fault) => {
    await storage.put('short', file(Buffer.from('x')))
    bucket.fault = fault
    await expect(storage.open('short')).rejects.toBeInstanceOf(StorageUnavailable)
  },
)

test('a body that comes slowly comes whole, however long it takes', async () => {
  bucket.fault = 'drips'
  const opened = await storage.open('there')
  expect((await buffer(opened?.stream ?? file())).equals(bytes)).toBe(true)
})

test('a reader may take its time', async () => {
  const opened = await storage.open('there')
  const began = performance.now()
  await expect.poll(() => performance.now() - began).toBeGreaterThan(2 * timeout)
  expect((await buffer(opened?.stream ?? file())).equals(bytes)).toBe(true)
})

test('a body that is not read ends with its stream', async () => {
  bucket.fault = 'stalled'
  const opened = await storage.open('there')
  opened?.stream.destroy()
  await expect.poll(() => opened?.stream.closed).toBe(true)
  bucket.fault = 'none'
  expect(await storage.stat('there')).toEqual({ size: bytes.length })
})
