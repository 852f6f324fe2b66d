import { Router, type Request, type RequestHandler, type Response } from 'express'
import type {
  DeliverableList,
  DeliverableProvidersService,
  DeliverableVersion,
  Delivery,
  Lasting,
  Withheld,
} from '../domain/public-providers/deliverable-providers.service.js'
import {
  proofFilenames,
  type PublicProviderAddress,
  type PublicProviderFileAddress,
} from '../domain/public-providers/public-provider.js'
import { notAvailable } from '../domain/registry-providers/not-available.js'
import type { FileLink } from '../http/face-services.js'
import { contextOf, leavingContextOf } from '../http/request-context.js'
import type { CachePolicy } from '../http/response-cache.js'
import { cacheTags } from '../kernel/cache-tags.js'
import type { OperationContext } from '../kernel/context.js'
import { RegistryError } from './failures.js'
import type { ProviderShape } from './public-registry.js'
import { readHandler, sendBytes, sendDocument } from './serve.js'

type Params = Readonly<Record<string, string>>

export interface PublicProviderFace {
  readonly providers: DeliverableProvidersService
  /** The host of the public registry; empty where there is none. */
  readonly mainOrigin: string
  /** Makes the links of files that are delivered from here. */
  readonly link: FileLink<PublicProviderFileAddress>
  /** Handlers that answer in the public registry's own words for a provider that nothing here controls. */
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

/** Answers for a provider that is controlled here, or passes the request on. */
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
    return readHandler(
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

/**
 * Cached for callers of the same organizations alone: each caller has its own answers. Undefined for an answer that may
 * not be given again.
 */
export const publicProviderPolicy = ({
  provider,
  organizationIds,
  endsAt,
  isLasting,
}: Lasting): CachePolicy | undefined =>
  isLasting
    ? {
        tags: [
          cacheTags.access,
          cacheTags.publicProvider(provider.id),
          ...organizationIds.map(cacheTags.providersOf),
        ],
        endsAt,
      }
    : undefined

function sendList(req: Request, res: Response, list: DeliverableList): void {
  const { available, warnings } = list
  const lines = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ''
  const bytes = Buffer.concat([
    Buffer.from('{"versions":['),
    available.length > 0 ? available : Buffer.from(JSON.stringify(notAvailable)),
    Buffer.from(`]${lines}}`),
  ])
  sendBytes(req, res, bytes, publicProviderPolicy(list))
}

function sendDetail(req: Request, res: Response, { provider, version, platforms }: DeliverableVersion): void {
  const { namespace, name } = provider
  sendDocument(req, res, {
    id: `${namespace}/${name}/${version.version}`,
    ...{ owner: '', namespace, name, version: version.version },
    source: '',
    published_at: (version.publishedAt ?? version.firstSeenAt).toISOString(),
    downloads: 0,
    platforms: platforms.map(platformIn),
  })
}

const sendDelivery =
  ({ providers, link }: PublicProviderFace) =>
  (req: Request, res: Response, delivery: Delivery): void => {
    const { document, stored, version } = delivery
    sendDocument(req, res, {
      ...document,
      protocols: document['protocols'] ?? version.protocols,
      ...{ os: stored.os, arch: stored.arch, filename: stored.filename, shasum: stored.shasum },
      ...linksOf(delivery, (filename) => link(contextOf(res), { versionId: version.id, filename })),
      signing_keys: stored.signingKeys ?? document['signing_keys'],
      ...(stored.packages && { packages: stored.packages }),
    })
    if (req.method === 'GET') providers.count(contextOf(res), delivery)
  }

/** The addresses of files that are delivered from here. */
function linksOf(
  { provider, version, stored, isFromHere }: Delivery,
  linkTo: (filename: string) => string,
): Readonly<Record<string, string>> {
  if (!isFromHere) return {}
  const names = proofFilenames(provider, version)
  return {
    download_url: linkTo(stored.filename),
    ...(stored.hasProof && {
      shasums_url: linkTo(names.shasums),
      shasums_signature_url: linkTo(names.signature),
    }),
  }
}

function platformIn(platform: string): { os: string; arch: string } {
  const [os = '', arch = ''] = platform.split('/')
  return { os, arch }
}
