import { Router, type Request, type RequestHandler, type Response } from 'express'
import type {
  DeliverableList,
  DeliverableProvidersService,
  DeliverableVersion,
  Delivery,
  Withheld,
} from '../domain/public-providers/deliverable-providers.service.js'
import type { PublicProviderAddress } from '../domain/public-providers/public-provider.js'
import { notAvailable } from '../domain/registry-providers/not-available.js'
import { contextOf, leavingContextOf } from '../http/request-context.js'
import type { CachePolicy } from '../http/response-cache.js'
import { cacheTags } from '../kernel/cache-tags.js'
import type { OperationContext } from '../kernel/context.js'
import { RegistryError } from './failures.js'
import type { ProviderShape } from './public-registry.js'
import { reading, sendBytes, sendDocument } from './serve.js'

type Params = Readonly<Record<string, string>>

export interface PublicProviderFace {
  readonly providers: DeliverableProvidersService
  /** The host of the public registry; empty where there is none. */
  readonly mainOrigin: string
  /** What answers where nothing here controls a provider: the public registry's own words. */
  readonly relays: Readonly<Record<ProviderShape, RequestHandler>>
}

const address = '/v1/providers/:namespace/:name'

/** The registry form of the providers of every origin (contract §14). */
export function publicProviderRoutes(face: PublicProviderFace): Router {
  const router = Router({ caseSensitive: true })
  for (const base of ['', '/:origin']) {
    router.all(`${base}${address}/versions`, answering(face, '/versions', listOf(face), sendList))
    router.all(`${base}${address}/:version`, answering(face, '/:version', versionOf(face), sendDetail))
    router.all(
      `${base}${address}/:version/download/:os/:arch`,
      answering(face, '/:version/download/:os/:arch', deliveryOf(face), sendDelivery(face)),
    )
  }
  return router
}

/** Answers what is controlled here, or passes it on. */
function answering<Found extends object>(
  face: PublicProviderFace,
  shape: ProviderShape,
  find: (ctx: OperationContext, params: Params) => Promise<Found | Withheld | undefined>,
  send: (req: Request, res: Response, found: Found) => void,
): RequestHandler {
  return async (req, res, next) => {
    const params = req.params as Params
    const isUnset = face.mainOrigin === '' && params['origin'] === undefined
    const found = isUnset ? undefined : await find(leavingContextOf(res), params)
    if (!found) return face.relays[shape](req, res, next)
    return reading(
      async () => {
        if ('withheld' in found) throw new RegistryError(410, [found.withheld])
        return found
      },
      (request, response, subject) => send(request, response, subject as Found),
    )(req, res, next)
  }
}

const addressIn = (
  { mainOrigin }: PublicProviderFace,
  { origin = mainOrigin, namespace = '', name = '' }: Params,
): PublicProviderAddress => ({ origin: origin.toLowerCase(), namespace, name })

const listOf = (face: PublicProviderFace) => (ctx: OperationContext, params: Params) =>
  face.providers.list(ctx, addressIn(face, params))

const versionOf =
  (face: PublicProviderFace) =>
  (ctx: OperationContext, { version = '', ...params }: Params) =>
    face.providers.version(ctx, addressIn(face, params), version)

const deliveryOf =
  (face: PublicProviderFace) =>
  (ctx: OperationContext, { version = '', os = '', arch = '', ...params }: Params) =>
    face.providers.download(ctx, addressIn(face, params), version, { os, arch })

/** Cached for callers of the same organizations alone: each caller has its own answers. */
const policyOf = ({ provider, organizationIds, endsAt }: DeliverableList): CachePolicy => ({
  tags: [
    cacheTags.access,
    cacheTags.publicProvider(provider.id),
    ...organizationIds.map(cacheTags.providersOf),
  ],
  endsAt,
})

function sendList(req: Request, res: Response, list: DeliverableList): void {
  const { available, warnings } = list
  const told = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ''
  const bytes = Buffer.concat([
    Buffer.from('{"versions":['),
    available.length > 0 ? available : Buffer.from(JSON.stringify(notAvailable)),
    Buffer.from(`]${told}}`),
  ])
  sendBytes(req, res, bytes, list.isLasting ? policyOf(list) : undefined)
}

function sendDetail(req: Request, res: Response, { provider, version }: DeliverableVersion): void {
  const { namespace, name } = provider
  sendDocument(req, res, {
    id: `${namespace}/${name}/${version.version}`,
    ...{ owner: '', namespace, name, version: version.version },
    source: '',
    published_at: (version.publishedAt ?? version.firstSeenAt).toISOString(),
    downloads: 0,
    platforms: version.listedPlatforms.map(platformIn),
  })
}

const sendDelivery =
  ({ providers }: PublicProviderFace) =>
  (req: Request, res: Response, delivery: Delivery): void => {
    const { document, stored, version } = delivery
    sendDocument(req, res, {
      ...document,
      protocols: document['protocols'] ?? version.protocols,
      ...{ os: stored.os, arch: stored.arch, filename: stored.filename, shasum: stored.shasum },
      signing_keys: stored.signingKeys ?? document['signing_keys'],
      ...(stored.packages && { packages: stored.packages }),
    })
    if (req.method === 'GET') providers.count(contextOf(res), delivery)
  }

function platformIn(platform: string): { os: string; arch: string } {
  const [os = '', arch = ''] = platform.split('/')
  return { os, arch }
}
