import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  ArchiveRefused,
  type MakePlain,
  type ModuleArchive,
  type PlainPaths,
  type ReadArchiveOptions,
  type ReadModuleArchive,
} from '@engine/module-source/archive'
import type { ModuleSource, ReadModuleSource } from '@engine/module-source'
import { isRead } from '@engine/shared/module-files'
import type { OperationContext } from '../../kernel/context.js'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { removeFiles, TooLarge, type ByteRange, type OpenFile, type Storage } from '../../kernel/storage.js'
import type { ModuleArchiveFile } from './registry-module-version.js'

/** Whose archive it is, and of which version. */
export interface ArchivePlace {
  readonly organizationId: string
  readonly versionId: string
}

export interface TakenArchive {
  readonly file: ModuleArchiveFile
  readonly source: ModuleSource
}

/** What reads an archive, what takes links out of it, and what reads the sources in it. */
export interface ModuleReaders {
  readonly readModuleArchive: ReadModuleArchive
  readonly makePlain: MakePlain
  readonly readModuleSource: ReadModuleSource
}

/**
 * How many archives are looked through at once, of an organization one: each holds its sources in memory, and may keep
 * a thread busy for minutes. Any number may be on their way; those that have come wait in the storage.
 */
const turns = { running: 2, runningOfALine: 1, waiting: 200, waitingInAll: 1000 }

const tooMany = () => unavailable('Too many archives are being read at once')

/** In bytes, like a README. */
const longestChangelog = 256 * 1024

const isChangelog = (path: string): boolean => /^changelog(\.(md|markdown))?$/i.test(path)

/**
 * The archives of modules in the storage. A file is there before its version is published and goes after its version
 * is gone, so that what the database knows of is always there; what a killed process leaves is never referred to.
 */
export class ModuleFiles {
  private readonly reading = new FairQueue({ ...turns, full: tooMany })

  constructor(
    private readonly storage: Storage,
    private readonly readers: ModuleReaders,
    /** Of an archive as it is sent, in bytes. */
    private readonly limit: number,
  ) {}

  /**
   * Stores an archive, vouches that unpacking it is harmless and reads what it declares; of a refused one nothing is
   * left. One with links is stored without them: what is served is what was read. Each upload has a file of its own, so
   * that parallel ones do not touch each other. Throws `TooLarge`, `ArchiveRefused`, `SourceRefused`.
   */
  async take(
    ctx: OperationContext,
    { organizationId, versionId }: ArchivePlace,
    stream: Readable,
    announcedSize = 0,
  ): Promise<TakenArchive> {
    if (announcedSize > this.limit) throw new TooLarge(this.limit)
    const file = await this.put(versionId, stream)
    try {
      return await this.reading.run(organizationId, () => this.read(ctx, versionId, file))
    } catch (error) {
      await this.remove(ctx, [file])
      throw error
    }
  }

  private async put(versionId: string, stream: Readable): Promise<ModuleArchiveFile> {
    const storageKey = `modules/${versionId}/${randomUUID()}.tar.gz`
    return { storageKey, ...(await this.storage.put(storageKey, stream, { limit: this.limit })) }
  }

  private async read(
    ctx: OperationContext,
    versionId: string,
    file: ModuleArchiveFile,
  ): Promise<TakenArchive> {
    const { plainPaths, contents } = await this.look(file, { collect: isRead })
    if (!plainPaths) return { file, source: await this.readers.readModuleSource(contents) }
    const plain = await this.putPlain(versionId, file, plainPaths)
    try {
      const taken = await this.read(ctx, versionId, plain)
      await this.remove(ctx, [file])
      return taken
    } catch (error) {
      await this.remove(ctx, [plain])
      throw error
    }
  }

  private async putPlain(
    versionId: string,
    file: ModuleArchiveFile,
    paths: PlainPaths,
  ): Promise<ModuleArchiveFile> {
    const stream = this.readers.makePlain(async () => (await this.open(file)).stream, paths)
    try {
      return await this.put(versionId, stream)
    } finally {
      stream.destroy()
    }
  }

  /** The CHANGELOG at the root of a published archive, the first of it; empty where there is none that can be read. */
  async changelog(organizationId: string, file: ModuleArchiveFile): Promise<string> {
    return this.reading.run(organizationId, async () => {
      try {
        const { contents } = await this.lookAgain(file, { collect: isChangelog })
        const [bytes] = contents.values()
        return bytes ? new TextDecoder().decode(bytes.subarray(0, longestChangelog)) : ''
      } catch (error) {
        if (error instanceof ArchiveRefused) return ''
        throw error
      }
    })
  }

  /** Reads an archive through that was published, by whatever rules then. Throws `ArchiveRefused`, or an AbortError. */
  async lookAgain(file: ModuleArchiveFile, options: ReadArchiveOptions): Promise<ModuleArchive> {
    return this.look(file, { ...options, wasPublished: true })
  }

  private async look(file: ModuleArchiveFile, options: ReadArchiveOptions): Promise<ModuleArchive> {
    return this.readers.readModuleArchive((await this.open(file)).stream, options)
  }

  async open(file: ModuleArchiveFile, range?: ByteRange): Promise<OpenFile> {
    const opened = await this.storage.open(file.storageKey, range)
    if (!opened) throw new Error(`the stored file ${file.storageKey} is missing`)
    return opened
  }

  async remove(ctx: OperationContext, files: readonly (ModuleArchiveFile | null)[]): Promise<void> {
    const keys = files.flatMap((file) => file?.storageKey ?? [])
    await removeFiles(ctx, this.storage, keys)
  }
}
