import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import type { ByteRange, OpenFile } from '../../kernel/storage.js'
import type { ExpectedFile, OriginFile } from '../origin-files/origin-file.js'
import type { FetchedFile, OriginFilesService } from '../origin-files/origin-files.service.js'
import type { DeliverableProvidersService, LinkedVersion } from './deliverable-providers.service.js'
import type { ProviderOrigins } from './provider-origins.js'
import type { ProviderSync } from './provider-sync.js'
import { proofFilenames, type PublicProviderFileAddress } from './public-provider.js'
import type { PublicProviderPlatformsStore, StoredDownload } from './public-provider-platforms.store.js'
import type { PublicProviderVersionsStore } from './public-provider-versions.store.js'

export interface PublicProviderFileParts {
  readonly providers: DeliverableProvidersService
  readonly versions: PublicProviderVersionsStore
  readonly platforms: PublicProviderPlatformsStore
  readonly sync: ProviderSync
  readonly origins: ProviderOrigins
  readonly files: OriginFilesService
  /** True where files of origins are stored here: the setting `PROVIDER_FILES`. */
  readonly storesFiles: boolean
  /** The limit of one file, in bytes. */
  readonly limit: number
}

/** A zip of a version, as a caller may have it. */
export interface LinkedZip {
  readonly linked: LinkedVersion
  readonly download: StoredDownload
  /** Undefined while it is not stored here. */
  readonly file: OriginFile | undefined
}

/** SHA256SUMS of a version, or its signature. */
export interface LinkedProof {
  readonly linked: LinkedVersion
  readonly bytes: Buffer
}

/** The files of versions that links of ours lead to (contract §14). */
export class PublicProviderFilesService {
  constructor(private readonly parts: PublicProviderFileParts) {}

  /** Finds a file that the caller may have now. */
  async find(
    ctx: OperationContext,
    { versionId, filename }: PublicProviderFileAddress,
  ): Promise<LinkedZip | LinkedProof> {
    const { providers, versions, platforms, files, storesFiles } = this.parts
    const linked = await providers.byId(ctx, versionId)
    const names = proofFilenames(linked.provider, linked.version)
    if (filename === names.shasums || filename === names.signature) {
      const proof = await versions.proofFilesOf(ctx, versionId)
      if (!proof) throw notFound()
      return { linked, bytes: filename === names.shasums ? proof.shasums : proof.signature }
    }
    const download = await platforms.findDownload(ctx, versionId, { filename })
    if (!download || !linked.platforms.includes(`${download.os}/${download.arch}`)) throw notFound()
    const file = await files.find(ctx, expectedOf(linked, download))
    if (file) await files.touch(ctx, file)
    else if (!storesFiles) throw notFound()
    return { linked, download, file }
  }

  /** A stored file, or a part of it. */
  open(file: OriginFile, range?: ByteRange): Promise<OpenFile> {
    return this.parts.files.open(file, range)
  }

  /** Returns where clients fetch a stored file themselves; undefined where they get it from here. */
  addressOf(file: OriginFile): Promise<string | undefined> {
    return this.parts.files.addressOf(file)
  }

  /** Fetches a zip that is not stored yet. Throws `PublicRegistryError`. */
  fetchFile(ctx: OperationContext, { linked, download }: LinkedZip): Promise<OriginFile | FetchedFile> {
    const { providers, origins, files, sync, limit } = this.parts
    const { provider, version } = linked
    const requester = { ...linked.requester, signal: ctx.signal }
    const source = {
      open: async (signal: AbortSignal) => {
        const url = await providers.addressAtOrigin(ctx, linked, download, { ...requester, signal })
        return origins.openZip(provider, url, limit, signal)
      },
      mismatched: (now: string) => {
        const mismatch = `Its zip for ${download.os}/${download.arch} is not the one that was first seen`
        const difference = { filename: download.filename, first: download.shasum, now }
        return sync.recordMismatch(ctx, provider, version, mismatch, [difference])
      },
    }
    return files.fetchFile(ctx, expectedOf(linked, download), source, requester)
  }
}

const expectedOf = ({ version }: LinkedVersion, { filename, shasum }: StoredDownload): ExpectedFile => ({
  ...{ ownerId: version.id, filename, sha256: shasum },
})
