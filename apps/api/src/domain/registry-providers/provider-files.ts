import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { OperationContext } from '../../kernel/context.js'
import { removeFiles, TooLarge, type ByteRange, type OpenFile, type Storage } from '../../kernel/storage.js'

/** The checksums of a version, their signature, and the zip of a platform. */
const kinds = ['shasums', 'shasums-sig', 'binary'] as const

export type ProviderFileKind = (typeof kinds)[number]

export const isProviderFileKind = (word: string): word is ProviderFileKind =>
  kinds.some((kind) => kind === word)

/** Checksums and signatures are read as a whole when a version is published; a signature has some hundred bytes. */
const limits = { shasums: 1024 * 1024, 'shasums-sig': 64 * 1024, binary: Infinity } as const

export interface TakenFile {
  readonly storageKey: string
  /** In lower-case hexadecimal. */
  readonly sha256: string
  /** In bytes. */
  readonly size: number
}

/**
 * The files of providers in the storage. A file is there before its row knows of it and goes after the row is gone, so
 * that what the database knows of is always there; what a killed process leaves is never referred to.
 */
export class ProviderFiles {
  constructor(
    private readonly storage: Storage,
    /** Of one file, in bytes. */
    private readonly limit: number,
  ) {}

  /** Stores a file under a key of its own, so that parallel uploads do not touch each other. Throws `TooLarge`. */
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
    return hashOf(stream, Math.min(limits[kind], this.limit))
  }

  /** Hashes a stored file. */
  async hash(storageKey: string): Promise<string> {
    return hashOf((await this.open(storageKey)).stream, Infinity)
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

  /** In bytes. */
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

/** Hashes a stream by SHA-256, in hexadecimals; the rest of one that is too large stays unread. */
async function hashOf(stream: Readable, limit: number): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new TooLarge(limit)
    hash.update(chunk)
  }
  return hash.digest('hex')
}
