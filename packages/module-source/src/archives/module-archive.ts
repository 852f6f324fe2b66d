import { isModuleSource, sourceEndings, wrappingFolder } from '@engine/shared/module-files'
import {
  archiveLimits,
  ArchiveRefused,
  type ArchiveLimits,
  type ModuleArchive,
  type ReadArchiveOptions,
  type ReadModuleArchive,
} from '../archive.js'
import { entryPath, quoted } from './entry-path.js'
import { EntryTree } from './entry-tree.js'
import { tooLarge, tooMany } from './limits.js'
import { plainPathsOf } from './plain-archive.js'
import { entriesOf, type TarEntry, type TarReader } from './tar-reader.js'

const mostNames = 1000

export const readModuleArchive: ReadModuleArchive = async (source, options = {}) => {
  const reader = new ArchiveReader({ ...archiveLimits, ...options.limits }, options)
  for await (const { tar, entry } of entriesOf(source, options.signal)) await reader.take(tar, entry)
  return reader.result()
}

class ArchiveReader {
  private readonly tree: EntryTree
  private readonly contents = new Map<string, Buffer>()
  private readonly sizes = new Map<string, number>()
  private entries = 0
  private unpackedSize = 0
  private collectedSize = 0

  constructor(
    private readonly limits: ArchiveLimits,
    private readonly options: ReadArchiveOptions,
  ) {
    this.tree = new EntryTree(options.wasPublished !== true)
  }

  async result(): Promise<ModuleArchive> {
    await this.tree.check()
    const isNew = this.options.wasPublished !== true
    const plainPaths = isNew && this.tree.hasLinks ? await plainPathsOf(this.tree, this.limits) : undefined
    const paths = [...this.tree.files].sort()
    if (isNew && this.options.holdsModule !== false)
      checkModule(plainPaths ? [...plainPaths.values()].flat() : paths)
    return {
      plainPaths,
      entries: this.entries,
      unpackedSize: this.unpackedSize,
      files: paths.filter((path) => !path.includes('/')).slice(0, mostNames),
      sizes: this.sizes,
      contents: this.contents,
    }
  }

  async take(tar: TarReader, entry: TarEntry): Promise<void> {
    const path = entryPath(entry.path)
    if (++this.entries > this.limits.entries) throw tooMany('the archive', this.limits, path)
    this.tree.add(entry, path)
    this.unpackedSize += entry.size
    if (this.unpackedSize > this.limits.unpackedSize) {
      throw tooLarge('the archive unpacks to more than', this.limits.unpackedSize, path)
    }
    if (entry.kind === 'file') {
      this.sizes.set(path, entry.size)
      // It replaces one of its path that came before.
      this.contents.delete(path)
      if (this.options.collect?.(path, entry.size)) await this.keep(tar, path, entry.size)
    }
    if (entry.kind === 'hard link') {
      const target = entryPath(entry.target)
      this.sizes.set(path, this.sizes.get(target) ?? 0)
      const contents = this.contents.get(target)
      if (contents) this.contents.set(path, contents)
    }
  }

  /** A file that replaces another counts again, for a hard link may still hold the former one. */
  private async keep(tar: TarReader, path: string, size: number): Promise<void> {
    this.collectedSize += size
    if (this.collectedSize > this.limits.collectedSize) {
      throw tooLarge('the source and text files are together larger than', this.limits.collectedSize, path)
    }
    this.contents.set(path, await tar.contents())
  }
}

/** Throws `ArchiveRefused` unless the root or a folder of `modules/` has sources; the paths are those of all files. */
function checkModule(paths: readonly string[]): void {
  if (paths.some(isModuleSource)) return
  const wrapping = wrappingFolder(paths)
  const hint =
    wrapping === undefined || wrapping === 'modules'
      ? 'the module must be at the root of the archive'
      : `everything is in the folder ${quoted(wrapping)}, but the module must be at the root of the archive`
  throw new ArchiveRefused(
    'no-module',
    `the archive has no ${sourceEndings} file at its root, nor right in a folder of modules/: ${hint}`,
  )
}
