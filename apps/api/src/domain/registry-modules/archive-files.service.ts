import { isSourceFile, placeOf } from '@engine/shared/module-files'
import { registryHost } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { found, notFound } from '../../kernel/errors.js'
import type { ByteRange, OpenFile } from '../../kernel/storage.js'
import { longestText, type ArchiveContents, type ArchiveContentsReader } from './archive-contents.js'
import {
  entriesIn,
  languageOf,
  pictureOf,
  textOf,
  type ArchiveEntry,
  type ArchiveFile,
  type Picture,
} from './archive-file.js'
import type { ModuleParts } from './module-parts.js'
import type { CodeToColor } from './readme-tree.js'
import { isListed, isPublished } from './registry-module-version.js'
import type { Published, RegistryModuleVersionsService } from './registry-module-versions.service.js'
import { addressText, type Module, type ModuleAddress } from './registry-module.js'

/** Limits of the sources of an example that one page reads: files and bytes. */
export const mostSources = 20
const longestSources = 128 * 1024

interface ReadVersion {
  readonly module: Module
  readonly contents: ArchiveContents
}

/** Archives of published versions as pages show them, for all who may read what a version declares. */
export class ArchiveFilesService {
  constructor(
    private readonly parts: ModuleParts,
    private readonly reader: ArchiveContentsReader,
    private readonly versions: RegistryModuleVersionsService,
  ) {}

  /** Lists a folder of a version that the caller has looked up; empty if there is no such folder. */
  async entries(ctx: OperationContext, versionId: string, folder: string): Promise<readonly ArchiveEntry[]> {
    const archive = await this.archive(ctx, versionId)
    return (archive && entriesIn(archive.contents.sizes, folder)) ?? []
  }

  /** A file of a version that was found before. */
  async find(ctx: OperationContext, versionId: string, path: string): Promise<ArchiveFile | undefined> {
    const archive = await this.archive(ctx, versionId)
    return archive && this.shown(archive, path)
  }

  /** The sources of a folder, their calls of this very module written as others write them. */
  async sources(ctx: OperationContext, versionId: string, folder: string): Promise<readonly ArchiveFile[]> {
    const archive = await this.archive(ctx, versionId)
    if (!archive) return []
    const { module, version, contents } = archive
    const source = `${registryHost(this.parts.publicUrl)}/${addressText(module)}`
    const published = { folder, source, version: version.version }
    const paths = [...contents.sizes.keys()].filter((path) => {
      const place = placeOf(path)
      return place?.folder === folder && isSourceFile(place.name)
    })
    const shown: ArchiveFile[] = []
    let left = longestSources
    for (const path of paths.sort().slice(0, mostSources)) {
      const file = await this.shown(archive, path, { left, published })
      if (file) shown.push(file)
      if (file?.refusal === null) left -= file.size
    }
    return shown
  }

  /** A picture of a version, for its README. */
  async picture(
    ctx: OperationContext,
    address: ModuleAddress,
    version: string,
    path: string,
  ): Promise<Picture> {
    const { module, version: published } = await this.versions.findPublished(ctx, address, version)
    const bytes = (await this.reader.read(module.organizationId, published.archive)).contents.get(path)
    return found(bytes && pictureOf(bytes))
  }

  /** A version whose archive may be taken as a whole: not a revoked one. */
  async whole(ctx: OperationContext, address: ModuleAddress, version: string): Promise<Published> {
    const whole = await this.versions.findPublished(ctx, address, version)
    if (!isListed(whole.version)) throw notFound()
    return whole
  }

  async open({ version }: Published, range?: ByteRange): Promise<OpenFile> {
    return this.parts.files.open(version.archive, range)
  }

  private async archive(ctx: OperationContext, versionId: string) {
    const here = await this.parts.versions.find(ctx, versionId)
    if (!here || !isPublished(here.version)) return undefined
    return { ...here, contents: await this.reader.read(here.module.organizationId, here.version.archive) }
  }

  private async shown(
    { module, contents: { sizes, contents } }: ReadVersion,
    path: string,
    { left = longestText, published }: { left?: number; published?: CodeToColor['published'] } = {},
  ): Promise<ArchiveFile | undefined> {
    const size = sizes.get(path)
    if (size === undefined) return undefined
    const bytes = contents.get(path)
    if (!bytes || size > Math.min(longestText, left)) return { path, size, tree: null, refusal: 'too-large' }
    const text = textOf(bytes)
    if (text === undefined) return { path, size, tree: null, refusal: 'binary' }
    const isNative = isSourceFile(path) && !path.endsWith('.json')
    const language = languageOf(path)
    const code = { text, language, ...(published && isNative && { published }) }
    return { path, size, tree: await this.parts.colorCode(module.organizationId, code), refusal: null }
  }
}
