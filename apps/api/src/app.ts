import type { RequestListener } from 'node:http'
import express, { Router, type RequestHandler } from 'express'
import { createPublicRegistry } from './adapters/public-registry/public-registry.js'
import { createLinkSigner } from './adapters/secrets/signed-links.js'
import { createBackground, type Background } from './background.js'
import type { FaceServices } from './http/face-services.js'
import type { ProviderOrigin } from './domain/public-providers/provider-origins.js'
import { listExportsPath } from './graphql/exports/list-exports.js'
import { graphqlFace } from './graphql/server.js'
import type { Admission } from './http/admission.js'
import { clientAddress } from './http/client-address.js'
import { engineClientReader } from './http/engine-client.js'
import { failed, notFound } from './http/fallback.js'
import { afterRename } from './http/former-names.js'
import { healthRoutes, metricsRoutes } from './http/health.js'
import { ResponseCache } from './http/response-cache.js'
import { Overload } from './http/overload.js'
import { RateLimit } from './http/rate-limits.js'
import { createPipeline } from './http/pipeline.js'
import { RequestsUnderWay } from './http/requests-under-way.js'
import { contextMaker } from './http/request-context.js'
import { securityHeaders } from './http/security-headers.js'
import { SharedLimits } from './http/shared-limits.js'
import { SignedLinks } from './http/signed-links.js'
import { hours, minutes, seconds } from './kernel/clock.js'
import { anonymous } from './kernel/actor.js'
import type { OperationContext } from './kernel/context.js'
import type { PublicRegistry } from './kernel/public-registry.js'
import { longestUpload } from './kernel/storage.js'
import { archiveLinkLifetime, archiveRoutes, archivesPath } from './registry/archives.js'
import { discoveryRoutes } from './registry/discovery.js'
import { mirrorPath, mirrorRoutes, privateMirrorRoutes } from './registry/mirror.js'
import { moduleFileRoutes, moduleFilesPath } from './registry/module-files.js'
import { moduleDownloadRoutes, moduleRoutes } from './registry/modules.js'
import {
  providerDownloadLinkOf,
  providerFileLinkLifetime,
  providerFileLinkSpan,
  providerFileRoutes,
  providerFilesPath,
} from './registry/provider-files.js'
import { providerRoutes } from './registry/providers.js'
import {
  publicModuleArchiveLinkOf,
  publicModuleArchiveRoutes,
  publicModuleArchivesPath,
} from './registry/public-module-archives.js'
import {
  publicProviderFileLinkOf,
  publicProviderFileRoutes,
  publicProviderFilesPath,
} from './registry/public-provider-files.js'
import { publicProviderRoutes } from './registry/public-providers.js'
import { providerRelays, publicRegistryPath, publicRegistryRoutes } from './registry/public-registry.js'
import { registryFace } from './registry/registry.js'
import { auditExportRoutes, exportsPath } from './rest/audit/audit-exports.js'
import { apiPath, signingKeysPath } from './rest/catalogue.js'
import { downloadRoutes, downloadsPath } from './rest/downloads.js'
import { oauthPath, oauthRoutes } from './rest/tokens/oauth.js'
import {
  providerUploadLinkLifetime,
  providerUploadLinkOf,
  providerUploadRoutes,
  providerUploadsPath,
} from './rest/registry-providers/provider-uploads.js'
import { referenceRoutes } from './rest/reference.js'
import { restFace, setUpFace, signingKeysFace } from './rest/rest.js'
import { tokenExchangePath } from './rest/ci-identities/token-exchange.routes.js'
import { tokenRevocationPath } from './rest/routes.js'
import {
  providerImportLinkOf,
  providerImportRoutes,
  providerImportsPath,
  providerImportUploadRoutes,
} from './rest/public-providers/provider-imports.js'
import { setUpPath } from './rest/accounts/set-up.routes.js'
import {
  stateDownloadRoutes,
  stateDownloadsPath,
  stateLinksOf,
  stateUploadRoutes,
  stateUploadsPath,
} from './rest/states/state-files.js'
import {
  checkLinkOf,
  uploadLinkLifetime,
  uploadLinkOf,
  uploadRoutes,
  uploadsPath,
} from './rest/registry-modules/module-uploads.js'
import { release } from './release.js'
import { createServices, mainOriginOf, type Services } from './services.js'
import type { Infrastructure } from './infrastructure.js'

export interface App {
  readonly listener: RequestListener
  readonly services: Services
  /** The background work; to be started. */
  readonly background: Background
  /** The load shedding, which turns requests away once the background is started. */
  readonly overload: Overload
  stop(): Promise<void>
}

type Limits = ReturnType<typeof limitsOf>
type Links = ReturnType<typeof linksOf>

/** The parts that the faces are made from. */
interface Parts {
  readonly infrastructure: Infrastructure
  readonly services: Services
  readonly limits: Limits
  readonly underWay: RequestsUnderWay
  readonly links: Links
  readonly publicRegistry: PublicRegistry
}

/** A way in, to a face or to what lies `below` its path. */
type Way = Omit<Admission, 'path'> & { readonly below?: string }

/** A face under its paths, with its admissions: more special ways first, none where no limit counts them. */
interface Mount {
  readonly path: string | string[]
  readonly routes: RequestHandler
  readonly ways: readonly Way[]
}

/** A name of a host, which no address in brackets is. */
const isHostName = /^[0-9a-z.-]+$/

const mount = (path: string | string[], routes: RequestHandler, ...ways: Way[]): Mount => ({
  path,
  routes,
  ways,
})

const counting = (limit: RateLimit) => (caller: Admission['caller']) => ({ limit, caller })

/** Composes the app: the only place that sees every room. */
export async function createApp(infrastructure: Infrastructure): Promise<App> {
  const { config, clock, log } = infrastructure
  const publicRegistry = createPublicRegistry({
    ...infrastructure,
    documents: infrastructure.registryDocuments,
    url: config.publicRegistryUrl,
    mount: publicRegistryPath,
    purpose: 'public-registry',
  })
  const services = createServices(infrastructure, originsOf(infrastructure, publicRegistry))
  const underWay = new RequestsUnderWay()
  const overload = new Overload(config.overload, underWay)
  const limits = limitsOf(infrastructure, overload)
  const parts = {
    ...{ infrastructure, services, limits, underWay, publicRegistry },
    links: linksOf(infrastructure, services),
  }
  const faceServices = faceServicesOf(parts)
  const graphql = await graphqlFace(faceServices)
  const mounts = [
    mount(listExportsPath, graphql.exports, counting(limits.api)('bearer')),
    mount('/graphql', graphql.router, { method: 'POST', ...counting(limits.api)('optional bearer') }),
    ...restMounts(parts, faceServices),
    ...registryMounts(parts),
    ...openMounts(parts),
  ]
  const cache = new ResponseCache(config.answerCacheLimit, infrastructure)
  declareGauges(parts, overload, cache)
  const sharedLimits = new SharedLimits(limits, infrastructure.usesExchange)
  const background = createBackground(services, sharedLimits, overload)
  const stopping: OperationContext = { actor: anonymous, face: 'system', requestId: 'stop', clock, log }
  return {
    listener: listenerOf(parts, mounts, cache),
    services,
    background,
    overload,
    async stop() {
      await graphql.stop()
      await background.stop(stopping)
      await services.mailQueue.stop()
    },
  }
}

/** The origins of public providers, that of the public registry first. */
function originsOf(infrastructure: Infrastructure, publicRegistry: PublicRegistry): ProviderOrigin[] {
  const { providerOrigins, publicRegistryUrl } = infrastructure.config
  return providerOrigins.map(({ host, url }, index) => {
    if (index === 0 && publicRegistryUrl !== undefined) return { host, registry: publicRegistry }
    const settings = {
      ...infrastructure,
      documents: infrastructure.registryDocuments,
      url,
      mount: publicRegistryPath,
      purpose: 'provider-origins',
    } as const
    return { host, registry: url === undefined ? undefined : createPublicRegistry(settings) }
  })
}

function limitsOf({ config, clock }: Infrastructure, overload: Overload) {
  const limitOf = (requests: number, span?: number): RateLimit =>
    new RateLimit(requests, clock, overload, span)
  return {
    api: limitOf(config.apiRateLimit),
    registry: limitOf(config.registryRateLimit),
    'set-up': limitOf(5, minutes(1)),
    revocation: limitOf(10, minutes(1)),
  }
}

function linksOf({ keyring }: Infrastructure, { callers }: Services) {
  const linksFor = (purpose: string, lifetime: number, span = seconds(1)): SignedLinks =>
    new SignedLinks(createLinkSigner(keyring, purpose), callers, lifetime, span)
  return {
    uploads: linksFor('module uploads', uploadLinkLifetime),
    archives: linksFor('module archives', archiveLinkLifetime),
    providerUploads: linksFor('provider uploads', providerUploadLinkLifetime, hours(1)),
    providerDownloads: linksFor('provider files', providerFileLinkLifetime, providerFileLinkSpan),
    stateUploads: linksFor('state uploads', uploadLinkLifetime),
    stateDownloads: linksFor('states', archiveLinkLifetime),
  }
}

/** Adds to the services what the faces need to know of the addresses of this platform, and the limit they share. */
function faceServicesOf({ infrastructure, services, limits, links }: Parts) {
  const { publicUrl, aliases } = infrastructure.config
  return {
    ...services,
    uploadLink: uploadLinkOf(links.uploads, publicUrl),
    interfaceCheckLink: checkLinkOf(links.uploads, publicUrl),
    stateLinks: stateLinksOf(links.stateUploads, links.stateDownloads, publicUrl),
    cli: { publicUrl, words: aliases },
    providerLinks: {
      upload: providerUploadLinkOf(links.providerUploads, publicUrl),
      download: providerDownloadLinkOf(links.providerDownloads, publicUrl),
    },
    providerImportLink: providerImportLinkOf(links.providerUploads, publicUrl),
    countSetUpTry: (ctx: OperationContext) => limits['set-up'].take(ctx),
  }
}

const dialectOf = ({ config: { publicUrl, aliases }, isStrict }: Infrastructure) => ({
  publicUrl,
  aliases,
  isStrict,
})

function restMounts({ infrastructure, services, limits, links }: Parts, faceServices: FaceServices): Mount[] {
  const routes = restFace(faceServices, dialectOf(infrastructure))
  const { auditEvents, gpgKeys, moduleUploads, interfaceChecks, stateVersions, stateWrites } = services
  const by = counting(limits.api)
  return [
    // Its admission is that of the whole face.
    mount(`${apiPath}/admin/public-providers`, providerImportRoutes(services.providerImports)),
    mount(
      apiPath,
      routes,
      { only: '/ping', ...by('anonymous') },
      { only: tokenRevocationPath, ...counting(limits.revocation)('anonymous') },
      { only: tokenExchangePath, ...by('anonymous') },
      { below: '/invitations', ...by('optional bearer') },
      by('bearer'),
    ),
    mount(signingKeysPath, signingKeysFace(gpgKeys, dialectOf(infrastructure)), by('bearer')),
    mount(
      providerImportsPath,
      providerImportUploadRoutes(services.providerImports),
      by(links.providerUploads),
    ),
    mount(providerUploadsPath, providerUploadRoutes(faceServices), by(links.providerUploads)),
    mount(stateUploadsPath, stateUploadRoutes(stateWrites), by(links.stateUploads)),
    mount(stateDownloadsPath, stateDownloadRoutes(stateVersions), by(links.stateDownloads)),
    mount(exportsPath, auditExportRoutes(auditEvents), by('bearer')),
    mount(uploadsPath, uploadRoutes(moduleUploads, interfaceChecks), by(links.uploads)),
  ]
}

/** Router of what the public registry has, at its own paths: providers under control, and modules. */
function publicRegistryFaceOf({ infrastructure, services, links, publicRegistry }: Parts): Router {
  const publicProviders = publicProviderRoutes({
    providers: services.deliverableProviders,
    mainOrigin: mainOriginOf(infrastructure.config),
    link: publicProviderFileLinkOf(links.providerDownloads),
    relays: providerRelays(publicRegistry),
  })
  return Router().use(
    publicProviders,
    publicRegistryRoutes({
      registry: publicRegistry,
      modules: services.publicModules,
      link: publicModuleArchiveLinkOf(links.archives),
      aliases: infrastructure.config.aliases,
    }),
  )
}

function registryMounts(parts: Parts): Mount[] {
  const { infrastructure, services, limits, links } = parts
  const { aliases, publicUrl } = infrastructure.config
  const { archiveFiles, formerNames, moduleDownloads, moduleVersions, providerFiles } = services
  const by = counting(limits.registry)
  const modules = moduleRoutes(services, links.archives, aliases)
  const providerLink = providerDownloadLinkOf(links.providerDownloads, '')
  const renamed = (permission: 'modules:use' | 'providers:use') => ({
    onFailure: afterRename(formerNames, permission),
  })
  const { publishedProviders, enginePolicy, providerDownloads: downloads } = services
  const published = { providers: publishedProviders, enginePolicy, downloads, link: providerLink }
  const providers = providerRoutes(published)
  const privateMirror = privateMirrorRoutes(published)
  const ownMirror = mirroredHost(publicUrl).map((host) =>
    mount(`${mirrorPath}/${host}`, registryFace(privateMirror, renamed('providers:use')), by('bearer')),
  )
  return [
    mount(archivesPath, archiveRoutes(moduleVersions), by(links.archives)),
    mount(publicModuleArchivesPath, publicModuleArchiveRoutes(services.publicModules), by(links.archives)),
    mount(moduleFilesPath, moduleFileRoutes(archiveFiles), by('bearer')),
    mount(providerFilesPath, providerFileRoutes(providerFiles), by(links.providerDownloads)),
    mount(
      publicProviderFilesPath,
      publicProviderFileRoutes(services.publicProviderFiles),
      by(links.providerDownloads),
    ),
    mount(
      ['/v1/modules', '/api/registry/v1/modules'],
      registryFace(modules, renamed('modules:use')),
      by('bearer'),
    ),
    mount('/v1/providers', registryFace(providers, renamed('providers:use')), by('bearer')),
    mount(publicRegistryPath, registryFace(publicRegistryFaceOf(parts)), by('bearer')),
    ...ownMirror,
    mount(
      mirrorPath,
      registryFace(
        mirrorRoutes(services.deliverableProviders, publicProviderFileLinkOf(links.providerDownloads)),
      ),
      by('bearer'),
    ),
    mount(['/v2', '/api/registry/v2'], registryFace(moduleDownloadRoutes(moduleDownloads)), by('bearer')),
    // Any other path of the registry is unknown, in the registry's own words.
    mount(['/v1', '/api/registry'], registryFace(Router()), by('bearer')),
  ]
}

/** Returns the host whose private providers a mirror serves: none with a port, since no engine asks a mirror for it. */
function mirroredHost(publicUrl: string): string[] {
  const { hostname, port } = new URL(publicUrl)
  return port === '' && isHostName.test(hostname) ? [hostname] : []
}

/** Mounts what needs no bearer. */
function openMounts({ infrastructure, services, limits }: Parts): Mount[] {
  const { aliases, consoleUrl } = infrastructure.config
  const setUp = setUpFace(services.setUp, dialectOf(infrastructure))
  const login = oauthRoutes(services.cliLogins)
  return [
    mount(setUpPath, setUp, counting(limits['set-up'])('anonymous')),
    mount(oauthPath, login, { below: '/token', ...counting(limits.api)('anonymous') }),
    mount('/api', referenceRoutes()),
    mount(downloadsPath, downloadRoutes()),
    mount('/', discoveryRoutes(aliases, consoleUrl)),
  ]
}

/** Builds the listener. Health and metrics come first: they are answered however much there is to do. */
function listenerOf(
  { infrastructure, services, underWay }: Parts,
  mounts: readonly Mount[],
  cache: ResponseCache,
) {
  const { config, keyring, clock, log, metrics, health } = infrastructure
  const app = express()
  app
    .disable('x-powered-by')
    .set('etag', false)
    .set('trust proxy', [...config.trustedProxies])
  app.use(healthRoutes(health, release))
  app.use(metricsRoutes(metrics))
  for (const { path, routes } of mounts) app.use(path, routes)
  app.use(notFound, failed)
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  const contextOfRequest = contextMaker({
    clock,
    log,
    addressOf: clientAddress(keyring, trusts),
    refused: (ctx, refusal) => services.refusals.add(ctx, refusal),
    engineOf: engineClientReader(config.aliases),
  })
  return createPipeline(
    {
      ...infrastructure,
      contextOfRequest,
      authentication: services.authentication,
      admissions: mounts.flatMap(admissionsOf),
      cache,
      securityHeaders: securityHeaders(config.publicUrl.startsWith('https:')),
      seen: (ctx, owner) => services.engineSightings.count(ctx, owner),
      pace: { stall: config.uploadStallMilliseconds, longest: longestUpload },
      underWay,
    },
    app,
  )
}

const admissionsOf = ({ path: paths, ways }: Mount): Admission[] =>
  [paths].flat().flatMap((path) => ways.map(({ below = '', ...way }) => ({ ...way, path: path + below })))

function declareGauges(
  { infrastructure: { metrics, clock, log, storageReserve }, services, limits, underWay }: Parts,
  overload: Overload,
  cache: ResponseCache,
): void {
  const watching: OperationContext = { actor: anonymous, face: 'system', requestId: 'metrics', clock, log }
  metrics.gauge('engine_things', 'How much there is on the platform, at most a minute old.', () =>
    services.siteCounts.read(watching),
  )
  metrics.gauge(
    'engine_storage_space',
    'Bytes that are free for files and that are left to the database, and files that were refused for it.',
    () => storageReserve.figures(),
  )
  metrics.gauge('engine_response_cache', 'Cached answers, hits and misses.', () => cache.reading())
  metrics.gauge('engine_ci_exchanges', 'Tokens of CI that were exchanged, or refused.', () =>
    services.tokenExchange.reading(),
  )
  metrics.gauge(
    'engine_origin_requests',
    'Requests to origins of public providers that run, and that wait, and first looks that were refused.',
    () => ({ ...services.providerSync.load, first_looks_refused: services.providerSync.refused }),
  )
  metrics.gauge('engine_known_callers', 'Callers whose tokens are cached.', () => ({
    callers: services.authentication.cachedCallers,
  }))
  metrics.gauge('engine_downloads_unwritten', 'Rows of counted downloads that are in memory alone.', () => ({
    module: services.moduleDownloads.unwritten,
    provider: services.providerDownloads.unwritten,
  }))
  metrics.gauge('engine_sightings_unwritten', 'Rows of counted engines that are in memory alone.', () => ({
    rows: services.engineSightings.unwritten,
  }))
  metrics.gauge(
    'engine_overload',
    'How much there is to do, and requests that were turned away for it.',
    () => overload.reading(),
  )
  metrics.gauge(
    'engine_requests_under_way',
    'Callers with requests under way, the most of one, and requests that were refused for it.',
    () => underWay.reading(),
  )
  metrics.gauge('engine_rate_limited_callers', 'Callers whose requests are counted.', () => ({
    api: limits.api.callers,
    registry: limits.registry.callers,
  }))
}
