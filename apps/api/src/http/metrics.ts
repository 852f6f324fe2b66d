import { Router } from 'express'
import type { Metrics } from '../kernel/metrics.js'

/** Serves `GET /metrics` (contract §9). It contains no names and needs no token; a proxy does not expose it. */
export function metricsRoutes(metrics: Metrics): Router {
  const router = Router()
  router.get('/metrics', async (_req, res) => {
    const { type, text } = await metrics.text()
    res.set('Content-Type', type).send(text)
  })
  return router
}
