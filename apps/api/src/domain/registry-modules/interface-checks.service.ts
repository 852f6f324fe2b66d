import type { Readable } from 'node:stream'
import type { ModuleInterface } from '@engine/module-source/verdict'
import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import type { ModuleDocuments } from './module-documents.js'
import type { CompatibilityVerdict, CompatibilityCheck } from './compatibility-check.js'
import type { ModuleParts } from './module-parts.js'
import { asFault } from './module-uploads.service.js'
import { versionKeyOf } from './registry-module-version.js'
import type { Module, ModuleAccess } from './registry-module.js'

/** The result of a check: what sources would break as a version of a module, and what its policy would do. */
export interface InterfaceCheck extends ModuleInterface, Omit<CompatibilityVerdict, 'interface'> {}

/** Checks sources before they are published, for who may publish them; nothing of them is stored. */
export class InterfaceChecksService {
  constructor(private readonly parts: ModuleParts & { readonly compatibility: CompatibilityCheck }) {}

  /** The module, where there can be such a version of it. */
  async find(ctx: OperationContext, moduleId: string, version: string): Promise<ModuleAccess> {
    const access = await this.parts.access.moduleById(ctx, moduleId, 'modules:publish')
    if (versionKeyOf(version) === undefined) throw notFound()
    return access
  }

  /** Reads a gzip tar as an upload is read. Throws `TooLarge` above the limit, else `invalid` where it is refused. */
  async check(
    ctx: OperationContext,
    moduleId: string,
    version: string,
    stream: Readable,
    announcedSize?: number,
  ): Promise<InterfaceCheck> {
    const { module } = await this.find(ctx, moduleId, version)
    await this.parts.quotas.checkStorageAhead(ctx, module.organizationId, announcedSize)
    const documents = await this.read(ctx, module, stream, announcedSize)
    const verdict = await this.parts.compatibility.evaluate(
      ctx,
      module,
      { version, acceptBreaking: null },
      documents,
    )
    const { interface: found, ...evaluated } = verdict
    return { ...found, ...evaluated }
  }

  /** The file belongs to no version, so that what a killed process leaves of it is swept away. */
  private async read(
    ctx: OperationContext,
    { organizationId, name: moduleName }: Module,
    stream: Readable,
    announcedSize: number | undefined,
  ): Promise<ModuleDocuments> {
    const place = { organizationId, versionId: newId('modver'), moduleName, isSourcesAlone: true }
    const taken = await this.parts.files.take(ctx, place, stream, announcedSize).catch((error) => {
      throw asFault(error)
    })
    await this.parts.files.remove(ctx, [taken.file])
    return taken.read.documents
  }
}
