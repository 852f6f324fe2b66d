import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { AdminOrganizationsService } from '../organizations/admin-organizations.service.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { StoreDatabase } from '../store.js'
import { ModuleSharingService } from './module-sharing.service.js'
import { ModuleSharingStore } from './module-sharing.store.js'

interface ModuleSharingInfrastructure {
  readonly database: StoreDatabase
  readonly organizations: OrganizationsService
  readonly adminOrganizations: AdminOrganizationsService
  readonly transactions: Transactions
  readonly audit: AuditService
}

/** The area, wired. */
export function createModuleSharing(infrastructure: ModuleSharingInfrastructure): ModuleSharingService {
  const { database, organizations, adminOrganizations, transactions, audit } = infrastructure
  const rows = new ModuleSharingStore(database)
  return new ModuleSharingService(rows, organizations, adminOrganizations, transactions, audit)
}
