import type { ModuleCatalogueService } from '../registry-modules/module-catalogue.service.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { SharedParts } from '../shared-parts.js'
import { SearchService } from './search.service.js'
import { SearchStore } from './search.store.js'

interface SearchInfrastructure extends Pick<SharedParts, 'database' | 'organizations'> {
  readonly moduleCatalogue: ModuleCatalogueService
  readonly registrySharing: RegistrySharingService
}

export const createSearchServices = (infrastructure: SearchInfrastructure) => ({
  search: new SearchService(
    new SearchStore(infrastructure.database),
    infrastructure.organizations,
    infrastructure.moduleCatalogue,
    infrastructure.registrySharing,
  ),
})
