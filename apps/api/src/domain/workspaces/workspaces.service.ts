import { isEngineVersion, isWorkspaceName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { isFork } from '../../kernel/engine-client.js'
import { faults, found, invalid, notFound, requireUnchanged, type Fault } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { OrderedPage, Page, Paged } from '../../kernel/page.js'
import { denied, requirePermission, type Permission } from '../../kernel/permissions.js'
import { removeFiles, type Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import { latestVersion, type EngineVersion } from '../engine-versions/engine-version.js'
import type { EngineVersionsService } from '../engine-versions/engine-versions.service.js'
import type { Visibility } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import { projectIdOf } from '../organizations/project.js'
import {
  auditedFacts,
  changedWorkspace,
  executionModeFaults,
  limitFaults,
  newWorkspace,
  projectFaults,
  type RawRelated,
  requireSafe,
  versionFaults,
  wordsOf,
  type EngineVersionDependents,
  type AskedVersion,
  workspaceChange,
  workspaceCreation,
  type Workspace,
  type WorkspaceAccess,
  type WorkspaceFilter,
  type WorkspaceOrder,
  type WorkspaceRules,
  workspaceEntry,
} from './workspace.js'
import { lockReason } from './workspace-lock.js'
import { isInScope, permissionFor } from './workspace-scope.js'
import { parseTags } from './workspace-tag.js'
import type { WorkspacesStore } from './workspaces.store.js'

/** A workspace that may be moved to a version, unless there are faults; its name with that of its organization. */
interface ForeseenMove extends Pick<Workspace, 'id' | 'name' | 'engineVersion'> {
  readonly faults: readonly Fault[]
}

const mostNamed = 3

/** Workspaces, with the facts that matter to the versions they use (contract §5). */
export class WorkspacesService {
  constructor(
    private readonly store: WorkspacesStore,
    private readonly organizations: OrganizationsService,
    private readonly engineVersions: EngineVersionsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly storage: Pick<Storage, 'remove'>,
  ) {}

  /** Lists who uses these versions, by their ids, across all organizations: for site administrators. */
  async listUsingAny(
    ctx: OperationContext,
    engineVersionIds: readonly string[],
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<ReadonlyMap<string, Paged<Workspace>>> {
    requirePermission(ctx, 'engine-versions:read')
    return this.store.listUsingAny(ctx, engineVersionIds, page)
  }

  /** Counts who uses these versions: for site administrators. */
  async countDependents(
    ctx: OperationContext,
    engineVersionIds: readonly string[],
  ): Promise<EngineVersionDependents> {
    requirePermission(ctx, 'engine-versions:read')
    return this.store.countDependents(ctx, engineVersionIds)
  }

  /** Lists the workspaces of all organizations, by name: for site administrators. */
  async listAll(
    ctx: OperationContext,
    filter: WorkspaceFilter,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<Paged<Workspace>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.list(ctx, 'all', filter, page)
  }

  /** Lists the workspaces of all organizations whose states the caller reads, by name. */
  async listReadable(
    ctx: OperationContext,
    filter: WorkspaceFilter,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<Paged<Workspace>> {
    return this.store.list(ctx, await this.readable(ctx), filter, page)
  }

  /** The organizations whose states the caller reads, all of them: a token for one workspace reads none so. */
  async readable(ctx: OperationContext): Promise<Visibility> {
    const [seen, read] = await this.organizations.visibility(ctx, ['workspaces:read', 'states:read'])
    if (seen === 'all' || read === 'all') return seen === 'all' ? read : seen
    return read.filter((id) => seen.includes(id))
  }

  /** The versions that a workspace of this organization can be moved to, newest first. */
  async listVersions(
    ctx: OperationContext,
    organizationName: string,
    search: string | undefined,
    page: Page,
  ): Promise<Paged<EngineVersion>> {
    const { organization } = await this.organizations.access(ctx, organizationName, 'workspaces:read')
    const filter = organization.accessBetaTools ? { search } : { search, beta: false }
    return this.engineVersions.listAvailable(ctx, filter, page)
  }

  /** Version that `latest` stands for, for a caller that was shown a workspace. */
  async newestVersion(ctx: OperationContext): Promise<string | undefined> {
    return this.engineVersions.newestNumber(ctx)
  }

  /** Lists workspaces by name. */
  async list(
    ctx: OperationContext,
    organizationName: string,
    filter: WorkspaceFilter,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<Paged<Workspace>> {
    const { organization } = await this.organizations.access(ctx, organizationName, 'workspaces:read')
    const isElsewhere = filter.project !== undefined && filter.project !== projectIdOf(organization.id)
    if (isElsewhere || filter.runStatus !== undefined) return { items: [], totalCount: 0, page }
    return this.store.list(ctx, [organization.id], filter, page)
  }

  /** The same of many organizations at once, by their ids; those that the caller may not see are left out. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: WorkspaceFilter,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<ReadonlyMap<string, Paged<Workspace>>> {
    const seen = await this.organizations.accessMany(ctx, organizationIds, 'workspaces:read')
    return this.store.listOfOrganizations(ctx, [...seen.keys()], filter, page)
  }

  /** Looks up and authorises in one step: what the caller may not see or do is not found. */
  async access(
    ctx: OperationContext,
    organizationName: string,
    name: string,
    permission: Permission,
  ): Promise<WorkspaceAccess> {
    const asked = permissionFor(ctx.actor, permission)
    const decision = await this.organizations.access(ctx, organizationName, asked)
    const { id } = decision.organization
    const workspace = found(isWorkspaceName(name) ? await this.store.findIn(ctx, id, name) : undefined)
    requireInScope(ctx, workspace, asked)
    return { ...decision, workspace }
  }

  async accessById(ctx: OperationContext, id: string, permission: Permission): Promise<WorkspaceAccess> {
    const workspace = found(isId('ws', id) ? await this.store.find(ctx, id) : undefined)
    const asked = permissionFor(ctx.actor, permission)
    const decision = await this.organizations.accessById(ctx, workspace.organizationId, asked)
    requireInScope(ctx, workspace, asked)
    return { ...decision, workspace }
  }

  /** Creations of one organization wait for each other, so that they never pass its limit. */
  async create(
    ctx: OperationContext,
    organizationName: string,
    raw: Raw<typeof workspaceCreation>,
    related: RawRelated = {},
  ): Promise<Workspace> {
    const { organization } = await this.organizations.access(ctx, organizationName, 'workspaces:write')
    const input = withoutForks(ctx, parseCreation(workspaceCreation, raw, executionModeFaults))
    const tags = parseTags(related)
    return this.transactions.run(ctx, async (tx) => {
      await this.store.lockRules(tx, organization.id)
      const access = await this.organizations.accessById(tx, organization.id, 'workspaces:write')
      const version = await this.askedVersion(tx, input.engineVersion, access.organization)
      const existing = await this.store.findIn(tx, organization.id, input.name)
      const count = await this.store.countIn(tx, organization.id)
      throwFaults([
        ...(existing ? [faults.taken('name')] : []),
        ...version.faults,
        ...tags.faults,
        ...projectFaults(organization.id, related),
        ...limitFaults(access.organization, count),
      ])
      const created = await this.store.create(tx, {
        organizationId: organization.id,
        ...newWorkspace(input, version.asked),
        tags: tags.tags,
      })
      await this.audit.record(tx, {
        ...workspaceEntry('workspace.create', created, access),
        after: auditedFacts(created),
      })
      return created
    })
  }

  /**
   * Updates a workspace; absent attributes do not change, and an unchanged version is not checked again.
   * Given tags replace the present ones.
   */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof workspaceChange>,
    expectedUpdatedAt?: Date,
    related: RawRelated = {},
  ): Promise<Workspace> {
    return this.transactions.run(ctx, async (tx) => {
      const locked = await this.lock(tx, id, expectedUpdatedAt)
      const before = locked.workspace
      const tags = related.tagBindings && parseTags(related)
      const change = withoutForks(tx, parseChange(workspaceChange, raw, executionModeFaults))
      const asked = change.engineVersion ?? before.engineVersion
      const stays = { engineVersionId: before.engineVersionId, engineVersionWords: wordsOf(asked) }
      const version =
        asked === before.engineVersion
          ? { asked: stays, faults: [] }
          : await this.askedVersion(tx, asked, locked.organization)
      throwFaults([
        ...version.faults,
        ...(tags?.faults ?? []),
        ...projectFaults(before.organizationId, related),
      ])
      const after = await this.store.update(tx, before, {
        ...changedWorkspace(before, change, version.asked),
        tags: tags?.tags,
      })
      await this.audit.record(tx, {
        ...workspaceEntry('workspace.update', after, locked),
        before: auditedFacts(before),
        after: auditedFacts(after),
      })
      return after
    })
  }

  /** Lists names of those that match behind this id, in the order of their ids: of an organization, or of all. */
  async listMatching(
    ctx: OperationContext,
    organizationName: string | undefined,
    filter: WorkspaceFilter,
    behind: string,
    most: number,
  ): Promise<readonly Pick<Workspace, 'id' | 'name'>[]> {
    if (organizationName === undefined) {
      requirePermission(ctx, 'site-organizations:read')
      return this.store.listMatching(ctx, 'all', filter, behind, most)
    }
    const { organization } = await this.organizations.access(ctx, organizationName, 'workspaces:read')
    return this.store.listMatching(ctx, [organization.id], filter, behind, most)
  }

  /** Foresees what `update` would say of a move of these workspaces to a version; those of others are left out. */
  async foreseeMove(
    ctx: OperationContext,
    ids: readonly string[],
    version: string,
  ): Promise<readonly ForeseenMove[]> {
    const workspaces = await this.store.findVersions(ctx, ids)
    const permission = permissionFor(ctx.actor, 'workspaces:write')
    const organizationIds = workspaces.map(({ organizationId }) => organizationId)
    const seen = await this.organizations.accessMany(ctx, organizationIds, permission)
    const asked = new Map<boolean, readonly Fault[]>()
    const foreseen: ForeseenMove[] = []
    for (const { organizationId, ...workspace } of workspaces) {
      const access = seen.get(organizationId)
      if (!access || !isInScope(ctx.actor, workspace, permission)) continue
      const { accessBetaTools } = access.organization
      const faults =
        asked.get(accessBetaTools) ?? (await this.askedVersion(ctx, version, access.organization)).faults
      asked.set(accessBetaTools, faults)
      foreseen.push({ ...workspace, faults })
    }
    return foreseen
  }

  /** Deletes a workspace with its states. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.remove(ctx, (tx) => this.lock(tx, id, expectedUpdatedAt))
  }

  /** The same where it is not locked and its current state has no resources. */
  async safeDelete(ctx: OperationContext, id: string, raw: Raw<typeof lockReason>): Promise<void> {
    const { reason } = parseCreation(lockReason, raw)
    await this.remove(reason ? { ...ctx, reason } : ctx, (tx) => this.lock(tx, id), requireSafe)
  }

  /** Deletes it with its states. Files go after the commit, so that those that the database refers to always exist. */
  private async remove(
    ctx: OperationContext,
    lock: (tx: OperationContext) => Promise<WorkspaceAccess>,
    check: (workspace: Workspace) => void = () => {},
  ): Promise<void> {
    const keys = await this.transactions.run(ctx, async (tx) => {
      const locked = await lock(tx)
      const before = locked.workspace
      check(before)
      const stored = await this.store.storedFiles(tx, before.id)
      await this.store.delete(tx, before.id)
      await this.audit.record(tx, {
        ...workspaceEntry('workspace.delete', before, locked),
        before: auditedFacts(before),
      })
      return stored
    })
    await removeFiles(ctx, this.storage, keys)
  }

  /** Looks up and authorises in one step, and locks its row: its lock and its states stay as they are meanwhile. */
  async lockById(tx: OperationContext, id: string, permission: Permission): Promise<WorkspaceAccess> {
    if (!isId('ws', id)) throw notFound()
    await this.store.lock(tx, id)
    return this.accessById(tx, id, permission)
  }

  /** Resolves what is asked for; where nothing is, the number of the newest is stored, which stays. */
  private async askedVersion(
    tx: OperationContext,
    asked: string | undefined,
    rules: WorkspaceRules,
  ): Promise<{ asked: AskedVersion; faults: readonly Fault[] }> {
    const found = await this.engineVersions.resolve(tx, asked ?? latestVersion)
    const others = found?.enabled ? [] : await this.newestVersions(tx, rules)
    return {
      asked: {
        engineVersionId: found?.id ?? '',
        engineVersionWords: asked === undefined ? null : wordsOf(asked),
      },
      faults: versionFaults(asked ?? latestVersion, found, rules, others),
    }
  }

  /** A few, for those who asked for one that cannot be used. */
  private async newestVersions(tx: OperationContext, rules: WorkspaceRules): Promise<readonly string[]> {
    const filter = rules.accessBetaTools ? {} : { beta: false }
    const { items } = await this.engineVersions.listAvailable(tx, filter, { number: 1, size: mostNamed })
    return items.map(({ version }) => version)
  }

  private async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<WorkspaceAccess> {
    const locked = await this.lockById(tx, id, 'workspaces:write')
    requireUnchanged(locked.workspace, expectedUpdatedAt)
    return locked
  }
}

/**
 * Input without the number of a fork, which is no number of the engine, so that a fork names none (contract
 * §19).
 */
const withoutForks = <Input extends { engineVersion?: string | undefined }>(
  { engine }: OperationContext,
  input: Input,
): Input =>
  isFork(engine) && isEngineVersion(input.engineVersion ?? '')
    ? { ...input, engineVersion: undefined }
    : input

function throwFaults(found: readonly Fault[]): void {
  if (found.length > 0) throw invalid(...found)
}

/** A token for one workspace finds no other one. */
function requireInScope(ctx: OperationContext, workspace: Workspace, permission: Permission): void {
  if (!isInScope(ctx.actor, workspace, permission)) throw denied(ctx, permission, workspace.organizationId)
}
