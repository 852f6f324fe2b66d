import { provenanceOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound, requireUnchanged } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
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
import { faultsOfAddition } from './platform-addition.js'
import { platformEntry, versionEntry } from './provider-entries.js'
import type { ProviderParts } from './provider-parts.js'
import type { ProviderPublicationService } from './provider-publication.service.js'
import type { ProviderAccess, RegistryProvider } from './registry-provider.js'
import {
  filesOf,
  provenanceWith,
  providerPlatformCreation,
  providerVersionCreation,
  type ProviderPlatformAccess,
  type ProviderVersionAccess,
  type RegistryProviderVersion,
} from './registry-provider-version.js'

/** Versions and platforms of private providers; their files are the matter of `ProviderFilesService`. */
export class RegistryProviderVersionsService {
  constructor(private readonly parts: ProviderParts & { readonly publication: ProviderPublicationService }) {}

  /** Newest first, of a provider that was found before. */
  async list(
    ctx: OperationContext,
    { provider }: ProviderAccess,
    page: Page,
  ): Promise<Paged<RegistryProviderVersion>> {
    return this.parts.versions.listOfProvider(ctx, provider.id, page)
  }

  /** Newest first, of providers that were found before. */
  async listAllOf(
    ctx: OperationContext,
    providers: readonly RegistryProvider[],
  ): Promise<readonly RegistryProviderVersion[]> {
    return this.parts.versions.findAllOf(
      ctx,
      providers.map(({ id }) => id),
    )
  }

  /** A number that was published stays taken. */
  async create(
    ctx: OperationContext,
    providerId: string,
    raw: Raw<typeof providerVersionCreation>,
  ): Promise<ProviderVersionAccess> {
    return this.parts.transactions.run(ctx, async (tx) => {
      if (!isId('prov', providerId)) throw notFound()
      await this.parts.providers.lock(tx, providerId)
      const access = await this.parts.access.versionedById(tx, providerId, 'providers:publish')
      const { protocols = [], ...facts } = parseCreation(providerVersionCreation, raw)
      const published = await this.parts.versions.listTaken(tx, access.provider, facts.version)
      if (published.length > 0) throw invalid(faults.taken('version'))
      const provenance = provenanceOf(tx.actor)
      const version = await this.parts.versions.create(tx, { ...facts, providerId, protocols, provenance })
      await this.parts.providers.touch(tx, access.provider)
      const created = { ...access, version }
      await this.parts.audit.record(tx, { ...versionEntry('create', created), after: version })
      return created
    })
  }

  /** Deprecates, revokes or restores a published version, now or, the first, at a date; what is absent stays. */
  async update(
    ctx: OperationContext,
    { provider, version: { id } }: ProviderVersionAccess,
    raw: Raw<typeof lifecycleChange>,
    expectedUpdatedAt?: Date,
  ): Promise<ProviderVersionAccess> {
    return this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.providers.lock(tx, provider.id)
      const locked = await this.parts.access.versionById(tx, id, 'providers:write')
      const before = locked.version
      requireUnchanged(before, expectedUpdatedAt)
      const change = parseChange(lifecycleChange, raw)
      const lifecycle = changedLifecycle(tx.clock, before, change)
      if (isSameLifecycle(lifecycle, before)) return locked
      // A version whose key was deleted cannot be published again, and may be restored all the same.
      const isLasting = lifecycle.deprecation !== null || lifecycle.endOfLife !== null
      if (isLasting && before.signingKeyId === null) throw invalid(lifecycleFault(change))
      return this.setLifecycle(tx, locked, lifecycle)
    })
  }

  /** Deprecates a version whose end of life has come. */
  async retire(ctx: OperationContext, id: string): Promise<void> {
    const known = await this.parts.versions.find(ctx, id)
    if (!known) return
    await this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.providers.lock(tx, known.providerId)
      const version = await this.parts.versions.find(tx, id)
      const provider = await this.parts.providers.find(tx, known.providerId)
      if (!version || !provider || !isDue(version, tx.clock)) return
      const access = { provider, version, roles: [], administratorOverride: false }
      await this.setLifecycle(tx, access, retired(version))
    })
  }

  private async setLifecycle(
    tx: OperationContext,
    locked: ProviderVersionAccess,
    lifecycle: Lifecycle,
  ): Promise<ProviderVersionAccess> {
    const before = locked.version
    const after = await this.parts.versions.update(tx, before, lifecycle)
    await this.parts.providers.touch(tx, locked.provider)
    const entry = versionEntry(lifecycleVerb(before, lifecycle), locked)
    await this.parts.audit.record(tx, { ...entry, before, after })
    return { ...locked, version: after }
  }

  /** Deletes a version with its platforms and all files. `expectedUpdatedAt` prevents lost updates. */
  async delete(
    ctx: OperationContext,
    { provider, version }: ProviderVersionAccess,
    expectedUpdatedAt?: Date,
  ): Promise<void> {
    const files = await this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.providers.lock(tx, provider.id)
      const locked = await this.parts.access.versionById(tx, version.id, 'providers:write')
      requireUnchanged(locked.version, expectedUpdatedAt)
      await this.parts.versions.delete(tx, version.id)
      if (locked.version.docsUploadedAt) await this.parts.docs.writeNames(tx, provider)
      await this.parts.providers.touch(tx, locked.provider)
      await this.parts.audit.record(tx, { ...versionEntry('delete', locked), before: locked.version })
      return filesOf(locked.version)
    })
    await this.parts.files.remove(ctx, files)
  }

  async createPlatform(
    ctx: OperationContext,
    { provider, version }: ProviderVersionAccess,
    raw: Raw<typeof providerPlatformCreation>,
  ): Promise<ProviderPlatformAccess> {
    const facts = parseCreation(providerPlatformCreation, raw)
    // Stored files are read outside of the transaction; this one never changes once it is there.
    const { shasumsKey } = version
    const shasums = shasumsKey === null ? '' : (await this.parts.files.read(shasumsKey)).toString('utf8')
    const made = await this.parts.transactions.run(ctx, async (tx) => {
      await this.parts.providers.lock(tx, provider.id)
      const locked = await this.parts.access.versionById(tx, version.id, 'providers:publish')
      if (locked.version.shasumsKey !== shasumsKey) return undefined
      const published = await this.parts.versions.listTaken(tx, locked.provider, version.version)
      const wrong = published.length > 0 ? faultsOfAddition(facts, published, shasums) : []
      if (wrong.length > 0) throw invalid(...wrong)
      const platform = await this.parts.versions.createPlatform(tx, { ...facts, versionId: version.id })
      // What has a platform without its zip is incomplete, whatever it was.
      const unpublished = { signingKeyId: null, publicationError: null }
      const provenance = provenanceWith(tx.actor, locked.version)
      await this.parts.versions.update(tx, locked.version, { ...unpublished, provenance })
      const created = { ...locked, platform }
      await this.parts.audit.record(tx, { ...platformEntry('create', created), after: platform })
      return created
    })
    if (made) return made
    return this.createPlatform(
      ctx,
      await this.parts.access.versionById(ctx, version.id, 'providers:publish'),
      raw,
    )
  }

  /**
   * Deletes a platform with its file. `expectedUpdatedAt` is that of its version, which changes with its
   * platforms.
   */
  async deletePlatform(
    ctx: OperationContext,
    { platform }: ProviderPlatformAccess,
    expectedUpdatedAt?: Date,
  ): Promise<void> {
    const { platform: deleted } = await this.parts.publication.settle(ctx, {
      find: async (at) => {
        const locked = await this.parts.access.platformById(at, platform.id, 'providers:write')
        requireUnchanged(locked.version, expectedUpdatedAt)
        return locked
      },
      becoming: ({ version }) => ({
        ...version,
        platforms: version.platforms.filter(({ id }) => id !== platform.id),
      }),
      write: async (tx, locked) => {
        await this.parts.versions.deletePlatform(tx, platform.id)
        await this.parts.audit.record(tx, { ...platformEntry('delete', locked), before: locked.platform })
      },
    })
    await this.parts.files.remove(ctx, deleted.binaryKey === null ? [] : [deleted.binaryKey])
  }
}
