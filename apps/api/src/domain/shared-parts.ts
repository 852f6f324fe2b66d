import type { Transactions } from '../kernel/transaction.js'
import type { AuditService } from './audit/audit.service.js'
import type { OrganizationsService } from './organizations/organizations.service.js'
import type { QuotasService } from './quotas/quotas.service.js'
import type { StoreDatabase } from './store.js'

/** Parts that most areas share. */
export interface SharedParts {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly organizations: OrganizationsService
  readonly quotas: QuotasService
}
