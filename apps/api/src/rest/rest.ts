import { Router, type RequestHandler } from 'express'
import type { AuthenticationService } from '../domain/identity/authentication.service.js'
import type { GpgKeysService } from '../domain/registry-providers/gpg-keys.service.js'
import { requireIdentity } from '../http/authentication.js'
import type { RateLimit } from '../http/rate-limits.js'
import { notFound } from '../kernel/errors.js'
import { spellings } from '../http/aliases.js'
import { signingKeyRoutes } from './gpg-keys.routes.js'
import { plainError, RequestError } from './jsonapi/errors.js'
import { sendFailure } from './jsonapi/failures.js'
import type { Resource } from './jsonapi/resource.js'
import { serve, type Speech } from './jsonapi/serve.js'
import { routes, type RestServices } from './routes.js'

/** The face under `/api/v2`. */
export function restFace(
  services: RestServices,
  authentication: AuthenticationService,
  limit: RateLimit,
  speech: Speech,
): Router {
  const router = namingItsVersion()
  router.all('/ping', ping(limit))
  return serving(router, routes(services), authentication, limit, speech)
}

/** Where client libraries ask for signing keys. */
export const signingKeysPath = '/api/registry/private/v2'

/** The same manners under a path that is not the API's own (contract §6). */
export function signingKeysFace(
  keys: GpgKeysService,
  authentication: AuthenticationService,
  limit: RateLimit,
  speech: Speech,
): Router {
  return serving(namingItsVersion(), signingKeyRoutes(keys), authentication, limit, speech)
}

function namingItsVersion(): Router {
  return Router({ caseSensitive: true }).use((_req, res, next) => {
    res.setHeader('TFP-API-Version', '2.6')
    next()
  })
}

/** Every path of the table, for whoever comes with a token. */
function serving(
  router: Router,
  table: Readonly<Record<string, Resource>>,
  authentication: AuthenticationService,
  limit: RateLimit,
  speech: Speech,
): Router {
  router.use(async (req, res, next) => {
    try {
      await requireIdentity(authentication, req, res)
      res.setHeader('Cache-Control', 'private, no-cache').setHeader('Vary', 'Authorization')
    } finally {
      await limit.count(res)
    }
    next()
  })
  for (const [path, resource] of Object.entries(table))
    for (const { name, word } of spellings(path, speech.aliases))
      router.all(name, serve(resource, word, speech))
  router.use(() => {
    throw notFound()
  })
  router.use(sendFailure)
  return router
}

/** Clients ask once for the headers, before they have a token. */
function ping(limit: RateLimit): RequestHandler {
  const methods = 'GET, HEAD, OPTIONS'
  return async (req, res) => {
    await limit.count(res)
    if (!methods.split(', ').includes(req.method))
      throw new RequestError([plainError(405)], { Allow: methods })
    if (req.method === 'OPTIONS') res.setHeader('Allow', methods)
    res.status(204).end()
  }
}
