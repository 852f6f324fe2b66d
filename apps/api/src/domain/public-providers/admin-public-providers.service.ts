import type { OperationContext } from '../../kernel/context.js'
import {
  faults,
  found,
  invalid,
  isNotFound,
  requireUnchanged,
  type DomainError,
  type Fault,
} from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Parsed, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import { requesterOf, partsOf, PublicRegistryError } from '../../kernel/public-registry.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { OriginFilesUse } from '../origin-files/origin-file.js'
import type { OriginFilesService } from '../origin-files/origin-files.service.js'
import { resolveReferences, type References } from '../../kernel/references.js'
import type { ProviderSync } from './provider-sync.js'
import type { FileDifference } from './file-difference.js'
import type { ListedVersion, ProviderOrigins } from './provider-origins.js'
import { proofOf, type ProofTools, type ProviderProof } from './provider-proof.js'
import type { PublicProviderUsesStore } from './public-provider-uses.store.js'
import {
  auditedProvider,
  auditedVersion,
  publicProviderChange,
  publicProviderCreation,
  publicProviderEntry,
  publicVersionChange,
  publicVersionEntry,
  statusOf,
  type OrganizationsUsing,
  type PublicProvider,
  type PublicProviderAddress,
  type PublicProviderCounts,
  type PublicProviderFilter,
  type PublicProviderVersion,
  type PublicVersionDecision,
  type StoredPlatform,
  type UserOfVersion,
  type RequestedBy,
} from './public-provider.js'
import type { SitePolicy } from './public-providers-policy.js'
import type { PublicProviderPlatformsStore } from './public-provider-platforms.store.js'
import type { PublicProviderVersionsStore } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

export interface AdminPublicProviderParts extends ProofTools {
  readonly rows: PublicProvidersStore
  readonly versions: PublicProviderVersionsStore
  readonly platforms: PublicProviderPlatformsStore
  readonly uses: PublicProviderUsesStore
  readonly sync: ProviderSync
  readonly origins: ProviderOrigins
  readonly files: OriginFilesService
  /** True where files of origins are stored here: the setting `PROVIDER_FILES`. */
  readonly storesFiles: boolean
  readonly site: SitePolicy
  readonly transactions: Transactions
  readonly audit: AuditService
}

/** The view of site administrators on public providers, and their decisions (contract §14). */
export class AdminPublicProvidersService {
  constructor(private readonly parts: AdminPublicProviderParts) {}

  /** The rule and the cooldown that organizations without their own follow. */
  get site(): SitePolicy {
    return this.parts.site
  }

  /** The hosts whose providers are known here; the offline ones are never asked. */
  get origins(): readonly { readonly host: string; readonly isOffline: boolean }[] {
    return this.parts.origins.origins.map(({ host, registry }) => ({ host, isOffline: !registry }))
  }

  /** Lists providers by origin, namespace and name. */
  async list(
    ctx: OperationContext,
    filter: PublicProviderFilter,
    page: Page,
  ): Promise<Paged<PublicProvider>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.list(ctx, filter, page)
  }

  async find(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'public-providers:read',
  ): Promise<PublicProvider> {
    requirePermission(ctx, permission)
    return found(isId('pubprov', id) ? await this.parts.rows.find(ctx, id) : undefined)
  }

  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<PublicProvider[]> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.findMany(ctx, ids)
  }

  async findVersion(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'public-providers:read',
  ): Promise<PublicProviderVersion> {
    requirePermission(ctx, permission)
    return found(isId('pubver', id) ? await this.parts.versions.find(ctx, id) : undefined)
  }

  /** Lists versions, newest first, by the id of the provider. */
  async versionsOf(
    ctx: OperationContext,
    ids: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<PublicProviderVersion>>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.versions.list(ctx, ids, page)
  }

  /** Lists likewise those whose origin serves other bytes than at the first sync. */
  async alteredVersionsOf(
    ctx: OperationContext,
    ids: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<PublicProviderVersion>>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.versions.list(ctx, ids, page, { alteredOnly: true })
  }

  async countsOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PublicProviderCounts>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.countsOf(ctx, ids)
  }

  async requestsOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly RequestedBy[]>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.requestsOf(ctx, ids)
  }

  async platformsOf(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StoredPlatform[]>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.platforms.platformsOf(ctx, versionIds)
  }

  /** The use of the store of files, and its limit in bytes. */
  async storeUse(
    ctx: OperationContext,
  ): Promise<OriginFilesUse & { readonly limit: number; readonly isOn: boolean }> {
    requirePermission(ctx, 'public-providers:read')
    const { files, storesFiles } = this.parts
    return { ...(await files.use(ctx)), limit: files.limit, isOn: storesFiles }
  }

  /** Finds the files of altered versions whose digests differ from the first. */
  async differencesOf(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly FileDifference[]>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.versions.differencesOf(ctx, versionIds)
  }

  /** Lists the users that downloaded versions of these providers in 30 days. */
  async usersOf(
    ctx: OperationContext,
    ids: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<UserOfVersion>>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.uses.listUsers(ctx, ids, page)
  }

  /** Finds the organizations that a decision touches: those that downloaded these versions in 30 days. */
  async organizationsUsing(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationsUsing>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.uses.organizationsOf(ctx, versionIds)
  }

  /** Lists the organizations that were allowed these providers, by name. */
  async approvedOf(
    ctx: OperationContext,
    ids: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<{ readonly id: string; readonly name: string }>>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.listApproved(ctx, ids, page)
  }

  /** Finds those of these organizations that were allowed each of these providers, by its id; names in any case. */
  async approvedAmong(
    ctx: OperationContext,
    ids: readonly string[],
    names: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.listApprovedAmong(ctx, ids, names)
  }

  /** Returns those of these names that no organization has. */
  async unknownOrganizations(ctx: OperationContext, names: readonly string[]): Promise<readonly string[]> {
    requirePermission(ctx, 'public-providers:read')
    const known = await this.parts.rows.findOrganizations(ctx, names)
    return names.filter((name) => !known.has(name))
  }

  /** Discovers a provider at its origin; `isNew` is false for one that is known already. */
  async create(
    ctx: OperationContext,
    raw: Raw<typeof publicProviderCreation>,
  ): Promise<{ readonly provider: PublicProvider; readonly isNew: boolean }> {
    requirePermission(ctx, 'public-providers:write')
    const given = parseCreation(publicProviderCreation, raw, ({ origin }) =>
      origin === undefined || this.parts.origins.has(origin.toLowerCase())
        ? []
        : [faults.notIncluded('origin')],
    )
    const address = { ...given, origin: given.origin.toLowerCase() }
    const known = await this.parts.rows.findAt(ctx, address)
    if (known) return { provider: known, isNew: false }
    const provider = await this.discover(ctx, address)
    await this.parts.transactions.run(ctx, (tx) =>
      this.parts.audit.record(tx, {
        ...publicProviderEntry('public-provider.create', provider),
        after: auditedProvider(provider),
      }),
    )
    return { provider, isNew: true }
  }

  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof publicProviderChange>,
    expectedUpdatedAt?: Date,
  ): Promise<PublicProvider> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const before = await this.lock(tx, id)
      requireUnchanged(before, expectedUpdatedAt)
      const { approvedForAll } = parseChange(publicProviderChange, raw)
      if (approvedForAll === undefined || approvedForAll === before.approvedForAll) return before
      const after = await this.parts.rows.approveForAll(tx, before, approvedForAll)
      await this.parts.audit.record(tx, {
        ...publicProviderEntry('public-provider.update', after),
        ...{ before: auditedProvider(before), after: auditedProvider(after) },
      })
      return after
    })
  }

  /** Deletes it with its versions; not while an organization lists it or one of its versions has a decision. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const before = await this.lock(tx, id)
      requireUnchanged(before, expectedUpdatedAt)
      const counts = (await this.parts.rows.countsOf(tx, [id])).get(id)
      if (counts && counts.listedBy > 0) throw inUse('Provider is listed by an organization')
      if (before.approvedForAll) throw inUse('Provider is approved for all')
      if (counts && counts.decided > 0) throw inUse('Provider has a version with a decision')
      await this.parts.files.removeOf(tx, await this.parts.versions.idsOf(tx, id))
      await this.parts.rows.delete(tx, id)
      await this.parts.audit.record(tx, {
        ...publicProviderEntry('public-provider.delete', before),
        before: auditedProvider(before),
      })
    })
  }

  /** Compares its versions and the digests of the newest with the origin, in the background. */
  async sync(ctx: OperationContext, id: string): Promise<PublicProvider> {
    const provider = await this.find(ctx, id, 'public-providers:write')
    this.parts.sync.syncInBackground(ctx, provider, { digests: true })
    return provider
  }

  /** Syncs it likewise, and waits for the end. */
  async syncNow(ctx: OperationContext, id: string): Promise<void> {
    requirePermission(ctx, 'public-providers:write')
    await this.parts.sync.sync(ctx, await this.find(ctx, id), { digests: true })
  }

  /** Allows it to organizations, by name. Throws `invalid` with faults by `[index, 'id']`. */
  async approve(ctx: OperationContext, id: string, names: References): Promise<void> {
    await this.setApproval(ctx, id, names, 'public-provider.approve')
  }

  /** Withdraws the approval from organizations. Providers that an organization lists by itself stay. */
  async withdraw(ctx: OperationContext, id: string, names: References): Promise<void> {
    await this.setApproval(ctx, id, names, 'public-provider.withdraw')
  }

  /** Releases a version for everyone, blocks it, accepts an altered one as it is now, or takes the decision back. */
  async decide(
    ctx: OperationContext,
    versionId: string,
    raw: Raw<typeof publicVersionChange>,
    expectedUpdatedAt?: Date,
  ): Promise<PublicProviderVersion> {
    const version = await this.findVersion(ctx, versionId, 'public-providers:write')
    const change = parseChange(publicVersionChange, raw)
    requirePossible(version, change, ctx.clock.now())
    const seen = needsProof(version, change.decision) ? await this.seenNow(ctx, version) : undefined
    return this.parts.transactions.run(ctx, async (tx) => {
      const provider = await this.lock(tx, version.providerId)
      const before = found(await this.parts.versions.find(tx, versionId))
      requireUnchanged(before, expectedUpdatedAt)
      const { decision, reason } = requirePossible(before, change, tx.clock.now())
      const stored = decision === null ? null : reason || null
      if (!seen && decision === before.decision && stored === before.decisionReason) return before
      if (seen && needsProof(before, change.decision)) {
        await this.parts.versions.relist(tx, provider.id, seen.listed, { altered: true })
        await this.parts.sync.saveProof(tx, provider, before, seen.proof)
        await this.parts.versions.forgetMismatch(tx, versionId)
      }
      const after = await this.parts.versions.decide(tx, before, decision, stored)
      await this.parts.audit.record(tx, {
        ...publicVersionEntry(`public-provider-version.${decision ?? 'reset'}`, provider, after),
        ...{ before: auditedVersion(before), after: auditedVersion(after) },
      })
      return after
    })
  }

  private async discover(ctx: OperationContext, address: PublicProviderAddress): Promise<PublicProvider> {
    try {
      return await this.parts.sync.discover(ctx, address, requesterOf(ctx))
    } catch (error) {
      if (isNotFound(error)) throw invalid(faultAt('name', 'Name is unknown at the origin'))
      if (error instanceof PublicRegistryError) throw invalid(faultAt('origin', error.message))
      throw error
    }
  }

  /** Asks the origin for the version as it is now; its signature must prove it. */
  private async seenNow(
    ctx: OperationContext,
    version: PublicProviderVersion,
  ): Promise<{ readonly proof: ProviderProof; readonly listed: readonly ListedVersion[] }> {
    const provider = found(await this.parts.rows.find(ctx, version.providerId))
    const requester = requesterOf(ctx)
    try {
      const all = (await this.parts.origins.list(provider, requester))?.versions ?? []
      const listed = all.filter((each) => each.version === version.version)
      const listedPlatforms = listed[0] ? partsOf(listed[0].platforms) : version.listedPlatforms
      const proof = await proofOf(
        this.parts,
        { provider, requester },
        { version: version.version, listedPlatforms },
      )
      if (proof.unverified === null) return { proof, listed }
      throw invalid(faultAt('decision', `Decision is impossible: ${proof.unverified}`))
    } catch (error) {
      if (!(error instanceof PublicRegistryError)) throw error
      throw invalid(faultAt('decision', `Decision is impossible: ${error.message}`))
    }
  }

  /** Writes and audits the organizations whose approval changes, and no others. */
  private async setApproval(
    ctx: OperationContext,
    id: string,
    names: References,
    action: 'public-provider.approve' | 'public-provider.withdraw',
  ): Promise<void> {
    const { rows, transactions, audit } = this.parts
    await transactions.run(ctx, async (tx) => {
      const provider = await this.lock(tx, id)
      const named = await resolveReferences('Organization', names, (given) =>
        rows.lockOrganizations(tx, given),
      )
      const ids = named.map((organization) => organization.id)
      const isNew = action === 'public-provider.approve'
      const changed = isNew ? await rows.approve(tx, id, ids) : await rows.withdraw(tx, id, ids)
      await audit.recordAll(
        tx,
        named
          .filter((organization) => changed.has(organization.id))
          .map((organization) => ({
            ...publicProviderEntry(action, provider),
            organizationId: organization.id,
            after: { organization: organization.name },
          })),
      )
    })
  }

  /** Locks a provider for a decision until the transaction ends. */
  async lock(tx: OperationContext, id: string): Promise<PublicProvider> {
    requirePermission(tx, 'public-providers:write')
    return found(isId('pubprov', id) ? await this.parts.rows.lock(tx, id) : undefined)
  }
}

const faultAt = (name: string, message: string): Fault => ({ path: [name], code: 'INVALID', message })

const inUse = (message: string): DomainError => invalid({ path: [], code: 'IN_USE', message })

/**
 * Tells whether a decision needs proof from the origin first: a release makes a key known, so no version is released or
 * accepted unseen.
 */
const needsProof = (
  { checkedAt }: PublicProviderVersion,
  decision: PublicVersionDecision | null | undefined,
): boolean => decision === 'accept' || (decision === 'release' && checkedAt === null)

/** Completes a change by the version. Throws `invalid` where it lacks a reason or is impossible (contract §14). */
function requirePossible(
  version: PublicProviderVersion,
  change: Parsed<typeof publicVersionChange>,
  now: Date,
): { readonly decision: PublicVersionDecision | null; readonly reason: string | null } {
  const { decision = version.decision, reason = version.decisionReason } = change
  const needsReason = decision === 'block' || decision === 'accept'
  const wrong: Fault[] = needsReason && !reason?.trim() ? [faults.blank('reason')] : []
  if (change.decision === 'release' || change.decision === 'accept') {
    const status = statusOf({ ...version, decision: null }, 0, now)
    const isPossible = status !== 'unverified' && (status === 'altered') === (decision === 'accept')
    if (!isPossible) wrong.push(faultAt('decision', `Decision is impossible: it is ${status}`))
  }
  if (wrong.length > 0) throw invalid(...wrong)
  return { decision, reason }
}
