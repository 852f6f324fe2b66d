import { zipFaultsOf } from '@engine/provider-source/provider-zip'
import { zipProblemOf } from '@engine/provider-source/zip-problem'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { zips } from './provider-zips.js'

/** The fault of a zip, and how many bytes of it were read. */
async function look(zip: Buffer, name = 'weather') {
  let bytes = 0
  const { zipFault: fault } = await zipFaultsOf({ name }, zip.length, async (start, end) => {
    expect(0 <= start && start < end && end <= zip.length).toBe(true)
    bytes += end - start
    return zip.subarray(start, end)
  })
  return { fault, bytes }
}

const faultOf = async (zip: Buffer, name?: string) => (await look(zip, name)).fault

/** Adds a comment at the end, as zips have it. */
function commented(zip: Buffer, comment: Buffer): Buffer {
  const whole = Buffer.concat([zip, comment])
  whole.writeUInt16LE(comment.length, zip.length - 2)
  return whole
}

/** Changes a byte in the first entry of its directory. */
function inDirectory(zip: Buffer, at: number): Buffer {
  const copy = Buffer.from(zip)
  copy.writeUInt8(0xff, copy.indexOf('PK\u0001\u0002') + at)
  return copy
}

rule('§18 names', 'A zip is looked through as the CLI does, for a file at its top that it can start')
test.each(['versioned', 'plain', 'windows'] as const)('the zip %s has nothing wrong', async (kind) => {
  expect(await faultOf(zips[kind])).toBeNull()
  expect(await faultOf(zips[kind], 'WEATHER')).toBeNull()
  expect(await faultOf(zips[kind], 'climate')).toBe('no_executable')
})

test.each(['inFolder', 'longer', 'capital', 'empty'] as const)(
  'the zip %s has no executable',
  async (kind) => {
    expect(await faultOf(zips[kind])).toBe('no_executable')
  },
)

test('a comment behind the zip and bytes before it are in no way', async () => {
  for (const comment of [Buffer.from('by a script'), Buffer.alloc(65_535), zips.empty.subarray(0, 21)])
    expect(await faultOf(commented(zips.plain, comment))).toBeNull()
  expect(await faultOf(Buffer.concat([Buffer.alloc(1000), zips.plain]))).toBeNull()
})

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('the executable itself '.repeat(10))],
  ['the start of a zip', zips.versioned.subarray(0, -1)],
  ['a zip whose directory begins before the file', zips.versioned.subarray(200)],
  ['a zip whose directory has another signature', inDirectory(zips.plain, 0)],
  ['a zip whose directory has a name that does not end', inDirectory(zips.plain, 29)],
])('%s is no zip', async (_, bytes) => {
  expect(await faultOf(bytes)).toBe('no_zip')
})

rule('§18 bounds', 'Of a zip of a provider no more is read than its end and a directory of 4 MiB')
test('a large zip costs no more than a small one, and a large directory is not read', async () => {
  const large = Buffer.concat([Buffer.alloc(1024 * 1024), zips.plain])
  const { fault, bytes } = await look(large)
  expect(fault).toBeNull()
  expect(bytes).toBeLessThan(70_000)
  const directory = Buffer.concat([Buffer.alloc(5 * 1024 * 1024), zips.empty])
  directory.writeUInt32LE(4 * 1024 * 1024 + 1, directory.length - 10)
  expect(await look(directory)).toEqual({ fault: null, bytes: 65_557 })
  directory.writeUInt32LE(4 * 1024 * 1024, directory.length - 10)
  expect(await look(directory)).toEqual({ fault: 'no_zip', bytes: 65_557 + 4 * 1024 * 1024 })
})

/** A directory as it is read from a zip: such a directory is never written into one. */
const directoryOf = (...names: readonly (string | { name: string; method?: number; flags?: number })[]) =>
  names.map((each) => ({
    ...{ flags: 0, method: 8, crc32: 0, packedSize: 0, size: 0, offset: 0 },
    ...(typeof each === 'string' ? { name: each } : each),
  }))

rule('§19 files of providers', 'Entries that the CLI does not unpack are found in the directory of a zip')
test.each([
  ['in order', directoryOf('a', './b', 'c/', 'c/a', 'c/a-b', 'd/e', 'a-b', 'a..b'), undefined],
  ['stored', directoryOf({ name: 'a', method: 0 }), undefined],
  ['bzip2', directoryOf('x', { name: 'a', method: 12 }), /^the entry a of the zip is compressed by bzip2, /],
  ['an unknown method', directoryOf({ name: 'a', method: 77 }), /is compressed by the method 77, /],
  ['encrypted', directoryOf({ name: 'a', flags: 1 }), /^the entry a of the zip is encrypted$/],
  ['a way out', directoryOf('a/../../b'), /leads out of the folder/],
  ['a way out of Windows', directoryOf('a\\..\\b'), /leads out of the folder/],
  ['an absolute name', directoryOf('/a'), /has an absolute name$/],
  ['a drive', directoryOf('C:a'), /has an absolute name$/],
  ['a line end', directoryOf('a\nb'), /^the entry a b of the zip has a line end in its name$/],
  ['a file and a folder', directoryOf('a', 'a/'), /a file and a folder that are both named a$/],
  ['a file below a file', directoryOf('a/b/c', 'a-b', 'a', 'a/b'), /both named a(\/b)?$/],
])('a directory with %s', (_, directory, problem) => {
  if (problem === undefined) expect(zipProblemOf(directory)).toBeUndefined()
  else expect(zipProblemOf(directory)).toMatch(problem)
})

test('a directory of long and deep names costs no more than its size', () => {
  const deep = 'a/'.repeat(30_000)
  expect(zipProblemOf(directoryOf(...Array.from({ length: 60 }, (_, n) => `${n}/${deep}x`)))).toBeUndefined()
})
