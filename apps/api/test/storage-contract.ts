import { createHash, randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  RangeNotSatisfiable,
  TooLarge,
  type FilePieces,
  type ListedFile,
  type Storage,
} from '../src/kernel/storage.js'

/**
 * The contract of every storage. `make` gives one that is empty, or at least has no random key. The server that stands
 * in for a bucket in tests takes `bytes=0-0` for the whole file, against HTTP: `firstByteAlone` is false there.
 */
export function storageContract(
  name: string,
  make: () => Promise<Storage>,
  { firstByteAlone = true }: { firstByteAlone?: boolean } = {},
): void {
  let storage: Storage
  const newKey = (): string => `test/${randomBytes(8).toString('hex')}/archive.tar.gz`
  const put = (key: string, bytes: Buffer, limit?: number) => storage.put(key, inPieces(bytes), { limit })
  const read = async (key: string, start?: number, end?: number): Promise<Buffer | undefined> => {
    const opened = await storage.open(key, start === undefined ? undefined : { start, end })
    return opened && buffer(opened.stream)
  }
  const listOf = async (folder: string): Promise<ListedFile[]> => {
    const found: ListedFile[] = []
    for await (const file of storage.list(folder)) found.push(file)
    return found
  }
  beforeAll(async () => {
    storage = await make()
  })

  describe(`storage contract: ${name}`, () => {
    test('gives back the bytes it was given, with their size and hash', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (array) => {
          const [key, bytes] = [newKey(), Buffer.from(array)]
          const sha256 = createHash('sha256').update(bytes).digest('hex')
          expect(await put(key, bytes)).toEqual({ size: bytes.length, sha256 })
          expect(await storage.stat(key)).toEqual({ size: bytes.length })
          expect(await read(key)).toEqual(bytes)
        }),
        { numRuns: 30 },
      )
    })

    test('stores a file of many chunks', async () => {
      const [key, bytes] = [newKey(), randomBytes(5_000_000)]
      expect(await put(key, bytes)).toMatchObject({ size: bytes.length })
      expect((await read(key))?.equals(bytes)).toBe(true)
    })

    test('gives every range of a file as HTTP counts it, and the size of the whole', async () => {
      const [key, bytes] = [newKey(), randomBytes(500)]
      await put(key, bytes)
      await fc.assert(
        fc.asyncProperty(fc.nat(499), fc.option(fc.nat(900)), async (start, more) => {
          const end = more === null ? undefined : start + more
          fc.pre(end !== 0 || firstByteAlone)
          expect(await read(key, start, end)).toEqual(
            bytes.subarray(start, end === undefined ? 500 : end + 1),
          )
        }),
        { numRuns: 40 },
      )
      const opened = await storage.open(key, { start: 3, end: 5 })
      expect(opened?.size).toBe(500)
      opened?.stream.destroy()
    })

    test('gives the same in pieces, each of which stands until the next but one', async () => {
      const [key, bytes] = [newKey(), randomBytes(3_000_000)]
      await put(key, bytes)
      for (const range of [undefined, { start: 700_000 }, { start: 5, end: 1_900_000 }]) {
        const opened = await storage.open(key, range)
        expect(opened?.size).toBe(bytes.length)
        const pieces: Buffer[] = []
        let former: Buffer | undefined
        for (let piece; (piece = await opened?.pieces.next()); former = piece) {
          if (former) pieces.push(Buffer.from(former))
        }
        await opened?.pieces.close()
        const whole = Buffer.concat([...pieces, ...(former ? [former] : [])])
        expect(whole.equals(bytes.subarray(range?.start ?? 0, (range?.end ?? Infinity) + 1))).toBe(true)
      }
    })

    test('refuses a range that starts behind the end, naming the size', async () => {
      const key = newKey()
      await put(key, Buffer.from('four'))
      await expect(storage.open(key, { start: 4 })).rejects.toMatchObject({ size: 4 })
      await expect(storage.open(key, { start: 4, end: 9 })).rejects.toBeInstanceOf(RangeNotSatisfiable)
    })

    test('a file that is not there is no error: undefined to open and stat, nothing to remove', async () => {
      const key = newKey()
      expect(await storage.open(key)).toBeUndefined()
      expect(await storage.stat(key)).toBeUndefined()
      expect(await storage.remove(key)).toBeUndefined()
    })

    test('a folder of files is not a file', async () => {
      const key = newKey()
      await put(key, Buffer.from('x'))
      expect(await storage.open(key.replace('/archive.tar.gz', ''))).toBeUndefined()
      expect(await storage.stat(key.replace('/archive.tar.gz', ''))).toBeUndefined()
      expect(await storage.stat(`${key}/below`)).toBeUndefined()
    })

    test('removes a file for good and leaves its neighbour', async () => {
      const key = newKey()
      const neighbour = key.replace('archive', 'other')
      await put(key, Buffer.from('x'))
      await put(neighbour, Buffer.from('y'))
      await storage.remove(key)
      expect(await storage.stat(key)).toBeUndefined()
      expect(await read(neighbour)).toEqual(Buffer.from('y'))
    })

    test('replaces a file while readers go on reading the one they opened', async () => {
      const [key, former] = [newKey(), randomBytes(300_000)]
      await put(key, former)
      const opened = await storage.open(key)
      await put(key, Buffer.from('new'))
      expect(opened && (await buffer(opened.stream)).equals(former)).toBe(true)
      expect(await read(key)).toEqual(Buffer.from('new'))
    })

    test('takes exactly the limit and not a byte more, and leaves the former file standing', async () => {
      const key = newKey()
      await put(key, Buffer.from('former'), 6)
      const failed = put(key, Buffer.from('latters'), 6)
      await expect(failed).rejects.toBeInstanceOf(TooLarge)
      await expect(failed).rejects.toMatchObject({ limit: 6 })
      expect(await read(key)).toEqual(Buffer.from('former'))
    })

    test('stops reading at the limit and leaves the stream open for an answer', async () => {
      let given = 0
      const endless = Readable.from(
        (function* () {
          for (;;) {
            given += 1000
            yield Buffer.alloc(1000)
          }
        })(),
        { objectMode: false },
      )
      const key = newKey()
      await expect(storage.put(key, endless, { limit: 50_000 })).rejects.toBeInstanceOf(TooLarge)
      expect(given).toBeLessThan(500_000)
      expect(endless.destroyed).toBe(false)
      expect(await storage.stat(key)).toBeUndefined()
    })

    test('a stream that breaks off leaves nothing behind and its own error', async () => {
      const key = newKey()
      const stream = new PassThrough()
      stream.write('half')
      const putting = storage.put(key, stream)
      stream.destroy(new Error('connection lost'))
      await expect(putting).rejects.toThrow('connection lost')
      expect(await storage.stat(key)).toBeUndefined()
    })

    test('a stream that breaks off after it was refused does no harm', async () => {
      const stream = new PassThrough()
      stream.write('too much')
      await expect(storage.put(newKey(), stream, { limit: 1 })).rejects.toBeInstanceOf(TooLarge)
      stream.destroy(new Error('connection lost'))
      await expect(finished(stream)).rejects.toThrow('connection lost')
    })

    test('an abort stops a stream that has gone silent and leaves nothing behind', async () => {
      const key = newKey()
      const controller = new AbortController()
      const stream = new PassThrough()
      stream.write('half')
      const putting = storage.put(key, stream, { signal: controller.signal })
      setImmediate(() => controller.abort())
      await expect(putting).rejects.toMatchObject({ name: 'AbortError' })
      expect(stream.destroyed).toBe(true)
      await expect(
        storage.put(key, inPieces(Buffer.from('x')), { signal: controller.signal }),
      ).rejects.toThrow()
      expect(await storage.stat(key)).toBeUndefined()
    })

    test('writers of one key at once leave one of their files, whole', async () => {
      const key = newKey()
      const files = Array.from({ length: 8 }, (_, n) => Buffer.alloc(100_000, n))
      await Promise.all(files.map((bytes) => put(key, bytes)))
      const stored = await read(key)
      expect(files.some((bytes) => stored?.equals(bytes))).toBe(true)
    })

    test.each([
      '',
      '/',
      'a/',
      '/a',
      'a//b',
      '..',
      'a/../b',
      '.hidden',
      'a/.b',
      'a\\b',
      'a\0',
      'a b',
      'ä',
      'a\n',
    ])('refuses the key %j as a mistake of the program', async (key) => {
      await expect(put(key, Buffer.from('x'))).rejects.toBeInstanceOf(TypeError)
      await expect(storage.open(key)).rejects.toBeInstanceOf(TypeError)
      await expect(storage.stat(key)).rejects.toBeInstanceOf(TypeError)
      await expect(storage.remove(key)).rejects.toBeInstanceOf(TypeError)
    })

    test('lists the files of a folder and of the folders in it, and no others', async () => {
      const [folder, other] = [newKey(), newKey()].map((key) => key.replace('/archive.tar.gz', ''))
      const keys = ['a', 'b/c', 'b/d/e'].map((name) => `${folder}/${name}`).sort()
      for (const key of keys) await put(key, Buffer.from(key))
      await put(`${folder}-beside`, Buffer.from('x'))
      await put(`${other}/a`, Buffer.from('x'))
      const listed = await listOf(folder ?? '')
      expect(listed.map(({ key }) => key).sort()).toEqual(keys)
      for (const { key, size, modifiedAt } of listed) {
        expect(size).toBe(key.length)
        expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000)
      }
      expect(await listOf(`${folder}/nothing`)).toEqual([])
    })

    test('a draft is read while it is written, by each reader at its own pace, and is there whole once it is settled', async () => {
      const [key, bytes] = [newKey(), randomBytes(3_000_000)]
      const draft = await storage.draft()
      let written = 0
      const isMore = new EventEmitter()
      const readable = async (beyond: number): Promise<number> => {
        while (written <= beyond && written < bytes.length) await once(isMore, 'more')
        return written
      }
      const early = allOf(draft.pieces(readable))
      for (let start = 0; start < bytes.length; start += 700_000) {
        const piece = bytes.subarray(start, start + 700_000)
        await draft.write(piece)
        written += piece.length
        isMore.emit('more')
      }
      expect(await storage.stat(key)).toBeUndefined()
      const late = draft.pieces(readable)
      await draft.settle(key)
      expect([(await early).equals(bytes), (await allOf(late)).equals(bytes)]).toEqual([true, true])
      await draft.close()
      expect((await read(key))?.equals(bytes)).toBe(true)
      expect(await storage.stat(key)).toEqual({ size: bytes.length })
    })

    test('a draft that is not settled is gone, and a reader of it ends by the error of its writer', async () => {
      const folder = newKey().replace('/archive.tar.gz', '')
      const draft = await storage.draft()
      await draft.write(Buffer.from('half'))
      const pieces = draft.pieces(() => Promise.reject(new Error('it broke off')))
      await expect(pieces.next()).rejects.toThrow('it broke off')
      await pieces.close()
      await draft.close()
      expect(await listOf(folder)).toEqual([])
    })

    test('says that it is well', async () => {
      expect(await storage.check()).toBeUndefined()
    })
  })
}

/** Copies all pieces: each stands until the next but one. */
async function allOf(pieces: FilePieces): Promise<Buffer> {
  const copies: Buffer[] = []
  for (let piece = await pieces.next(); piece; piece = await pieces.next()) copies.push(Buffer.from(piece))
  await pieces.close()
  return Buffer.concat(copies)
}

function inPieces(bytes: Buffer): Readable {
  const pieces = []
  for (let start = 0; start < bytes.length; start += 1000) pieces.push(bytes.subarray(start, start + 1000))
  return Readable.from(pieces, { objectMode: false })
}
