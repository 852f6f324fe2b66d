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

/** Whose archive it is, and of which version. */
export interface ArchivePlace {
  readonly organizationId: string
  readonly versionId: string
  readonly moduleName: string
  /** Whether nothing but sources was sent: then it is not looked at whether called folders are there. */
  readonly isSourcesAlone?: boolean
}

export interface TakenArchive {
  readonly file: ModuleArchiveFile
  readonly read: ReadModule
}

/** What reads an archive, what takes links out of it, and what reads the sources in it. */
export interface ModuleReaders {
  readonly readModuleArchive: ReadModuleArchive
  readonly makePlain: MakePlain
  readonly readModule: ReadModuleFiles
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
    place: ArchivePlace,
    stream: Readable,
    announcedSize = 0,
  ): Promise<TakenArchive> {
    if (announcedSize > this.limit) throw new TooLarge(this.limit)
    const file = await this.put(place.versionId, stream)
    try {
      return await this.reading.run(place.organizationId, () => this.read(ctx, place, file))
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
      return await this.reading.run(organizationId, async () => {
        const { plainPaths } = await this.look(file, { collect: () => false })
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
    const { plainPaths, contents, sizes } = await this.look(file, { collect: isRead })
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

  /** Returns where clients fetch an archive themselves; undefined where they get it from here. */
  async addressOf(file: ModuleArchiveFile): Promise<string | undefined> {
    return this.storage.addressOf(file.storageKey)
  }

  async remove(ctx: OperationContext, files: readonly (ModuleArchiveFile | null)[]): Promise<void> {
    const keys = files.flatMap((file) => file?.storageKey ?? [])
    await removeFiles(ctx, this.storage, keys)
  }
}
