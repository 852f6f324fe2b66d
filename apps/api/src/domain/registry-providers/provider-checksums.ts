import type { RegistryProviderPlatform } from './registry-provider-platform.js'

/** The checksums of a `SHA256SUMS` file by file name, in lower case. As for the engine, a name's first line counts. */
function readChecksums(text: string): ReadonlyMap<string, string> {
  const checksums = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [checksum = '', filename] = line.trim().split(/\s+/)
    if (filename !== undefined && !checksums.has(filename)) checksums.set(filename, checksum.toLowerCase())
  }
  return checksums
}

/**
 * Why the engine would refuse a platform, in a sentence: what the platform says of its zip, what `SHA256SUMS` says and
 * what was uploaded must be the same. Undefined when all is well.
 */
export function platformFault(
  platforms: readonly RegistryProviderPlatform[],
  shasums: string,
): string | undefined {
  const checksums = readChecksums(shasums)
  for (const { os, arch, shasum, filename, binarySha256 } of platforms) {
    const of = `The zip of ${os}/${arch}`
    const listed = checksums.get(filename)
    if (listed === undefined) return `${of} is not in SHA256SUMS: it has no line for ${filename}`
    if (listed !== shasum.toLowerCase())
      return `${of} has another checksum in SHA256SUMS than its platform says`
    if (listed !== binarySha256) return `${of} has the SHA-256 ${binarySha256}, not ${listed}`
  }
  return undefined
}
