import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { ArchiveLimits } from '../archive.js'
import { readModuleArchive } from './module-archive.js'
import { makePlain } from './plain-archive.js'
import { main, read, refusal } from './reading.testing.js'
import { archive, file, folder, hardLink, pax, streamOf, symlink } from './tar-maker.testing.js'

/** The archive without its links, and how often the one with links was opened for it. */
async function plain(
  bytes: Buffer,
  limits?: Partial<ArchiveLimits>,
): Promise<{ made: Buffer; opened: number }> {
  const { plainPaths } = await read(bytes, { limits })
  if (!plainPaths) throw new Error('the archive has no links')
  let opened = 0
  const made = await buffer(
    makePlain(async () => {
      opened++
      return streamOf(bytes, 1000)
    }, plainPaths),
  )
  return { made, opened }
}

/** Every file of an archive that has no links any more, with its text. */
async function textsIn(bytes: Buffer): Promise<Record<string, string>> {
  const { contents, plainPaths } = await read(bytes, { collect: () => true })
  expect(plainPaths).toBeUndefined()
  return Object.fromEntries([...contents].map(([path, text]) => [path, text.toString()]).sort())
}

const textsOf = async (...parts: Buffer[]) => textsIn((await plain(archive(main, ...parts))).made)
const mains = { 'main.tf': 'locals {}' }

describe('each link becomes what it leads to:', () => {
  const net = file('modules/net/main.tf', 'net')
  rule('§7 reading uploads', 'Links that stay inside become what they lead to')
  test.each([
    ['a file', [file('a', 'A'), symlink('b', 'a')], { a: 'A', b: 'A' }],
    ['a file that comes later', [symlink('b', 'a'), file('a', 'A')], { a: 'A', b: 'A' }],
    [
      'a file above',
      [file('v.tf', 'V'), symlink('modules/m/v.tf', '../../v.tf')],
      { 'v.tf': 'V', 'modules/m/v.tf': 'V' },
    ],
    ['a file of nothing', [file('a'), symlink('b', 'a')], { a: '', b: '' }],
    [
      'a folder',
      [net, symlink('modules/b', 'net')],
      { 'modules/net/main.tf': 'net', 'modules/b/main.tf': 'net' },
    ],
    [
      'a link in a linked folder',
      [file('t', 'T'), symlink('x/f', '../t'), symlink('y', 'x')],
      { t: 'T', 'x/f': 'T', 'y/f': 'T' },
    ],
    [
      'a chain',
      [file('a', 'A'), symlink('b', 'a'), symlink('c', './b'), symlink('d', 'c')],
      { a: 'A', b: 'A', c: 'A', d: 'A' },
    ],
    [
      'a way through a linked folder and up again',
      [
        file('p/q/f', 'F'),
        file('p/g', 'G'),
        symlink('l', 'p/q'),
        symlink('m', 'l/f'),
        symlink('n', 'l/../g'),
      ],
      { 'p/q/f': 'F', 'p/g': 'G', 'l/f': 'F', m: 'F', n: 'G' },
    ],
    ['a hard link', [file('a', 'A'), hardLink('b', 'a'), hardLink('c', 'b')], { a: 'A', b: 'A', c: 'A' }],
    [
      'a hard link to what a later file replaces',
      [file('a', 'old'), hardLink('b', 'a'), file('a', 'new'), symlink('c', 'a')],
      { a: 'new', b: 'old', c: 'new' },
    ],
    [
      'a symbolic link to a hard link',
      [file('a', 'A'), hardLink('b', 'a'), symlink('c', 'b')],
      { a: 'A', b: 'A', c: 'A' },
    ],
  ])('%s', async (_, parts, texts) => {
    expect(await textsOf(...parts)).toEqual({ ...mains, ...texts })
  })

  test('forty in a row', async () => {
    const links = Array.from({ length: 40 }, (_, n) => symlink(`l${n}`, n === 39 ? 'main.tf' : `l${n + 1}`))
    expect(Object.values(await textsOf(...links))).toEqual(Array(41).fill('locals {}'))
  })

  test('so that a module may have nothing but links at its root', async () => {
    const { made } = await plain(archive(file('src/main.tf', 'M'), symlink('main.tf', 'src/main.tf')))
    expect(await textsIn(made)).toEqual({ 'main.tf': 'M', 'src/main.tf': 'M' })
  })

  test('with long names, names of any script, and contents of any length', async () => {
    const long = `${'ä'.repeat(100)}/${'ö'.repeat(100)}`
    const texts = Object.fromEntries([511, 512, 513].map((size) => [`f${size}`, 'x'.repeat(size)]))
    const files = Object.entries(texts).map(([path, text]) => file(path, text))
    const target = pax({ linkpath: 'ä'.repeat(100) })
    const all = await textsOf(...files, pax({ path: long }), file('b', 'B'), target, symlink('l', 'x'))
    expect(all).toEqual({ ...mains, ...texts, [long]: 'B', [`l/${'ö'.repeat(100)}`]: 'B' })
  })
})

test('folders without files stay, and whether a file may be run', async () => {
  const { made } = await plain(
    archive(
      main,
      folder('e'),
      symlink('l', 'e'),
      file('run.sh', 'x', { mode: 0o700 }),
      symlink('again.sh', 'run.sh'),
    ),
  )
  expect((await read(made)).entries).toBe(5)
  const tar = gunzipSync(made)
  const modes = Object.fromEntries(
    [...Array(tar.length / 512).keys()]
      .map((n) => tar.subarray(n * 512, n * 512 + 512))
      .filter((block) => block.toString('latin1', 257, 262) === 'ustar')
      .map((block) => [block.toString('latin1', 0, block.indexOf(0)), block.toString('latin1', 100, 107)]),
  )
  const [file644, all755] = ['0000644', '0000755']
  expect(modes).toEqual({
    'main.tf': file644,
    'e/': all755,
    'l/': all755,
    'run.sh': all755,
    'again.sh': all755,
  })
})

test('the same archive becomes the same bytes each time', async () => {
  const bytes = archive(main, symlink('a', 'main.tf'))
  expect((await plain(bytes)).made.equals((await plain(bytes)).made)).toBe(true)
})

describe('what links make of an archive has limits:', () => {
  rule('§7 reading uploads', 'Limits count what links lead to')
  test('its entries', async () => {
    const bytes = archive(main, file('d/a'), file('d/b'), symlink('l', 'd'))
    expect((await plain(bytes, { entries: 5 })).opened).toBe(1)
    expect(await refusal(bytes, { limits: { entries: 4 } })).toBe(
      'too-many-entries: with its links replaced by what they lead to, the archive has more than 4 entries (at "l/b")',
    )
  })

  test('its size', async () => {
    const bytes = archive(main, file('a', '12345'), symlink('b', 'a'), hardLink('c', 'a'))
    expect((await plain(bytes, { unpackedSize: 24 })).opened).toBe(1)
    expect(await refusal(bytes, { limits: { unpackedSize: 23 } })).toBe(
      'too-large: with its links replaced by what they lead to, the archive unpacks to more than 23 bytes (at "c")',
    )
  })

  test('folders that multiply are refused at once', async () => {
    const doubling = Array.from({ length: 60 }, (_, n) => [
      symlink(`d${n}/a`, `../d${n + 1}`),
      symlink(`d${n}/b`, `../d${n + 1}`),
    ]).flat()
    expect(await refusal(archive(main, ...doubling, file('d60/x')))).toMatch(
      /^too-many-entries: with its links/,
    )
    const deep = Array.from({ length: 5000 }, (_, n) => symlink(`d${n}/a`, `../d${n + 1}`))
    expect(await refusal(archive(main, ...deep, file('d5000/x')))).toMatch(/^bad-path: .*more than 64 levels/)
  })
})

test('a large file is read again for each further path instead of being held', async () => {
  const large = Buffer.alloc(16 * 1024 ** 2 + 1, 7)
  const { made, opened } = await plain(archive(main, file('a', large), symlink('b', 'a'), hardLink('c', 'a')))
  expect(opened).toBe(3)
  const { sizes } = await read(made)
  expect(Object.fromEntries(sizes)).toEqual({
    'main.tf': 9,
    a: large.length,
    b: large.length,
    c: large.length,
  })
  const { contents } = await read(made, {
    collect: (path) => path === 'c',
    limits: { collectedSize: large.length },
  })
  expect(contents.get('c')?.equals(large)).toBe(true)
})

test('what fails while it is read again fails the archive that is made', async () => {
  const bytes = archive(main, symlink('a', 'main.tf'))
  const { plainPaths } = await readModuleArchive(streamOf(bytes))
  const broken = async () =>
    new Readable({
      read() {
        this.destroy(new Error('disk died'))
      },
    })
  await expect(buffer(makePlain(broken, plainPaths ?? new Map()))).rejects.toThrow('disk died')
})
