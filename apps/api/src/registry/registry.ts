import { Router } from 'express'
import type { AuthenticationService } from '../domain/identity/authentication.service.js'
import { requireIdentity } from '../http/authentication.js'
import type { RateLimit } from '../http/rate-limits.js'
import { notFound } from '../kernel/errors.js'
import { sendRegistryFailure } from './failures.js'

/** What every protocol of the registry has in common: a bearer, its own rate limit, its own error body. */
export function registryFace(
  authentication: AuthenticationService,
  limit: RateLimit,
  protocol: Router,
): Router {
  const router = Router({ caseSensitive: true })
  router.use(async (req, res, next) => {
    await limit.admit(res, (guess) => requireIdentity(authentication, req, res, guess))
    res.setHeader('Cache-Control', 'private, no-cache').setHeader('Vary', 'Authorization')
    next()
  })
  router.use(protocol)
  router.use(() => {
    throw notFound()
  })
  router.use(sendRegistryFailure)
  return router
}
