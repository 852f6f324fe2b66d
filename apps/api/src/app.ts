import express, { Router, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { createPublicRegistry } from './adapters/public-registry/public-registry.js'
import { createLinkSigner } from './adapters/secrets/signed-links.js'
import { PublicProvidersService } from './domain/registry-providers/public-providers.service.js'
import { graphqlFace } from './graphql/server.js'
import { bodyPace } from './http/body-pace.js'
import { clientAddress } from './http/client-address.js'
import { failedElsewhere, nowhere } from './http/elsewhere.js'
import { healthRoutes } from './http/health.js'
import { metricsRoutes, requestMetrics } from './http/metrics.js'
import { RateLimit } from './http/rate-limits.js'
import { requestContext } from './http/request-context.js'
import { requestLog } from './http/request-log.js'
import { SignedLinks } from './http/signed-links.js'
import { Repeated } from './jobs/repeated.js'
import { hours, minutes, seconds } from './kernel/clock.js'
import { nobody } from './kernel/actor.js'
import type { OperationContext } from './kernel/context.js'
import { longestUpload } from './kernel/storage.js'
import { archiveLinkLifetime, archiveRoutes, archivesPath } from './registry/archives.js'
import { discoveryRoutes } from './registry/discovery.js'
import { moduleDownloadRoutes } from './registry/module-downloads.js'
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
import { auditExportRoutes, exportsPath } from './rest/audit-exports.js'
import { apiPath, signingKeysPath } from './rest/catalogue.js'
import { downloadRoutes, downloadsPath } from './rest/downloads.js'
import {
  providerUploadLinkLifetime,
  providerUploadLinkOf,
  providerUploadRoutes,
  providerUploadsPath,
} from './rest/provider-uploads.js'
import { referenceRoutes } from './rest/reference.js'
import { restFace, setUpFace, signingKeysFace } from './rest/rest.js'
import { setUpPath } from './rest/set-up.routes.js'
import { uploadLinkLifetime, uploadLinkOf, uploadRoutes, uploadsPath } from './rest/uploads.js'
import { createServices, type Services } from './services.js'
import type { Surroundings } from './surroundings.js'

export interface App {
  readonly express: Express
  readonly services: Services
  /** What is done now and then as long as the process runs; to be started. */
  readonly upkeep: Repeated
  /** Looks for files to verify, likewise. */
  readonly verification: Repeated
  stop(): Promise<void>
}

/** The API answers data: whatever a browser makes of it loads nothing, is framed by nobody and tells nobody. */
const securityHeaders = (isHttps: boolean): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    // Of other hosts below ours nothing is known here.
    strictTransportSecurity: isHttps && { includeSubDomains: false },
  })

/** The composition root: the only place that sees every room. */
export async function createApp(surroundings: Surroundings): Promise<App> {
  const { config, keyring, clock, log, metrics, drain, health, isStrict } = surroundings
  const services = createServices(surroundings)
  const limit = new RateLimit(config.apiRateLimit)
  const { publicUrl, aliases } = config
  const { authentication, callers, moduleVersions, moduleUploads, providerFiles } = services
  const linksFor = (purpose: string, lifetime: number, span?: number): SignedLinks =>
    new SignedLinks(createLinkSigner(keyring, purpose), callers, lifetime, span)
  const uploads = linksFor('module uploads', uploadLinkLifetime)
  const archives = linksFor('module archives', archiveLinkLifetime)
  const providerUploads = linksFor('provider uploads', providerUploadLinkLifetime, hours(1))
  const providerDownloads = linksFor('provider files', providerFileLinkLifetime, hours(1))
  const publicRegistry = createPublicRegistry({
    ...surroundings,
    url: config.publicRegistryUrl,
    mount: publicRegistryPath,
  })
  const faceServices = {
    ...services,
    publicProviders: new PublicProvidersService(publicRegistry),
    uploadLink: uploadLinkOf(uploads, publicUrl),
    cli: { publicUrl, words: aliases },
    providerLinks: {
      upload: providerUploadLinkOf(providerUploads, publicUrl),
      download: providerDownloadLinkOf(providerDownloads, publicUrl),
    },
  }
  const graphql = await graphqlFace(faceServices, services.authentication, limit)
  const registryLimit = new RateLimit(config.registryRateLimit)
  const modules = moduleRoutes(services, archives, aliases)
  const providers = providerRoutes(services.publishedProviders, providerDownloadLinkOf(providerDownloads, ''))
  const publicRegistryMirror = publicRegistryRoutes(publicRegistry, aliases)
  const app = express()
  app
    .disable('x-powered-by')
    .set('etag', false)
    .set('trust proxy', [...config.trustedProxies])
  app.use(securityHeaders(publicUrl.startsWith('https:')))
  app.use(requestMetrics(metrics))
  app.use(drain.middleware)
  app.use(bodyPace({ stall: config.uploadStallMilliseconds, longest: longestUpload }))
  app.use(requestContext(clock, log, clientAddress(surroundings.keyring)))
  app.use(healthRoutes(health))
  app.use(metricsRoutes(metrics))
  app.use(requestLog())
  app.use('/graphql', graphql.router)
  const speech = { publicUrl, aliases, isStrict }
  app.use(apiPath, restFace(faceServices, limit, speech))
  app.use(signingKeysPath, signingKeysFace(services.gpgKeys, authentication, limit, speech))
  app.use(providerUploadsPath, providerUploadRoutes(providerFiles, providerUploads, limit))
  app.use(exportsPath, auditExportRoutes(services.auditEvents, authentication, limit))
  app.use(uploadsPath, uploadRoutes(moduleUploads, uploads, limit))
  app.use(archivesPath, archiveRoutes(moduleVersions, archives, registryLimit))
  app.use(providerFilesPath, providerFileRoutes(providerFiles, providerDownloads, registryLimit))
  app.use(['/v1/modules', '/api/registry/v1/modules'], registryFace(authentication, registryLimit, modules))
  app.use('/v1/providers', registryFace(authentication, registryLimit, providers))
  app.use(publicRegistryPath, registryFace(authentication, registryLimit, publicRegistryMirror))
  const downloads = moduleDownloadRoutes(services.moduleDownloads)
  app.use(['/v2', '/api/registry/v2'], registryFace(authentication, registryLimit, downloads))
  // What else is asked of the registry is no path, in the registry's own words.
  app.use(['/v1', '/api/registry'], registryFace(authentication, registryLimit, Router()))
  app.use(setUpPath, setUpFace(services.setUp, speech))
  app.use('/api', referenceRoutes())
  app.use(downloadsPath, downloadRoutes())
  app.use(discoveryRoutes(aliases))
  app.use(nowhere, failedElsewhere)
  const watching: OperationContext = { actor: nobody, face: 'system', requestId: 'metrics', clock, log }
  metrics.gauge('engine_things', 'How much there is on the platform, at most a minute old.', () =>
    services.siteCounts.read(watching),
  )
  metrics.gauge('engine_downloads_unwritten', 'Rows of counted downloads that are in memory alone.', () => ({
    module: services.moduleDownloads.unwritten,
  }))
  const stopping: OperationContext = { actor: nobody, face: 'system', requestId: 'stop', clock, log }
  const upkeep = new Repeated((ctx, signal) => services.upkeep.run(ctx, signal), minutes(15))
  const { verificationJobs } = services
  const verification = new Repeated(async (ctx, signal) => verificationJobs.begin(ctx, signal), seconds(3))
  return {
    express: app,
    services,
    upkeep,
    verification,
    async stop() {
      await verification.stop()
      await verificationJobs.settled()
      await upkeep.stop()
      await graphql.stop()
      await services.moduleDownloads.stop(stopping)
      await services.invitationLetters.stop()
    },
  }
}
