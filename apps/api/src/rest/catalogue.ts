import type { FaceServices } from '../http/face-services.js'
import { signingKeyRoutes } from './registry-providers/gpg-keys.routes.js'
import type { Resource } from './jsonapi/resource.js'
import { openRoutes, routes } from './routes.js'
import { initialAdministratorResource, setUpPath } from './accounts/set-up.routes.js'

/** Path of the API itself. */
export const apiPath = '/api/v2'

/** Path at which client libraries request signing keys. */
export const signingKeysPath = '/api/registry/private/v2'

/** Every JSON:API path, from the root, for the reference and the policy walk; building it touches no service. */
export function catalogue(services: FaceServices): Readonly<Record<string, Resource>> {
  return {
    ...below(apiPath, openRoutes(services)),
    ...below(apiPath, routes(services)),
    ...below(signingKeysPath, signingKeyRoutes(services.gpgKeys)),
    [setUpPath]: initialAdministratorResource(services.setUp),
  }
}

function below(base: string, table: Readonly<Record<string, Resource>>): Record<string, Resource> {
  return Object.fromEntries(Object.entries(table).map(([path, resource]) => [base + path, resource]))
}
