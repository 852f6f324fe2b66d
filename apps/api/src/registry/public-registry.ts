import { Router, type Request, type RequestHandler, type Response } from 'express'
import { aliasesOf } from '../http/aliases.js'
import { leavingContextOf, originalUrl } from '../http/request-context.js'
import { notFound } from '../kernel/errors.js'
import { requireScope } from '../kernel/permissions.js'
import { requesterOf, type PublicAnswer, type PublicRegistry } from '../kernel/public-registry.js'
import { RegistryError } from './failures.js'
import { reading, sendBytes } from './serve.js'

/** Where the public registry is mirrored; its protocols stand below, at `/v1/modules/` and `/v1/providers/`. */
export const publicRegistryPath = '/api/registry/public'

const word = /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/
const version = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,127}$/
const number = /^\d{1,9}$/

const segments: Readonly<Record<string, RegExp>> = {
  namespace: word,
  name: word,
  provider: word,
  version,
  os: word,
  arch: word,
}

/** What the engine and its friends ask for, and nothing else: each path with the parameters that mean something there. */
const paging = { limit: number, offset: number }
const filters = { ...paging, provider: word, verified: /^(true|false)$/ }
const shapes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '/modules': filters,
  '/modules/search': { ...filters, namespace: word, q: /^.{0,512}$/s },
  '/modules/:namespace': filters,
  '/modules/:namespace/:name': paging,
  '/modules/:namespace/:name/:provider': {},
  '/modules/:namespace/:name/:provider/versions': {},
  '/modules/:namespace/:name/:provider/download': {},
  '/modules/:namespace/:name/:provider/:version': {},
  '/modules/:namespace/:name/:provider/:version/download': {},
}

/** Of one provider: what is below its name. */
export const providerShapes = ['/versions', '/:version', '/:version/download/:os/:arch'] as const
export type ProviderShape = (typeof providerShapes)[number]

/** The proxy of the public registry (contract §8). Nothing of the caller but the wish itself is sent on. */
export function publicRegistryRoutes(registry: PublicRegistry, aliases: readonly string[]): Router {
  const router = Router({ caseSensitive: true })
  const getHeaders = aliasesOf('X-Engine-Get', aliases).map(({ name }) => name)
  for (const [shape, parameters] of Object.entries(shapes))
    router.all(`/v1${shape}`, relaying(registry, shape, parameters, getHeaders))
  return router
}

/** The same for providers, by what is below their name: for those that nothing here controls. */
export const providerRelays = (registry: PublicRegistry): Readonly<Record<ProviderShape, RequestHandler>> =>
  Object.fromEntries(
    providerShapes.map((shape) => [shape, relaying(registry, `/providers/:namespace/:name${shape}`, {}, [])]),
  ) as Record<ProviderShape, RequestHandler>

function relaying(
  registry: PublicRegistry,
  shape: string,
  parameters: Readonly<Record<string, RegExp>>,
  getHeaders: readonly string[],
): RequestHandler {
  return reading(
    async (ctx, params) => {
      requireScope(ctx, 'modules:use')
      return pathOf(shape, params)
    },
    async (req, res, path) => {
      const query = queryOf(req, parameters)
      const answer = await registry.ask(
        query === '' ? path : `${path}?${query}`,
        requesterOf(leavingContextOf(res)),
      )
      send(req, res, answer, getHeaders)
    },
  )
}

/** One canonical path for each request, so that it is cached once. */
function pathOf(shape: string, params: Readonly<Record<string, string>>): string {
  const path = shape.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (!segments[name]?.test(value)) throw notFound()
    return value
  })
  return `/v1${path}`
}

/** The parameters that mean something, sorted; of one that comes twice the first counts. */
function queryOf(req: Request, parameters: Readonly<Record<string, RegExp>>): string {
  const given = originalUrl(req).searchParams
  const wanted = new URLSearchParams()
  for (const [name, form] of Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const value = given.get(name)
    if (value === null || value === '') continue
    if (!form.test(value)) throw new RegistryError(400, [`The parameter ${name} is invalid`])
    wanted.set(name, value)
  }
  return wanted.toString()
}

function send(req: Request, res: Response, answer: PublicAnswer, getHeaders: readonly string[]): void {
  switch (answer.kind) {
    case 'document':
      return sendBytes(req, res, answer.bytes)
    case 'location':
      for (const name of getHeaders) res.setHeader(name, answer.location)
      return void res.status(204).end()
    case 'not-found':
      throw notFound()
    case 'bad-request':
      throw new RegistryError(400, [answer.message])
  }
}
