import { Router } from 'express'
import type { EnginePolicyService } from '../domain/engine-sightings/engine-policy.service.js'
import { isRevoked } from '../domain/lifecycle/deprecation.js'
import type { DeliverableProvidersService } from '../domain/public-providers/deliverable-providers.service.js'
import type {
  PublicProviderAddress,
  PublicProviderFileAddress,
} from '../domain/public-providers/public-provider.js'
import type { ProviderDownloadsService } from '../domain/registry-providers/provider-downloads.service.js'
import type { ProviderFileAddress } from '../domain/registry-providers/provider-files.service.js'
import type { PublishedProvidersService } from '../domain/registry-providers/published-providers.service.js'
import type { FileLink } from '../http/face-services.js'
import { contextOf, leavingContextOf } from '../http/request-context.js'
import type { OperationContext } from '../kernel/context.js'
import { notFound } from '../kernel/errors.js'
import { providersPolicy, underEnginePolicy } from './cache-policies.js'
import { providerLinksEnd } from './provider-files.js'
import { publicProviderPolicy } from './public-providers.js'
import { readHandler, sendBytes, sendDocument } from './serve.js'

/** Path of the network mirror, with the hosts that providers are registered at below it. */
export const mirrorPath = '/v1/mirror'

type Params = Readonly<Record<string, string>>

interface Archive {
  readonly os: string
  readonly arch: string
  readonly shasum: string
  /** The `h1:` hash that was computed here; null where no zip was stored. */
  readonly packageHash: string | null
  readonly url: string
}

const index = '/:namespace/:name/index.json'
const version = '/:namespace/:name/:document'

/**
 * The mirror form (contract §14) of the providers of every origin. It has no words: what may not be installed is not
 * there.
 */
export function mirrorRoutes(
  providers: DeliverableProvidersService,
  link: FileLink<PublicProviderFileAddress>,
): Router {
  const router = Router({ caseSensitive: true })
  router.all(`/:origin${index}`, (req, res, next) =>
    readHandler(
      (_ctx, params) => providers.index(leavingContextOf(res), publicAddressIn(params)),
      (request, response, list) => {
        const bytes = Buffer.concat([Buffer.from('{"versions":{'), list.index, Buffer.from('}}')])
        sendBytes(request, response, bytes, publicProviderPolicy(list))
      },
    )(req, res, next),
  )
  router.all(`/:origin${version}`, (req, res, next) =>
    readHandler(
      (_ctx, params) => providers.archives(leavingContextOf(res), publicAddressIn(params), versionIn(params)),
      (request, response, found) => {
        const ctx = contextOf(response)
        const archives = found.archives.map(({ url, ...archive }) => ({
          ...archive,
          url: url ?? link(ctx, { versionId: found.version.id, filename: archive.filename }),
        }))
        const policy = publicProviderPolicy(found)
        const linksEnd = providerLinksEnd(ctx)
        const hasLinks = found.archives.some(({ url }) => url === null)
        const lasting = policy && {
          ...policy,
          endsAt: hasLinks && linksEnd < found.endsAt ? linksEnd : found.endsAt,
        }
        const afterGet = (context: OperationContext): void => providers.count(context, found)
        sendDocument(request, response, presentArchives(archives), lasting, afterGet)
      },
    )(req, res, next),
  )
  return router
}

export interface PrivateMirror {
  readonly providers: PublishedProvidersService
  readonly enginePolicy: EnginePolicyService
  readonly downloads: ProviderDownloadsService
  readonly link: FileLink<ProviderFileAddress>
}

/** The same of the private providers, relative to their host. */
export function privateMirrorRoutes({ providers, enginePolicy, downloads, link }: PrivateMirror): Router {
  const router = Router({ caseSensitive: true })
  router.all(
    index,
    readHandler(
      async (ctx, { namespace = '', name = '' }) => {
        const found = await providers.list(ctx, { namespace, name })
        if (found.versions.length === 0) throw notFound()
        return found
      },
      (req, res, { provider, versions }) =>
        sendDocument(
          req,
          res,
          { versions: Object.fromEntries(versions.map((each) => [each.version, {}])) },
          providersPolicy(provider.organizationId),
        ),
    ),
  )
  router.all(
    version,
    readHandler(
      async (ctx, { namespace = '', name = '', ...params }) => {
        const found = await providers.version(ctx, { namespace, name }, versionIn(params))
        if (isRevoked(found.provider) || isRevoked(found.version)) throw notFound()
        return found
      },
      (req, res, found) => {
        const {
          provider,
          version: { platforms },
        } = found
        const ctx = contextOf(res)
        const archives = platforms.map((platform) => ({
          ...platform,
          url: link(ctx, { ownerId: platform.id, kind: 'binary' }),
        }))
        const policy = underEnginePolicy(providersPolicy(provider.organizationId))
        const lasting = { ...policy, endsAt: providerLinksEnd(ctx) }
        sendDocument(req, res, presentArchives(archives), lasting, (by) => downloads.count(by, found))
      },
      (ctx, { provider }) => enginePolicy.admitCaller(ctx, provider.organizationId),
    ),
  )
  return router
}

/** Presents the zips by platform. A client takes one of which any hash is right: all of these were computed here or signed. */
const presentArchives = (archives: readonly Archive[]): object => ({
  archives: Object.fromEntries(
    archives.map(({ os, arch, shasum, packageHash, url }) => [
      `${os}_${arch}`,
      { hashes: [`zh:${shasum.toLowerCase()}`, ...(packageHash ? [packageHash] : [])], url },
    ]),
  ),
})

const publicAddressIn = ({ origin = '', namespace = '', name = '' }: Params): PublicProviderAddress => ({
  origin: origin.toLowerCase(),
  namespace,
  name,
})

/** Reads the version from the name of its document; any other name is not found. */
function versionIn({ document = '' }: Params): string {
  const [, number] = /^(.+)\.json$/.exec(document) ?? []
  if (number === undefined) throw notFound()
  return number
}
