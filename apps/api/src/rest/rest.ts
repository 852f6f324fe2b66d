import type { RequestHandler, Router } from 'express'
import type { SetUpService } from '../domain/accounts/set-up.service.js'
import type { GpgKeysService } from '../domain/registry-providers/gpg-keys.service.js'
import { aliasesOf } from '../http/aliases.js'
import type { FaceServices } from '../http/face-services.js'
import { afterRename } from '../http/former-names.js'
import { requireAdmission, requireCaller } from '../http/admission.js'
import { apiRouter, endOf, noStore } from './api-router.js'
import { signingKeyRoutes } from './registry-providers/gpg-keys.routes.js'
import type { Resource } from './jsonapi/resource.js'
import { serve, type Dialect } from './jsonapi/serve.js'
import { tokenExchangePath } from './ci-identities/token-exchange.routes.js'
import { openRoutes, routes, tokenRevocationPath } from './routes.js'
import { initialAdministratorResource } from './accounts/set-up.routes.js'

/** The face under `/api/v2`: first the open routes, then those that need a token. */
export function restFace(services: FaceServices, dialect: Dialect): Router {
  const router = apiRouter()
  router.use([tokenRevocationPath, tokenExchangePath, '/invitations'], noStore)
  router.use(requireAdmission)
  serving(router, openRoutes(services), dialect)
  router.use(...requireBearer)
  serving(router, routes(services), dialect)
  return endOf(router, afterRename(services.formerNames, 'organizations:read'))
}

/** The same manners where client libraries ask for signing keys (contract §6). */
export function signingKeysFace(keys: GpgKeysService, dialect: Dialect): Router {
  const router = apiRouter().use(...requireBearer)
  serving(router, signingKeyRoutes(keys), dialect)
  return endOf(router)
}

/** The one path of the set-up (contract §3); whatever the outcome of a try is, it counts. */
export function setUpFace(setUp: SetUpService, dialect: Dialect): Router {
  const router = apiRouter().use(noStore, requireAdmission)
  serving(router, { '/': initialAdministratorResource(setUp) }, dialect)
  return endOf(router)
}

/** A caller without a good token goes no further, and no cache but its own stores the answer. */
export const requireBearer: readonly RequestHandler[] = [
  requireAdmission,
  requireCaller,
  (_req, res, next) => {
    res.setHeader('Cache-Control', 'private, no-cache').setHeader('Vary', 'Authorization')
    next()
  },
]

function serving(router: Router, table: Readonly<Record<string, Resource>>, dialect: Dialect): void {
  for (const [path, resource] of Object.entries(table))
    for (const { name, word } of aliasesOf(path, dialect.aliases))
      router.all(name, serve(resource, word, dialect))
}
