import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { main, read, refusal } from './reading.testing.js'
import {
  archive,
  changed,
  checked,
  extended,
  file,
  folder,
  hardLink,
  header,
  longName,
  padded,
  pax,
  records,
  symlink,
} from './tar-maker.testing.js'

describe('a path is refused', () => {
  rule('§7 reading uploads', 'Paths that escape are refused')
  test.each([
    ['"/etc/passwd" is an absolute path', '/etc/passwd'],
    ['"../main.tf" has ".." in its path', '../main.tf'],
    ['"a/../../b" has ".." in its path', 'a/../../b'],
    ['"a/../b" has ".." in its path', 'a/../b'],
    ['"a\\b" has a backslash in its path', 'a\\b'],
    ['"C:/x" has a drive letter in its path', 'C:/x'],
    ['"c:x" has a drive letter in its path', 'c:x'],
    ['"a\ufffdb" has a control character in its path', 'a\nb'],
    ['"\ufffd[31m" has a control character in its path', '\u001b[31m'],
    ['"\ufffd/../x" has a control character in its path', '\u0001/../x'],
  ])('%s', async (words, path) => {
    expect(await refusal(archive(main, file(path)))).toBe(`bad-path: ${words}`)
    expect(await refusal(archive(main, records([['path', path]]), file('x')))).toBe(`bad-path: ${words}`)
    expect(await refusal(archive(main, longName('L', path), file('x')))).toBe(`bad-path: ${words}`)
  })

  test('when it is too long, or too deep, and its name is shortened', async () => {
    const long = (path: string) => refusal(archive(main, records([['path', path]]), file('x')))
    const start = `"${'a'.repeat(99)}…"`
    expect(await long('a'.repeat(256))).toBe(
      `bad-path: ${start} has a name longer than 255 bytes in its path`,
    )
    expect(await long('ab/'.repeat(600))).toMatch(/^bad-path: .* has more than 1024 bytes in its path$/)
    expect(await long('a/'.repeat(70))).toMatch(/^bad-path: .* has more than 64 levels in its path$/)
    expect(await long('ä'.repeat(128))).toMatch(/more than|longer than/)
  })

  test('when it is not UTF-8, and the next one is read afresh', async () => {
    const bytes = archive(main, checked(changed(file('caf1'), 3, Buffer.from([0xe9]))))
    expect(await refusal(bytes)).toBe('bad-path: the path "caf?" is not written in UTF-8')
    expect(await read(archive(main))).toMatchObject({ entries: 1 })
  })

  test('when it is empty, or the root without being a folder', async () => {
    expect(await refusal(archive(main, file('.')))).toBe('conflict: the root of the archive is a file')
    expect(await refusal(archive(main, symlink('./', 'x')))).toBe(
      'conflict: the root of the archive is a symbolic link',
    )
    expect(await refusal(archive(checked(changed(main.subarray(0, 512), 0, Buffer.alloc(100)))))).toMatch(
      /^bad-path: .*nothing/,
    )
  })
})

const remedy =
  'put what it should lead to in its place (tar --dereference --hard-dereference), or leave it out'

describe('a link', () => {
  rule('§7 reading uploads', 'Links that escape are refused')
  test.each([
    ['the link "a" leads out of the archive, to ".."', [symlink('a', '..')]],
    ['the link "a/b" leads out of the archive, to "../../etc"', [symlink('a/b', '../../etc')]],
    ['the link "a" leads out of the archive, to "b/c/../../.."', [symlink('a', 'b/c/../../..')]],
    ['the link "a" leads to the absolute path "/etc"', [symlink('a', '/etc')]],
    [
      'the link "z" leads out of the archive, to "p/q/l/../x"',
      [symlink('p/q/l', '../..'), symlink('z', 'p/q/l/../x')],
    ],
    [
      'the link "a" leads out of the archive, to "P/Q/L/../x"',
      [symlink('a', 'P/Q/L/../x'), symlink('p/q/l', '../..')],
    ],
    [
      'the link "a" leads through more than 40 links, or round in a circle',
      [symlink('a', 'b'), symlink('b', 'a')],
    ],
    ['the link "a" leads through more than 40 links, or round in a circle', [symlink('a', 'a/x')]],
    [
      'the hard link "h" leads to "../x", which is no file that the archive has before it',
      [hardLink('h', '../x')],
    ],
    [
      'the hard link "h" leads to "later", which is no file that the archive has before it',
      [hardLink('h', 'later'), file('later')],
    ],
    [
      'the hard link "h" leads to "s", which is no file that the archive has before it',
      [symlink('s', 'main.tf'), hardLink('h', 's')],
    ],
    [
      'the hard link "h" leads to "s/f", which is no file that the archive has before it',
      [folder('d'), file('d/f'), symlink('s', 'd'), hardLink('h', 's/f')],
    ],
    ['the link "a" leads to "not/there", which is not in the archive', [symlink('a', 'not/there')]],
    ['the link "a" leads to "b", which is not in the archive', [symlink('a', 'b'), symlink('b', 'c')]],
    [
      'the link "a" leads to "main.tf/../x", which is not in the archive',
      [symlink('a', 'main.tf/../x'), file('x')],
    ],
    [
      'the link "a" leads to "gone/../main.tf", which is not in the archive',
      [symlink('a', 'gone/../main.tf')],
    ],
    ['the link "a/b" leads to a folder that it lies in', [symlink('a/b', '..')]],
    ['the link "a/b" leads to a folder that it lies in', [symlink('a/b', '.')]],
    [
      'the link "y/to-x" leads to a folder that it lies in',
      [file('x/f'), symlink('x/to-y', '../y'), symlink('y/to-x', '../x')],
    ],
  ])('is refused: %s', async (words, links) => {
    expect(await refusal(archive(main, ...links))).toBe(`bad-link: ${words}: ${remedy}`)
  })

  test('is refused at the forty-first of a chain, from whichever end it is followed', async () => {
    for (const length of [41, 9_000]) {
      const chain = Array.from({ length }, (_, n) => symlink(`l${n}`, `l${n + 1}`))
      expect(await refusal(archive(main, ...chain))).toMatch(/^bad-link: .*more than 40 links/)
      expect(await refusal(archive(main, ...chain.reverse()))).toMatch(/^bad-link: .*more than 40 links/)
    }
  })

  test.each([
    ['nothing as its target', ''],
    ['a backslash in its target', '..\\..\\etc'],
    ['a drive letter in its target', 'C:/Windows'],
    ['a control character in its target', 'a\nb'],
  ])('is refused with %s', async (words, target) => {
    expect(await refusal(archive(main, symlink('a', target)))).toMatch(new RegExp(`^bad-path: .* ${words}$`))
  })
})

describe('entries with conflicting paths are refused', () => {
  const ofCase = 'differ only in upper and lower case, and many disks take them for one: rename one of them'
  test.each([
    ['"a/b" lies below the symbolic link "a"', [symlink('a', 'x'), file('a/b')]],
    ['"a/b" lies below the symbolic link "a"', [file('a/b'), symlink('a', 'x')]],
    ['"A/b/c" lies below the symbolic link "a"', [symlink('a', 'x'), file('A/b/c')]],
    ['"e\u0301/b" lies below the symbolic link "\u00e9"', [symlink('\u00e9', 'x'), file('e\u0301/b')]],
    ['"a/b" lies below the file "a"', [file('a'), file('a/b')]],
    ['"h/b" lies below the hard link "h"', [hardLink('h', 'main.tf'), file('h/b')]],
    ['"a" is there twice, as symbolic link and as file', [symlink('a', 'x'), file('a')]],
    ['"a" is there twice, as symbolic link and as folder', [symlink('a', 'x'), folder('a')]],
    ['"a" is there twice, as symbolic link and as symbolic link', [symlink('a', 'x'), symlink('a', 'x')]],
    ['"a" is there twice, as folder and as symbolic link', [folder('a'), symlink('a', 'x')]],
    ['"a" is there twice, as hard link and as file', [hardLink('a', 'main.tf'), file('a')]],
    [`"readme" and "README" ${ofCase}`, [file('readme'), file('README')]],
    [`"main.tf" and "MAIN.tf" ${ofCase}`, [hardLink('MAIN.tf', 'main.tf')]],
    [`"Net" and "net" ${ofCase}`, [file('Net/a'), file('net/b')]],
    [`"Net" and "net" ${ofCase}`, [folder('Net'), file('net/b')]],
    [`"Net" and "net" ${ofCase}`, [file('Net/b'), folder('net')]],
    [`"a/Net/deep" and "a/net/deep" ${ofCase}`, [file('a/Net/deep/x'), file('a/net/deep/y')]],
    [
      '"\u00e9" and "e\u0301" differ only in how their letters are composed, and many disks take them for one: rename one of them',
      [file('\u00e9'), file('e\u0301')],
    ],
  ])('%s', async (words, parts) => {
    expect(await refusal(archive(main, ...parts))).toBe(`conflict: ${words}`)
  })
})

describe('an entry is refused that is', () => {
  const only = 'a module holds files, folders and links only'
  test.each([
    ['a character device', 'CharacterDevice'],
    ['a block device', 'BlockDevice'],
    ['a named pipe', 'FIFO'],
  ] as const)('%s', async (words, type) => {
    expect(await refusal(archive(main, header({ path: 'x', type })))).toBe(
      `bad-kind: "x" is ${words}: ${only}`,
    )
  })

  test.each(['S', 'D', 'M', 'N', 'V', 'X', 'A', 's', '8', '\xff'])('of the type %j', async (type) => {
    expect(await refusal(archive(main, checked(changed(header({ path: 'x' }), 156, type))))).toMatch(
      /^bad-kind: "x" /,
    )
  })
})

describe('what two readers would take for different things is refused:', () => {
  const x = file('x')
  const forged = (offset: number, bytes: Buffer | string, block = header({ path: 'x', size: 0 })) =>
    checked(changed(block, offset, bytes))

  test.each([
    ['a size that is no number', [forged(124, '-0000000001')]],
    ['a size that ends early', [forged(124, '000000012 9')]],
    ['a negative binary size', [forged(124, Buffer.alloc(12, 0xff))]],
    ['an immense binary size', [forged(124, Buffer.from([0x80, ...Array<number>(11).fill(0xff)]))]],
    ['an unknown format', [forged(257, 'ustar\x0001')]],
    ['the format of star', [forged(508, 'tar\0')]],
    ['a GNU header with a prefix', [forged(345, '../..', forged(257, 'ustar  \0'))]],
    ['a folder with contents', [checked(changed(folder('d'), 124, '00000000010\0')), padded('contents')]],
    ['a link with contents', [checked(changed(symlink('l', 'x'), 124, '00000000010\0')), padded('contents')]],
    ['a file with contents and a closing slash', [file('d/', 'contents')]],
    ['another size in the extended header', [records([['size', '512']]), x]],
    ['a size with a fraction', [records([['size', '0.5']]), x]],
    ['a sparse file', [records([['GNU.sparse.name', '../x']]), x]],
    ['a path for all entries', [records([['path', '../x']], 'g'), x]],
    ['a size for all entries', [records([['size', '0']], 'g'), x]],
    [
      'two values for a path',
      [
        records([
          ['path', 'a'],
          ['path', 'b'],
        ]),
        x,
      ],
    ],
    ['an empty path', [records([['path', '']]), x]],
    ['a path with a NUL', [records([['path', 'x\0/../../y']]), x]],
    ['a target with a NUL', [records([['linkpath', 'x\0y']]), symlink('l', 'x')]],
    ['a long name with something behind its NUL', [longName('L', 'x\0y'), x]],
    ['a long name of nothing', [longName('L', ''), x]],
    ['two extended headers', [pax({ uname: 'a' }), pax({ uname: 'b' }), x]],
    ['two long names', [longName('L', 'a'), longName('L', 'b'), x]],
    ['a long name and a path', [longName('L', 'a'), pax({ path: 'b' }), x]],
    [
      'a header for all between an entry and its own',
      [longName('L', 'a'), records([['comment', 'c']], 'g'), x],
    ],
    ['an extended header for nothing', [pax({ path: 'b' })]],
    ['a record shorter than it says', [extended('x', Buffer.from('30 path=x\n')), x]],
    ['a record longer than it says', [extended('x', Buffer.from('5 path=x\n')), x]],
    ['a record without a length', [extended('x', Buffer.from('path=x\n')), x]],
    ['a record without a key', [extended('x', Buffer.from('6 =xy\n')), x]],
    ['a record of length nought', [extended('x', Buffer.from('0 a=b\n')), x]],
    ['an extended header over a mebibyte', [extended('x', Buffer.alloc(1024 ** 2 + 1)), x]],
  ])('%s', async (_, parts) => {
    expect(await refusal(archive(main, ...parts))).toMatch(/^bad-header: /)
  })

  test('what looks like a record inside of a value is none', async () => {
    const attribute = records([['SCHILY.xattr.x', '\n22 path=../../escape\n']])
    expect(await read(archive(attribute, main))).toMatchObject({ files: ['main.tf'] })
  })
})
