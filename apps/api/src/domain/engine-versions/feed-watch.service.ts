import { hours } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import type { FeedAlarmsStore } from './feed-alarms.store.js'
import type { FeedAlarm } from './feed-difference.js'
import type { ReleaseFeedReviewService } from './release-feed-review.service.js'

/** Compares with the feed of versions regularly, so that a changed checksum is reported without a visit to the page. */
export class FeedWatchService implements MaintenanceTask {
  readonly name = 'release-feed-comparison'
  readonly every = hours(6)

  constructor(
    private readonly store: FeedAlarmsStore,
    private readonly review: Pick<ReleaseFeedReviewService, 'compare'>,
  ) {}

  async run(ctx: OperationContext): Promise<void> {
    await this.review.compare(ctx)
  }

  /** As of the last comparison, by a person or a job; nothing is read from outside. */
  async listAlarms(ctx: OperationContext, page: Page): Promise<Paged<FeedAlarm>> {
    requirePermission(ctx, 'engine-versions:write')
    return this.store.list(ctx, page)
  }
}
