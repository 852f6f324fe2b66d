/** A file at an address outside, to be read once and never stored. */
export interface EngineArchiveFile {
  /** In bytes; undefined where it is not known. */
  readonly size: number | undefined
  /** Fails with `ArchiveUnreachable`. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Begins to read what is at this address. Throws `ArchiveUnreachable`. */
export type OpenEngineArchiveFile = (url: string, signal: AbortSignal) => Promise<EngineArchiveFile>

/** The message says why there is nothing to compare with a checksum. */
export class ArchiveUnreachable extends Error {}
