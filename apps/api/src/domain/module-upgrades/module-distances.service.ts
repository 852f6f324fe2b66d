import { later, minutes, seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { ModuleComparisonService } from '../registry-modules/module-comparison.service.js'
import type { DistanceRequest, ModuleDistancesStore } from './module-distances.store.js'
import type { ModuleTargetsStore } from './module-targets.store.js'
import { uncountedOf, waysFrom, type BreakingCounts, type MovingVersion } from './upgrade-target.js'

/** The lease of a killed process has to run out. */
const leaseDuration = minutes(1)

/** Time for one organization before the next has its turn; a count that is under way ends first. */
const turnDuration = seconds(1)

/** The number of versions that are looked at together. */
const step = 100

/**
 * Counts what lists show of the ways between versions, once, behind each publication, revocation, deletion and first
 * download. A list asks for the ways from versions that are used, to at most 50 others each: only those are counted and
 * stored. The queue is in the database, so that a killed process loses nothing, and the organizations take turns.
 */
export class ModuleDistancesService {
  constructor(
    private readonly distances: ModuleDistancesStore,
    private readonly targets: ModuleTargetsStore,
    private readonly comparison: ModuleComparisonService,
  ) {}

  /** Counts until nothing waits. */
  async count(ctx: OperationContext, signal?: AbortSignal): Promise<void> {
    let request = await this.take(ctx, '')
    if (request) await this.distances.dropUnused(ctx)
    while (request) {
      await this.countOf(ctx, request, signal)
      if (signal?.aborted) return
      request = (await this.take(ctx, request.organizationId)) ?? (await this.take(ctx, ''))
    }
  }

  private take(ctx: OperationContext, behind: string): Promise<DistanceRequest | undefined> {
    return this.distances.take(ctx, behind, later(ctx.clock.now(), leaseDuration))
  }

  /** Works for a module until all is counted or the turn is over. */
  private async countOf(
    ctx: OperationContext,
    request: DistanceRequest,
    signal?: AbortSignal,
  ): Promise<void> {
    const { moduleId } = request
    const turn = new Turn(ctx, signal)
    const answered = await this.distances.requestsOf(ctx, moduleId)
    for (let below: string | undefined; ;) {
      const used = await this.distances.usedVersions(ctx, moduleId, below, step)
      if (!(await this.countAll(ctx, used, turn))) return this.distances.release(ctx, request)
      below = used.at(-1)?.sortKey
      if (used.length < step) return this.distances.finish(ctx, answered)
    }
  }

  /** False where the turn was over before. */
  private async countAll(
    ctx: OperationContext,
    used: readonly MovingVersion[],
    turn: Turn,
  ): Promise<boolean> {
    const targets = await this.targets.targetsOf(ctx, used)
    const counts = await this.distances.countsFrom(
      ctx,
      used.map(({ versionId }) => versionId),
    )
    for (const moving of used) {
      const ways = waysFrom(moving, targets.get(moving.moduleId) ?? []).map(({ id }) => id)
      const known = counts.get(moving.versionId) ?? new Map<string, number>()
      const isCounted = await this.countFrom(ctx, moving.versionId, ways, known, turn)
      if (!isCounted) return false
      const others = [...known.keys()].filter((id) => !ways.includes(id))
      if (others.length > 0) await this.distances.remove(ctx, moving.versionId, others)
    }
    return true
  }

  /** Mostly the first way breaks nothing, and is enough. */
  private async countFrom(
    ctx: OperationContext,
    from: string,
    ways: readonly string[],
    known: BreakingCounts,
    turn: Turn,
  ): Promise<boolean> {
    const counted = new Map(known)
    const openOf = () => uncountedOf(ways, counted)
    for (let open = openOf(), most = 1; open.length > 0; open = openOf(), most = open.length) {
      if (turn.isOver) return false
      const counts = await this.comparison.countBreaking(ctx, from, open.slice(0, most))
      await this.distances.add(ctx, from, open, counts)
      for (const [at, count] of counts.entries()) counted.set(open[at] ?? '', count)
      turn.hasCounted = true
    }
    return true
  }
}

/** The turn of an organization. Something is counted in each, so that a slow database does not keep all from ending. */
class Turn {
  hasCounted = false
  private readonly end: number

  constructor(
    private readonly ctx: OperationContext,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.end = ctx.clock.elapsed() + turnDuration
  }

  get isOver(): boolean {
    return this.signal?.aborted === true || (this.hasCounted && this.ctx.clock.elapsed() > this.end)
  }
}
