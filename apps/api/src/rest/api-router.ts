import { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import { notFound } from '../kernel/errors.js'
import { sendFailure } from './jsonapi/failures.js'

/** A router of the API, which says its version in every answer. */
export function apiRouter(): Router {
  return Router({ caseSensitive: true }).use((_req, res, next) => {
    res.setHeader('TFP-API-Version', '2.6')
    next()
  })
}

/**
 * Ends a router: no other path exists below it, and errors are JSON:API. `onFailure` receives a failure before it is
 * answered.
 */
export function endOf(router: Router, ...onFailure: ErrorRequestHandler[]): Router {
  router.use(() => {
    throw notFound()
  })
  return router.use(...onFailure, sendFailure)
}

/** No cache stores the answer: the address holds a secret, or the answer is for this once. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}
