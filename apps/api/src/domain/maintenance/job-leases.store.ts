import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { MaintenanceTask } from './maintenance.js'

/** Time beyond the interval of a task that no lease reaches: the clock of the process that took it was wrong. */
const tooLate = days(3)

export class JobLeasesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Takes the lease until then, if the task is due. True for one of several processes. */
  async take(
    ctx: OperationContext,
    { name: task, every }: Pick<MaintenanceTask, 'name' | 'every'>,
    until: Date,
  ): Promise<boolean> {
    const now = ctx.clock.now()
    const wrong = later(now, every + tooLate)
    const taken = await this.database.of(ctx).$executeRaw`
      INSERT INTO job_leases AS t (task, due_at) VALUES (${task}, ${until})
      ON CONFLICT (task) DO UPDATE SET due_at = EXCLUDED.due_at WHERE t.due_at <= ${now} OR t.due_at > ${wrong}`
    return taken > 0
  }

  async postpone(ctx: OperationContext, task: string, until: Date): Promise<void> {
    await this.database.of(ctx).jobLease.update({ where: { task }, data: { dueAt: until } })
  }
}
