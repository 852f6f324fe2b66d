import type { EngineVersionsService } from '../domain/engine-versions/engine-versions.service.js'
import type { AuthenticationTokensService } from '../domain/identity/authentication-tokens.service.js'
import type { UsersService } from '../domain/identity/users.service.js'
import type { ModuleServices } from '../domain/modules/create-module-services.js'
import type { OrganizationsService } from '../domain/organizations/organizations.service.js'
import { accountResource } from './account.routes.js'
import { authenticationTokenResource, userTokensResource } from './authentication-tokens.routes.js'
import { engineVersionResource, engineVersionsResource } from './engine-versions.routes.js'
import type { Resource } from './jsonapi/resource.js'
import { organizationResource, organizationsResource } from './organizations.routes.js'
import {
  moduleVersionResource,
  registryModuleVersionsResource,
  shownModuleVersionResource,
  type UploadLink,
} from './registry-module-versions.routes.js'
import {
  deleteModuleResource,
  namedModulesResource,
  registryModuleByIdResource,
  registryModuleResource,
  registryModulesResource,
} from './registry-modules.routes.js'

export interface RestServices extends ModuleServices {
  readonly engineVersions: EngineVersionsService
  readonly organizations: OrganizationsService
  readonly tokens: AuthenticationTokensService
  readonly uploadLink: UploadLink
  readonly users: UsersService
}

/** The table of contents of `/api/v2`: every path, grouped by who calls it. */
export function routes(services: RestServices): Readonly<Record<string, Resource>> {
  const { engineVersions, organizations, tokens, users } = services
  const { moduleAccess, modules, moduleVersions, uploadLink } = services
  const versions = registryModuleVersionsResource(moduleVersions, moduleAccess, uploadLink)
  const named = '/organizations/:org/registry-modules/private/:namespace/:name'
  const deleted = '/registry-modules/actions/delete/:org/:name'
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
    '/organizations/:org/registry-modules': registryModulesResource(modules, organizations),
    [named]: namedModulesResource('DELETE', modules, moduleAccess),
    [`${named}/:provider`]: registryModuleResource(modules, moduleAccess),
    [`${named}/:provider/version`]: shownModuleVersionResource(moduleAccess),
    [`${named}/:provider/versions`]: versions,
    [`${named}/:provider/:version`]: moduleVersionResource('DELETE', moduleVersions, moduleAccess),
    '/registry-modules/:id': registryModuleByIdResource(moduleAccess),
    // The same, as older clients ask
    [deleted]: namedModulesResource('POST', modules, moduleAccess),
    [`${deleted}/:provider`]: deleteModuleResource(modules, moduleAccess),
    [`${deleted}/:provider/:version`]: moduleVersionResource('POST', moduleVersions, moduleAccess),
    '/registry-modules/:org/:name/:provider/versions': versions,
  }
}
