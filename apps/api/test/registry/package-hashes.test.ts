import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { packageHash } from '../../src/domain/registry-providers/package-hashes.js'
import { zipOfFiles, type ZippedFile } from './zip-maker.js'

const opened = (zip: Buffer, signal?: AbortSignal) =>
  packageHash(
    zip.length,
    async (start, end) => {
      expect(0 <= start && start < end && end <= zip.length).toBe(true)
      return Readable.from([zip.subarray(start, end)])
    },
    signal,
  )

const hashOf = (...files: ZippedFile[]) => opened(zipOfFiles(...files))

/** Hash as the format is specified, from the paths of a folder in the order of their bytes. */
function written(...files: (readonly [path: string | Buffer, contents: string | Buffer])[]): string {
  const all = createHash('sha256')
  for (const [path, contents] of files) {
    const digest = createHash('sha256').update(contents).digest('hex')
    all.update(Buffer.concat([Buffer.from(`${digest}  `), Buffer.from(path), Buffer.from('\n')]))
  }
  return `h1:${all.digest('base64')}`
}

rule('§14 packages', '`h1` is that of the unpacked files, as the CLI’s lock file has it')
test('the hash is the one that the CLI itself wrote into a lock file for a zip of these files', async () => {
  const files = [
    { name: 'docs/' },
    { name: './terraform-provider-thing_v1.0.0', contents: 'bin\n' },
    { name: 'a.txt', contents: 'one' },
    { name: 'a.txt', contents: 'two' },
    { name: 'docs/über.md', contents: 'hallo' },
    { name: 'Z', contents: 'z' },
    { name: 'docs//x', contents: 'x' },
  ]
  expect(await hashOf(...files)).toBe('h1:KLcPCGx7s6M9R63nicSpWEyl/hF3tQTVUCI8NYy95c8=')
  expect(await hashOf(...files.map((file) => ({ ...file, method: 0 })))).toBe(
    'h1:KLcPCGx7s6M9R63nicSpWEyl/hF3tQTVUCI8NYy95c8=',
  )
})

test('paths are in the order of their bytes, in whatever alphabet the zip was written', async () => {
  const latin = Buffer.from('\xfc', 'latin1')
  const paths = ['\u{1F4E6}', latin, 'b', 'B', '\uff5e', 'a/b', 'a-b', 'ü']
  expect(await hashOf(...paths.map((name) => ({ name, contents: 'x' })))).toBe(
    written(
      ...['B', 'a-b', 'a/b', 'b', 'ü', '\uff5e', '\u{1F4E6}', latin].map((path) => [path, 'x'] as const),
    ),
  )
})

test('folders, bytes before the zip and a comment behind it count for nothing', async () => {
  const zip = zipOfFiles({ name: 'bin/' }, { name: 'bin/it', contents: 'it' }, { name: 'none' })
  zip.writeUInt16LE(4, zip.length - 2)
  const hash = written(['bin/it', 'it'], ['none', ''])
  expect(await opened(Buffer.concat([Buffer.alloc(1000), zip, Buffer.from('note')]))).toBe(hash)
  expect(await hashOf({ name: 'bin/' })).toBe(written())
  expect(await hashOf({ name: 'a', contents: 'it', crc: 0 }), 'a checksum of 0 is none').toBe(
    written(['a', 'it']),
  )
})

const good = zipOfFiles({ name: 'a', contents: 'some contents' })
const inGood = (at: number): Buffer => {
  const copy = Buffer.from(good)
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at)
  return copy
}

rule('§14 packages', 'A zip that cannot be read whole has no `h1`')
test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('no zip '.repeat(10))],
  ['a zip without its end', good.subarray(0, -1)],
  ['a zip without its beginning', good.subarray(20)],
  ['a file without its own header', inGood(0)],
  ['a file whose bytes are damaged', inGood(31)],
  [
    'a file whose bytes end early',
    zipOfFiles({ name: 'a', contents: 'x', packed: deflateRawSync('xy'.repeat(99)).subarray(0, 4) }),
  ],
  ['a file with another checksum', zipOfFiles({ name: 'a', contents: 'x', crc: 1 })],
  ['a file that is longer than announced', zipOfFiles({ name: 'a', contents: 'abc', size: 2 })],
  ['a file that is shorter than announced', zipOfFiles({ name: 'a', contents: 'abc', size: 4 })],
  ['a file that is locked by a password', zipOfFiles({ name: 'a', contents: 'abc', flags: 1 })],
  ['a file that is packed in another way', zipOfFiles({ name: 'a', contents: 'abc', method: 12 })],
  ['a file that would climb out of its folder', zipOfFiles({ name: '../a', contents: 'abc' })],
  ['a path of two lines', zipOfFiles({ name: 'a\nb', contents: 'abc' })],
])('%s has no hash', async (_, zip) => {
  expect(await opened(zip)).toBeUndefined()
})

rule('§14 packages', 'What is looked through of a zip is bounded')
test('more than a thousand files, or more than 4 GiB of them, are not looked through', async () => {
  const files = Array.from({ length: 1001 }, (_, n) => ({ name: `${n}`, method: 0 }))
  expect(await hashOf(...files.slice(1))).toBeDefined()
  expect(await hashOf(...files)).toBeUndefined()
  const half = { contents: 'x', size: 2 ** 31 }
  let asked = 0
  const zip = zipOfFiles({ name: 'a', ...half }, { name: 'b', ...half }, { name: 'c', contents: 'x' })
  const hash = await packageHash(zip.length, async (start, end) => {
    asked++
    return Readable.from([zip.subarray(start, end)])
  })
  expect([hash, asked]).toEqual([undefined, 2])
})

test('a bomb is left at the first byte that was not announced', async () => {
  const packed = deflateRawSync(Buffer.alloc(256 * 1024 ** 2))
  const before = process.cpuUsage().user
  expect(await hashOf({ name: 'a', packed, size: 1000 })).toBeUndefined()
  expect(process.cpuUsage().user - before).toBeLessThan(1_000_000)
})

test('the process does other things while a large file is looked through', async () => {
  const contents = Buffer.alloc(64 * 1024 ** 2)
  const zip = zipOfFiles({ name: 'a', contents })
  let isDone = false
  const hash = opened(zip).finally(() => (isDone = true))
  let turns = 0
  for (; !isDone; turns++) await setImmediate()
  expect(await hash).toBe(written(['a', contents]))
  expect(turns).toBeGreaterThan(500)
})

test('it ends when it is told to, and fails where the file cannot be read', async () => {
  await expect(opened(good, AbortSignal.abort())).rejects.toThrow(/abort/i)
  const failing = packageHash(good.length, async () => {
    throw new Error('cut')
  })
  await expect(failing).rejects.toThrow('cut')
  const half = packageHash(good.length, async (start, end) => {
    if (end - start !== 15) return Readable.from([good.subarray(start, end)])
    return Readable.from(
      (async function* () {
        yield good.subarray(start, start + 1)
        throw new Error('cut')
      })(),
    )
  })
  await expect(half).rejects.toThrow('cut')
})
