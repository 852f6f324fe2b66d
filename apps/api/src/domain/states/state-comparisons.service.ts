import type { OperationContext } from '../../kernel/context.js'
import { found, invalid } from '../../kernel/errors.js'
import { boundedCache } from '../../kernel/lru-cache.js'
import { isSmallState, requireCounted, type StateBytes, type StateVersion } from './state.js'
import type { CompareStates, StateComparison, StateNeighbour, StoredState } from './state-comparison.js'
import type { StateParts } from './state-parts.js'
import type { StateReadsService } from './state-reads.service.js'
import { StateTurns } from './state-turns.js'
import type { StateVersionsService } from './state-versions.service.js'

/** The number of changes that all comparisons in memory name together. */
const mostCached = 20_000

/** Compares states. States are never replaced, so a comparison stays what it is. */
export class StateComparisonsService {
  /** One large comparison at a time: it has two states in memory. */
  private readonly turns = new StateTurns('compared', 1)
  private readonly cached = boundedCache<StateComparison>(mostCached, ({ changes }) => changes.length + 1)

  constructor(
    private readonly parts: Pick<StateParts, 'files' | 'versions'> & {
      readonly compareStates: CompareStates
      readonly stateVersions: StateVersionsService
      readonly stateReads: StateReadsService
    },
  ) {}

  /** Compares `toId` with `fromId` or, without that, with the state before it. */
  async compare(ctx: OperationContext, toId: string, fromId?: string): Promise<StateComparison> {
    const access = await this.parts.stateVersions.access(ctx, toId, 'states:read')
    const from = fromId === undefined ? undefined : await this.other(ctx, access.version, fromId)
    const former = from ?? (await this.parts.versions.formersOf(ctx, [toId])).get(toId)?.former
    await this.parts.stateReads.record(ctx, access, { comparedWith: former?.id ?? null })
    const newer = found(isStored(access.version) ? access.version : undefined)
    for (const state of former ? [newer, former] : [newer]) requireCounted(state, 'cannot be compared')
    return this.of({ organizationId: access.workspace.organizationId, former }, newer)
  }

  /** Compares each of these with the state before it, by its id, for callers who may read them all. */
  async listOf(
    ctx: OperationContext,
    versions: readonly StoredState[],
  ): Promise<ReadonlyMap<string, StateComparison>> {
    const formers = await this.parts.versions.formersOf(
      ctx,
      versions.map(({ id }) => id),
    )
    const compared = versions.map(async (version) => {
      const before = formers.get(version.id)
      if (!before || !isSmall(version) || !isSmall(before.former)) return []
      return [[version.id, await this.of(before, version)] as const]
    })
    return new Map((await Promise.all(compared)).flat())
  }

  /** Finds the serials of the states that versions bring back, for callers who may read those. */
  serialsOf(ctx: OperationContext, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.parts.versions.serialsOf(ctx, ids)
  }

  private async other(
    ctx: OperationContext,
    { workspaceId }: StateVersion,
    id: string,
  ): Promise<StateVersion> {
    const { version } = await this.parts.stateVersions.access(ctx, id, 'states:read')
    if (version.workspaceId !== workspaceId || !isStored(version))
      throw invalid({ path: ['fromId'], code: 'INVALID', message: 'The states are not of one workspace' })
    return version
  }

  private async of({ organizationId, former }: StateNeighbour, newer: StoredState): Promise<StateComparison> {
    const key = `${former?.id ?? ''} ${newer.id}`
    const known = this.cached.get(key)
    if (known) return known
    const size = Math.max(former?.size ?? 0, newer.size ?? 0)
    return this.turns.run(organizationId, size, async () => {
      // What others asked for before is known once they had their turn.
      const comparison =
        this.cached.get(key) ??
        (await this.parts.compareStates(former && this.bytesOf(former), this.bytesOf(newer)))
      this.cached.set(key, comparison)
      return comparison
    })
  }

  private bytesOf({ storageKey, size }: StoredState): StateBytes {
    return this.parts.files.bytesOf({ storageKey: storageKey ?? '', size: size ?? 0 })
  }
}

const isStored = ({ storageKey, size }: StoredState): boolean => storageKey !== null && size !== null

/** True for states that a list compares. */
const isSmall = (state: StoredState | undefined): boolean =>
  !state || (isStored(state) && isSmallState(state.size ?? 0) && state.form === 'counted')
