import { faults, type Fault } from '../../kernel/errors.js'
import {
  platformTaken,
  type RegistryProviderPlatform,
  type TakenPlatform,
} from './registry-provider-version.js'

/** The checksums of a `SHA256SUMS` file by file name, in lower case. As for the engine, a name's first line counts. */
export function readChecksums(text: string): ReadonlyMap<string, string> {
  const checksums = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [checksum = '', filename] = line.trim().split(/\s+/)
    if (filename !== undefined && !checksums.has(filename)) checksums.set(filename, checksum.toLowerCase())
  }
  return checksums
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
