import { faults, type Fault } from '../../kernel/errors.js'
import {
  platformTaken,
  type RegistryProviderPlatform,
  type TakenPlatform,
} from './registry-provider-version.js'

/** A line that the CLI reads: the checksum, two blanks and a name; a mark in place of the second belongs to the name. */
const readable = /^[0-9a-f]{64} (?: |(?=\*))[^ \t\v\f\r]+$/i

/** Those of ASCII, as for the CLI: a byte order mark is a character like any other. */
const blanks = /[ \t\v\f\r]+/

const linesIn = (text: string): string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))

/**
 * The checksums of a `SHA256SUMS` file by file name, in lower case. As for the engine, a name's first line counts, and
 * lines are read that {@link checksumsFault} refuses: others publish such, and so did former releases.
 */
export function readChecksums(text: string): ReadonlyMap<string, string> {
  const checksums = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [checksum = '', filename] = line.split(blanks).filter((word) => word !== '')
    if (filename !== undefined && !checksums.has(filename)) checksums.set(filename, checksum.toLowerCase())
  }
  return checksums
}

/** Names the first line that the CLI does not read: for one, it trusts none of the others. Else undefined. */
export function checksumsFault(text: string): string | undefined {
  if (text.startsWith('\u{feff}'))
    return 'SHA256SUMS begins with a byte order mark (line 1), which no CLI reads: save it as UTF-8 without one, and sign again'
  const at = linesIn(text).findIndex((line) => !readable.test(line))
  return at === -1
    ? undefined
    : `Line ${at + 1} of SHA256SUMS is not the SHA-256 of a file (64 hexadecimal digits), two blanks and its name: write that alone, and sign again`
}

/** Says why the engine would refuse a platform: its record, `SHA256SUMS` and its upload must agree; or undefined. */
export function platformFault(
  platforms: readonly RegistryProviderPlatform[],
  shasums: string,
): string | undefined {
  const checksums = readChecksums(shasums)
  for (const { os, arch, shasum, filename, binarySha256 } of platforms) {
    const of = `The zip of ${os}/${arch}`
    const listed = checksums.get(filename)
    if (listed === undefined) return `${of} is not in SHA256SUMS: ${whyMissing(checksums, filename)}`
    if (listed !== shasum.toLowerCase())
      return `${of} has another checksum in SHA256SUMS than its platform says`
    if (listed !== binarySha256) return `${of} has the SHA-256 ${binarySha256}, not ${listed}`
  }
  return undefined
}

/** The engine compares names as they are written. */
function whyMissing(checksums: ReadonlyMap<string, string>, filename: string): string {
  const written = [...checksums.keys()].find((each) => each.replace(/^\*?(?:\.\/)?/, '') === filename)
  if (written === undefined) return `it has no line for ${filename}`
  const mark = written.slice(0, -filename.length)
  return `its line names ${written}, and the ${mark} before the name is in the way: write the name alone, and sign again`
}

/**
 * What is wrong with a platform that is added to a version which was published with these: its files never change, so
 * one that was there comes back with the very same file, and another one has to be signed in `SHA256SUMS` already.
 */
export function faultsOfAddition(
  { os, arch, filename, shasum }: TakenPlatform,
  published: readonly TakenPlatform[],
  shasums: string,
): readonly Fault[] {
  const checksum = shasum.toLowerCase()
  const before = published.find((each) => each.os === os && each.arch === arch)
  if (before && (before.filename !== filename || before.shasum !== checksum)) return [platformTaken]
  const listed = readChecksums(shasums).get(filename)
  if (listed === undefined) return [faults.notIncluded('filename')]
  return listed === checksum ? [] : [faults.invalid('shasum')]
}
