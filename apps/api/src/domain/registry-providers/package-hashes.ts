import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { elsewhere, zipDirectoryOf, type ZipEntry } from '@engine/provider-source/zip-directory'

/** Bytes of a stored zip as a stream, from one offset to another, which is not included. */
export type OpenRange = (start: number, end: number) => Promise<Readable>

/** Limit of the files in a zip; the provider of a large cloud has half a gigabyte in a few files. */
const mostFiles = 1000
const mostUnpacked = 4 * 1024 ** 3

const headerSignature = 0x04034b50
const headerLength = 30
const encrypted = 1
const [stored, deflated] = [0, 8]

/** The reason why a zip has no hash: it cannot be read whole. */
class Unreadable extends Error {}

/**
 * Makes the `h1:…` that lock files have of a zip: the digest of its unpacked files (contract §14). The zip is streamed,
 * and unpacked off the main thread. Undefined where it cannot be read whole, or has too much in it. Throws an AbortError,
 * and what `open` or its streams throw.
 */
export async function packageHash(
  size: number,
  open: OpenRange,
  signal?: AbortSignal,
): Promise<string | undefined> {
  try {
    const read = async (start: number, end: number): Promise<Buffer> => buffer(await open(start, end))
    const directory = await zipDirectoryOf(size, read)
    if (typeof directory === 'string') return undefined
    const digests = new Map<string, string>()
    for (const [path, entry] of filesIn(directory))
      digests.set(path, await digestOf(entry, size, open, signal))
    return hashOfFiles(digests)
  } catch (error) {
    if (error instanceof Unreadable || isDamage(error)) return undefined
    throw error
  }
}

/** Hashes the digests of files by their paths, whose characters are bytes. */
function hashOfFiles(digests: ReadonlyMap<string, string>): string {
  const all = createHash('sha256')
  for (const path of [...digests.keys()].sort()) all.update(`${digests.get(path)}  ${path}\n`, 'latin1')
  return `h1:${all.digest('base64')}`
}

/** Files by the path they are unpacked to; of several with one path the last one stays there. */
function filesIn(directory: readonly ZipEntry[]): ReadonlyMap<string, ZipEntry> {
  const files = new Map<string, ZipEntry>()
  for (const entry of directory) {
    const { name } = entry
    if (name.endsWith('/')) continue
    if (name.split('/').includes('..') || name.includes('\n')) throw new Unreadable('a path')
    files.set(posix.normalize(`/${name}`).slice(1), entry)
  }
  const unpacked = [...files.values()].reduce((sum, entry) => sum + entry.size, 0)
  if (files.size > mostFiles || unpacked > mostUnpacked) throw new Unreadable('too much')
  return files
}

async function digestOf(
  entry: ZipEntry,
  zipSize: number,
  open: OpenRange,
  signal?: AbortSignal,
): Promise<string> {
  const { size, flags, method } = entry
  if (flags & encrypted || (method !== stored && method !== deflated)) throw new Unreadable('a method')
  if (entry.packedSize === elsewhere || size === elsewhere) throw new Unreadable('a size')
  const packed = await openPacked(entry, zipSize, open)
  const unpack = method === deflated ? createInflateRaw({ chunkSize: 64 * 1024 }) : new PassThrough()
  const digest = createHash('sha256')
  let [seen, checksum] = [0, 0]
  const take = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      seen += chunk.length
      if (seen > size) throw new Unreadable('more than announced')
      checksum = crc32(chunk, checksum)
      digest.update(chunk)
    }
  }
  try {
    await pipeline(packed, unpack, take, signal ? { signal } : {})
  } catch (error) {
    // An end in the middle of a stream may come as another error.
    throw seen > size ? new Unreadable('more than announced') : error
  }
  // Like the CLI, which takes 0 for none.
  if (seen !== size || (entry.crc32 !== 0 && checksum !== entry.crc32)) throw new Unreadable('other contents')
  return digest.digest('hex')
}

/** Opens the bytes of a file, which lie behind a local header whose name may have another length. */
async function openPacked(
  { offset, packedSize }: ZipEntry,
  zipSize: number,
  open: OpenRange,
): Promise<Readable> {
  if (offset < 0 || offset + headerLength > zipSize) throw new Unreadable('an offset')
  const header = await buffer(await open(offset, offset + headerLength))
  if (header.readUInt32LE(0) !== headerSignature) throw new Unreadable('a header')
  const start = offset + headerLength + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (start + packedSize > zipSize) throw new Unreadable('an end')
  return packedSize === 0 ? Readable.from([]) : open(start, start + packedSize)
}

/** Tells whether unpacking failed because the bytes are damaged. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_(DATA|BUF)_ERROR$/.test(String(error.code))
}
