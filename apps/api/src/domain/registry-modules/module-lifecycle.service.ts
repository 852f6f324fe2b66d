import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound, stale } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, type Raw } from '../../kernel/input.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { ModuleAccessService } from './module-access.service.js'
import type { ModuleIndexStore } from './module-index.store.js'
import {
  deprecationIn,
  isPublished,
  moduleVersionChange,
  type Deprecation,
} from './registry-module-version.js'
import { versionEntry } from './registry-module-versions.service.js'
import type { RegistryModuleVersionsStore } from './registry-module-versions.store.js'
import {
  addressText,
  moduleVerification,
  type ModuleVersionAccess,
  type ModuleWithVersions,
} from './registry-module.js'
import type { RegistryModulesStore } from './registry-modules.store.js'

/** What becomes of published versions, and of the trust in a module (contract §7). */
export class ModuleLifecycleService {
  constructor(
    private readonly versions: RegistryModuleVersionsStore,
    private readonly modules: RegistryModulesStore,
    private readonly index: ModuleIndexStore,
    private readonly access: ModuleAccessService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /**
   * Deprecates, revokes or restores a published version. What is absent stays, and restoring what is neither does
   * nothing. `expectedUpdatedAt` is that of the module.
   */
  async update(
    ctx: OperationContext,
    versionId: string,
    raw: Raw<typeof moduleVersionChange>,
    expectedUpdatedAt?: Date,
  ): Promise<ModuleVersionAccess> {
    return this.transactions.run(ctx, async (tx) => {
      const locked = await this.access.lockVersion(tx, versionId, 'modules:write', expectedUpdatedAt)
      const change = parseChange(moduleVersionChange, raw)
      if (change.deprecation === undefined) return locked
      const deprecation = deprecationIn(change.deprecation)
      if (deprecation === null && locked.version.deprecation === null) return locked
      if (!isPublished(locked.version)) throw invalid(faults.invalid('deprecation'))
      const version = await this.versions.setDeprecation(tx, versionId, deprecation)
      const module = await this.modules.update(tx, locked.module)
      await this.index.refresh(tx, module)
      const action = `module-version.${verbs[deprecation?.status ?? 'restored']}`
      await this.audit.record(tx, { ...versionEntry(action, locked), before: locked.version, after: version })
      return { ...locked, module, version }
    })
  }

  /** Any module of the site, also one of a disabled organization; for site administrators. */
  async find(ctx: OperationContext, moduleId: string, permission: Permission): Promise<ModuleWithVersions> {
    requirePermission(ctx, permission)
    const module = isId('mod', moduleId) ? await this.modules.find(ctx, moduleId) : undefined
    if (!module) throw notFound()
    return module
  }

  /** Whether a site administrator vouches for a module; for them alone. */
  async verify(
    ctx: OperationContext,
    moduleId: string,
    raw: Raw<typeof moduleVerification>,
    expectedUpdatedAt?: Date,
  ): Promise<ModuleWithVersions> {
    requirePermission(ctx, 'site-organizations:write')
    return this.transactions.run(ctx, async (tx) => {
      if (isId('mod', moduleId)) await this.modules.lock(tx, moduleId)
      const before = await this.find(tx, moduleId, 'site-organizations:write')
      if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== before.updatedAt.getTime()) throw stale()
      const { verified = before.verified } = parseChange(moduleVerification, raw)
      const after = await this.modules.update(tx, before, { verified })
      await this.index.refresh(tx, after)
      await this.audit.record(tx, {
        action: 'module.verify',
        subject: { type: 'module', id: moduleId, name: addressText(after) },
        organizationId: after.organizationId,
        before,
        after,
      })
      return after
    })
  }
}

/** How the audit log says it. */
const verbs: Record<Deprecation['status'] | 'restored', string> = {
  deprecated: 'deprecate',
  revoked: 'revoke',
  restored: 'restore',
}
