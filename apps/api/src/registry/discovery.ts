import { Router } from 'express'
import { spellings } from '../http/aliases.js'

const services = {
  'modules.v1': '/v1/modules/',
  'providers.v1': '/v1/providers/',
  'public.modules.v1': '/api/registry/public/v1/modules/',
  'public.providers.v1': '/api/registry/public/v1/providers/',
  'state.v2': '/api/v2/',
  'tfe.v2': '/api/v2/',
  'tfe.v2.1': '/api/v2/',
  'tfe.v2.2': '/api/v2/',
}

/** `/.well-known/engine.json` and its aliases (contract §8): found before a token exists, so it needs none. */
export function discoveryRoutes(aliases: readonly string[]): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { name } of spellings('/.well-known/engine', aliases))
    router.get(`${name}.json`, (_req, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify(services))
    })
  return router
}
