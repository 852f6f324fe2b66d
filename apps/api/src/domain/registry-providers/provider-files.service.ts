import type { Readable } from 'node:stream'
import { zipFaultsOf } from '@engine/provider-source/provider-zip'
import type { Actor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { invalid, isSurelyUndone, notFound } from '../../kernel/errors.js'
import type { Permission } from '../../kernel/permissions.js'
import { TooLarge, type ByteRange, type OpenFile } from '../../kernel/storage.js'
import { isRevoked } from '../lifecycle/deprecation.js'
import type { ProviderFileKind, TakenFile } from './provider-files.js'
import type { ProviderParts } from './provider-parts.js'
import type { FileChange, ProviderPublicationService } from './provider-publication.service.js'
import {
  provenanceWith,
  type ProviderPlatformAccess,
  type ProviderVersionAccess,
  type RegistryProviderPlatform,
} from './registry-provider-version.js'
import type { PackageHashesService } from './package-hashes.service.js'
import { platformEntry, versionEntry } from './provider-entries.js'
import { requireReadable } from './provider-access.service.js'
import type { RegistryProvider } from './registry-provider.js'

/** One of the files of a version, or the one of a platform; `ownerId` is the id of whichever has it. */
export interface ProviderFileAddress {
  readonly ownerId: string
  readonly kind: ProviderFileKind
}

export interface ProviderFile {
  readonly locked: ProviderVersionAccess | ProviderPlatformAccess
  /** Null while it is not uploaded. */
  readonly storageKey: string | null
  /** Name that the file is saved under. */
  readonly filename: string
}

export interface StoredProviderFile {
  readonly organizationId: string
  readonly kind: ProviderFileKind
  readonly filename: string
  readonly storageKey: string
  /** Size in bytes. */
  readonly size: number
}

/** Facts found in the zip of a platform. */
type ZipFacts = Pick<RegistryProviderPlatform, 'zipFault' | 'zipProblem' | 'packageHash'>

const noZip: ZipFacts = { zipFault: null, zipProblem: null, packageHash: null }

/**
 * The files behind versions and platforms: each is uploaded once and stays as it is until its row goes. Its very bytes may
 * come again, as clients try again whose answer was lost: that changes nothing.
 */
export class ProviderFilesService {
  constructor(
    private readonly parts: ProviderParts & {
      readonly publication: ProviderPublicationService
      readonly packageHashes: PackageHashesService
    },
  ) {}

  /** Looks up and authorises in one step, whether the file is uploaded yet or not. */
  async find(
    ctx: OperationContext,
    { ownerId, kind }: ProviderFileAddress,
    permission: Permission,
  ): Promise<ProviderFile> {
    if (kind === 'binary') {
      const locked = await this.parts.access.platformById(ctx, ownerId, permission)
      return { locked, storageKey: locked.platform.binaryKey, filename: locked.platform.filename }
    }
    const locked = await this.parts.access.versionById(ctx, ownerId, permission)
    const { shasumsKey, shasumsSigKey, version } = locked.version
    const filename = `${locked.provider.name}_${version}_SHA256SUMS`
    return kind === 'shasums'
      ? { locked, storageKey: shasumsKey, filename }
      : { locked, storageKey: shasumsSigKey, filename: `${filename}.sig` }
  }

  /** A file that is there, and is not revoked; for those with whom it is only shared, of a published version. */
  async findStored(ctx: OperationContext, address: ProviderFileAddress): Promise<StoredProviderFile> {
    const { storageKey, filename, locked } = await this.find(ctx, address, 'providers:use')
    if (storageKey === null || isRevoked(locked.provider) || isRevoked(locked.version)) throw notFound()
    const { organizationId } = requireReadable(ctx, locked).provider
    const size = await this.parts.files.sizeOf(storageKey)
    return { organizationId, kind: address.kind, storageKey, filename, size }
  }

  /** A file that was found before, or a part of it. */
  async open({ storageKey }: StoredProviderFile, range?: ByteRange): Promise<OpenFile> {
    return this.parts.files.open(storageKey, range)
  }

  /** Returns where clients fetch a zip themselves; undefined for all else, and where they get it from here. */
  async addressOf({ kind, storageKey }: StoredProviderFile): Promise<string | undefined> {
    return kind === 'binary' ? this.parts.files.addressOf(storageKey) : undefined
  }

  /** Stores a file; the first of parallel uploads wins. Throws `invalid` when it is there already, and `TooLarge`. */
  async upload(
    ctx: OperationContext,
    address: ProviderFileAddress,
    stream: Readable,
    announcedSize?: number,
  ): Promise<void> {
    const file = await this.find(ctx, address, 'providers:publish')
    if (file.storageKey !== null) return this.again(file, address.kind, stream)
    const { locked } = file
    await this.parts.quotas.checkStorageAhead(ctx, locked.provider.organizationId, announcedSize)
    const taken = await this.parts.files.take(address.ownerId, address.kind, stream, announcedSize)
    try {
      const zip = address.kind === 'binary' ? await this.zipFactsOf(ctx, locked.provider, taken) : noZip
      await this.parts.publication.settle(ctx, this.change(ctx.actor, address, { ...taken, ...zip }))
    } catch (error) {
      if (isSurelyUndone(error)) await this.parts.files.remove(ctx, [taken.storageKey])
      // A parallel upload of the same bytes came first.
      const now = await this.find(ctx, address, 'providers:publish')
      if (!(await this.hasBytes(now, taken.sha256))) throw error
    }
  }

  /** Takes the very bytes of a file again. */
  private async again(file: ProviderFile, kind: ProviderFileKind, stream: Readable): Promise<void> {
    try {
      if (await this.hasBytes(file, await this.parts.files.hashSent(kind, stream))) return
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
    }
    throw fileTaken()
  }

  private async hasBytes({ locked, storageKey }: ProviderFile, sha256: string): Promise<boolean> {
    if (storageKey === null) return false
    const known = 'platform' in locked ? locked.platform.binarySha256 : null
    return (known ?? (await this.parts.files.hash(storageKey))) === sha256
  }

  private async zipFactsOf(
    ctx: OperationContext,
    provider: RegistryProvider,
    taken: TakenFile,
  ): Promise<ZipFacts> {
    const { storageKey, size } = taken
    const faults = await zipFaultsOf(provider, size, (start, end) =>
      this.parts.files.readRange(storageKey, start, end),
    )
    return {
      ...faults,
      packageHash: await this.parts.packageHashes.ofUpload(ctx, provider.organizationId, taken),
    }
  }

  private change(
    actor: Actor,
    address: ProviderFileAddress,
    { storageKey, sha256, size, ...zip }: TakenFile & ZipFacts,
  ): FileChange<ProviderFile['locked']> {
    const binary = { binaryKey: storageKey, binarySha256: sha256, binarySize: size, ...zip }
    return {
      find: async (ctx) => requireMissing(await this.find(ctx, address, 'providers:publish')).locked,
      becoming: ({ version: before }) => {
        const version = { ...before, provenance: provenanceWith(actor, before) }
        if (address.kind === 'shasums') return { ...version, shasumsKey: storageKey }
        if (address.kind === 'shasums-sig') return { ...version, shasumsSigKey: storageKey }
        const platforms = version.platforms.map((each) =>
          each.id === address.ownerId ? { ...each, ...binary } : each,
        )
        return { ...version, platforms }
      },
      write: async (tx, locked) => {
        // Those of a version are small, and two at most.
        if (address.kind === 'binary') {
          await this.parts.quotas.requireStorage(tx, locked.provider.organizationId, size)
          await this.parts.versions.setBinary(tx, address.ownerId, binary)
        }
        const entry = 'platform' in locked ? platformEntry('upload', locked) : versionEntry('upload', locked)
        await this.parts.audit.record(tx, { ...entry, after: { file: address.kind } })
      },
    }
  }
}

function requireMissing(file: ProviderFile): ProviderFile {
  if (file.storageKey === null) return file
  throw fileTaken()
}

const fileTaken = () => invalid({ path: [], code: 'TAKEN', message: 'The file has already been uploaded' })
