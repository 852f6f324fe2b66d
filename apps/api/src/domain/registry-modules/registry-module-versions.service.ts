import type { OperationContext } from '../../kernel/context.js'
import { invalid, notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { ByteRange, OpenFile } from '../../kernel/storage.js'
import type { AuditEntry } from '../audit/audit.js'
import { isDue } from '../lifecycle/end-of-life.js'
import {
  changedLifecycle,
  isSameLifecycle,
  lifecycleChange,
  lifecycleFault,
  lifecycleVerb,
  retired,
  type Lifecycle,
} from '../lifecycle/lifecycle.js'
import type { FolderEngines } from './module-folder.js'
import type { ModuleParts } from './module-parts.js'
import {
  isListed,
  isPublished,
  moduleVersionCreation,
  versionKeyOf,
  type ModuleVersion,
  type ModuleVersionStatus,
  type PublishedVersion,
  type VersionStatuses,
} from './registry-module-version.js'
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

  /** The same page of the versions of each of these modules that were found before, newest first. */
  async pagesOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
    choice: { readonly publishedOnly: boolean },
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<ModuleVersion>>> {
    return this.parts.lists.pagesOf(ctx, moduleIds, choice, page)
  }

  /** The version that a text asks for of each of these modules that were found before, by module. */
  async findAmong(
    ctx: OperationContext,
    moduleIds: readonly string[],
    version: string,
  ): Promise<ReadonlyMap<string, ModuleVersion>> {
    const key = versionKeyOf(version)
    return key === undefined ? new Map() : this.parts.lists.findAmong(ctx, moduleIds, key)
  }

  /** The newest release of each of these modules that were found before and have one, by module. */
  async newestOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
  ): Promise<ReadonlyMap<string, PublishedVersion>> {
    return this.parts.lists.newestOf(ctx, moduleIds)
  }

  /** The lifecycles of the published versions of modules that were found before, by module and version. */
  async lifecyclesOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, Lifecycle>>> {
    return this.parts.lists.lifecyclesOf(ctx, moduleIds)
  }

  /** Finds those of these versions that the caller may change, with their modules. */
  async findChangeable(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<readonly { readonly module: Module; readonly version: ModuleVersion }[]> {
    const versions = await this.parts.lists.findByIds(ctx, ids)
    const moduleIds = [...new Set(versions.map(({ moduleId }) => moduleId))]
    const modules = await this.parts.modules.findByIds(ctx, moduleIds)
    const organizationIds = modules.map(({ organizationId }) => organizationId)
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'modules:write')
    const byId = new Map(modules.map((module) => [module.id, module]))
    return versions.flatMap(({ moduleId, version }) => {
      const module = byId.get(moduleId)
      return module && seen.has(module.organizationId) ? [{ module, version }] : []
    })
  }

  /** Finds those of these modules that have a published version; the caller has looked up the modules. */
  async setUpAmong(ctx: OperationContext, moduleIds: readonly string[]): Promise<readonly string[]> {
    return this.parts.lists.setUpAmong(ctx, moduleIds)
  }

  /** The states of all versions of modules that were found before, by module, in these words. */
  async statusesOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
    words: Readonly<Record<ModuleVersionStatus, string>>,
  ): Promise<ReadonlyMap<string, VersionStatuses>> {
    return this.parts.lists.statusesOf(ctx, moduleIds, words)
  }

  /** The archive of a version that was found before, or a part of it. */
  async openArchive({ archive }: PublishedVersion, range?: ByteRange): Promise<OpenFile> {
    return this.parts.files.open(archive, range)
  }

  /** Returns where clients fetch such an archive themselves; undefined where they get it from here. */
  async addressOfArchive({ archive }: PublishedVersion): Promise<string | undefined> {
    return this.parts.files.addressOf(archive)
  }

  /**
   * Reads the engine constraints of each folder of a version that the caller has looked up, by path;
   * undefined if they are not known.
   */
  async engineConstraints(
    ctx: OperationContext,
    { id, status }: ModuleVersion,
  ): Promise<readonly FolderEngines[] | undefined> {
    return status === 'ok' ? this.parts.versions.findEngineConstraints(ctx, id) : undefined
  }

  /** Gives the module a number, which waits for its upload. */
  async create(
    ctx: OperationContext,
    moduleId: string,
    raw: Raw<typeof moduleVersionCreation>,
  ): Promise<ModuleVersionAccess> {
    return this.parts.transactions.run(ctx, async (tx) => {
      // Who may only publish a version does not decide that it may break its callers.
      const permission = (raw.acceptBreaking ?? null) === null ? 'modules:publish' : 'modules:write'
      const { module, ...decision } = await this.parts.access.lockModule(tx, moduleId, permission)
      const {
        version: number,
        acceptBreaking = null,
        commitSha = null,
      } = parseCreation(moduleVersionCreation, raw)
      const facts = { version: number, acceptBreaking, commitSha }
      const version = await this.parts.versions.create(tx, module, newId('modver'), facts)
      await this.parts.modules.touch(tx, module)
      const created = { ...decision, module, version }
      await this.parts.audit.record(tx, { ...versionEntry('module-version.create', created), after: version })
      return created
    })
  }

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
      return this.setLifecycle(tx, locked, lifecycle)
    })
  }

  /** Deprecates a version whose end of life has come. */
  async retire(ctx: OperationContext, versionId: string): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.versions.lockModule(tx, versionId)
      const here = await this.parts.versions.find(tx, versionId)
      if (!here || !isDue(here.version, tx.clock)) return
      await this.setLifecycle(tx, { ...here, roles: [], administratorOverride: false }, retired(here.version))
    })
  }

  private async setLifecycle(
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
  { module, version, administratorOverride }: Omit<ModuleVersionAccess, 'roles'>,
): AuditEntry {
  const name = `${addressText(module)} ${version.version}`
  const subject = { type: 'module-version', id: version.id, name } as const
  return { action, subject, organizationId: module.organizationId, administratorOverride }
}
