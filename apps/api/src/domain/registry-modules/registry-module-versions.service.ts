import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { ByteRange, OpenFile } from '../../kernel/storage.js'
import type { AuditEntry } from '../audit/audit.js'
import type { ModuleParts } from './module-parts.js'
import {
  isListed,
  isPublished,
  moduleVersionCreation,
  type ModuleVersion,
  type PublishedVersion,
} from './registry-module-version.js'
import type { AccessDecision } from '../organizations/organization.js'
import { addressText, type Module, type ModuleAddress, type ModuleVersionAccess } from './registry-module.js'

export interface Published {
  readonly module: Module
  readonly version: PublishedVersion
}

/** Versions from their number to their end; what is uploaded for them is the matter of `ModuleUploadsService`. */
export class RegistryModuleVersionsService {
  constructor(private readonly parts: ModuleParts) {}

  /** A version that was published; it may be revoked since. */
  async findPublished(ctx: OperationContext, address: ModuleAddress, version: string): Promise<Published> {
    return published(await this.parts.access.version(ctx, address, version, 'modules:use'))
  }

  /** One whose archive can still be downloaded. */
  async findPublishedById(ctx: OperationContext, id: string): Promise<Published> {
    const found = published(await this.parts.access.versionById(ctx, id, 'modules:use'))
    if (!isListed(found.version)) throw notFound()
    return found
  }

  /** The archive of a version that was found before, or a part of it. */
  async openArchive({ archive }: PublishedVersion, range?: ByteRange): Promise<OpenFile> {
    return this.parts.files.open(archive, range)
  }

  /** Gives the module a number, which waits for its upload. */
  async create(
    ctx: OperationContext,
    moduleId: string,
    raw: Raw<typeof moduleVersionCreation>,
  ): Promise<ModuleVersionAccess> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const { module, ...decision } = await this.parts.access.lockModule(tx, moduleId, 'modules:publish')
      const input = parseCreation(moduleVersionCreation, raw)
      const version = await this.parts.versions.create(tx, module, newId('modver'), input.version)
      await this.parts.modules.touch(tx, module)
      const created = { ...decision, module, version }
      await this.parts.audit.record(tx, { ...versionEntry('module-version.create', created), after: version })
      return created
    })
  }

  /** A number that was published stays taken. `expectedUpdatedAt` is that of the module. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    const deleted = await this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.parts.access.lockVersionToDelete(tx, id, expectedUpdatedAt)
      await this.parts.versions.delete(tx, id)
      await this.parts.index.refresh(tx, await this.parts.modules.update(tx, locked.module))
      await this.parts.audit.record(tx, {
        ...versionEntry('module-version.delete', locked),
        before: locked.version,
      })
      return locked.version
    })
    await this.parts.files.remove(ctx, [deleted.archive])
  }
}

function published({ module, version }: ModuleVersionAccess): Published {
  if (!isPublished(version)) throw notFound()
  return { module, version }
}

export function versionEntry(
  action: AuditEntry['action'],
  locked: Pick<AccessDecision, 'administratorOverride'> & {
    readonly module: Module
    readonly version: ModuleVersion
  },
): AuditEntry {
  const { module, version, administratorOverride } = locked
  const name = `${addressText(module)} ${version.version}`
  const subject = { type: 'module-version', id: version.id, name } as const
  return { action, subject, organizationId: module.organizationId, administratorOverride }
}
