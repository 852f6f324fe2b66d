import { isProviderName } from '@engine/shared'
import { z } from 'zod'
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
import {
  note,
  parseChange,
  parseCreation,
  text,
  type Parsed,
  type Raw,
  type Shape,
} from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import { requesterOf, partsOf, PublicRegistryError } from '../../kernel/public-registry.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import { thingsNamed, type Named } from '../named.js'
import type { ProviderLooksService } from './provider-looks.service.js'
import type { ListedVersion, ProviderOrigins } from './provider-origins.js'
import { proofOf, type ProofTools, type ProviderProof } from './provider-proof.js'
import type { PublicProviderUsesStore } from './public-provider-uses.store.js'
import {
  decisionReasonMaximumLength,
  publicProviderEntry,
  publicVersionDecisions,
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
  type WantedBy,
} from './public-provider.js'
import type { SitePolicy } from './public-providers-policy.js'
import type { PublicProviderVersionsStore } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

/** A host as `PROVIDER_ORIGINS` names it. */
const originMaximumLength = 260

export const publicProviderCreation = {
  origin: text(originMaximumLength),
  namespace: text(64, isProviderName),
  name: text(64, isProviderName),
} satisfies Shape

export const publicProviderChange = { approvedForAll: z.boolean().optional() } satisfies Shape

export const publicVersionChange = {
  decision: z.enum(publicVersionDecisions).nullable().optional(),
  reason: note(decisionReasonMaximumLength).nullable().optional(),
} satisfies Shape

export interface AdminPublicProviderParts extends ProofTools {
  readonly rows: PublicProvidersStore
  readonly versions: PublicProviderVersionsStore
  readonly uses: PublicProviderUsesStore
  readonly looks: ProviderLooksService
  readonly origins: ProviderOrigins
  readonly site: SitePolicy
  readonly transactions: Transactions
  readonly audit: AuditService
}

/** What site administrators see and decide of public providers (contract §14). */
export class AdminPublicProvidersService {
  constructor(private readonly parts: AdminPublicProviderParts) {}

  /** The rule and the cooldown that organizations without their own follow. */
  get site(): SitePolicy {
    return this.parts.site
  }

  /** The hosts whose providers are known here, and which of them are never asked. */
  get origins(): readonly { readonly host: string; readonly isSealed: boolean }[] {
    return this.parts.origins.origins.map(({ host, registry }) => ({ host, isSealed: !registry }))
  }

  /** By origin, namespace and name. */
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

  /** Newest first, by the id of the provider. */
  async versionsOf(
    ctx: OperationContext,
    ids: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<PublicProviderVersion>>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.versions.list(ctx, ids, page)
  }

  async countsOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PublicProviderCounts>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.countsOf(ctx, ids)
  }

  async wantedOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly WantedBy[]>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.wantedOf(ctx, ids)
  }

  async platformsOf(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly StoredPlatform[]>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.versions.platformsOf(ctx, versionIds)
  }

  /** Who downloaded versions of these providers in 30 days. */
  async usersOf(
    ctx: OperationContext,
    ids: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<UserOfVersion>>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.uses.listUsers(ctx, ids, page)
  }

  /** Whom a decision touches: organizations that downloaded these versions in 30 days. */
  async organizationsUsing(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationsUsing>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.uses.organizationsOf(ctx, versionIds)
  }

  /** Organizations that were allowed these providers, by name. */
  async approvedOf(
    ctx: OperationContext,
    ids: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<{ readonly id: string; readonly name: string }>>> {
    requirePermission(ctx, 'public-providers:read')
    return this.parts.rows.listApproved(ctx, ids, page)
  }

  /** Looks at it for the first time; `isNew` is false for one that is known already. */
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
    const provider = await this.firstLook(ctx, address)
    await this.parts.transactions.run(ctx, (tx) =>
      this.parts.audit.record(tx, {
        ...publicProviderEntry('public-provider.create', provider),
        after: provider,
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
        ...{ before, after },
      })
      return after
    })
  }

  /** Forgets it and what was seen of it; not while an organization lists it or a decision stands. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const before = await this.lock(tx, id)
      requireUnchanged(before, expectedUpdatedAt)
      const counts = (await this.parts.rows.countsOf(tx, [id])).get(id)
      if (counts && counts.listedBy > 0) throw inUse('Provider is listed by an organization')
      if (before.approvedForAll) throw inUse('Provider is approved for all')
      if (counts && counts.decided > 0) throw inUse('Provider has a version with a decision')
      await this.parts.rows.delete(tx, id)
      await this.parts.audit.record(tx, {
        ...publicProviderEntry('public-provider.delete', before),
        before,
      })
    })
  }

  /** Compares its versions and the digests of the newest with the origin, behind the answer. */
  async look(ctx: OperationContext, id: string): Promise<PublicProvider> {
    const provider = await this.find(ctx, id, 'public-providers:write')
    this.parts.looks.behind(ctx, provider, { digests: true })
    return provider
  }

  /** The same, and waits for it. */
  async lookNow(ctx: OperationContext, id: string): Promise<void> {
    requirePermission(ctx, 'public-providers:write')
    await this.parts.looks.again(ctx, await this.find(ctx, id), { digests: true })
  }

  /** Allows it to organizations, by name. Throws `invalid` with faults by `[index, 'id']`. */
  async approve(ctx: OperationContext, id: string, names: Named): Promise<void> {
    await this.setApproval(ctx, id, names, 'public-provider.approve')
  }

  /** The opposite. What an organization lists by itself stays. */
  async withdraw(ctx: OperationContext, id: string, names: Named): Promise<void> {
    await this.setApproval(ctx, id, names, 'public-provider.withdraw')
  }

  /** Releases a version for everyone, blocks it, accepts what an altered one is now, or takes the decision back. */
  async decide(
    ctx: OperationContext,
    versionId: string,
    raw: Raw<typeof publicVersionChange>,
    expectedUpdatedAt?: Date,
  ): Promise<PublicProviderVersion> {
    const version = await this.findVersion(ctx, versionId, 'public-providers:write')
    const change = parseChange(publicVersionChange, raw)
    requirePossible(version, change, ctx.clock.now())
    const seen = wantsProof(version, change.decision) ? await this.seenNow(ctx, version) : undefined
    return this.parts.transactions.run(ctx, async (tx) => {
      const provider = await this.lock(tx, version.providerId)
      const before = found(await this.parts.versions.find(tx, versionId))
      requireUnchanged(before, expectedUpdatedAt)
      const { decision, reason } = requirePossible(before, change, tx.clock.now())
      const kept = decision === null ? null : reason || null
      if (!seen && decision === before.decision && kept === before.decisionReason) return before
      if (seen && wantsProof(before, change.decision)) {
        await this.parts.versions.relist(tx, provider.id, seen.listed, { altered: true })
        await this.parts.looks.keep(tx, provider, before, seen.proof)
        await this.parts.versions.forgetAlteration(tx, versionId)
      }
      const after = await this.parts.versions.decide(tx, before, decision, kept)
      await this.parts.audit.record(tx, {
        ...publicVersionEntry(`public-provider-version.${decision ?? 'reset'}`, provider, after),
        ...{ before, after },
      })
      return after
    })
  }

  private async firstLook(ctx: OperationContext, address: PublicProviderAddress): Promise<PublicProvider> {
    try {
      return await this.parts.looks.first(ctx, address, requesterOf(ctx))
    } catch (error) {
      if (isNotFound(error)) throw invalid(faultAt('name', 'Name is unknown at the origin'))
      if (error instanceof PublicRegistryError) throw invalid(faultAt('origin', error.message))
      throw error
    }
  }

  /** What the origin lists and has of it now; its signature must prove it. */
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

  /** What is as before is neither written nor audited. */
  private async setApproval(
    ctx: OperationContext,
    id: string,
    names: Named,
    action: 'public-provider.approve' | 'public-provider.withdraw',
  ): Promise<void> {
    const { rows, transactions, audit } = this.parts
    await transactions.run(ctx, async (tx) => {
      const provider = await this.lock(tx, id)
      const named = await thingsNamed('Organization', names, (wanted) => rows.lockOrganizations(tx, wanted))
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

  private async lock(tx: OperationContext, id: string): Promise<PublicProvider> {
    requirePermission(tx, 'public-providers:write')
    return found(isId('pubprov', id) ? await this.parts.rows.lock(tx, id) : undefined)
  }
}

const faultAt = (name: string, message: string): Fault => ({ path: [name], code: 'INVALID', message })

const inUse = (message: string): DomainError => invalid({ path: [], code: 'IN_USE', message })

/** Whether the origin is looked at for a decision: nothing is accepted or released unseen, since a release makes its key known. */
const wantsProof = (
  { checkedAt }: PublicProviderVersion,
  decision: PublicVersionDecision | null | undefined,
): boolean => decision === 'accept' || (decision === 'release' && checkedAt === null)

/** A change as it is of a version that stands so. Throws `invalid` for what it lacks, or cannot be made (contract §14). */
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
