import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { Module } from '../registry-modules/registry-module.js'
import {
  mostNamed,
  type ConsumerFilter,
  type ModuleConsumer,
  type ModuleUpgrade,
  type UpgradeFilter,
  type VersionUsage,
  type VersionUser,
  userKinds,
} from './module-upgrade.js'
import type { ModuleDistancesStore } from './module-distances.store.js'
import type { ModuleTargetsStore } from './module-targets.store.js'
import type { FoundUse, ModuleUsageStore } from './module-usage.store.js'
import {
  breakingTo,
  upgradedFrom,
  type BreakingCounts,
  type MovingVersion,
  type TargetVersion,
} from './upgrade-target.js'

/** The versions that users could move to, and the counts of the ways there. */
interface Ways {
  readonly targets: readonly TargetVersion[]
  readonly counts: BreakingCounts
}

const nowhere: Ways = { targets: [], counts: new Map() }

/** The number of rows whose ways are read together: more come as CSV alone. */
const step = 100

type OfModule = Pick<Module, 'id' | 'organizationId'>

/** Lists of users who have to leave a version, with what that breaks where it is counted: a list compares nothing. */
export class ModuleUpgradesService {
  constructor(
    private readonly store: ModuleUsageStore,
    private readonly organizations: OrganizationsService,
    private readonly targets: ModuleTargetsStore,
    private readonly distances: ModuleDistancesStore,
  ) {}

  /** Lists versions that the tokens and members of an organization use and have to leave, the worst first; for its members. */
  async list(
    ctx: OperationContext,
    organizationId: string,
    filter: UpgradeFilter,
    page: Page,
  ): Promise<Paged<ModuleUpgrade>> {
    await this.organizations.accessById(ctx, organizationId, 'memberships:read')
    const list = await this.store.listUpgrades(ctx, organizationId, filter, page)
    const ways = await this.ways(ctx, list.items)
    const usersOf = await this.name(ctx, organizationId, list.items)
    const items = list.items.map(({ credentialIds, ...found }, at) => {
      const { targets, counts } = ways[at] ?? nowhere
      const { newest, newestCompatible, breakingCount } = upgradedFrom(found, targets, counts)
      return {
        ...{ ...found, organizationId, breakingCount },
        newest: newest?.version ?? null,
        newestCompatible: newestCompatible?.version ?? null,
        usedBy: usersOf(credentialIds),
      }
    })
    return { ...list, items }
  }

  /** Lists the organizations that use each version of a module, in the same order; for those who manage the module. */
  async listConsumers(
    ctx: OperationContext,
    module: OfModule,
    filter: ConsumerFilter,
    page: Page,
  ): Promise<Paged<ModuleConsumer>> {
    const { organizationId } = module
    await this.organizations.accessById(ctx, organizationId, 'module-consumers:read')
    const list = await this.store.listConsumers(ctx, module, filter, page)
    const ways = await this.ways(ctx, list.items)
    const isOwn = ({ organizationId: id }: { readonly organizationId: string | null }) =>
      id === organizationId
    const usersOf = await this.name(ctx, organizationId, list.items.filter(isOwn))
    const items = list.items.map((found, at) => {
      const { credentialIds, moduleId: _, ...shown } = found
      const { targets, counts } = ways[at] ?? nowhere
      const [newest] = targets
      const breakingCount = newest ? breakingTo(newest, found, counts) : null
      return { ...shown, breakingCount, usedBy: isOwn(found) ? usersOf(credentialIds) : null }
    })
    return { ...list, items }
  }

  /** Counts the users of a version of a module; for those who manage the module. */
  async usageOf(ctx: OperationContext, module: OfModule, version: string): Promise<VersionUsage> {
    await this.organizations.accessById(ctx, module.organizationId, 'module-consumers:read')
    return this.store.usageOf(ctx, module, version)
  }

  private async name(
    ctx: OperationContext,
    organizationId: string,
    found: readonly Pick<FoundUse<unknown>, 'credentialIds'>[],
  ): Promise<(credentialIds: readonly string[]) => readonly VersionUser[]> {
    const ids = [...new Set(found.flatMap(({ credentialIds }) => credentialIds))]
    const users = await this.store.usersOf(ctx, organizationId, ids)
    return (credentialIds) => {
      const named = credentialIds.flatMap((id) => users.get(id) ?? [])
      const once = new Map(named.map((user) => [JSON.stringify([user.kind, user.name, user.team]), user]))
      return [...once.values()].toSorted(byKindAndName).slice(0, mostNamed)
    }
  }

  /** Reads what is counted of each of these, in their order, and what it could be moved to. */
  private async ways(ctx: OperationContext, found: readonly MovingVersion[]): Promise<readonly Ways[]> {
    const all: Ways[] = []
    for (let at = 0; at < found.length; at += step) {
      const some = found.slice(at, at + step)
      const targets = await this.targets.targetsOf(ctx, some)
      const ids = [...new Set(some.map(({ versionId }) => versionId))]
      const counts = await this.distances.countsFrom(ctx, ids)
      for (const { moduleId, versionId } of some)
        all.push({ targets: targets.get(moduleId) ?? [], counts: counts.get(versionId) ?? new Map() })
    }
    return all
  }
}

const byKindAndName = (one: VersionUser, other: VersionUser): number =>
  userKinds.indexOf(one.kind) - userKinds.indexOf(other.kind) || (one.name < other.name ? -1 : 1)
