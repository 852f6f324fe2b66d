import type { Storage } from '../../kernel/storage.js'
import type { SharedParts } from '../shared-parts.js'
import type { TimeoutDefaults } from './admin-organization.js'
import { AdminOrganizationsService } from './admin-organizations.service.js'
import { AdminOrganizationsStore } from './admin-organizations.store.js'
import { OrganizationFiguresStore } from './organization-figures.store.js'
import { OrganizationsService, type OrganizationSettings } from './organizations.service.js'
import { OrganizationsStore } from './organizations.store.js'

interface OrganizationInfrastructure extends Omit<SharedParts, 'organizations'> {
  readonly storage: Storage
  readonly settings: OrganizationSettings
  readonly timeouts: TimeoutDefaults
}

export function createOrganizationServices(infrastructure: OrganizationInfrastructure) {
  const { database, transactions, audit, storage, settings, timeouts, quotas } = infrastructure
  const rows = new OrganizationsStore(database)
  const figures = new OrganizationFiguresStore(database)
  const organizations = new OrganizationsService(
    rows,
    figures,
    transactions,
    audit,
    settings,
    quotas,
    storage,
  )
  const siteRows = new AdminOrganizationsStore(database, quotas.limits)
  return {
    organizations,
    adminOrganizations: new AdminOrganizationsService(siteRows, organizations, transactions, audit, timeouts),
  }
}
