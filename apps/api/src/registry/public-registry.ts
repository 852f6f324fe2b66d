import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { ModuleArchiveAnswer, ModuleRequest } from '../domain/public-modules/public-module.js'
import type { PublicModulesService } from '../domain/public-modules/public-modules.service.js'
import { aliasesOf } from '../http/aliases.js'
import type { FileLink } from '../http/face-services.js'
import { contextOf, leavingContextOf, originalUrl } from '../http/request-context.js'
import { notFound } from '../kernel/errors.js'
import { requireScope } from '../kernel/permissions.js'
import { requesterOf, type PublicAnswer, type PublicRegistry } from '../kernel/public-registry.js'
import { RegistryError } from './failures.js'
import { readHandler, sendBytes } from './serve.js'

/** Path of the mirror of the public registry, with its protocols at `/v1/modules/` and `/v1/providers/` below it. */
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

/** The paths that the engine and its tools request, with the parameters that have a meaning there; no others exist. */
const paging = { limit: number, offset: number }
const filters = { ...paging, provider: word, verified: /^(true|false)$/ }
const shapes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '/modules': filters,
  '/modules/search': { ...filters, namespace: word, q: /^.{0,512}$/s },
  '/modules/:namespace': filters,
  '/modules/:namespace/:name': paging,
  '/modules/:namespace/:name/:provider': {},
  '/modules/:namespace/:name/:provider/:version': {},
}

/** The paths whose answers may be kept for the time when the registry does not answer. */
const keptShapes = [
  '/modules/:namespace/:name/:provider/versions',
  '/modules/:namespace/:name/:provider/download',
  '/modules/:namespace/:name/:provider/:version/download',
]

/** Paths below the name of a provider. */
export const providerShapes = ['/versions', '/:version', '/:version/download/:os/:arch'] as const
export type ProviderShape = (typeof providerShapes)[number]

export interface PublicRegistryFace {
  readonly registry: PublicRegistry
  readonly modules: PublicModulesService
  /** Makes the links of archives that are delivered from here. */
  readonly link: FileLink<ModuleArchiveAnswer>
  readonly aliases: readonly string[]
}

/** The proxy of the public registry (contract §8). Nothing of the caller but the request itself is sent on. */
export function publicRegistryRoutes({ registry, modules, link, aliases }: PublicRegistryFace): Router {
  const router = Router({ caseSensitive: true })
  const getHeaders = aliasesOf('X-Engine-Get', aliases).map(({ name }) => name)
  for (const shape of keptShapes) router.all(`/v1${shape}`, keeping(modules, shape, link, getHeaders))
  for (const [shape, parameters] of Object.entries(shapes))
    router.all(`/v1${shape}`, relaying(registry, shape, parameters))
  return router
}

/** Answers for a module: its archive comes from here where it can. */
const keeping = (
  modules: PublicModulesService,
  shape: string,
  link: FileLink<ModuleArchiveAnswer>,
  getHeaders: readonly string[],
): RequestHandler =>
  readHandler(
    async (ctx, params) => {
      requireScope(ctx, 'modules:use')
      const [, , namespace = '', name = '', provider = '', ...part] = pathOf(shape, params)
        .slice(1)
        .split('/')
      return { namespace, name, provider, part: part.join('/') as ModuleRequest['part'] }
    },
    async (req, res, request) => {
      const answer = await modules.ask(leavingContextOf(res), request)
      if (answer.kind !== 'archive' && answer.kind !== 'location') return send(req, res, answer)
      const location = answer.kind === 'archive' ? link(contextOf(res), answer) : answer.location
      for (const name of getHeaders) res.setHeader(name, location)
      return void res.status(204).end()
    },
  )

/** The same for providers that nothing here controls, by the path below their name. */
export const providerRelays = (registry: PublicRegistry): Readonly<Record<ProviderShape, RequestHandler>> =>
  Object.fromEntries(
    providerShapes.map((shape) => [shape, relaying(registry, `/providers/:namespace/:name${shape}`, {})]),
  ) as Record<ProviderShape, RequestHandler>

function relaying(
  registry: PublicRegistry,
  shape: string,
  parameters: Readonly<Record<string, RegExp>>,
): RequestHandler {
  return readHandler(
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
      send(req, res, answer)
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

function send(req: Request, res: Response, answer: PublicAnswer): void {
  switch (answer.kind) {
    case 'document':
      return sendBytes(req, res, answer.bytes)
    case 'location':
    case 'not-found':
      throw notFound()
    case 'bad-request':
      throw new RegistryError(400, [answer.message])
  }
}
