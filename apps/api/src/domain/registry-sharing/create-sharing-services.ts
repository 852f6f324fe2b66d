import type { AdminOrganizationsService } from '../organizations/admin-organizations.service.js'
import type { SharedParts } from '../shared-parts.js'
import { FormerNamesService } from './former-names.service.js'
import { RegistryPartnershipsService } from './registry-partnerships.service.js'
import { RegistrySharingService } from './registry-sharing.service.js'
import { RegistrySharingStore } from './registry-sharing.store.js'

interface SharingInfrastructure extends SharedParts {
  readonly adminOrganizations: AdminOrganizationsService
}

export function createSharingServices(infrastructure: SharingInfrastructure) {
  const { database, transactions, audit, organizations, adminOrganizations } = infrastructure
  const store = new RegistrySharingStore(database)
  const registrySharing = new RegistrySharingService(store, organizations)
  return {
    registrySharing,
    registryPartnerships: new RegistryPartnershipsService(store, adminOrganizations, transactions, audit),
    formerNames: new FormerNamesService(organizations, registrySharing),
  }
}
