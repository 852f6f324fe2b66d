import { hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MaintenanceTask } from './maintenance.js'
import type { JobLeasesStore } from './job-leases.store.js'

/** For so long after its last step a turn is that of the process that took it; one that was killed is waited for. */
const turnKept = hours(1)

/** Does what is due now and then. Every process may ask as often as it likes: each turn is that of one of them. */
export class MaintenanceService {
  constructor(
    private readonly turns: JobLeasesStore,
    private readonly tasks: readonly MaintenanceTask[],
  ) {}

  /** What fails is logged and tried again when its turn has run out. */
  async run(ctx: OperationContext, signal?: AbortSignal): Promise<void> {
    for (const task of this.tasks) {
      try {
        if (!signal?.aborted) await this.take(ctx, task, signal)
      } catch (error) {
        ctx.log.warn(
          { error: String(error), task: task.name },
          'the maintenance failed and will be tried again',
        )
      }
    }
  }

  private async take(ctx: OperationContext, task: MaintenanceTask, signal?: AbortSignal): Promise<void> {
    const keep = (): Date => later(ctx.clock.now(), turnKept)
    if (!(await this.turns.take(ctx, task.name, keep()))) return
    await task.run(ctx, async () => {
      if (signal?.aborted) return false
      await this.turns.postpone(ctx, task.name, keep())
      return true
    })
    const next = signal?.aborted ? 0 : task.every
    await this.turns.postpone(ctx, task.name, later(ctx.clock.now(), next))
  }
}
