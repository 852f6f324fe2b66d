import { Router } from 'express'
import type { Metrics } from '../kernel/metrics.js'

export interface Health {
  /** Tells whether requests can be served right now. */
  isReady(): Promise<boolean>
}

/** Serves `/livez`: the process runs, and `/readyz`: whether it can serve, and which release it is (contract §9). */
export function healthRoutes(health: Health, release: string): Router {
  const router = Router()
  router.get('/livez', (_req, res) => {
    res.type('text/plain').send('ok\n')
  })
  router.get('/readyz', async (_req, res) => {
    const ready = await health.isReady()
    res
      .status(ready ? 200 : 503)
      .type('text/plain')
      .send(`${ready ? 'ok' : 'not ready'}\nrelease ${release}\n`)
  })
  return router
}

/** Serves `GET /metrics` (contract §9). It contains no names and needs no token; a proxy does not expose it. */
export function metricsRoutes(metrics: Metrics): Router {
  const router = Router()
  router.get('/metrics', async (_req, res) => {
    const { type, text } = await metrics.text()
    res.set('Content-Type', type).send(text)
  })
  return router
}
