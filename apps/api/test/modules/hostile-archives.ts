import { gzipSync } from 'node:zlib'
import { archive, endMark, file, header, symlink } from '@engine/module-source/testing'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3
const main = file('main.tf', 'output "a" { value = 1 }\n')
const zeros = gzipSync(Buffer.alloc(16 * mebibyte))

/** Gzip members in a row: heads of files, and zeros of some size between them that take a thousandth of their room. */
function zipped(...parts: readonly (Buffer | number)[]): Buffer {
  const members = parts.map((part) =>
    typeof part === 'number'
      ? Buffer.concat(Array<Buffer>(part / 16 / mebibyte).fill(zeros))
      : gzipSync(part),
  )
  return Buffer.concat(members)
}

const sized = (path: string, size: number): Buffer => header({ path, size, type: 'File' })
const nested = (open: string, inner: string, close: string): string =>
  open.repeat(10_000) + inner + close.repeat(10_000)
const source = (contents: string): Buffer => archive(file('main.tf', contents))

export interface HostileArchive {
  readonly name: string
  readonly bytes: () => Buffer
  /** Message to its publisher. */
  readonly message: RegExp
}

/** Archives that an attacker might upload to harm the reader or unpacker. */
export const hostileArchives: readonly HostileArchive[] = [
  {
    name: 'a path that climbs',
    bytes: () => archive(main, file('../evil.tf')),
    message: /^"\.\.\/evil\.tf" has "\.\." in its path$/,
  },
  {
    name: 'an absolute path',
    bytes: () => archive(main, file('/etc/passwd')),
    message: /^"\/etc\/passwd" is an absolute path$/,
  },
  {
    name: 'a link out',
    bytes: () => archive(main, symlink('out', '../../etc/passwd')),
    message: /^the link "out" leads out of the archive, to "\.\.\/\.\.\/etc\/passwd": put /,
  },
  {
    name: 'an absolute link',
    bytes: () => archive(main, symlink('out', '/etc/passwd')),
    message: /^the link "out" leads to the absolute path "\/etc\/passwd": put /,
  },
  {
    name: '10,001 entries',
    bytes: () => archive(main, ...Array.from({ length: 10_000 }, (_, n) => file(`f${n}`))),
    message: /^the archive has more than 10,000 entries \(at "f9999"\)$/,
  },
  {
    name: 'a bomb',
    bytes: () =>
      zipped(
        main,
        ...['a', 'b', 'c', 'd'].flatMap((name) => [sized(name, gibibyte / 4), gibibyte / 4]),
        Buffer.concat([file('e', 'x'), endMark]),
      ),
    message: /^the archive unpacks to more than 1 GiB \(at "d"\)$/,
  },
  {
    name: 'a file of 1 GiB',
    bytes: () => zipped(main, sized('big.bin', gibibyte), gibibyte, endMark),
    message: /^the archive unpacks to more than 1 GiB \(at "big\.bin"\)$/,
  },
  {
    name: 'a source file of 200 MiB',
    bytes: () => zipped(sized('main.tf', 208 * mebibyte), 208 * mebibyte, endMark),
    message: /^the source and text files are together larger than 16 MiB \(at "main\.tf"\)$/,
  },
  { name: 'no tar', bytes: () => gzipSync('hello'), message: /^the archive is not a tar file$/ },
  { name: 'no gzip', bytes: () => Buffer.from('hello'), message: /^the archive is not a gzip file$/ },
  {
    name: 'nothing',
    bytes: () => Buffer.alloc(0),
    message: /^the archive is not a gzip file: nothing came$/,
  },
  { name: 'an empty tar', bytes: () => gzipSync(endMark), message: /^the archive is empty$/ },
  {
    name: 'lists nested 10,000 deep',
    bytes: () => source(`variable "a" { default = ${nested('[', '', ']')} }`),
    message: /^main\.tf: the code is nested too deeply$/,
  },
  {
    name: 'blocks nested 10,000 deep',
    bytes: () => source(nested('a {\n', '', '}\n')),
    message: /^main\.tf: the code is nested too deeply$/,
  },
  {
    name: 'brackets nested 10,000 deep',
    bytes: () => source(`locals { a = ${nested('(', '1', ')')} }`),
    message: /^main\.tf: the code is nested too deeply$/,
  },
  {
    name: 'JSON nested 50,000 deep',
    bytes: () =>
      archive(
        file('main.tf.json', `{"variable":{"a":{"default":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`),
      ),
    message: /^main\.tf\.json: the code is nested too deeply$/,
  },
  {
    name: 'many large source files',
    bytes: () =>
      archive(...Array.from({ length: 15 }, (_, n) => file(`f${n}.tf`, `# ${'x'.repeat(mebibyte - 10)}\n`))),
    message: /^the source files are together larger than 4 MiB$/,
  },
  {
    name: 'a name of a million characters',
    bytes: () => source(`variable "!${'x'.repeat(1_000_000)}" {}`),
    message: /^main\.tf:1: "!x{900,990}…$/,
  },
  {
    name: 'a message that would end in half a character',
    bytes: () =>
      archive(
        file(
          'main.tf.json',
          JSON.stringify({ module: { x: { source: 'a/b/c', version: `v${'a'.repeat(97)}💩💩` } } }),
        ),
      ),
    message:
      /^main\.tf\.json:1: the version of module "x" is no constraint on versions: "va+\ufffd; write one /,
  },
  {
    name: 'a module call of a million characters',
    bytes: () => source(`module "x" {\n  source = "https://modules.example/${'x'.repeat(1_000_000)}"\n}`),
    message:
      /^what the module requires of the engine, of providers and of other modules takes more than 256 KiB$/,
  },
  {
    name: '100,000 variables',
    bytes: () =>
      archive(
        ...Array.from({ length: 4 }, (_, n) =>
          file(`f${n}.tf`, Array.from({ length: 25_000 }, (_, m) => `variable "v${n}_${m}" {}\n`).join('')),
        ),
      ),
    message: /^the module declares more than 20,000 things$/,
  },
]
