import type { ServerResponse } from 'node:http'
import { Router } from 'express'
import type { Metrics } from '../kernel/metrics.js'

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Longer beginnings first. What is none of them is `other`, so that arbitrary paths make no rows of their own. */
const faces: readonly (readonly [string, string])[] = [
  ['/api/registry/private/', 'rest'],
  ['/api/registry/', 'registry'],
  ['/api/v2/', 'rest'],
  ['/graphql', 'graphql'],
  ['/v1/', 'registry'],
  ['/v2/', 'registry'],
  ['/.well-known/', 'registry'],
  ['/api/', 'files'],
  ['/livez', 'health'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
]

/** Times a request until its answer has ended or its caller is gone. */
export function measureAnswer(metrics: Metrics, res: ServerResponse, method: string, path: string): void {
  const started = performance.now()
  res.on('close', () => {
    metrics.served({
      face: faces.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'other',
      method: known.has(method) ? method : 'other',
      status: res.writableFinished ? res.statusCode : 499,
      seconds: (performance.now() - started) / 1000,
    })
  })
}

/** `GET /metrics` (contract §9). It contains no names and needs no token; a proxy does not expose it. */
export function metricsRoutes(metrics: Metrics): Router {
  const router = Router()
  router.get('/metrics', async (_req, res) => {
    const { type, text } = await metrics.text()
    res.set('Content-Type', type).send(text)
  })
  return router
}
