import type { Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { QuotasService } from '../quotas/quotas.service.js'
import type { StoreDatabase } from '../store.js'
import type { TimeoutDefaults } from './admin-organization.js'
import { AdminOrganizationsService } from './admin-organizations.service.js'
import { AdminOrganizationsStore } from './admin-organizations.store.js'
import { OrganizationsService, type OrganizationSettings } from './organizations.service.js'
import { OrganizationsStore } from './organizations.store.js'

interface OrganizationInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly storage: Storage
  readonly settings: OrganizationSettings
  readonly timeouts: TimeoutDefaults
  readonly quotas: QuotasService
}

export function createOrganizationServices(infrastructure: OrganizationInfrastructure) {
  const { database, transactions, audit, storage, settings, timeouts, quotas } = infrastructure
  const rows = new OrganizationsStore(database)
  const organizations = new OrganizationsService(rows, transactions, audit, settings, quotas, storage)
  const siteRows = new AdminOrganizationsStore(database)
  return {
    organizations,
    adminOrganizations: new AdminOrganizationsService(siteRows, organizations, transactions, audit, timeouts),
  }
}
