import type { AdminPublicProvidersService } from '../public-providers/admin-public-providers.service.js'
import type { RegistryProvidersService } from '../registry-providers/registry-providers.service.js'
import type { AdminOrganizationsService } from '../organizations/admin-organizations.service.js'
import type { SharedParts } from '../shared-parts.js'
import type { UsersService } from '../accounts/users.service.js'
import type { RegistryPartnershipsService } from '../registry-sharing/registry-partnerships.service.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import type { ActRules, BulkActKind } from './bulk-act.js'
import { BulkActsJob } from './bulk-acts-job.js'
import { BulkActsService } from './bulk-acts.service.js'
import { BulkActsStore } from './bulk-acts.store.js'
import { moduleActs, type ModuleServices } from './module-acts.js'
import { moduleVersionActs } from './module-version-acts.js'
import { organizationActs } from './organization-acts.js'
import { providerActs } from './provider-acts.js'
import { publicProviderActs } from './public-provider-acts.js'
import { sharingActs } from './sharing-acts.js'
import { userActs } from './user-acts.js'
import { workspaceActs } from './workspace-acts.js'

interface BulkActInfrastructure extends Pick<SharedParts, 'database' | 'transactions'>, ModuleServices {
  readonly adminOrganizations: AdminOrganizationsService
  readonly adminPublicProviders: AdminPublicProvidersService
  readonly providers: RegistryProvidersService
  readonly registryPartnerships: RegistryPartnershipsService
  readonly users: UsersService
  readonly workspaces: WorkspacesService
}

export function createBulkActServices(infrastructure: BulkActInfrastructure) {
  const { database, transactions, adminOrganizations, registryPartnerships, users, workspaces } =
    infrastructure
  const rules: Readonly<Record<BulkActKind, ActRules>> = {
    'organization-limit': organizationActs(adminOrganizations, 'workspaceLimit'),
    'organization-engine-policy': organizationActs(adminOrganizations, 'enginePolicy'),
    'organization-sharing': sharingActs(adminOrganizations, registryPartnerships),
    'user-suspension': userActs(users),
    'workspace-engine-version': workspaceActs(workspaces),
    'module-deprecation': moduleActs(infrastructure),
    'module-version-deprecation': moduleVersionActs(infrastructure),
    'provider-deprecation': providerActs(infrastructure.providers),
    'public-provider-approval': publicProviderActs(infrastructure.adminPublicProviders),
  }
  const store = new BulkActsStore(database)
  return {
    bulkActs: new BulkActsService(store, rules, transactions),
    bulkActsJob: new BulkActsJob(store, rules, transactions),
  }
}
