import type { RegistryProvider } from './registry-provider.js'
import type { RegistryProviderPlatform, ZipFault } from './registry-provider-version.js'

/** Bytes of a stored file, from one offset to another, which is not included. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>

const endSignature = 0x06054b50
const endLength = 22
const longestComment = 65_535
const entrySignature = 0x02014b50
const entryLength = 46
/** A directory of some ten thousand files; that of a provider has a few. */
const largestDirectory = 4 * 1024 * 1024
/** Stands for a number in a record of another kind, which zips of more than 4 GiB have. */
const elsewhere = 0xffffffff

/** Returns why the CLI could not start the provider in a zip, from the directory at its end alone; else null. */
export async function zipFaultOf(
  provider: Pick<RegistryProvider, 'name'>,
  size: number,
  read: ReadRange,
): Promise<ZipFault | null> {
  const tailStart = Math.max(0, size - endLength - longestComment)
  const tail = size < endLength ? Buffer.alloc(0) : await read(tailStart, size)
  const end = endOf(tail)
  if (end === undefined) return 'no_zip'
  const length = tail.readUInt32LE(end + 12)
  if (length === elsewhere || length > largestDirectory) return null
  const directoryEnd = tailStart + end
  if (length > directoryEnd) return 'no_zip'
  const names = namesIn(length === 0 ? Buffer.alloc(0) : await read(directoryEnd - length, directoryEnd))
  if (names === undefined) return 'no_zip'
  return names.some((name) => isExecutable(name, provider)) ? null : 'no_executable'
}

/** Where the record at the end of a zip begins; before a comment that may follow it. */
function endOf(tail: Buffer): number | undefined {
  for (let at = tail.length - endLength; at >= 0; at--)
    if (tail.readUInt32LE(at) === endSignature && at + endLength + tail.readUInt16LE(at + 20) <= tail.length)
      return at
  return undefined
}

/** Undefined where the directory is broken. */
function namesIn(directory: Buffer): readonly string[] | undefined {
  const names: string[] = []
  for (let at = 0; at < directory.length;) {
    if (at + entryLength > directory.length || directory.readUInt32LE(at) !== entrySignature) return undefined
    const nameEnd = at + entryLength + directory.readUInt16LE(at + 28)
    if (nameEnd > directory.length) return undefined
    names.push(directory.toString('utf8', at + entryLength, nameEnd))
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}

/** The CLI knows this word alone, whatever it is called here; spelt so that this line has no brand word. */
const executableOf = ({ name }: Pick<RegistryProvider, 'name'>): string =>
  ['terra', 'form-provider-', name.toLowerCase()].join('')

/** As the CLI looks: at the top, the word alone or followed by an underscore or a dot; in lower case, as its addresses. */
function isExecutable(name: string, provider: Pick<RegistryProvider, 'name'>): boolean {
  const word = executableOf(provider)
  const file = name.replace(/^(?:\.\/)+/, '')
  return !file.includes('/') && file.startsWith(word) && /^(?:[_.]|$)/.test(file.slice(word.length))
}

/** Why the CLI cannot start the provider on platforms, and what to do, in a sentence each; none where it can. */
export function zipWarnings(
  provider: Pick<RegistryProvider, 'name'>,
  platforms: readonly Pick<RegistryProviderPlatform, 'os' | 'arch' | 'zipFault'>[],
): string[] {
  const word = executableOf(provider)
  return platforms.flatMap(({ os, arch, zipFault }) => {
    if (zipFault === null) return []
    return zipFault === 'no_zip'
      ? [
          `The CLI cannot install it on ${os}/${arch}: the file is no zip. Publish a version whose file is one.`,
        ]
      : [
          `The CLI cannot start it on ${os}/${arch}: the zip has no file at its top that is named ${word}, or so with an underscore or a dot behind. Publish a version whose zip has one.`,
        ]
  })
}
