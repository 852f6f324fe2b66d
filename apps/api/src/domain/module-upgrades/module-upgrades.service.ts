import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { ModuleComparisonService, VersionWays } from '../registry-modules/module-comparison.service.js'
import type { Module } from '../registry-modules/registry-module.js'
import {
  mostNamed,
  type ConsumerFilter,
  type ModuleConsumer,
  type ModuleUpgrade,
  type UpgradeFilter,
  type VersionUsage,
  type VersionUser,
} from './module-upgrade.js'
import type { FoundUse, ModuleUsageStore, TargetVersion } from './module-usage.store.js'

/** Of more versions above one than this, the newest of each line stands for its line. */
const mostCandidates = 50

interface Upgraded {
  readonly newest: TargetVersion | undefined
  readonly newestCompatible: TargetVersion | undefined
  readonly breakingCount: number | null
}

/** What a version is compared with: the newest, and whatever it could be moved to, the highest first. */
interface Targets {
  readonly from: string
  readonly newest: TargetVersion | undefined
  readonly candidates: readonly TargetVersion[]
}

/** What is used, as far as it says where to move. */
type Moving = Pick<FoundUse<unknown>, 'moduleId' | 'versionId' | 'sortKey' | 'line' | 'status'>

type OfModule = Pick<Module, 'id' | 'organizationId'>

/** Who has to move from which version of a module, and what that breaks. A page is found first and compared then. */
export class ModuleUpgradesService {
  constructor(
    private readonly store: ModuleUsageStore,
    private readonly organizations: OrganizationsService,
    private readonly comparison: ModuleComparisonService,
  ) {}

  /** What the tokens of an organization downloaded and have to leave, the worst first; for its members, who are named. */
  async list(
    ctx: OperationContext,
    organizationId: string,
    filter: UpgradeFilter,
    page: Page,
  ): Promise<Paged<ModuleUpgrade>> {
    await this.organizations.accessById(ctx, organizationId, 'memberships:read')
    const list = await this.store.listUpgrades(ctx, organizationId, filter, page)
    const upgradedOf = await this.compare(ctx, list.items)
    const usersOf = await this.name(ctx, organizationId, list.items)
    const items = list.items.map(({ credentialIds, ...found }) => {
      const { newest, newestCompatible, breakingCount } = upgradedOf(found)
      return {
        ...{ ...found, organizationId, breakingCount },
        newest: newest?.version ?? null,
        newestCompatible: newestCompatible?.version ?? null,
        usedBy: usersOf(credentialIds),
      }
    })
    return { ...list, items }
  }

  /** Which organizations use which version of a module, in the same order; for those who manage the module. */
  async listConsumers(
    ctx: OperationContext,
    module: OfModule,
    filter: ConsumerFilter,
    page: Page,
  ): Promise<Paged<ModuleConsumer>> {
    const { organizationId } = module
    await this.organizations.accessById(ctx, organizationId, 'module-consumers:read')
    const list = await this.store.listConsumers(ctx, module, filter, page)
    const upgradedOf = await this.compare(ctx, list.items, { toNewestAlone: true })
    const isOwn = ({ organizationId: id }: { readonly organizationId: string | null }) =>
      id === organizationId
    const usersOf = await this.name(ctx, organizationId, list.items.filter(isOwn))
    const items = list.items.map((found) => {
      const { credentialIds, moduleId: _, ...shown } = found
      const { breakingCount } = upgradedOf(found)
      return { ...shown, breakingCount, usedBy: isOwn(found) ? usersOf(credentialIds) : null }
    })
    return { ...list, items }
  }

  /** How many use a version of a module; for those who manage the module. */
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

  /** Compares each of these with what it could be moved to. */
  private async compare(
    ctx: OperationContext,
    found: readonly Moving[],
    { toNewestAlone = false } = {},
  ): Promise<(use: { readonly versionId: string }) => Upgraded> {
    const targetsOfAll = await this.store.targetsOf(ctx, [...new Set(found.map(({ moduleId }) => moduleId))])
    const targets = new Map<string, Targets>()
    for (const use of found) {
      const ofModule = targetsOfAll.filter(({ moduleId }) => moduleId === use.moduleId)
      const candidates = toNewestAlone ? [] : candidatesOf(use, ofModule)
      targets.set(use.versionId, { from: use.versionId, newest: ofModule[0], candidates })
    }
    await this.comparison.countBreaking(ctx, [...targets.values()].map(waysOf))
    return ({ versionId }) => this.upgraded(targets.get(versionId))
  }

  private upgraded(targets: Targets | undefined): Upgraded {
    if (!targets) return { newest: undefined, newestCompatible: undefined, breakingCount: null }
    const { from, newest, candidates } = targets
    const breaking = (to: string) => (from === to ? 0 : this.comparison.knownBreaking(from, to))
    const newestCompatible = candidates.find(({ id }) => breaking(id) === 0)
    return { newest, newestCompatible, breakingCount: newest ? (breaking(newest.id) ?? null) : null }
  }
}

/** The newest is the first candidate, and where there are none the only one that is compared. */
function waysOf({ from, newest, candidates }: Targets): VersionWays {
  const to = candidates.length > 0 || !newest ? candidates : [newest]
  return { from, to: to.map(({ id }) => id).filter((id) => id !== from) }
}

/** What is above it, the highest first; from a revoked version one may have to go back. */
function candidatesOf(
  { versionId, sortKey, line, status }: Moving,
  targets: readonly TargetVersion[],
): readonly TargetVersion[] {
  const candidates = targets.filter(
    (each) => each.id !== versionId && (status === 'revoked' || each.sortKey > sortKey),
  )
  if (candidates.length <= mostCandidates) return candidates
  const ofOwn = candidates.filter((each) => each.line === line)
  const ofOthers = candidates.filter((each, at) => each.line !== (candidates[at - 1]?.line ?? line))
  const chosen = new Set([ofOwn, ofOthers].flatMap((each) => each.slice(0, mostCandidates / 2)))
  return candidates.filter((each) => chosen.has(each))
}

const kinds = ['team', 'organization', 'user', 'workspace'] as const

const byKindAndName = (one: VersionUser, other: VersionUser): number =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || (one.name < other.name ? -1 : 1)
