import { hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MaintenanceTask } from './maintenance.js'
import type { JobLeasesStore } from './job-leases.store.js'

/** The duration of a lease after the last step of its task; the lease of a killed process has to run out. */
const leaseDuration = hours(1)

/** Runs the tasks that are due. Every process may ask as often as it likes: each run is leased by one of them. */
export class MaintenanceService {
  constructor(
    private readonly leases: JobLeasesStore,
    private readonly tasks: readonly MaintenanceTask[],
  ) {}

  /** Runs the due tasks; a failure is logged and tried again when its lease has run out. */
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
    const leaseEnd = (): Date => later(ctx.clock.now(), leaseDuration)
    if (!(await this.leases.take(ctx, task, leaseEnd()))) return
    await task.run(ctx, async () => {
      if (signal?.aborted) return false
      await this.leases.postpone(ctx, task.name, leaseEnd())
      return true
    })
    const next = signal?.aborted ? 0 : task.every
    await this.leases.postpone(ctx, task.name, later(ctx.clock.now(), next))
  }
}
