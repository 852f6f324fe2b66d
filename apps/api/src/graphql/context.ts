import type DataLoader from 'dataloader'
import type { EngineVersionsService } from '../domain/engine-versions/engine-versions.service.js'
import type { AuthenticationTokensService } from '../domain/identity/authentication-tokens.service.js'
import type { SessionsService } from '../domain/identity/sessions.service.js'
import type { SetUpService } from '../domain/identity/set-up.service.js'
import type { UsersService } from '../domain/identity/users.service.js'
import type { Organization } from '../domain/organizations/organization.js'
import type { OrganizationsService } from '../domain/organizations/organizations.service.js'
import type { WorkspacesService } from '../domain/workspaces/workspaces.service.js'
import type { OperationContext } from '../kernel/context.js'

export interface GraphqlServices {
  readonly engineVersions: EngineVersionsService
  readonly organizations: OrganizationsService
  readonly sessions: SessionsService
  readonly setUp: SetUpService
  readonly tokens: AuthenticationTokensService
  readonly users: UsersService
  readonly workspaces: WorkspacesService
}

/** What every resolver is handed: who asks, the services, and the loaders of this one request. */
export interface GraphqlContext {
  readonly ctx: OperationContext
  readonly services: GraphqlServices
  readonly organizations: DataLoader<string, Organization | undefined>
}
