import { gzipSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import { describe, expect, test, vi } from 'vitest'
import { readModuleArchive } from './module-archive.js'
import { main, read, refusal } from './reading.testing.js'
import {
  archive,
  changed,
  checked,
  endMark,
  file,
  folder,
  hardLink,
  longName,
  pax,
  records,
  streamOf,
  symlink,
  tarOf,
} from './tar-maker.testing.js'

describe('a module', () => {
  test('is read with its entries, its size, the files at its root and the contents that are wanted', async () => {
    const bytes = archive(
      folder('./'),
      file('./main.tf', 'locals {}'),
      file('./README.md', 'Read me'),
      folder('./modules/'),
      file('./modules/net/main.tf', 'output "x" {}'),
      file('./logo.png', Buffer.alloc(2000, 7)),
    )
    const collect = vi.fn((path: string, _size: number) => path.endsWith('.tf'))
    expect(await read(bytes, { collect })).toEqual({
      plainPaths: undefined,
      entries: 6,
      unpackedSize: 9 + 7 + 13 + 2000,
      files: ['README.md', 'logo.png', 'main.tf'],
      sizes: new Map([
        ['main.tf', 9],
        ['README.md', 7],
        ['modules/net/main.tf', 13],
        ['logo.png', 2000],
      ]),
      contents: new Map([
        ['main.tf', Buffer.from('locals {}')],
        ['modules/net/main.tf', Buffer.from('output "x" {}')],
      ]),
    })
    expect(collect.mock.calls).toEqual([
      ['main.tf', 9],
      ['README.md', 7],
      ['modules/net/main.tf', 13],
      ['logo.png', 2000],
    ])
  })

  rule('§19 archives', 'An archive whose root entry is `/` or `./` is taken')
  test.each(['/', './', '.', '//', '/./'])('is read with %s as the entry of its root', async (root) => {
    const { files, sizes } = await read(archive(folder(root), file('main.tf', 'x')))
    expect([files, [...sizes]]).toEqual([['main.tf'], [['main.tf', 1]]])
  })

  test.each([1, 7, 511, 512, 513, 5000])(
    'reads the same when its bytes arrive in pieces of %i',
    async (pieceSize) => {
      const long = `${'ä'.repeat(100)}/${'ö'.repeat(100)}`
      const bytes = archive(main, records([['path', long]]), file('x', 'y'.repeat(700)), file('z', 'zz'))
      const { contents } = await readModuleArchive(streamOf(bytes, pieceSize), { collect: () => true })
      expect([...contents.keys()]).toEqual(['main.tf', long, 'z'])
      expect(contents.get(long)?.toString()).toBe('y'.repeat(700))
    },
  )

  const long = `${'a'.repeat(90)}/${'b'.repeat(90)}`
  const text = file('main.tf', 'x')
  test.each([
    ['JSON syntax', [file('main.tf.json', '{}')], ['main.tf.json']],
    ['an old header that names no format', [checked(changed(text, 257, Buffer.alloc(8)))], ['main.tf']],
    ['the GNU format', [checked(changed(text, 257, 'ustar  \0'))], ['main.tf']],
    ['a long path in two fields', [text, file(long, 'x')], ['main.tf', long]],
    ['a long path in the GNU way', [text, longName('L', long), file('b', 'x')], ['main.tf', long]],
    ['a long path in the pax way', [text, pax({ path: long }), file('b', 'x')], ['main.tf', long]],
    [
      'a long target in the GNU way',
      [text, file(long, 'x'), longName('K', long), symlink('l', 'b')],
      ['main.tf', long],
    ],
    ['a comment for all entries', [records([['comment', 'a commit']], 'g'), text], ['main.tf']],
    ['times and owners', [pax({ mtime: new Date(1.5), uname: 'me' }), text], ['main.tf']],
    [
      'binary attributes',
      [records([['SCHILY.xattr.x', Buffer.from([0, 255, 10, 61, 10])]]), text],
      ['main.tf'],
    ],
    ['a contiguous file', [file('main.tf', 'x', { type: 'ContiguousFile' })], ['main.tf']],
    ['an old folder, by its type a file', [text, checked(changed(folder('old/'), 156, '0'))], ['main.tf']],
    ['doubled files and folders', [folder('a'), file('main.tf'), folder('./a/'), text], ['main.tf']],
    ['sources for one engine alone', [file('main.tofu', 'x')], ['main.tofu']],
    ['those in JSON', [file('main.tofu.json', '{}')], ['main.tofu.json']],
    ['sources in a folder of modules/ alone', [file('modules/a/main.tf', 'x')], ['modules/a/main.tf']],
  ])('may have %s', async (_, parts, paths) => {
    const { contents } = await read(archive(...parts), { collect: () => true })
    expect([...contents.keys()]).toEqual(paths)
  })

  test('may come as several gzip members in a row', async () => {
    const tar = tarOf(main, file('b', 'x'.repeat(3000)))
    const members = Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))])
    expect(await read(members)).toMatchObject({ entries: 2 })
  })

  test('may end with one empty block, or with many', async () => {
    expect(await read(gzipSync(Buffer.concat([main, Buffer.alloc(512)])))).toMatchObject({ entries: 1 })
    expect(await read(gzipSync(Buffer.concat([main, Buffer.alloc(10_240)])))).toMatchObject({ entries: 1 })
  })

  test('has the last contents of a file that comes twice, and shares those of a hard link', async () => {
    const bytes = archive(file('main.tf', 'old'), file('main.tf', 'new'), hardLink('b.tf', './main.tf'))
    const { contents, files, unpackedSize } = await read(bytes, { collect: () => true })
    expect([...contents].map(([path, text]) => [path, text.toString()])).toEqual([
      ['main.tf', 'new'],
      ['b.tf', 'new'],
    ])
    expect(files).toEqual(['b.tf', 'main.tf'])
    expect(unpackedSize).toBe(6)
  })

  test('that was published before is read though it holds what is refused since', async () => {
    const bytes = archive(
      file('readme', 'a'),
      file('README', 'b'),
      hardLink('copy', 'readme'),
      symlink('l', 'nowhere'),
    )
    const { files, plainPaths } = await read(bytes, { wasPublished: true })
    expect(files).toEqual(['README', 'copy', 'readme'])
    expect(plainPaths).toBeUndefined()
  })

  test('lists at most a thousand files of its root', async () => {
    const many = Array.from({ length: 1100 }, (_, n) => file(`f${n}`))
    expect((await read(archive(main, ...many))).files).toHaveLength(1000)
  })
})

describe('what is no module archive is refused as', () => {
  const good = archive(main, file('b', Buffer.alloc(3000, 'b')))
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251))

  rule('§7 reading uploads', 'What is no archive is refused with a clear message')
  test.each([
    ['not-gzip: the archive is not a gzip file: nothing came', Buffer.alloc(0)],
    ['not-gzip: the archive is not a gzip file: a zip came', Buffer.from('PK\x03\x04 a zip')],
    ['not-gzip: the archive is not a gzip file: a tar that is not compressed came', tarOf(main)],
    ['not-gzip: the archive is not a gzip file: an xz file came', Buffer.from('\xfd7zXZ\0', 'latin1')],
    ['not-gzip: the archive is not a gzip file: HTML came', Buffer.from('<!DOCTYPE html><html></html>')],
    [
      'not-gzip: the archive is not a gzip file: a multipart form (curl -F; --upload-file sends the file as it is) came',
      Buffer.from(
        '--------------------------d74496d66958873e\r\nContent-Disposition: form-data; name="f"\r\n\r\nx',
      ),
    ],
    ['not-gzip: the archive is not a gzip file', Buffer.from('no archive at all')],
    ['not-tar: the archive is not a tar file', gzipSync(noise)],
    ['not-tar: the archive is not a tar file', gzipSync('')],
    ['not-tar: the archive is not a tar file', gzipSync('short')],
    ['not-tar: the archive is not a tar file', gzipSync(good)],
    ['no-module: the archive is empty', gzipSync(endMark)],
    ['truncated: the archive is truncated', good.subarray(0, -9)],
    ['truncated: the archive is truncated', good.subarray(0, 1)],
    ['truncated: the archive is truncated: its end mark is missing', gzipSync(main)],
    ['truncated: the archive is truncated: its end mark is missing', gzipSync(main.subarray(0, 700))],
    ['truncated: the archive is truncated: its end mark is missing', gzipSync(tarOf(main).subarray(0, 1200))],
    ['damaged: the archive is damaged (incorrect data check)', changed(good, good.length - 8, '\0\0\0\0')],
    [
      'damaged: the archive is damaged (a header has a wrong checksum)',
      gzipSync(Buffer.concat([main, noise])),
    ],
    [
      'trailing-data: there is something behind the end of the gzip file',
      Buffer.concat([good, Buffer.from('xyz')]),
    ],
    ['trailing-data: there is something behind the end of the gzip file', Buffer.concat([good, endMark])],
    [
      'trailing-data: there is something behind the end of the gzip file',
      Buffer.concat([good, endMark, good]),
    ],
    ['trailing-data: there is something behind the end of the tar', archive(main, endMark, main)],
    ['trailing-data: there is something behind the end of the tar', archive(main, Buffer.alloc(512), main)],
    [
      'trailing-data: there is something behind the end of the tar',
      archive(main, Buffer.alloc(2 * 1024 ** 2)),
    ],
  ])('%s', async (words, bytes) => {
    expect(await refusal(bytes)).toBe(words)
  })

  test.each([
    ['no .tf file', archive(file('README.md')), 'the module must be at the root of the archive'],
    [
      'only hidden ones',
      archive(file('._main.tf'), file('.tf')),
      'the module must be at the root of the archive',
    ],
    [
      'a wrapping folder',
      archive(file('._net'), folder('net'), file('net/main.tf')),
      'everything is in the folder "net", but the module must be at the root of the archive',
    ],
    [
      'a wrapping folder with modules',
      archive(file('net/modules/a/main.tf')),
      'everything is in the folder "net", but the module must be at the root of the archive',
    ],
    [
      'only a folder deeper in modules/',
      archive(file('modules/a/b/main.tf')),
      'the module must be at the root of the archive',
    ],
    [
      'only an example',
      archive(file('examples/a/main.tf'), file('README.md')),
      'the module must be at the root of the archive',
    ],
    [
      'two folders',
      archive(file('a/main.tf'), file('b/main.tf')),
      'the module must be at the root of the archive',
    ],
  ])('no module: %s at the root', async (_, bytes, hint) => {
    expect(await refusal(bytes)).toBe(
      `no-module: the archive has no .tf, .tf.json, .tofu or .tofu.json file at its root, nor right in a folder of modules/: ${hint}`,
    )
  })
})

describe('limits', () => {
  rule('§7 reading uploads', 'The number of entries has a limit, headers of the format aside')
  test('as many entries as allowed, and not one more', async () => {
    const limits = { entries: 3 }
    const parts = [
      records([['comment', 'c']], 'g'),
      main,
      pax({ uname: 'me' }),
      file('b'),
      longName('L', 'cc'),
      file('c'),
    ]
    expect(await read(archive(...parts), { limits })).toMatchObject({ entries: 3 })
    expect(await refusal(archive(...parts, folder('d')), { limits })).toBe(
      'too-many-entries: the archive has more than 3 entries (at "d")',
    )
    const many = Array.from({ length: 10_000 }, (_, n) => file(`f/${n}`))
    expect(await read(archive(main, ...many.slice(1)))).toMatchObject({ entries: 10_000 })
    expect(await refusal(archive(main, ...many))).toBe(
      'too-many-entries: the archive has more than 10,000 entries (at "f/9999")',
    )
  })

  rule('§7 reading uploads', 'What it unpacks to has a limit')
  test('as many bytes as allowed, and not one more', async () => {
    const bytes = archive(file('main.tf', '12345'), file('b', '12345'))
    expect(await read(bytes, { limits: { unpackedSize: 10 } })).toMatchObject({ unpackedSize: 10 })
    expect(await refusal(bytes, { limits: { unpackedSize: 9 } })).toBe(
      'too-large: the archive unpacks to more than 9 bytes (at "b")',
    )
  })

  test('as many collected bytes as allowed, and not one more, doubled files counting twice', async () => {
    const bytes = archive(file('main.tf', '12345'), file('big', '1234567890'), file('main.tf', '12345'))
    const collect = (path: string) => path === 'main.tf'
    expect(await read(bytes, { collect, limits: { collectedSize: 10 } })).toMatchObject({ entries: 3 })
    expect(await refusal(bytes, { collect, limits: { collectedSize: 9 } })).toBe(
      'too-large: the source and text files are together larger than 9 bytes (at "main.tf")',
    )
  })
})
