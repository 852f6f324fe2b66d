import type { RequestHandler, Router } from 'express'
import type { AuthenticationService } from '../domain/identity/authentication.service.js'
import type { SetUpService } from '../domain/identity/set-up.service.js'
import type { GpgKeysService } from '../domain/registry-providers/gpg-keys.service.js'
import { aliasesOf } from '../http/aliases.js'
import { identify, requireIdentity } from '../http/authentication.js'
import type { RateLimit } from '../http/rate-limits.js'
import { apiRouter, endOf } from './api-router.js'
import { signingKeyRoutes } from './gpg-keys.routes.js'
import type { Resource } from './jsonapi/resource.js'
import { serve, type Dialect } from './jsonapi/serve.js'
import { openRoutes, routes, tokenRevocationPath, type RestServices } from './routes.js'
import { initialAdministratorResource } from './set-up.routes.js'

/** The face under `/api/v2`: what is public, then what needs a token. */
export function restFace(
  services: RestServices,
  { limit, revocationLimit }: { limit: RateLimit; revocationLimit: RateLimit },
  dialect: Dialect,
): Router {
  const router = apiRouter()
  router.use('/ping', rateLimited(limit))
  router.use(tokenRevocationPath, noStore, rateLimited(revocationLimit))
  router.use('/invitations', noStore, admitting(services.authentication, limit))
  serving(router, openRoutes(services), dialect)
  router.use(requireBearer(services.authentication, limit))
  serving(router, routes(services), dialect)
  return endOf(router)
}

/** The same manners where client libraries ask for signing keys (contract §6). */
export function signingKeysFace(
  keys: GpgKeysService,
  authentication: AuthenticationService,
  limit: RateLimit,
  dialect: Dialect,
): Router {
  const router = apiRouter().use(requireBearer(authentication, limit))
  serving(router, signingKeyRoutes(keys), dialect)
  return endOf(router)
}

/** The one path of the set-up (contract §3); whatever the outcome of a try is, it counts. */
export function setUpFace(setUp: SetUpService, limit: RateLimit, dialect: Dialect): Router {
  const router = apiRouter().use(noStore, rateLimited(limit))
  serving(router, { '/': initialAdministratorResource(setUp) }, dialect)
  return endOf(router)
}

/** Requires a good token; every request is counted. */
export function requireBearer(authentication: AuthenticationService, limit: RateLimit): RequestHandler {
  return async (req, res, next) => {
    await limit.admit(res, (guess) => requireIdentity(authentication, req, res, guess))
    res.setHeader('Cache-Control', 'private, no-cache').setHeader('Vary', 'Authorization')
    next()
  }
}

/** A bearer is not asked for; one that is sent has to be good, and says who joins. */
function admitting(authentication: AuthenticationService, limit: RateLimit): RequestHandler {
  return async (req, res, next) => {
    await limit.admit(res, (guess) => identify(authentication, req, res, guess))
    next()
  }
}

function rateLimited(limit: RateLimit): RequestHandler {
  return async (_req, res, next) => {
    await limit.admit(res, async () => {})
    next()
  }
}

/** What a secret in the address leads to is for this once. */
const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

function serving(router: Router, table: Readonly<Record<string, Resource>>, dialect: Dialect): void {
  for (const [path, resource] of Object.entries(table))
    for (const { name, word } of aliasesOf(path, dialect.aliases))
      router.all(name, serve(resource, word, dialect))
}
