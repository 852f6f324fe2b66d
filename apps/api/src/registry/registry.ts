import { Router, type ErrorRequestHandler } from 'express'
import { requireAdmission } from '../http/admission.js'
import { contextOf } from '../http/request-context.js'
import { notFound } from '../kernel/errors.js'
import { requireScope } from '../kernel/permissions.js'
import { sendRegistryFailure } from './failures.js'

/**
 * Wraps a protocol of the registry with an admission and its own error body. With `byLink` the address, not a bearer,
 * identifies the caller. `onFailure` receives a failure before it is answered.
 */
export function registryFace(
  protocol: Router,
  { byLink = false, onFailure }: { byLink?: boolean; onFailure?: ErrorRequestHandler } = {},
): Router {
  const router = Router({ caseSensitive: true })
  router.use(requireAdmission, (_req, res, next) => {
    res.setHeader('Cache-Control', 'private, no-cache')
    if (!byLink) res.setHeader('Vary', 'Authorization')
    // The token of the audit trail finds nothing, an empty list neither.
    requireScope(contextOf(res), 'account:read')
    next()
  })
  router.use(protocol)
  router.use(() => {
    throw notFound()
  })
  if (onFailure) router.use(onFailure)
  router.use(sendRegistryFailure)
  return router
}
