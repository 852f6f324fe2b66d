import type DataLoader from 'dataloader'
import type { EngineVersionsService } from '../domain/engine-versions/engine-versions.service.js'
import type { AuthenticationTokensService } from '../domain/identity/authentication-tokens.service.js'
import type { MembershipsService } from '../domain/identity/memberships.service.js'
import type { SessionsService } from '../domain/identity/sessions.service.js'
import type { SetUpService } from '../domain/identity/set-up.service.js'
import type { TeamsService } from '../domain/identity/teams.service.js'
import type { User } from '../domain/identity/user.js'
import type { UsersService } from '../domain/identity/users.service.js'
import type { ModuleSharingService } from '../domain/module-sharing/module-sharing.service.js'
import type { Organization } from '../domain/organizations/organization.js'
import type { OrganizationsService } from '../domain/organizations/organizations.service.js'
import type { SiteOrganization } from '../domain/organizations/site-organization.js'
import type { SiteOrganizationsService } from '../domain/organizations/site-organizations.service.js'
import type { ProviderServices } from '../domain/registry-providers/create-provider-services.js'
import type { RegistryProvider } from '../domain/registry-providers/registry-provider.js'
import type { RegistryProviderVersion } from '../domain/registry-providers/registry-provider-version.js'
import type { WorkspacesService } from '../domain/workspaces/workspaces.service.js'
import type { OperationContext } from '../kernel/context.js'

export interface GraphqlServices extends Pick<
  ProviderServices,
  'gpgKeys' | 'providers' | 'providerVersions'
> {
  readonly engineVersions: EngineVersionsService
  readonly memberships: MembershipsService
  readonly moduleSharing: ModuleSharingService
  readonly organizations: OrganizationsService
  readonly siteOrganizations: SiteOrganizationsService
  readonly sessions: SessionsService
  readonly setUp: SetUpService
  readonly teams: TeamsService
  readonly tokens: AuthenticationTokensService
  readonly users: UsersService
  readonly workspaces: WorkspacesService
}

/** What every resolver is handed: who asks, the services, and the loaders of this one request. */
export interface GraphqlContext {
  readonly ctx: OperationContext
  readonly services: GraphqlServices
  readonly organizations: DataLoader<string, Organization | undefined>
  readonly providerVersions: DataLoader<RegistryProvider, readonly RegistryProviderVersion[]>
  readonly owners: DataLoader<SiteOrganization, readonly User[]>
}
