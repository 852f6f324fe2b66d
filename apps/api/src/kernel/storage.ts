import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { days } from './clock.js'
import type { OperationContext } from './context.js'
import { DomainError, noSpace } from './errors.js'

/**
 * Stored files: written once as a whole, read often. A key names a file like a path, `modules/modver-…/archive.tar.gz`;
 * `isStorageKey` says which keys there are. No key is the folder of another.
 */
export interface Storage {
  /**
   * Stores a stream under a key, replacing what was there. The file appears all at once, only when it is complete
   * and safe from a power cut; after any failure nothing of it is left and the former file still stands.
   *
   * `limit` is in bytes. On failure the rest of the stream is left unread but open, so that an HTTP request can
   * still be answered; only an abort by `signal` destroys it. `sha256` is in lower-case hexadecimal.
   *
   * Throws `TooLarge`, `StorageUnavailable`, an AbortError, or the error of the stream itself.
   */
  put(key: string, stream: Readable, options?: PutOptions): Promise<StoredFile>

  /**
   * Begins a file whose bytes can be read while they are written. It has no key unless it is settled; what a killed
   * process leaves is removed by `removeUnfinished`. Throws `StorageUnavailable`.
   */
  draft(): Promise<Draft>

  /**
   * Opens a file for reading, or is undefined when there is none. Its stream must be read to its end or destroyed, or its
   * pieces closed. The stream goes on reading the former file when it is replaced or removed meanwhile.
   *
   * Throws `RangeNotSatisfiable`, `StorageUnavailable`.
   */
  open(key: string, range?: ByteRange): Promise<OpenFile | undefined>

  /**
   * Returns an address outside of the platform at which a file can be had for a minute; undefined where clients get its
   * bytes from here.
   */
  addressOf(key: string): Promise<string | undefined>

  /** Returns the size of a file in bytes, or undefined when there is none. Throws `StorageUnavailable`. */
  stat(key: string): Promise<{ readonly size: number } | undefined>

  /** Removes a file; one that is not there is fine. Throws `StorageUnavailable`. */
  remove(key: string): Promise<void>

  /**
   * Lists all files whose keys begin with a folder, `modules`, in no particular order; those that come or go meanwhile
   * may be missing. Throws `StorageUnavailable`.
   */
  list(folder: string): AsyncIterable<ListedFile>

  /**
   * Removes files that `put` left half written when its process was killed, not written to since `before`; returns the number of files. A bucket does so by a lifecycle rule. Throws `StorageUnavailable`.
   */
  removeUnfinished(before: Date): Promise<number>

  /** Proves by a small write that files can be stored now. Throws `StorageUnavailable`. */
  check(): Promise<void>
}

export interface PutOptions {
  readonly limit?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** True for what a run under way has to leave behind: it may use a part of the last free bytes too. */
  readonly isOfRun?: boolean | undefined
  /** A check before each piece is written; its error ends the file. */
  readonly check?: (() => void) | undefined
}

/** A file that is written and read at the same time, until it is settled under a key. All throw `StorageUnavailable`. */
export interface Draft {
  /** Writes the next bytes. */
  write(bytes: Buffer): Promise<void>
  /**
   * Reads what was written. `readable` waits until there is more than a number of bytes and returns how many there
   * are: the same number at the end of the file; what it throws ends the reading.
   */
  pieces(readable: (beyond: number) => Promise<number>): FilePieces
  /** Stores it whole under a key: it appears all at once, safe from a power cut. */
  settle(key: string): Promise<void>
  /** Ends it, once nothing reads it; one that was not settled is gone. */
  close(): Promise<void>
}

export interface StoredFile {
  readonly size: number
  readonly sha256: string
}

export interface ListedFile {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}

/** Offsets of the first and the last byte, both included, as in HTTP. Without `end`, or past it: to the end. */
export interface ByteRange {
  readonly start: number
  readonly end?: number | undefined
}

/** An open file, of which either the stream or the pieces are read; `size` is that of the whole file, for any range. */
export interface OpenFile {
  readonly stream: Readable
  readonly pieces: FilePieces
  readonly size: number
}

/** The bytes of an open file for a client that takes them one after the other, in memory that is used again. */
export interface FilePieces {
  /**
   * Reads the next piece, which stands until the next but one is asked for; undefined after the last. Throws
   * `StorageUnavailable`, and `FileChanged` where a file on a disk is no longer the one that was opened.
   */
  next(): Promise<Buffer | undefined>
  /** Ends the reading, once no piece is in use. */
  close(): Promise<void>
}

/** Makes pieces of a stream. */
export function piecesOf(stream: Readable): FilePieces {
  const iterator = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]() as AsyncIterator<
    Buffer,
    undefined
  >
  return {
    next: async () => (await iterator.next()).value,
    close: async () => void stream.destroy(),
  }
}

/** The longest time of an upload, in milliseconds; older files that nothing refers to never will be referred to. */
export const longestUpload = days(1)

/** The error for a stream that went on past `limit` bytes. */
export class TooLarge extends Error {
  constructor(readonly limit: number) {
    super(`larger than ${limit} bytes`)
    this.name = 'TooLarge'
  }
}

/** The error for a range that starts behind the end of a file of `size` bytes. */
export class RangeNotSatisfiable extends Error {
  constructor(readonly size: number) {
    super(`the range lies outside of ${size} bytes`)
    this.name = 'RangeNotSatisfiable'
  }
}

/** The error for a file that was removed, replaced or written to while it was read for a client. */
export class FileChanged extends Error {
  constructor() {
    super('the stored file was removed or changed while it was read')
    this.name = 'FileChanged'
  }
}

/** The error for a disk that is full, not writable or not reachable; a full one is `no-space`, any other `unavailable`. */
export class StorageUnavailable extends DomainError {
  constructor(override readonly cause: unknown) {
    const unavailable = { kind: 'unavailable', message: 'The file storage is unavailable' } as const
    super(isFull(cause) ? noSpace().failure : unavailable, { cause })
    this.name = 'StorageUnavailable'
  }
}

const isFull = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && ['ENOSPC', 'EDQUOT'].includes(String(cause.code))

/** Removes files; one that cannot be removed is logged, and what led here has happened all the same. */
export async function removeFiles(
  ctx: OperationContext,
  storage: Pick<Storage, 'remove'>,
  keys: readonly string[],
): Promise<void> {
  for (const storageKey of keys) {
    try {
      await storage.remove(storageKey)
    } catch (error) {
      ctx.log.warn({ error: String(error), storageKey }, 'a stored file could not be removed')
    }
  }
}

/** True for a key: its segments begin with a letter or digit, so that none climbs (`..`) or hides (`.tmp`). */
export function isStorageKey(key: string): boolean {
  return key.length <= 512 && /^[A-Za-z0-9][\w.-]{0,127}(\/[A-Za-z0-9][\w.-]{0,127})*$/.test(key)
}

/**
 * Hashes a stream by SHA-256, in hexadecimals. Throws `TooLarge` above the limit in bytes, and leaves the rest unread.
 */
export async function sha256OfStream(stream: Readable, limit: number): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new TooLarge(limit)
    hash.update(chunk)
  }
  return hash.digest('hex')
}
