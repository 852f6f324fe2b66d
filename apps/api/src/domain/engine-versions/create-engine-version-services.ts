import type { SharedParts } from '../shared-parts.js'
import type { OpenEngineArchiveFile } from './engine-archive.js'
import { EngineVersionsActService } from './engine-versions-act.service.js'
import { EngineVersionsService } from './engine-versions.service.js'
import { EngineVersionsStore } from './engine-versions.store.js'
import { FeedAlarmsStore } from './feed-alarms.store.js'
import { ReleaseFeedService } from './release-feed.service.js'
import type { ReadReleaseFeed } from './release-feed.js'
import { VerificationJobs } from './verification-jobs.js'
import { VerificationsService } from './verifications.service.js'
import { VerificationsStore } from './verifications.store.js'

export type EngineVersionServices = ReturnType<typeof createEngineVersionServices>

/** The area, wired. */
export function createEngineVersionServices({
  database,
  transactions,
  audit,
  readFeed,
  openArchive,
}: Pick<SharedParts, 'database' | 'transactions' | 'audit'> & {
  /** Undefined where no feed is named. */
  readonly readFeed: ReadReleaseFeed | undefined
  readonly openArchive: OpenEngineArchiveFile
}) {
  const rows = new EngineVersionsStore(database)
  const verificationRows = new VerificationsStore(database)
  const alarms = new FeedAlarmsStore(database)
  const engineVersions = new EngineVersionsService(rows, transactions, audit)
  return {
    engineVersions,
    engineVersionsAct: new EngineVersionsActService(engineVersions, transactions),
    engineVersionVerifications: new VerificationsService(
      verificationRows,
      engineVersions,
      transactions,
      audit,
    ),
    verificationJobs: new VerificationJobs(verificationRows, openArchive),
    releaseFeed: new ReleaseFeedService(rows, alarms, engineVersions, transactions, readFeed),
  }
}
