import { readChecksums } from '@engine/provider-source/checksums'
import { faults, type Fault } from '../../kernel/errors.js'
import { platformTaken, type TakenPlatform } from './registry-provider-version.js'

/**
 * Finds the faults of a platform that is added to a version published with these checksums: files never
 * change, so a platform that was there comes back with the very same file, and another one has to be signed
 * in `SHA256SUMS` already.
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
