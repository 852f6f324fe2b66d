import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { StoreDatabase } from '../store.js'
import { AttentionService } from './attention.service.js'
import { AttentionStore } from './attention.store.js'

/** The area, wired. */
export function createAttention(
  database: StoreDatabase,
  organizations: OrganizationsService,
): AttentionService {
  return new AttentionService(new AttentionStore(database), organizations)
}
