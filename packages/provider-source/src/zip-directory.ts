/** Bytes of a stored file, from one offset to another, which is not included. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>

/** An entry for a file or a folder in the directory at the end of a zip. */
export interface ZipEntry {
  /** One character for each byte, in whatever alphabet the zip was written. */
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly crc32: number
  readonly packedSize: number
  readonly size: number
  /** Offset of its local header in the file. */
  readonly offset: number
}

const endSignature = 0x06054b50
const endLength = 22
const longestComment = 65_535
const entrySignature = 0x02014b50
const entryLength = 46
/** A directory of some ten thousand files; that of a provider has a few. */
const largestDirectory = 4 * 1024 * 1024
/** Stands for a number in a record of another kind, which zips of more than 4 GiB have. */
export const elsewhere = 0xffffffff

/** Reads no more than the end of the file and the directory itself. */
export async function zipDirectoryOf(
  size: number,
  read: ReadRange,
): Promise<readonly ZipEntry[] | 'no_zip' | 'too_large'> {
  const tailStart = Math.max(0, size - endLength - longestComment)
  const tail = size < endLength ? Buffer.alloc(0) : await read(tailStart, size)
  const end = endOf(tail)
  if (end === undefined) return 'no_zip'
  const length = tail.readUInt32LE(end + 12)
  if (length === elsewhere || length > largestDirectory) return 'too_large'
  const directoryEnd = tailStart + end
  if (length > directoryEnd) return 'no_zip'
  const start = directoryEnd - length
  // Offsets count from where the zip itself begins: other bytes may stand before it.
  const zipStart = start - tail.readUInt32LE(end + 16)
  return entriesIn(length === 0 ? Buffer.alloc(0) : await read(start, directoryEnd), zipStart) ?? 'no_zip'
}

/** Finds the offset of the record at the end of a zip; it comes before an optional comment. */
function endOf(tail: Buffer): number | undefined {
  for (let at = tail.length - endLength; at >= 0; at--)
    if (tail.readUInt32LE(at) === endSignature && at + endLength + tail.readUInt16LE(at + 20) <= tail.length)
      return at
  return undefined
}

/** Undefined where the directory is broken. */
function entriesIn(directory: Buffer, zipStart: number): readonly ZipEntry[] | undefined {
  const entries: ZipEntry[] = []
  for (let at = 0; at < directory.length;) {
    if (at + entryLength > directory.length || directory.readUInt32LE(at) !== entrySignature) return undefined
    const nameEnd = at + entryLength + directory.readUInt16LE(at + 28)
    if (nameEnd > directory.length) return undefined
    entries.push({
      name: directory.toString('latin1', at + entryLength, nameEnd),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc32: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: zipStart + directory.readUInt32LE(at + 42),
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}
