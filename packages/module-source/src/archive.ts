import type { Readable } from 'node:stream'
import { mostEntries, mostUnpacked } from '@engine/shared/module-files'
import { keptSentence } from './module-source.js'

/**
 * Reads an uploaded module (a gzip tar) from front to back without unpacking it, and vouches that unpacking it is
 * harmless (contract §7). Memory stays bounded whatever is sent.
 *
 * The source is read to its end, or destroyed. Throws `ArchiveRefused`, whose message is meant for the publisher;
 * an AbortError; or what the source itself failed with.
 */
export type ReadModuleArchive = (source: Readable, options?: ReadArchiveOptions) => Promise<ModuleArchive>

export interface ReadArchiveOptions {
  /** Selects the files whose contents are read, by the normalised path and the size of each regular file. */
  readonly collect?: ((path: string, size: number) => boolean) | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * True if the archive was published before. Links, paths that differ only in case and a root without
   * sources were judged otherwise then, and cannot be mended any longer.
   */
  readonly wasPublished?: boolean | undefined
  /** False for an archive of other files, which need no source. */
  readonly holdsModule?: boolean | undefined
  readonly limits?: Partial<ArchiveLimits> | undefined
}

/** All sizes are in bytes. */
export interface ArchiveLimits {
  /** Files, folders and links; the format's own headers do not count. */
  readonly entries: number
  /** The contents of all files together. */
  readonly unpackedSize: number
  /** The contents of the collected files together. */
  readonly collectedSize: number
}

export const archiveLimits: ArchiveLimits = {
  entries: mostEntries,
  unpackedSize: mostUnpacked,
  collectedSize: 16 * 1024 ** 2,
}

/** The paths of an archive without links, by the number of the entry that has the contents; entries count from 0. */
export type PlainPaths = ReadonlyMap<number, readonly string[]>

/**
 * The same archive with each link replaced by what it leads to, as a gzip tar that fails with what goes wrong. `open`
 * reads the archive from its beginning, and is asked again for large files that lie at several paths: no contents are
 * held beyond those of one small file. `paths` are what reading the archive said.
 */
export type MakePlain = (open: () => Promise<Readable>, paths: PlainPaths, signal?: AbortSignal) => Readable

export interface ModuleArchive {
  /**
   * Set where the archive has links, symbolic or hard: many readers write an empty file for each, so that it must not
   * be stored as it is. What else is said here is without what links lead to.
   */
  readonly plainPaths: PlainPaths | undefined
  readonly entries: number
  readonly unpackedSize: number
  /** The names of the regular files at the root, sorted; the first thousand of them. */
  readonly files: readonly string[]
  /** The sizes of all regular files, hard links among them, by path. */
  readonly sizes: ReadonlyMap<string, number>
  /**
   * The collected files by path: `main.tf`, `modules/net/main.tf`. A hard link has the contents of its target when
   * those were collected; a symbolic link has none.
   */
  readonly contents: ReadonlyMap<string, Buffer>
}

/**
 * Reasons for refusing an archive; `message` explains it in a sentence that names the entry and the limit.
 */
export type ArchiveFault =
  | 'not-gzip'
  | 'not-tar'
  | 'damaged'
  | 'truncated'
  | 'trailing-data'
  | 'too-many-entries'
  | 'too-large'
  | 'bad-header'
  | 'bad-path'
  | 'bad-link'
  | 'bad-kind'
  | 'conflict'
  | 'no-module'

export class ArchiveRefused extends Error {
  constructor(
    readonly fault: ArchiveFault,
    message: string,
  ) {
    super(keptSentence(message))
    this.name = 'ArchiveRefused'
  }
}
