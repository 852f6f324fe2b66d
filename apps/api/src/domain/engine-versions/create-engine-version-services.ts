import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { StoreDatabase } from '../store.js'
import type { OpenEngineArchiveFile } from './engine-archive-file.js'
import { EngineConstraintsService } from './engine-constraints.service.js'
import { EngineVersionsActService } from './engine-versions-act.service.js'
import { EngineVersionsService } from './engine-versions.service.js'
import { EngineVersionsStore } from './engine-versions.store.js'
import { FeedAlarmsStore } from './feed-alarms.store.js'
import { FeedWatchService } from './feed-watch.service.js'
import { ReleaseFeedReviewService } from './release-feed-review.service.js'
import { ReleaseFeedService } from './release-feed.service.js'
import type { ReadReleaseFeed } from './release-feed.js'
import { VerificationJobs } from './verification-jobs.js'
import { VerificationsService } from './verifications.service.js'
import { VerificationsStore } from './verifications.store.js'

interface EngineVersionInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly audit: AuditService
  /** Undefined where no feed is named. */
  readonly readFeed: ReadReleaseFeed | undefined
  readonly openArchive: OpenEngineArchiveFile
}

export interface EngineVersionServices {
  readonly engineVersions: EngineVersionsService
  readonly engineVersionsAct: EngineVersionsActService
  readonly engineConstraints: EngineConstraintsService
  readonly engineVersionVerifications: VerificationsService
  readonly verificationJobs: VerificationJobs
  readonly releaseFeed: ReleaseFeedService
  readonly releaseFeedReview: ReleaseFeedReviewService
  readonly feedWatch: FeedWatchService
}

/** The area, wired. */
export function createEngineVersionServices(
  infrastructure: EngineVersionInfrastructure,
): EngineVersionServices {
  const { database, transactions, audit, readFeed, openArchive } = infrastructure
  const rows = new EngineVersionsStore(database)
  const verificationRows = new VerificationsStore(database)
  const alarms = new FeedAlarmsStore(database)
  const engineVersions = new EngineVersionsService(rows, transactions, audit)
  const releaseFeedReview = new ReleaseFeedReviewService(rows, alarms, engineVersions, transactions, readFeed)
  return {
    engineVersions,
    engineVersionsAct: new EngineVersionsActService(rows, engineVersions, transactions),
    engineConstraints: new EngineConstraintsService(engineVersions),
    engineVersionVerifications: new VerificationsService(verificationRows, rows, transactions, audit),
    verificationJobs: new VerificationJobs(verificationRows, openArchive),
    releaseFeed: new ReleaseFeedService(rows, engineVersions, transactions, readFeed),
    releaseFeedReview,
    feedWatch: new FeedWatchService(alarms, releaseFeedReview),
  }
}
