import type { EngineVersionsService } from '../domain/engine-versions/engine-versions.service.js'
import type { AuthenticationTokensService } from '../domain/identity/authentication-tokens.service.js'
import type { UsersService } from '../domain/identity/users.service.js'
import type { OrganizationsService } from '../domain/organizations/organizations.service.js'
import { accountResource } from './account.routes.js'
import { authenticationTokenResource, userTokensResource } from './authentication-tokens.routes.js'
import { engineVersionResource, engineVersionsResource } from './engine-versions.routes.js'
import type { Resource } from './jsonapi/resource.js'
import { organizationResource, organizationsResource } from './organizations.routes.js'

export interface RestServices {
  readonly engineVersions: EngineVersionsService
  readonly organizations: OrganizationsService
  readonly tokens: AuthenticationTokensService
  readonly users: UsersService
}

/** The table of contents of `/api/v2`: every path, grouped by who calls it. */
export function routes(services: RestServices): Readonly<Record<string, Resource>> {
  const { engineVersions, organizations, tokens, users } = services
  return {
    // Site administrators
    '/admin/engine-versions': engineVersionsResource(engineVersions),
    '/admin/engine-versions/:id': engineVersionResource(engineVersions),
    // Everybody with a token
    '/account/details': accountResource(users),
    '/authentication-tokens/:id': authenticationTokenResource(tokens),
    '/users/:id/authentication-tokens': userTokensResource(tokens),
    '/organizations': organizationsResource(organizations),
    // Members of an organization
    '/organizations/:org': organizationResource(organizations),
  }
}
