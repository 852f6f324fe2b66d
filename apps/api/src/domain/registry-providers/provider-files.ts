import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { releaseFileLimits } from '@engine/provider-source/release'
import type { OperationContext } from '../../kernel/context.js'
import {
  removeFiles,
  sha256OfStream,
  TooLarge,
  type ByteRange,
  type OpenFile,
  type Storage,
} from '../../kernel/storage.js'

/** The checksums of a version, their signature, and the zip of a platform. */
const kinds = ['shasums', 'shasums-sig', 'binary'] as const

export type ProviderFileKind = (typeof kinds)[number]

export const isProviderFileKind = (word: string): word is ProviderFileKind =>
  kinds.some((kind) => kind === word)

const limits = { ...releaseFileLimits, binary: Infinity } as const

export interface TakenFile {
  readonly storageKey: string
  /** Digest in lower-case hexadecimal. */
  readonly sha256: string
  /** Size in bytes. */
  readonly size: number
}

/**
 * The files of providers in the storage. A file is there before its row knows of it and goes after the row is gone, so
 * that what the database knows of is always there; what a killed process leaves is never referred to.
 */
export class ProviderFiles {
  constructor(
    private readonly storage: Storage,
    /** Limit of one file, in bytes. */
    private readonly limit: number,
  ) {}

  /**
   * Stores a file under a separate key, so that parallel uploads do not touch each other. Throws `TooLarge`.
   */
  async take(
    ownerId: string,
    kind: ProviderFileKind,
    stream: Readable,
    announcedSize = 0,
  ): Promise<TakenFile> {
    const limit = Math.min(limits[kind], this.limit)
    if (announcedSize > limit) throw new TooLarge(limit)
    const storageKey = `providers/${ownerId}/${randomUUID()}.${kind}`
    return { storageKey, ...(await this.storage.put(storageKey, stream, { limit })) }
  }

  /** Hashes a file that is sent, which is not stored. Throws `TooLarge`. */
  async hashSent(kind: ProviderFileKind, stream: Readable): Promise<string> {
    return sha256OfStream(stream, Math.min(limits[kind], this.limit))
  }

  /** Hashes a stored file. */
  async hash(storageKey: string): Promise<string> {
    return sha256OfStream((await this.open(storageKey)).stream, Infinity)
  }

  async open(storageKey: string, range?: ByteRange): Promise<OpenFile> {
    return present(storageKey, await this.storage.open(storageKey, range))
  }

  /** Returns where clients fetch a file themselves; undefined where they get it from here. */
  async addressOf(storageKey: string): Promise<string | undefined> {
    return this.storage.addressOf(storageKey)
  }

  /** One of the short files as a whole. */
  async read(storageKey: string): Promise<Buffer> {
    return buffer((await this.open(storageKey)).stream)
  }

  /** A part of a file, from one offset to another, which is not included. */
  async readRange(storageKey: string, start: number, end: number): Promise<Buffer> {
    return buffer(await this.openRange(storageKey, start, end))
  }

  /** The same as a stream. */
  async openRange(storageKey: string, start: number, end: number): Promise<Readable> {
    return (await this.open(storageKey, { start, end: end - 1 })).stream
  }

  /** Returns the size in bytes. */
  async sizeOf(storageKey: string): Promise<number> {
    return present(storageKey, await this.storage.stat(storageKey)).size
  }

  async remove(ctx: OperationContext, storageKeys: readonly string[]): Promise<void> {
    await removeFiles(ctx, this.storage, storageKeys)
  }
}

function present<Found>(storageKey: string, found: Found | undefined): Found {
  if (found === undefined) throw new Error(`the stored file ${storageKey} is missing`)
  return found
}
