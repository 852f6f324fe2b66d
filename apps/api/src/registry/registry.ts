import { Router } from 'express'
import { requireAdmission } from '../http/admission.js'
import { notFound } from '../kernel/errors.js'
import { sendRegistryFailure } from './failures.js'

/** What every protocol of the registry has in common: a bearer, and its own error body. */
export function registryFace(protocol: Router): Router {
  const router = Router({ caseSensitive: true })
  router.use(requireAdmission, (_req, res, next) => {
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
