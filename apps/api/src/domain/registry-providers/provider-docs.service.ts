import type { Readable } from 'node:stream'
import type { ProviderDocCategory } from '@engine/shared/provider-docs'
import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, isUnavailable } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { ShownReadme } from '../registry-modules/module-folder.js'
import { asFault } from '../registry-modules/module-uploads.service.js'
import type { RenderedReadme, RenderReadme } from '../registry-modules/readme-tree.js'
import type { ProviderDocFiles } from './provider-doc-files.js'
import type {
  DocumentedVersion,
  ProviderDoc,
  ProviderDocFilter,
  ProviderDocGroup,
  ProviderDocsChanges,
  ReadProviderDocs,
} from './provider-doc.js'
import { versionEntry } from './provider-entries.js'
import type { ProviderParts } from './provider-parts.js'
import type { ProviderVersionAccess } from './registry-provider-version.js'
import { requireReadable } from './provider-access.service.js'
import { isUsableOnly, type ProviderAddress } from './registry-provider.js'

/** Limit of a page that is shown as it is written, in characters. */
const longestBeginning = 20_000

/** Helpers of the service in addition to the parts of the area. */
interface Helpers {
  readonly docFiles: ProviderDocFiles
  readonly renderReadme: RenderReadme
}

/** Outcome of an upload. */
export interface UploadedDocs extends Omit<ReadProviderDocs, 'pages'> {
  readonly access: ProviderVersionAccess
  /** The number of pages. */
  readonly pages: number
}

/** A page with the version that it documents. */
export interface ProviderDocAccess extends ProviderVersionAccess {
  readonly doc: ProviderDoc
}

/** The documentation of versions of private providers: replaced as a whole, rendered when a page is first opened. */
export class ProviderDocsService {
  private readonly underWay = new Map<string, Promise<RenderedReadme | undefined>>()

  constructor(private readonly parts: ProviderParts & Helpers) {}

  /** The version whose documentation is to be uploaded. */
  async findForUpload(ctx: OperationContext, versionId: string): Promise<ProviderVersionAccess> {
    return this.parts.access.versionById(ctx, versionId, 'providers:publish')
  }

  /**
   * Reads an archive and replaces the documentation of the version by its pages. Throws `TooLarge`, and `invalid` for an
   * archive that is refused or has no page.
   */
  async upload(
    ctx: OperationContext,
    versionId: string,
    stream: Readable,
    announcedSize?: number,
  ): Promise<UploadedDocs> {
    const { provider } = await this.findForUpload(ctx, versionId)
    const { organizationId } = provider
    await this.parts.quotas.checkStorageAhead(ctx, organizationId, announcedSize)
    const read = await this.read(ctx, organizationId, stream, announcedSize)
    const size = read.pages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    const access = await this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.providers.lock(tx, provider.id)
      const locked = await this.findForUpload(tx, versionId)
      const more = size - (locked.version.docsSize ?? 0)
      if (more > 0) await this.parts.quotas.requireStorage(tx, organizationId, more)
      await this.parts.docs.replace(tx, versionId, read.pages)
      const documented = { docsUploadedAt: tx.clock.now(), docsSize: size }
      const version = await this.parts.versions.update(tx, locked.version, documented)
      await this.parts.docsChanges.write(tx, provider.id, version)
      await this.parts.docs.writeNames(tx, locked.provider)
      await this.parts.providers.touch(tx, locked.provider)
      const facts = { version: version.version, pages: read.pages.length, ignored: read.ignored }
      const before = locked.version.docsUploadedAt && { docsUploadedAt: locked.version.docsUploadedAt }
      const after = { ...facts, docsUploadedAt: version.docsUploadedAt }
      await this.parts.audit.record(tx, {
        ...versionEntry('document', locked),
        ...(before && { before }),
        after,
      })
      return { ...locked, version }
    })
    return { access, pages: read.pages.length, ignored: read.ignored, warnings: read.warnings }
  }

  private async read(
    ctx: OperationContext,
    organizationId: string,
    stream: Readable,
    announcedSize?: number,
  ): Promise<ReadProviderDocs> {
    try {
      const read = await this.parts.docFiles.read(ctx, organizationId, stream, announcedSize)
      if (read.pages.length > 0) return read
    } catch (error) {
      throw asFault(error)
    }
    const message =
      'the archive has no page of documentation: put index.md, guides/, resources/ and data-sources/ at its root or into docs/'
    throw invalid({ path: [], code: 'INVALID', message })
  }

  /** Finds a version whose documentation the caller may read: one that it may install. */
  async version(
    ctx: OperationContext,
    address: ProviderAddress,
    version: string,
  ): Promise<ProviderVersionAccess> {
    return requireReadable(ctx, await this.parts.access.version(ctx, address, version, 'providers:use'))
  }

  /** The same by the id of its provider. */
  async versionOf(
    ctx: OperationContext,
    providerId: string,
    version: string,
  ): Promise<ProviderVersionAccess> {
    const access = await this.parts.access.versionedById(ctx, providerId, 'providers:use')
    const here = found(await this.parts.versions.findIn(ctx, access.provider.id, version))
    return requireReadable(ctx, { ...access, version: here })
  }

  /** Lists the versions that have documentation and that the caller may read, newest first. */
  async documentedVersions(
    ctx: OperationContext,
    { provider, roles }: ProviderVersionAccess,
    page: Page,
  ): Promise<Paged<DocumentedVersion>> {
    return this.parts.docs.listVersions(ctx, provider.id, isUsableOnly(ctx.actor, roles), page)
  }

  async list(
    ctx: OperationContext,
    versionId: string,
    filter: ProviderDocFilter,
    page: Page,
  ): Promise<Paged<ProviderDoc>> {
    return this.parts.docs.list(ctx, versionId, filter, page)
  }

  /** The subcategories with the numbers of their pages, of a version that was found before. */
  async groups(ctx: OperationContext, versionId: string): Promise<readonly ProviderDocGroup[]> {
    return this.parts.docs.groups(ctx, versionId)
  }

  /** Finds what differs from the release before, of a version that was found before; undefined where there is none. */
  async changes(ctx: OperationContext, versionId: string): Promise<ProviderDocsChanges | undefined> {
    return this.parts.docsChanges.find(ctx, versionId)
  }

  /** A page of a version that was found before; undefined where there is none. */
  async findIn(
    ctx: OperationContext,
    versionId: string,
    category: ProviderDocCategory,
    slug: string,
  ): Promise<ProviderDoc | undefined> {
    return this.parts.docs.findIn(ctx, versionId, category, slug)
  }

  async find(ctx: OperationContext, id: string): Promise<ProviderDocAccess> {
    const doc = found(isId('provdoc', id) ? await this.parts.docs.find(ctx, id) : undefined)
    const access = await this.parts.access.versionById(ctx, doc.versionId, 'providers:use')
    return { ...requireReadable(ctx, access), doc }
  }

  /** The Markdown of a page that was found before. */
  async content(ctx: OperationContext, { id }: ProviderDoc): Promise<string> {
    return found(await this.parts.docs.content(ctx, id))
  }

  /** A page that was found before as the console shows it: rendered once, however many ask. */
  async shown(ctx: OperationContext, organizationId: string, doc: ProviderDoc): Promise<ShownReadme> {
    const rendered =
      (await this.parts.docs.findRendered(ctx, doc.id)) ?? (await this.render(ctx, organizationId, doc))
    if (rendered && rendered.tree !== null) return { ...rendered, beginning: null }
    const beginning = (await this.content(ctx, doc)).slice(0, longestBeginning)
    return { tree: null, refusal: rendered?.refusal ?? 'waiting', beginning }
  }

  private render(
    ctx: OperationContext,
    organizationId: string,
    doc: ProviderDoc,
  ): Promise<RenderedReadme | undefined> {
    const begun = this.underWay.get(doc.id)
    if (begun) return begun
    const rendering = this.renderNow(ctx, organizationId, doc).finally(() => this.underWay.delete(doc.id))
    this.underWay.set(doc.id, rendering)
    return rendering
  }

  /** Undefined while too many are being rendered. */
  private async renderNow(
    ctx: OperationContext,
    organizationId: string,
    doc: ProviderDoc,
  ): Promise<RenderedReadme | undefined> {
    const folder = doc.path.split('/').slice(0, -1).join('/')
    try {
      const { took: _, ...rendered } = await this.parts.renderReadme(
        organizationId,
        await this.content(ctx, doc),
        folder,
      )
      await this.parts.docs.setRendered(ctx, doc.id, rendered)
      return rendered
    } catch (error) {
      if (isUnavailable(error)) return undefined
      throw error
    }
  }
}
