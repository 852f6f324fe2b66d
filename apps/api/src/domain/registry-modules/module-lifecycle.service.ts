import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, requireUnchanged } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, type Raw } from '../../kernel/input.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import { changedDeprecation, deprecationChange, deprecationFault, deprecationVerb } from '../deprecation.js'
import type { ModuleParts } from './module-parts.js'
import { isPublished } from './registry-module-version.js'
import { versionEntry } from './registry-module-versions.service.js'
import {
  addressText,
  moduleVerification,
  type ModuleVersionAccess,
  type ModuleWithVersions,
} from './registry-module.js'

/** What becomes of published versions, and of the trust in a module (contract §7). */
export class ModuleLifecycleService {
  constructor(private readonly parts: ModuleParts) {}

  /**
   * Deprecates, revokes or restores a published version. What is absent stays, and taking back what is not so does
   * nothing. `expectedUpdatedAt` is that of the module.
   */
  async update(
    ctx: OperationContext,
    versionId: string,
    raw: Raw<typeof deprecationChange>,
    expectedUpdatedAt?: Date,
  ): Promise<ModuleVersionAccess> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.parts.access.lockVersion(tx, versionId, 'modules:write', expectedUpdatedAt)
      const change = parseChange(deprecationChange, raw)
      const deprecation = changedDeprecation(locked.version.deprecation, change)
      if (deprecation === locked.version.deprecation) return locked
      if (!isPublished(locked.version)) throw invalid(deprecationFault(change))
      const version = await this.parts.versions.setDeprecation(tx, versionId, deprecation)
      const module = await this.parts.modules.update(tx, locked.module)
      await this.parts.index.refresh(tx, module)
      const action = `module-version.${deprecationVerb(deprecation)}` as const
      await this.parts.audit.record(tx, {
        ...versionEntry(action, locked),
        before: locked.version,
        after: version,
      })
      return { ...locked, module, version }
    })
  }

  /** Any module of the site, also one of a disabled organization; for site administrators. */
  async find(ctx: OperationContext, moduleId: string, permission: Permission): Promise<ModuleWithVersions> {
    requirePermission(ctx, permission)
    const module = found(isId('mod', moduleId) ? await this.parts.modules.find(ctx, moduleId) : undefined)
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
    return this.parts.transactions.run(ctx, async (tx) => {
      if (isId('mod', moduleId)) await this.parts.modules.lock(tx, moduleId)
      const before = await this.find(tx, moduleId, 'site-organizations:write')
      requireUnchanged(before, expectedUpdatedAt)
      const { verified = before.verified } = parseChange(moduleVerification, raw)
      const after = await this.parts.modules.update(tx, before, { verified })
      await this.parts.index.refresh(tx, after)
      await this.parts.audit.record(tx, {
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
