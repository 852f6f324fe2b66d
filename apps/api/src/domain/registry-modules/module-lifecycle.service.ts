import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, requireUnchanged } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, type Raw } from '../../kernel/input.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import { isDue } from '../end-of-life.js'
import {
  changedLifecycle,
  isSameLifecycle,
  lifecycleChange,
  lifecycleFault,
  lifecycleVerb,
  retired,
  type Lifecycle,
} from '../lifecycle.js'
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
   * Deprecates, revokes or restores a published version, now or, the first, at a date. What is absent stays, and taking back what is not so does
   * nothing. `expectedUpdatedAt` is that of the module.
   */
  async update(
    ctx: OperationContext,
    versionId: string,
    raw: Raw<typeof lifecycleChange>,
    expectedUpdatedAt?: Date,
  ): Promise<ModuleVersionAccess> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const locked = await this.parts.access.lockVersion(tx, versionId, 'modules:write', expectedUpdatedAt)
      const change = parseChange(lifecycleChange, raw)
      const lifecycle = changedLifecycle(tx.clock, locked.version, change)
      if (isSameLifecycle(lifecycle, locked.version)) return locked
      if (!isPublished(locked.version)) throw invalid(lifecycleFault(change))
      return this.set(tx, locked, lifecycle)
    })
  }

  /** Deprecates a version whose end of life has come. */
  async retire(ctx: OperationContext, versionId: string): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.versions.lockModule(tx, versionId)
      const here = await this.parts.versions.find(tx, versionId)
      if (!here || !isDue(here.version, tx.clock)) return
      await this.set(tx, { ...here, roles: [], administratorOverride: false }, retired(here.version))
    })
  }

  private async set(
    tx: OperationContext,
    locked: ModuleVersionAccess,
    lifecycle: Lifecycle,
  ): Promise<ModuleVersionAccess> {
    const before = locked.version
    const version = await this.parts.versions.setLifecycle(tx, before.id, lifecycle)
    const module = await this.parts.modules.update(tx, locked.module)
    await this.parts.index.refresh(tx, module)
    const entry = versionEntry(`module-version.${lifecycleVerb(before, lifecycle)}`, locked)
    await this.parts.audit.record(tx, { ...entry, before, after: version })
    return { ...locked, module, version }
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
