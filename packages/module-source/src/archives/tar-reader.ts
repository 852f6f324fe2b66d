import type { Readable } from 'node:stream'
import { ArchiveRefused } from '../archive.js'
import { ByteReader } from './byte-reader.js'
import { quoted } from './entry-path.js'
import { checkGlobalPax, longName, paxExtension, type Extension } from './extended-header.js'
import { gunzipped } from './gunzip.js'
import { badHeader, blockSize, paddingOf, tarHeader, type TarHeader } from './tar-header.js'

/** `path` and `target` are as the archive has them, unchecked. */
export interface TarEntry {
  readonly kind: 'file' | 'folder' | 'hard link' | 'symbolic link'
  readonly path: string
  readonly target: string
  readonly size: number
  /** True if its owner may run it. */
  readonly canRun: boolean
}

const mebibyte = 1024 ** 2
/** The format's own headers, which say more about the entry that follows: one of them, and all together. */
const extendedHeaderLimit = mebibyte
const extendedHeadersLimit = 64 * mebibyte
/** Writers fill the end up to a round size, which is never near this. */
const paddingLimit = mebibyte

const kinds: Readonly<Record<string, TarEntry['kind']>> = {
  '0': 'file',
  '1': 'hard link',
  '2': 'symbolic link',
  '5': 'folder',
  '7': 'file',
}
const refusedKinds: Readonly<Record<string, string>> = {
  '3': 'a character device',
  '4': 'a block device',
  '6': 'a named pipe',
  S: 'a sparse file',
}

/**
 * The entries of a gzip tar with their numbers, counted from 0, and the reader that has their contents. The source is read
 * to its end, or destroyed.
 */
export async function* entriesOf(source: Readable, signal?: AbortSignal) {
  // The source may fail while it is not read: that must not end the process.
  source.on('error', () => undefined)
  const chunks = gunzipped(source, signal)
  const tar = new TarReader(chunks)
  try {
    let number = 0
    for (let entry = await tar.next(); entry; entry = await tar.next()) yield { tar, entry, number: number++ }
  } finally {
    await chunks.return()
    source.destroy()
  }
}

/**
 * Walks through a tar from front to back. It is stricter than unpackers are, for it must not see another archive
 * than they do: what readers are known to take for different things is refused, not read in one of the ways.
 */
export class TarReader {
  private readonly bytes: ByteReader
  private begun = false
  private unread = 0
  private padding = 0
  private extendedHeaders = 0

  constructor(chunks: AsyncIterator<Buffer>) {
    this.bytes = new ByteReader(chunks)
  }

  /** The next entry, past what is unread of the last one, or undefined at the end. Throws `ArchiveRefused`. */
  async next(): Promise<TarEntry | undefined> {
    await this.skip(this.unread + this.padding)
    this.unread = this.padding = 0
    for (let extension: Extension = {}; ;) {
      const block = await this.bytes.take(blockSize)
      if (block.length < blockSize) throw this.begun ? truncated() : notTar()
      if (isZero(block)) {
        if (Object.keys(extension).length > 0) throw badHeader('the archive ends where an entry must follow')
        await this.end()
        return undefined
      }
      const header = tarHeader(block)
      if (!header) throw this.begun ? damaged() : notTar()
      this.begun = true
      if (!'xgLK'.includes(header.type)) return this.entry(header, extension)
      extension = await this.extend(extension, header)
    }
  }

  /** The contents of the entry that `next` has just returned; to be asked for once. */
  async contents(): Promise<Buffer> {
    const contents = await this.take(this.unread)
    this.unread = 0
    return contents
  }

  /** The contents of the entry that `next` has just returned, as they come; to be asked for once, and taken whole. */
  async *pieces(): AsyncGenerator<Buffer, void> {
    for await (const piece of this.bytes.pieces(this.unread)) {
      this.unread -= piece.length
      yield piece
    }
    if (this.unread > 0) throw truncated()
  }

  private entry(header: TarHeader, extension: Extension): TarEntry {
    const path = extension.path ?? header.name
    const kind = kinds[header.type]
    if (!kind) {
      const what = refusedKinds[header.type] ?? `of the unknown type ${quoted(header.type)}`
      throw new ArchiveRefused(
        'bad-kind',
        `${quoted(path)} is ${what}: a module holds files, folders and links only`,
      )
    }
    if (extension.size !== undefined && extension.size !== header.size) {
      throw badHeader(`${quoted(path)} has two different sizes`)
    }
    const isFile = kind === 'file' && !path.endsWith('/')
    if (!isFile && header.size > 0) throw badHeader(`${quoted(path)} is no file and yet has contents`)
    this.unread = header.size
    this.padding = paddingOf(header.size)
    return {
      kind: kind === 'file' && !isFile ? 'folder' : kind,
      path,
      target: extension.target ?? header.target,
      size: header.size,
      canRun: header.canRun,
    }
  }

  private async extend(known: Extension, header: TarHeader): Promise<Extension> {
    if (header.size > extendedHeaderLimit)
      throw badHeader('the archive has an extended header larger than 1 MiB')
    this.extendedHeaders += blockSize + header.size
    if (this.extendedHeaders > extendedHeadersLimit) {
      throw new ArchiveRefused('too-large', 'the archive has more than 64 MiB of extended headers')
    }
    const body = await this.take(header.size)
    await this.skip(paddingOf(header.size))
    if (header.type === 'g') checkGlobalPax(body)
    const added =
      header.type === 'x' ? paxExtension(body) : header.type === 'g' ? {} : longName(header.type, body)
    const contradicts = Object.keys(added).some((key) => key in known)
    if (contradicts || (header.type === 'g' && Object.keys(known).length > 0)) {
      throw badHeader('the archive has extended headers that contradict each other')
    }
    return { ...known, ...added }
  }

  /** The first zero block ends a tar. Behind it are further zeros, or nothing. */
  private async end(): Promise<void> {
    if (!this.begun) throw new ArchiveRefused('no-module', 'the archive is empty')
    for (let padding = 0; ;) {
      const rest = await this.bytes.take(16 * blockSize)
      padding += rest.length
      if (!isZero(rest) || padding > paddingLimit) {
        throw new ArchiveRefused('trailing-data', 'there is something behind the end of the tar')
      }
      if (rest.length < 16 * blockSize) return
    }
  }

  private async take(length: number): Promise<Buffer> {
    const taken = await this.bytes.take(length)
    if (taken.length < length) throw truncated()
    return taken
  }

  private async skip(length: number): Promise<void> {
    if ((await this.bytes.skip(length)) < length) throw truncated()
  }
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)
const notTar = (): ArchiveRefused => new ArchiveRefused('not-tar', 'the archive is not a tar file')
const damaged = (): ArchiveRefused =>
  new ArchiveRefused('damaged', 'the archive is damaged (a header has a wrong checksum)')
const truncated = (): ArchiveRefused =>
  new ArchiveRefused('truncated', 'the archive is truncated: its end mark is missing')
