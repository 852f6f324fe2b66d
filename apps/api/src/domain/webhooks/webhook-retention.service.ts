import { days, hours, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import type { WebhookDeliveriesStore } from './webhook-deliveries.store.js'

const keptFor = days(30)

/** How many go in one statement, so that none takes long. */
const step = 2000

/** Deletes old deliveries, those of a disabled webhook included. */
export class WebhookRetentionService implements MaintenanceTask {
  readonly name = 'webhook-deliveries'
  readonly every = hours(6)

  constructor(private readonly store: WebhookDeliveriesStore) {}

  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    const before = later(ctx.clock.now(), -keptFor)
    while ((await this.store.prune(ctx, before, step)) === step && (await shouldContinue()));
  }
}
