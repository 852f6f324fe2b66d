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
import { isRead } from '@engine/shared/module-files'
import type { OperationContext } from '../../kernel/context.js'
import { unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { removeFiles, TooLarge, type ByteRange, type OpenFile, type Storage } from '../../kernel/storage.js'
import type { ReadModule, ReadModuleFiles } from './read-module.js'
import type { ModuleArchiveFile } from './registry-module-version.js'

/** Place of an archive: its organization and version. */
export interface ArchivePlace {
  readonly organizationId: string
  readonly versionId: string
  readonly moduleName: string
  /** True if sources alone were sent: the check that called folders exist is skipped. */
  readonly isSourcesAlone?: boolean
}

export interface TakenArchive {
  readonly file: ModuleArchiveFile
  readonly read: ReadModule
}

/** Readers that read an archive, take links out of it and read its sources. */
export interface ModuleReaders {
  readonly readModuleArchive: ReadModuleArchive
  readonly makePlain: MakePlain
  readonly readModule: ReadModuleFiles
}

/**
 * Limits of concurrent checks of archives: two, one of an organization; each has its sources in memory and
 * may use a thread for minutes. Any number may be on their way; complete ones wait in the storage.
 */
const queueLimits = { running: 2, runningOfALine: 1, waiting: 200, waitingInAll: 1000 }

const tooMany = () => unavailable('Too many archives are being read at once')

/** Limit of a changelog in bytes, like that of a README. */
const longestChangelog = 256 * 1024

const isChangelog = (path: string): boolean => /^changelog(\.(md|markdown))?$/i.test(path)

/**
 * The archives of modules in the storage. A file is there before its version is published and goes after its version
 * is gone, so that what the database knows of is always there; what a killed process leaves is never referred to.
 */
export class ModuleFiles {
  private readonly queue = new FairQueue({ ...queueLimits, full: tooMany })

  constructor(
    private readonly storage: Storage,
    private readonly readers: ModuleReaders,
    /** Limit of an archive as it is sent, in bytes. */
    private readonly limit: number,
  ) {}

  /**
   * Stores an archive, checks that unpacking it is harmless and reads what it declares; removes a refused
   * one. Stores one with links without them: what is served is what was read. Each upload has a separate
   * file, so that parallel uploads do not touch each other. Throws `TooLarge`, `ArchiveRefused`,
   * `SourceRefused`.
   */
  async take(
    ctx: OperationContext,
    place: ArchivePlace,
    stream: Readable,
    announcedSize = 0,
  ): Promise<TakenArchive> {
    if (announcedSize > this.limit) throw new TooLarge(this.limit)
    const file = await this.put(place.versionId, stream)
    try {
      return await this.queue.run(place.organizationId, () => this.read(ctx, place, file))
    } catch (error) {
      await this.remove(ctx, [file])
      throw error
    }
  }

  /**
   * Compares an archive that is sent with a published one: its very bytes, or what they become without links. Of what is
   * sent nothing is left. Throws `TooLarge`, `ArchiveRefused`.
   */
  async isSame(
    ctx: OperationContext,
    { organizationId, versionId }: ArchivePlace,
    stream: Readable,
    published: ModuleArchiveFile,
  ): Promise<boolean> {
    const file = await this.put(versionId, stream)
    try {
      if (file.sha256 === published.sha256) return true
      return await this.queue.run(organizationId, async () => {
        const { plainPaths } = await this.readArchive(file, { collect: () => false })
        if (!plainPaths) return false
        const plain = await this.putPlain(versionId, file, plainPaths)
        await this.remove(ctx, [plain])
        return plain.sha256 === published.sha256
      })
    } finally {
      await this.remove(ctx, [file])
    }
  }

  private async put(versionId: string, stream: Readable): Promise<ModuleArchiveFile> {
    const storageKey = `modules/${versionId}/${randomUUID()}.tar.gz`
    return { storageKey, ...(await this.storage.put(storageKey, stream, { limit: this.limit })) }
  }

  private async read(
    ctx: OperationContext,
    place: ArchivePlace,
    file: ModuleArchiveFile,
  ): Promise<TakenArchive> {
    const { plainPaths, contents, sizes } = await this.readArchive(file, { collect: isRead })
    if (!plainPaths) {
      const paths = place.isSourcesAlone ? undefined : sizes.keys()
      return { file, read: await this.readers.readModule(contents, place.moduleName, paths) }
    }
    const plain = await this.putPlain(place.versionId, file, plainPaths)
    try {
      const taken = await this.read(ctx, place, plain)
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
    return this.queue.run(organizationId, async () => {
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
    return this.readArchive(file, { ...options, wasPublished: true })
  }

  private async readArchive(file: ModuleArchiveFile, options: ReadArchiveOptions): Promise<ModuleArchive> {
    return this.readers.readModuleArchive((await this.open(file)).stream, options)
  }

  async open(file: ModuleArchiveFile, range?: ByteRange): Promise<OpenFile> {
    const opened = await this.storage.open(file.storageKey, range)
    if (!opened) throw new Error(`the stored file ${file.storageKey} is missing`)
    return opened
  }

  /** Returns where clients fetch an archive themselves; undefined where they get it from here. */
  async addressOf(file: ModuleArchiveFile): Promise<string | undefined> {
    return this.storage.addressOf(file.storageKey)
  }

  async remove(ctx: OperationContext, files: readonly (ModuleArchiveFile | null)[]): Promise<void> {
    const keys = files.flatMap((file) => file?.storageKey ?? [])
    await removeFiles(ctx, this.storage, keys)
  }
}
