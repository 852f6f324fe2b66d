import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { ArchiveRefused } from '../archive.js'
import { readModuleArchive } from './module-archive.js'
import { main, refusal } from './reading.testing.js'
import { archive, header, records } from './tar-maker.testing.js'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3
const zeros = gzipSync(Buffer.alloc(16 * mebibyte))

/** A gzip of members: heads, and zeros between them that take a thousandth of their room. */
function* bomb(parts: readonly (Buffer | number)[]): Generator<Buffer> {
  for (const part of parts) {
    if (typeof part !== 'number') yield gzipSync(part)
    else for (let left = part; left > 0; left -= 16 * mebibyte) yield zeros
  }
}

async function memoryWhile(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  await work().finally(() => clearInterval(watch))
  return Math.max(peak, process.memoryUsage().rss) - before
}

const sized = (path: string, size: number): Buffer => header({ path, size, type: 'File' })

rule('§7 reading uploads', 'Decompression bombs are refused in little memory')
test('a gibibyte of zeros and one file more is refused in little memory, the event loop running on', async () => {
  const quarters = ['a', 'b', 'c', 'd'].flatMap((name) => [sized(name, gibibyte / 4), gibibyte / 4])
  let ticks = 0
  const ticking = setInterval(() => ticks++, 10)
  const memory = await memoryWhile(async () => {
    const source = Readable.from(bomb([...quarters, main]), { objectMode: false })
    await expect(readModuleArchive(source)).rejects.toThrow(
      'the archive unpacks to more than 1 GiB (at "main.tf")',
    )
  })
  clearInterval(ticking)
  expect(memory).toBeLessThan(150 * mebibyte)
  expect(ticks).toBeGreaterThan(20)
})

test('almost a gibibyte is taken', async () => {
  const source = Readable.from(
    bomb([main, sized('a', gibibyte - 16 * mebibyte), gibibyte - 16 * mebibyte, Buffer.alloc(1024)]),
    { objectMode: false },
  )
  expect(await readModuleArchive(source)).toMatchObject({ unpackedSize: 9 + gibibyte - 16 * mebibyte })
})

test('a file that says it is too large is refused before any of it is unpacked', async () => {
  let given = 0
  const source = Readable.from(
    (function* () {
      for (const piece of bomb([sized('a', gibibyte + 1), gibibyte])) {
        given++
        yield piece
      }
    })(),
    { objectMode: false },
  )
  await expect(readModuleArchive(source)).rejects.toBeInstanceOf(ArchiveRefused)
  expect(given).toBeLessThan(10)
})

test('zeros without end behind the end are refused after a mebibyte', async () => {
  let given = 0
  const source = Readable.from(
    (function* () {
      yield archive(main)
      for (; ; given++) yield zeros
    })(),
    { objectMode: false },
  )
  await expect(readModuleArchive(source)).rejects.toThrow('there is something behind the end of the tar')
  expect(given).toBeLessThan(50)
})

test('headers of the format without end are refused after 64 MiB, in little memory', async () => {
  const comment = records([['comment', 'c'.repeat(1_000_000)]], 'g')
  const piece = gzipSync(Buffer.concat(Array<Buffer>(8).fill(comment)))
  const source = Readable.from(
    (function* () {
      for (;;) yield piece
    })(),
    { objectMode: false },
  )
  const memory = await memoryWhile(async () => {
    await expect(readModuleArchive(source)).rejects.toThrow(
      'the archive has more than 64 MiB of extended headers',
    )
  })
  expect(memory).toBeLessThan(150 * mebibyte)
})

test('a file that ends before the size it declares is refused as truncated', async () => {
  const tar = Buffer.concat([main, sized('a.tf', 15 * mebibyte), Buffer.alloc(512)])
  await expect(readModuleArchive(Readable.from([gzipSync(tar)]), { collect: () => true })).rejects.toThrow(
    'the archive is truncated',
  )
})

test('thousands of long links into deep folders are looked through without a long pause', async () => {
  const deep = Array.from({ length: 20 }, (_, n) => `a-part-of-the-way-${n}`).join('/')
  const links = Array.from({ length: 2_000 }, (_, n) =>
    Buffer.concat([
      records([
        ['path', `l${n}/${deep}/x`],
        ['linkpath', `${'../'.repeat(21)}${deep}/f`],
      ]),
      header({ path: 'l', linkpath: 'x', type: 'SymbolicLink' }),
    ]),
  )
  const target = Buffer.concat([records([['path', `${deep}/f`]]), header({ path: 'f', type: 'File' })])
  const bytes = archive(main, target, ...links)
  // A pause of the reader's own comes each time; what else the machine does delays this process once.
  let pause = 1
  for (let time = 0; time < 3 && pause >= 0.3; time++) pause = Math.min(pause, await longestPause(bytes))
  expect(pause).toBeLessThan(0.3)
  expect(await refusal(archive(target, ...links))).toMatch(/^no-module/)
})

/** Longest pause of the event loop while the archive was read, as a part of the whole time. */
async function longestPause(bytes: Buffer): Promise<number> {
  const begin = performance.now()
  let [longest, last] = [0, begin]
  const look = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const watch = setInterval(look, 5)
  await readModuleArchive(Readable.from([bytes]))
  clearInterval(watch)
  look()
  return longest / (last - begin)
}
