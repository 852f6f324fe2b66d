import type { Readable } from 'node:stream'
import { ArchiveRefused } from '@engine/module-source/archive'
import { SourceRefused } from '@engine/module-source'
import type { ModuleInterface } from '@engine/module-source/verdict'
import { moduleNamespaceWarnings } from '@engine/shared'
import { provenanceOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, isSurelyUndone } from '../../kernel/errors.js'
import { TooLarge } from '../../kernel/storage.js'
import type { ArchivePlace, TakenArchive } from './module-files.js'
import type { CompatibilityCheck } from './compatibility-check.js'
import type { ModuleParts } from './module-parts.js'
import type { ModuleReadmesService } from './module-readmes.service.js'
import { isPublished, type ModuleVersion, type PublishedVersion } from './registry-module-version.js'
import { versionEntry } from './registry-module-versions.service.js'
import type { ModuleVersionAccess } from './registry-module.js'

/** Helpers of the service in addition to the parts of the area. */
interface Helpers {
  readonly readmes: ModuleReadmesService
  readonly compatibility: CompatibilityCheck
}

/** A service that turns the bytes of an archive into a published version (contract §7, publishing). */
export class ModuleUploadsService {
  constructor(private readonly parts: ModuleParts & Helpers) {}

  /** The version that is to be uploaded. */
  async find(ctx: OperationContext, id: string): Promise<ModuleVersionAccess> {
    return this.parts.access.versionById(ctx, id, 'modules:publish')
  }

  /**
   * Stores the gzip tar, reads it through and publishes the version. Of parallel uploads the first to come so far
   * wins. A process killed on the way leaves the version as it was, to be uploaded again. The very bytes that are
   * published may come again, as clients try again whose answer was lost: that changes nothing.
   *
   * A refused archive, and one that the policy of interfaces refuses, makes the version `failed`, with the reason:
   * throws `TooLarge` above the limit, else `invalid`.
   */
  async upload(
    ctx: OperationContext,
    id: string,
    stream: Readable,
    announcedSize?: number,
  ): Promise<ModuleVersion> {
    const { module, version } = await this.find(ctx, id)
    const { organizationId } = module
    const place = { organizationId, versionId: id, moduleName: module.name }
    if (isPublished(version)) return this.again(ctx, place, version, stream)
    await this.parts.quotas.checkStorageAhead(ctx, organizationId, announcedSize)
    const taken = await this.take(ctx, place, stream, announcedSize)
    try {
      const version = await this.publish(ctx, id, taken)
      if (version.status === 'failed') throw refused(version.error ?? '')
      if (version.archive?.storageKey !== taken.file.storageKey) {
        await this.parts.files.remove(ctx, [taken.file])
        return version
      }
      this.parts.readmes.begin(ctx, organizationId, id, taken.read.readmes)
      return version
    } catch (error) {
      if (isSurelyUndone(error)) await this.parts.files.remove(ctx, [taken.file])
      throw error
    }
  }

  /** Takes the very bytes of a published version again. */
  private async again(
    ctx: OperationContext,
    place: ArchivePlace,
    version: PublishedVersion,
    stream: Readable,
  ): Promise<ModuleVersion> {
    try {
      if (await this.parts.files.isSame(ctx, place, stream, version.archive)) return version
    } catch (error) {
      if (refusalReason(error) === undefined) throw error
    }
    throw versionTaken()
  }

  private async take(
    ctx: OperationContext,
    place: ArchivePlace,
    stream: Readable,
    announcedSize?: number,
  ): Promise<TakenArchive> {
    try {
      return await this.parts.files.take(ctx, place, stream, announcedSize)
    } catch (error) {
      const reason = refusalReason(error)
      if (reason !== undefined) await this.markFailed(ctx, place.versionId, reason)
      throw asFault(error)
    }
  }

  /**
   * Publishes a version and writes, once, all that reads later only look up. The module is locked, so each of
   * several parallel uploads is compared with what is published by then; if the comparison refuses it, the
   * version that is resolved to has failed.
   */
  private async publish(
    ctx: OperationContext,
    id: string,
    { file, read: { documents, warnings } }: TakenArchive,
  ): Promise<ModuleVersion> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id)
      if (isPublished(locked.version)) {
        if (locked.version.archive.sha256 !== file.sha256) throw versionTaken()
        return locked.version
      }
      const verdict = await this.parts.compatibility.evaluate(tx, locked.module, locked.version, documents)
      if (verdict.refused) return this.fail(tx, locked, verdict.sentence ?? '', verdict.interface)
      await this.parts.quotas.requireStorage(tx, locked.module.organizationId, file.size)
      const ofName = moduleNamespaceWarnings(locked.module.namespace)
      const found = { warnings: [...ofName, ...warnings], interface: verdict.interface }
      const facts = { ...found, provenance: provenanceOf(tx.actor) }
      const version = await this.parts.versions.publish(tx, locked, file, documents, facts)
      await this.parts.modules.touch(tx, locked.module)
      await this.parts.index.add(tx, locked.module, version, documents)
      const before = locked.version
      await this.parts.audit.record(tx, {
        ...versionEntry('module-version.publish', locked),
        before,
        after: version,
      })
      if (verdict.breaksPromise && verdict.policy !== 'observe')
        await this.parts.audit.record(tx, {
          ...versionEntry('module-version.break-interface', locked),
          after: version,
        })
      return version
    })
  }

  /** Another upload may have ended well meanwhile: nothing takes that back. */
  private async markFailed(ctx: OperationContext, id: string, reason: string): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id)
      if (locked.version.status !== 'ok') await this.fail(tx, locked, reason, null)
    })
  }

  private async fail(
    tx: OperationContext,
    locked: ModuleVersionAccess,
    reason: string,
    found: ModuleInterface | null,
  ): Promise<ModuleVersion> {
    const before = locked.version
    const after = await this.parts.versions.markFailed(tx, before.id, reason, found)
    await this.parts.modules.touch(tx, locked.module)
    await this.parts.audit.record(tx, { ...versionEntry('module-version.refuse', locked), before, after })
    return after
  }

  private async lock(tx: OperationContext, id: string): Promise<ModuleVersionAccess> {
    await this.parts.versions.lockModule(tx, id)
    return this.find(tx, id)
  }
}

const versionTaken = () => invalid({ ...faults.taken('version'), path: [] })

const refused = (message: string) => invalid({ path: [], code: 'INVALID', message })

/**
 * Turns the refusal of an archive into the fault that its sender receives; returns any other error as it is.
 */
export const asFault = (error: unknown): unknown =>
  error instanceof ArchiveRefused || error instanceof SourceRefused ? refused(error.message) : error

/** Explains in a sentence for the publisher why an archive was refused; undefined for other failures. */
function refusalReason(error: unknown): string | undefined {
  if (error instanceof TooLarge) return `the archive is larger than ${error.limit.toLocaleString('en')} bytes`
  return error instanceof ArchiveRefused || error instanceof SourceRefused ? error.message : undefined
}
