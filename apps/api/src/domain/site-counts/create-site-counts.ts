import type { StoreDatabase } from '../store.js'
import { SiteCountsService } from './site-counts.service.js'
import { SiteCountsStore } from './site-counts.store.js'

/** The area, wired. */
export function createSiteCounts(database: StoreDatabase): SiteCountsService {
  return new SiteCountsService(new SiteCountsStore(database))
}
