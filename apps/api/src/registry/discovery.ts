import { cliLogin } from '@engine/shared'
import { Router } from 'express'
import { aliasesOf } from '../http/aliases.js'

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

/** The sign-in of the CLI: a page of the console asks, on whatever host the console has; the API gives the token. */
const loginAt = (consoleUrl: string) => ({
  client: cliLogin.client,
  grant_types: ['authz_code'],
  authz: `${consoleUrl}/oauth/authorization`,
  token: '/api/oauth/token',
  ports: [cliLogin.firstPort, cliLogin.lastPort],
})

/** `/.well-known/engine.json` and its aliases (contract §8): found before a token exists, so it needs none. */
export function discoveryRoutes(aliases: readonly string[], consoleUrl: string): Router {
  const document = JSON.stringify({ 'login.v1': loginAt(consoleUrl), ...services })
  const router = Router({ caseSensitive: true, strict: true })
  for (const { name } of aliasesOf('/.well-known/engine', aliases))
    router.get(`${name}.json`, (_req, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.end(document)
    })
  return router
}
