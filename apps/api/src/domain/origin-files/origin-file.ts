import type { Readable } from 'node:stream'

/** The name of a file of an origin: its owner is what it belongs to, such as a version of a public provider. */
export interface OriginFileAddress {
  readonly ownerId: string
  readonly filename: string
}

/** A file of an origin with the digest that it must have, in lower-case hexadecimals. */
export interface ExpectedFile extends OriginFileAddress {
  readonly sha256: string
}

/** A file that may be fetched for the first time: its digest is unknown until then. */
export interface WantedFile extends OriginFileAddress {
  readonly sha256: string | undefined
}

/** A file of an origin that is stored here, or that was imported. */
export interface OriginFile extends ExpectedFile {
  /** Size in bytes. */
  readonly size: number
  readonly storageKey: string
  /** The `h1:` hash; null until it is computed, empty where the file cannot be read. */
  readonly packageHash: string | null
  /** True where it was uploaded: it is never removed to make room. */
  readonly imported: boolean
  readonly storedAt: Date
  readonly usedAt: Date
}

/** The use of the store, in bytes and files. */
export interface OriginFilesUse {
  readonly bytes: number
  readonly files: number
  readonly importedBytes: number
  /** The part that is never removed to make room: of imported files, and of those that changed at their origin. */
  readonly lastingBytes: number
}

/** A file as its origin begins to send it. */
export interface OriginBody {
  readonly body: Readable
  /** The size that is announced; undefined where it is not. */
  readonly size: number | undefined
}

/** The way to a file at its origin. */
export interface OriginSource {
  /** Opens it. Throws `PublicRegistryError`, also for one that is too large. */
  open(signal: AbortSignal): Promise<OriginBody>
  /** Remembers the digest of a file that had none, and returns the first one; absent where each file has one. */
  firstSeen?(sha256: string): Promise<string>
  /** Records that the origin sent other bytes, of this digest. */
  mismatched(sha256: string): Promise<void>
}
