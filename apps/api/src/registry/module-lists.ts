import { Router, type Request, type Response } from 'express'
import type { ModuleListing, ModuleFilter, Slice, Sliced } from '../domain/registry-modules/module-listing.js'
import type { FormerNamesService } from '../domain/registry-sharing/former-names.service.js'
import type { ModuleQueriesService } from '../domain/registry-modules/module-queries.service.js'
import { leadOn } from '../http/former-names.js'
import { contextOf, originalUrl } from '../http/request-context.js'
import { notFound } from '../kernel/errors.js'
import { RegistryError } from './failures.js'
import { moduleLists } from './cache-policies.js'
import { readHandler, sendDocument } from './serve.js'

const defaultLimit = 15
const maximumLimit = 100

/** Lists of modules, each by its newest release (contract §7), relative to wherever they are mounted. */
export function moduleListRoutes(modules: ModuleQueriesService, formerNames: FormerNamesService): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    '/',
    readHandler(anyCaller, async (req, res) =>
      send(req, res, await modules.list(contextOf(res), undefined, filterIn(req), sliceIn(req))),
    ),
  )
  router.all(
    '/search',
    readHandler(anyCaller, async (req, res) => {
      const [filter, slice, typed] = [filterIn(req), sliceIn(req), textIn(req, 'q') ?? '']
      if (typed.trim() === '') throw new RegistryError(400, ['q is required'])
      send(req, res, await modules.search(contextOf(res), typed, textIn(req, 'namespace'), filter, slice))
    }),
  )
  router.all(
    '/:namespace',
    readHandler(anyCaller, async (req, res) => {
      const { namespace } = req.params as { namespace: string }
      const list = await modules.list(contextOf(res), namespace, filterIn(req), sliceIn(req))
      const isEmpty = list.items.length === 0 && !list.hasBefore
      if (!isEmpty || !(await leadOn(formerNames, 'modules:use', req, res))) send(req, res, list)
    }),
  )
  router.all(
    '/:namespace/:name',
    readHandler(
      async (ctx, { namespace = '', name = '' }) => {
        const found = await modules.list(ctx, namespace, {}, { offset: 0, limit: 1 }, name)
        if (found.items.length === 0) throw notFound()
        return { namespace, name }
      },
      async (req, res, { namespace, name }) => {
        const list = await modules.list(contextOf(res), namespace, filterIn(req), sliceIn(req), name)
        send(req, res, list)
      },
    ),
  )
  return router
}

/** Every caller may read a list; what a caller may not see is not in it. */
const anyCaller = (): Promise<void> => Promise.resolve()

function send(req: Request, res: Response, list: Sliced<ModuleListing>): void {
  sendDocument(req, res, { meta: metaOf(req, list), modules: list.items.map(listingDocument) }, moduleLists)
}

export function listingDocument(listing: ModuleListing): object {
  const { namespace, name, provider, version, publisher, description, sourceUrl } = listing
  return {
    id: `${namespace}/${name}/${provider}/${version}`,
    owner: publisher,
    namespace,
    name,
    version,
    provider,
    description,
    source: sourceUrl,
    published_at: listing.publishedAt.toISOString(),
    downloads: listing.downloads,
    verified: listing.verified,
  }
}

function metaOf(req: Request, { offset, limit, hasBefore, hasAfter }: Sliced<ModuleListing>): object {
  const before = Math.max(0, offset - limit)
  const after = offset + limit
  return {
    limit,
    current_offset: offset,
    ...(hasAfter && { next_offset: after, next_url: urlAt(req, after) }),
    ...(hasBefore && { prev_offset: before, prev_url: urlAt(req, before) }),
  }
}

/** The same request at another offset: under its own mount, with all its parameters, their keys sorted. */
function urlAt(req: Request, offset: number): string {
  const parameters = parametersIn(req)
  if (offset === 0) parameters.delete('offset')
  else parameters.set('offset', String(offset))
  parameters.sort()
  const path = `${req.baseUrl}${req.path}`.replace(/\/$/, '')
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

function filterIn(req: Request): ModuleFilter {
  return { provider: textIn(req, 'provider'), verified: textIn(req, 'verified') === 'true' }
}

function sliceIn(req: Request): Slice {
  const offset = numberIn(req, 'offset', 0)
  const limit = numberIn(req, 'limit', 1)
  const faults = [offset, limit].flatMap((value) => (typeof value === 'string' ? value : []))
  if (faults.length > 0) throw new RegistryError(400, faults)
  return { offset: Number(offset ?? 0), limit: Math.min(Number(limit ?? defaultLimit), maximumLimit) }
}

/** Reads a number from the query, or returns a sentence that says what is wrong with it. */
function numberIn(req: Request, name: string, least: number): number | string | undefined {
  const values = parametersIn(req).getAll(name)
  if (values.length === 0) return undefined
  const [value = ''] = values
  const isRight = values.length === 1 && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
  return isRight && Number(value) >= least ? Number(value) : `${name} must be an integer of ${least} or more`
}

/** Absent when it is empty. */
function textIn(req: Request, name: string): string | undefined {
  return parametersIn(req).get(name) || undefined
}

const parametersIn = (req: Request): URLSearchParams => originalUrl(req).searchParams
