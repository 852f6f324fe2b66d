import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { ByteRange, OpenFile } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { AuditEntry } from '../audit/audit.js'
import type { ModuleAccessService } from './module-access.service.js'
import type { ModuleFiles } from './module-files.js'
import type { ModuleIndexStore } from './module-index.store.js'
import {
  isListed,
  isPublished,
  moduleVersionCreation,
  type ModuleVersion,
  type PublishedVersion,
} from './registry-module-version.js'
import type { RegistryModuleVersionsStore } from './registry-module-versions.store.js'
import {
  addressText,
  type AccessDecision,
  type Module,
  type ModuleAddress,
  type ModuleVersionAccess,
} from './registry-module.js'
import type { RegistryModulesStore } from './registry-modules.store.js'

export interface Published {
  readonly module: Module
  readonly version: PublishedVersion
}

/** Versions from their number to their end; what is uploaded for them is the matter of `ModuleUploadsService`. */
export class RegistryModuleVersionsService {
  constructor(
    private readonly store: RegistryModuleVersionsStore,
    private readonly modules: RegistryModulesStore,
    private readonly index: ModuleIndexStore,
    private readonly access: ModuleAccessService,
    private readonly files: ModuleFiles,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** A version that was published; it may be revoked since. */
  async findPublished(ctx: OperationContext, address: ModuleAddress, version: string): Promise<Published> {
    return published(await this.access.version(ctx, address, version, 'modules:use'))
  }

  /** One whose archive can still be downloaded. */
  async findPublishedById(ctx: OperationContext, id: string): Promise<Published> {
    const found = published(await this.access.versionById(ctx, id, 'modules:use'))
    if (!isListed(found.version)) throw notFound()
    return found
  }

  /** The archive of a version that was found before, or a part of it. */
  async openArchive({ archive }: PublishedVersion, range?: ByteRange): Promise<OpenFile> {
    return this.files.open(archive, range)
  }

  /** Gives the module a number, which waits for its upload. */
  async create(
    ctx: OperationContext,
    moduleId: string,
    raw: Raw<typeof moduleVersionCreation>,
  ): Promise<ModuleVersionAccess> {
    return this.transactions.run(ctx, async (tx) => {
      const { module, ...decision } = await this.access.lockModule(tx, moduleId, 'modules:publish')
      const input = parseCreation(moduleVersionCreation, raw)
      const version = await this.store.create(tx, module, newId('modver'), input.version)
      await this.modules.touch(tx, module)
      const created = { ...decision, module, version }
      await this.audit.record(tx, { ...versionEntry('module-version.create', created), after: version })
      return created
    })
  }

  /** A number that was published stays taken. `expectedUpdatedAt` is that of the module. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    const deleted = await this.transactions.run(ctx, async (tx) => {
      const locked = await this.access.lockVersionToDelete(tx, id, expectedUpdatedAt)
      await this.store.delete(tx, id)
      await this.index.refresh(tx, await this.modules.update(tx, locked.module))
      await this.audit.record(tx, {
        ...versionEntry('module-version.delete', locked),
        before: locked.version,
      })
      return locked.version
    })
    await this.files.remove(ctx, [deleted.archive])
  }
}

function published({ module, version }: ModuleVersionAccess): Published {
  if (!isPublished(version)) throw notFound()
  return { module, version }
}

export function versionEntry(
  action: string,
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
