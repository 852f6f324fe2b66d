import {
  isEngineVersion,
  parseEngineConstraint,
  type ConstraintFault,
  type EngineConstraint,
} from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, requireUnchanged } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { merged, parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import { firstPage, type OrderedPage, type Page, type Paged } from '../../kernel/page.js'
import { requirePermission, requireScope, type Permission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { AuditSubject } from '../audit/audit.js'
import { changedEndOfLife, isDue } from '../lifecycle/end-of-life.js'
import { changedArchives } from './engine-archive.js'
import * as rules from './engine-version.js'
import type {
  EngineLine,
  EngineVersion,
  EngineVersionFacts,
  EngineVersionFilter,
  EngineVersionOrder,
} from './engine-version.js'
import type { EngineVersionsStore } from './engine-versions.store.js'

/** The versions of the engine that people may use (contract §4). Site administrators decide. */
export class EngineVersionsService {
  constructor(
    private readonly store: EngineVersionsStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  async list(
    ctx: OperationContext,
    filter: EngineVersionFilter,
    page: OrderedPage<EngineVersionOrder>,
  ): Promise<Paged<EngineVersion>> {
    requirePermission(ctx, 'engine-versions:read')
    return this.store.list(ctx, filter, page)
  }

  /** Counts the versions of each line and the workspaces on them, the newest line first. */
  async listLines(ctx: OperationContext): Promise<readonly EngineLine[]> {
    requirePermission(ctx, 'engine-versions:read')
    return this.store.listLines(ctx, rules.mostLines)
  }

  /** Lists the enabled ones, newest first, for every caller who may read an organization. */
  async listAvailable(
    ctx: OperationContext,
    filter: Pick<EngineVersionFilter, 'search' | 'beta'>,
    page: Page,
  ): Promise<Paged<EngineVersion>> {
    requirePermission(ctx, 'account:read')
    requireScope(ctx, 'workspaces:read')
    return this.store.list(ctx, { ...filter, enabled: true }, page)
  }

  /** Finds the version that `latest` stands for now; for the same callers. */
  async findLatest(ctx: OperationContext): Promise<EngineVersion | undefined> {
    requirePermission(ctx, 'account:read')
    requireScope(ctx, 'workspaces:read')
    return this.store.findLatest(ctx)
  }

  /** Returns its number, for a caller that was shown a workspace. */
  async newestNumber(ctx: OperationContext): Promise<string | undefined> {
    return this.store.findLatestNumber(ctx)
  }

  /** Reads a constraint as the CLI of the engine does. */
  parseConstraint(
    ctx: OperationContext,
    text: string,
  ): { readonly constraint: EngineConstraint } | { readonly faults: readonly ConstraintFault[] } {
    requirePermission(ctx, 'engine-versions:read')
    const most = rules.longestConstraint
    if (text.length <= most) return parseEngineConstraint(text)
    const message = `A constraint has at most ${most} characters`
    return { faults: [{ from: most, to: text.length, message }] }
  }

  /** The newest enabled one that meets it; one that is beta only when exact numbers are asked for, as `latest` does it. */
  async findNewest(ctx: OperationContext, meets: EngineConstraint): Promise<EngineVersion | undefined> {
    requirePermission(ctx, 'engine-versions:read')
    return this.newestOf(ctx, meets)
  }

  /** Looks up and authorises in one step: `notFound` for a version that the caller may not see. */
  async find(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'engine-versions:read',
  ): Promise<EngineVersion> {
    requirePermission(ctx, permission)
    return found(isId('tool', id) ? await this.store.find(ctx, id) : undefined)
  }

  async create(ctx: OperationContext, raw: Raw<typeof rules.engineVersionCreation>): Promise<EngineVersion> {
    requirePermission(ctx, 'engine-versions:write')
    const input = parseCreation(rules.engineVersionCreation, raw, rules.creationFaults)
    const deprecated = input.deprecated ?? false
    const facts: EngineVersionFacts = {
      version: input.version,
      archs: changedArchives([], input),
      official: input.official ?? false,
      enabled: input.enabled ?? true,
      beta: input.beta ?? false,
      deprecated,
      deprecatedReason: rules.reasonFor(deprecated, input.deprecatedReason),
      endOfLife: changedEndOfLife(ctx.clock, null, input, deprecated),
    }
    return this.transactions.run(ctx, async (tx) => {
      const created = await this.store.create(tx, newId('tool'), facts)
      await this.audit.record(tx, {
        action: 'engine-version.create',
        subject: subject(created),
        after: created,
      })
      return created
    })
  }

  /** Changes a version; absent attributes stay. `expectedUpdatedAt` prevents lost updates. */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof rules.engineVersionChange>,
    expectedUpdatedAt?: Date,
  ): Promise<EngineVersion> {
    requirePermission(ctx, 'engine-versions:write')
    const change = parseChange(rules.engineVersionChange, raw, rules.changeFaults)
    return this.transactions.run(ctx, async (tx) => {
      const before = await this.lock(tx, id, expectedUpdatedAt)
      const facts = merged(rules.engineVersionFacts.shape, before, change)
      const { deprecated, deprecatedReason: reason } = facts
      const after = await this.store.update(tx, before, {
        ...facts,
        archs: changedArchives(before.archs, change),
        deprecatedReason: rules.reasonFor(deprecated, reason),
        endOfLife: changedEndOfLife(tx.clock, before.endOfLife, change, deprecated),
      })
      await this.audit.record(tx, { action: 'engine-version.update', subject: subject(after), before, after })
      return after
    })
  }

  /** Deprecates a version whose end of life has come. */
  async retire(ctx: OperationContext, id: string): Promise<void> {
    requirePermission(ctx, 'engine-versions:write')
    await this.transactions.run(ctx, async (tx) => {
      const before = await this.store.findLocked(tx, id)
      if (!before?.endOfLife || !isDue(before, tx.clock)) return
      const deprecatedReason = rules.reasonFor(true, before.endOfLife.reason)
      const { version, archs, official, enabled, beta } = before
      const facts = { version, archs, official, enabled, beta }
      const ended = { deprecated: true, deprecatedReason, endOfLife: null }
      const after = await this.store.update(tx, before, { ...facts, ...ended })
      await this.audit.record(tx, { action: 'engine-version.update', subject: subject(after), before, after })
    })
  }

  /** Official versions and versions in use stay; the check and the deletion are one transaction. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    requirePermission(ctx, 'engine-versions:write')
    await this.transactions.run(ctx, async (tx) => {
      const before = await this.lock(tx, id, expectedUpdatedAt)
      const block = rules.deletionBlock(before)
      if (block) throw invalid(rules.deletionFault(block))
      await this.store.delete(tx, id)
      await this.audit.record(tx, { action: 'engine-version.delete', subject: subject(before), before })
    })
  }

  /** Finds the version that was asked for: a known one by its number, else the newest enabled one that meets the words. */
  async resolve(ctx: OperationContext, asked: string): Promise<EngineVersion | undefined> {
    if (asked === rules.latestVersion) return this.store.findLatest(ctx)
    if (isEngineVersion(asked)) return (await this.store.list(ctx, { version: asked }, firstPage)).items[0]
    const parsed = parseEngineConstraint(asked)
    return 'faults' in parsed ? undefined : this.newestOf(ctx, parsed.constraint)
  }

  /** Lists the versions that words may stand for: all enabled ones, newest first. */
  async listEnabled(ctx: OperationContext): Promise<readonly rules.EnabledVersion[]> {
    return this.store.listEnabled(ctx)
  }

  private async newestOf(ctx: OperationContext, meets: EngineConstraint): Promise<EngineVersion | undefined> {
    const filter = { meets, enabled: true, ...(!meets.isExact && { beta: false }) }
    return (await this.store.list(ctx, filter, { ...firstPage, size: 1 })).items[0]
  }

  /** Locks a version for a change until the transaction ends, so that no workspace starts to use it. */
  async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<EngineVersion> {
    const version = found(isId('tool', id) ? await this.store.findLocked(tx, id) : undefined)
    requireUnchanged(version, expectedUpdatedAt)
    return version
  }
}

function subject(version: EngineVersion): AuditSubject {
  return { type: 'engine-version', id: version.id, name: version.version }
}
