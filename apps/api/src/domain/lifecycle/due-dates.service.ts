import type { OperationContext } from '../../kernel/context.js'
import type { DueDatesStore, RetiringKind } from './due-dates.store.js'

/** Deprecates the version of this id, if its end of life has come. */
type Retire = (ctx: OperationContext, id: string) => Promise<void>

/** Ends shares and deprecates versions at their dates. Every process checks each second; the first to lock acts. */
export class DueDatesService {
  constructor(
    private readonly store: DueDatesStore,
    private readonly endShares: (ctx: OperationContext) => Promise<void>,
    private readonly retire: Readonly<Record<RetiringKind, Retire>>,
  ) {}

  /** Runs what is due. A failure is logged, stops nothing else, and is tried again. */
  async run(ctx: OperationContext, signal?: AbortSignal): Promise<void> {
    await this.attempt(ctx, 'the shares of organizations', () => this.endShares(ctx))
    await this.attempt(ctx, 'the versions', async () => {
      for (const { kind, id } of await this.store.findRetiring(ctx))
        if (!signal?.aborted) await this.attempt(ctx, id, () => this.retire[kind](ctx, id))
    })
  }

  private async attempt(ctx: OperationContext, what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      ctx.log.warn({ error: String(error), what }, 'what was due failed and will be tried again')
    }
  }
}
