import type { RequestListener } from 'node:http'
import express, { Router } from 'express'
import { createPublicRegistry } from './adapters/public-registry/public-registry.js'
import { createLinkSigner } from './adapters/secrets/signed-links.js'
import { createBackground, type Background } from './background.js'
import { PublicProvidersService } from './domain/registry-providers/public-providers.service.js'
import { graphqlFace } from './graphql/server.js'
import type { Admission } from './http/admission.js'
import { clientAddress } from './http/client-address.js'
import { engineClientReader } from './http/engine-client.js'
import { failed, notFound } from './http/fallback.js'
import { afterRename } from './http/former-names.js'
import { healthRoutes } from './http/health.js'
import { metricsRoutes } from './http/metrics.js'
import { ResponseCache } from './http/response-cache.js'
import { Overload } from './http/overload.js'
import { RateLimit } from './http/rate-limits.js'
import { createPipeline } from './http/pipeline.js'
import { contextMaker } from './http/request-context.js'
import { securityHeaders } from './http/security-headers.js'
import { SharedLimits } from './http/shared-limits.js'
import { SignedLinks } from './http/signed-links.js'
import { hours, seconds } from './kernel/clock.js'
import { anonymous } from './kernel/actor.js'
import type { OperationContext } from './kernel/context.js'
import { longestUpload } from './kernel/storage.js'
import { archiveLinkLifetime, archiveRoutes, archivesPath } from './registry/archives.js'
import { discoveryRoutes } from './registry/discovery.js'
import { moduleDownloadRoutes } from './registry/module-downloads.js'
import { moduleFileRoutes, moduleFilesPath } from './registry/module-files.js'
import { moduleRoutes } from './registry/modules.js'
import {
  providerDownloadLinkOf,
  providerFileLinkLifetime,
  providerFileRoutes,
  providerFilesPath,
} from './registry/provider-files.js'
import { providerRoutes } from './registry/providers.js'
import { publicRegistryPath, publicRegistryRoutes } from './registry/public-registry.js'
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
import { tokenRevocationPath } from './rest/routes.js'
import { setUpPath } from './rest/accounts/set-up.routes.js'
import {
  stateDownloadRoutes,
  stateDownloadsPath,
  stateLinksOf,
  stateUploadRoutes,
  stateUploadsPath,
} from './rest/states/state-files.js'
import {
  uploadLinkLifetime,
  uploadLinkOf,
  uploadRoutes,
  uploadsPath,
} from './rest/registry-modules/module-uploads.js'
import { release } from './release.js'
import { createServices, type Services } from './services.js'
import type { Infrastructure } from './infrastructure.js'

export interface App {
  readonly listener: RequestListener
  readonly services: Services
  /** What is done beside the requests; to be started. */
  readonly background: Background
  /** Turns requests away once the background is started. */
  readonly overload: Overload
  stop(): Promise<void>
}

/** The composition root: the only place that sees every room. */
export async function createApp(infrastructure: Infrastructure): Promise<App> {
  const { config, keyring, clock, log, metrics, health, isStrict } = infrastructure
  const services = createServices(infrastructure)
  const overload = new Overload(config.overload)
  const limit = new RateLimit({ requests: config.apiRateLimit, clock, overload })
  const registryLimit = new RateLimit({ requests: config.registryRateLimit, clock, overload })
  const setUpLimit = new RateLimit({ requests: 5, span: 60, clock, overload })
  const revocationLimit = new RateLimit({ requests: 10, span: 60, clock, overload })
  const { publicUrl, aliases } = config
  const { authentication, callers, moduleVersions, moduleUploads, providerFiles } = services
  const linksFor = (purpose: string, lifetime: number, span = seconds(1)): SignedLinks =>
    new SignedLinks(createLinkSigner(keyring, purpose), callers, lifetime, span)
  const uploads = linksFor('module uploads', uploadLinkLifetime)
  const archives = linksFor('module archives', archiveLinkLifetime)
  const providerUploads = linksFor('provider uploads', providerUploadLinkLifetime, hours(1))
  const providerDownloads = linksFor('provider files', providerFileLinkLifetime, hours(1))
  const stateUploads = linksFor('state uploads', uploadLinkLifetime)
  const stateDownloads = linksFor('states', archiveLinkLifetime)
  const publicRegistry = createPublicRegistry({
    ...infrastructure,
    url: config.publicRegistryUrl,
    mount: publicRegistryPath,
  })
  const faceServices = {
    ...services,
    publicProviders: new PublicProvidersService(publicRegistry),
    uploadLink: uploadLinkOf(uploads, publicUrl),
    stateLinks: stateLinksOf(stateUploads, stateDownloads, publicUrl),
    cli: { publicUrl, words: aliases },
    providerLinks: {
      upload: providerUploadLinkOf(providerUploads, publicUrl),
      download: providerDownloadLinkOf(providerDownloads, publicUrl),
    },
  }
  const graphql = await graphqlFace(faceServices)
  const modules = moduleRoutes(services, archives, aliases)
  const providers = providerRoutes(
    services.publishedProviders,
    services.enginePolicy,
    providerDownloadLinkOf(providerDownloads, ''),
  )
  const publicRegistryMirror = publicRegistryRoutes(publicRegistry, aliases)
  const app = express()
  app
    .disable('x-powered-by')
    .set('etag', false)
    .set('trust proxy', [...config.trustedProxies])
  const { formerNames, refusals } = services
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  const contextOfRequest = contextMaker({
    clock,
    log,
    addressOf: clientAddress(keyring, trusts),
    refused: (ctx, refusal) => refusals.add(ctx, refusal),
    engineOf: engineClientReader(aliases),
  })
  app.use(healthRoutes(health, release))
  app.use(metricsRoutes(metrics))
  app.use('/graphql', graphql.router)
  const dialect = { publicUrl, aliases, isStrict }
  app.use(apiPath, restFace(faceServices, dialect))
  app.use(signingKeysPath, signingKeysFace(services.gpgKeys, dialect))
  app.use(providerUploadsPath, providerUploadRoutes(providerFiles))
  app.use(stateUploadsPath, stateUploadRoutes(services.stateWrites))
  app.use(stateDownloadsPath, stateDownloadRoutes(services.stateVersions))
  app.use(exportsPath, auditExportRoutes(services.auditEvents))
  app.use(uploadsPath, uploadRoutes(moduleUploads))
  app.use(archivesPath, archiveRoutes(moduleVersions))
  app.use(moduleFilesPath, moduleFileRoutes(services.archiveFiles))
  app.use(providerFilesPath, providerFileRoutes(providerFiles))
  app.use(
    ['/v1/modules', '/api/registry/v1/modules'],
    registryFace(modules, { onFailure: afterRename(formerNames, 'modules:use') }),
  )
  app.use('/v1/providers', registryFace(providers, { onFailure: afterRename(formerNames, 'providers:use') }))
  app.use(publicRegistryPath, registryFace(publicRegistryMirror))
  app.use(['/v2', '/api/registry/v2'], registryFace(moduleDownloadRoutes(services.moduleDownloads)))
  // What else is asked of the registry is no path, in the registry's own words.
  app.use(['/v1', '/api/registry'], registryFace(Router()))
  app.use(setUpPath, setUpFace(services.setUp, dialect))
  app.use(oauthPath, oauthRoutes(services.cliLogins))
  app.use('/api', referenceRoutes())
  app.use(downloadsPath, downloadRoutes())
  app.use(discoveryRoutes(aliases, config.consoleUrl))
  app.use(notFound, failed)
  const registry = { limit: registryLimit, caller: 'bearer' } as const
  const admissions: Admission[] = [
    { path: '/graphql', method: 'POST', limit, caller: 'optional bearer' },
    { path: apiPath, only: '/ping', limit, caller: 'anonymous' },
    { path: apiPath, only: tokenRevocationPath, limit: revocationLimit, caller: 'anonymous' },
    { path: `${apiPath}/invitations`, limit, caller: 'optional bearer' },
    { path: apiPath, limit, caller: 'bearer' },
    { path: signingKeysPath, limit, caller: 'bearer' },
    { path: providerUploadsPath, limit, caller: providerUploads },
    { path: stateUploadsPath, limit, caller: stateUploads },
    { path: stateDownloadsPath, limit, caller: stateDownloads },
    { path: exportsPath, limit, caller: 'bearer' },
    { path: uploadsPath, limit, caller: uploads },
    { path: archivesPath, limit: registryLimit, caller: archives },
    { path: providerFilesPath, limit: registryLimit, caller: providerDownloads },
    ...['/v1', '/v2', '/api/registry', publicRegistryPath].map((path) => ({ path, ...registry })),
    { path: setUpPath, limit: setUpLimit, caller: 'anonymous' },
    { path: `${oauthPath}/token`, limit, caller: 'anonymous' },
  ]
  const cache = new ResponseCache(config.answerCacheLimit, infrastructure)
  const listener = createPipeline(
    {
      ...infrastructure,
      contextOfRequest,
      authentication,
      admissions,
      cache,
      securityHeaders: securityHeaders(publicUrl.startsWith('https:')),
      seen: (ctx, owner) => services.engineSightings.count(ctx, owner),
      pace: { stall: config.uploadStallMilliseconds, longest: longestUpload },
    },
    app,
  )
  const watching: OperationContext = { actor: anonymous, face: 'system', requestId: 'metrics', clock, log }
  metrics.gauge('engine_things', 'How much there is on the platform, at most a minute old.', () =>
    services.siteCounts.read(watching),
  )
  metrics.gauge('engine_response_cache', 'Cached answers, hits and misses.', () => cache.reading())
  metrics.gauge('engine_known_callers', 'Callers whose tokens are cached.', () => ({
    callers: authentication.cachedCallers,
  }))
  metrics.gauge('engine_downloads_unwritten', 'Rows of counted downloads that are in memory alone.', () => ({
    module: services.moduleDownloads.unwritten,
  }))
  metrics.gauge('engine_sightings_unwritten', 'Rows of counted engines that are in memory alone.', () => ({
    rows: services.engineSightings.unwritten,
  }))
  metrics.gauge(
    'engine_overload',
    'How much there is to do, and requests that were turned away for it.',
    () => overload.reading(),
  )
  metrics.gauge('engine_rate_limited_callers', 'Callers whose requests are counted.', () => ({
    api: limit.callers,
    registry: registryLimit.callers,
  }))
  const stopping: OperationContext = { actor: anonymous, face: 'system', requestId: 'stop', clock, log }
  const sharedLimits = new SharedLimits(
    { api: limit, registry: registryLimit, 'set-up': setUpLimit, revocation: revocationLimit },
    infrastructure.usesExchange,
  )
  const background = createBackground(services, sharedLimits, overload)
  return {
    listener,
    services,
    background,
    overload,
    async stop() {
      await graphql.stop()
      await background.stop(stopping)
      await services.letterQueue.stop()
    },
  }
}
