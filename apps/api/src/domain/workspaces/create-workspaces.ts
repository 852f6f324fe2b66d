import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { EngineVersionsService } from '../engine-versions/engine-versions.service.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { StoreDatabase } from '../store.js'
import { WorkspacesService } from './workspaces.service.js'
import { WorkspacesStore } from './workspaces.store.js'

interface WorkspaceInfrastructure {
  readonly database: StoreDatabase
  readonly organizations: OrganizationsService
  readonly engineVersions: EngineVersionsService
  readonly transactions: Transactions
  readonly audit: AuditService
}

/** The area, wired. */
export function createWorkspaces(infrastructure: WorkspaceInfrastructure): WorkspacesService {
  const { database, organizations, engineVersions, transactions, audit } = infrastructure
  return new WorkspacesService(
    new WorkspacesStore(database),
    organizations,
    engineVersions,
    transactions,
    audit,
  )
}
