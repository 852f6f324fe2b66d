import express, { Router, type Express } from 'express'
import helmet from 'helmet'
import { readModuleArchive } from './adapters/archives/module-archive.js'
import { engineArchiveFiles } from './adapters/engine-archives/engine-archive-files.js'
import { createPublicRegistry } from './adapters/public-registry/public-registry.js'
import { verifyDetachedSignature } from './adapters/signatures/detached-signatures.js'
import { readSigningKey } from './adapters/signatures/signing-keys.js'
import { releaseFeedReader } from './adapters/release-feed/release-feed.js'
import { createLinkSigner } from './adapters/secrets/signed-links.js'
import type { Config } from './config.js'
import { AttentionService } from './domain/attention/attention.service.js'
import { AttentionStore } from './domain/attention/attention.store.js'
import { AuditEventsService } from './domain/audit/audit-events.service.js'
import { AuditEventsStore } from './domain/audit/audit-events.store.js'
import { AuditService } from './domain/audit/audit.service.js'
import { AuditStore } from './domain/audit/audit.store.js'
import { createEngineVersionServices } from './domain/engine-versions/create-engine-version-services.js'
import { createIdentityServices } from './domain/identity/create-identity-services.js'
import { createModuleServices } from './domain/modules/create-module-services.js'
import { ModuleDownloadsStore } from './domain/modules/module-downloads.store.js'
import { ModuleCatalogueStore } from './domain/modules/module-catalogue.store.js'
import { ModuleListingsStore } from './domain/modules/module-listings.store.js'
import { ModuleListsStore } from './domain/modules/module-lists.store.js'
import type { ReadModuleSource } from './domain/modules/module-source.js'
import { ModuleVersionsStore } from './domain/modules/module-versions.store.js'
import { ModulesStore } from './domain/modules/modules.store.js'
import { ModuleSharingService } from './domain/module-sharing/module-sharing.service.js'
import { ModuleSharingStore } from './domain/module-sharing/module-sharing.store.js'
import { OrganizationRemoval } from './domain/organizations/organization-removal.js'
import { OrganizationsService } from './domain/organizations/organizations.service.js'
import { OrganizationsStore } from './domain/organizations/organizations.store.js'
import { SiteOrganizationsService } from './domain/organizations/site-organizations.service.js'
import { SiteOrganizationsStore } from './domain/organizations/site-organizations.store.js'
import { PublicProvidersService } from './domain/registry-providers/public-providers.service.js'
import { createProviderServices } from './domain/registry-providers/create-provider-services.js'
import { GpgKeysStore } from './domain/registry-providers/gpg-keys.store.js'
import { RegistryProviderPlatformsStore } from './domain/registry-providers/registry-provider-platforms.store.js'
import { RegistryProviderVersionsStore } from './domain/registry-providers/registry-provider-versions.store.js'
import { RegistryProvidersStore } from './domain/registry-providers/registry-providers.store.js'
import { SiteCountsService } from './domain/site-counts/site-counts.service.js'
import { SiteCountsStore } from './domain/site-counts/site-counts.store.js'
import type { StoreDatabase } from './domain/store.js'
import { StoredFilesService } from './domain/upkeep/stored-files.service.js'
import { StoredFilesStore } from './domain/upkeep/stored-files.store.js'
import { UpkeepService } from './domain/upkeep/upkeep.service.js'
import { UpkeepTurnsStore } from './domain/upkeep/upkeep-turns.store.js'
import { WorkspacesService } from './domain/workspaces/workspaces.service.js'
import { WorkspacesStore } from './domain/workspaces/workspaces.store.js'
import { graphqlFace } from './graphql/server.js'
import { bodyPace } from './http/body-pace.js'
import { clientAddress } from './http/client-address.js'
import type { Drain } from './http/drain.js'
import { healthRoutes, type Health } from './http/health.js'
import { metricsRoutes, requestMetrics } from './http/metrics.js'
import { RateLimit } from './http/rate-limits.js'
import { requestContext } from './http/request-context.js'
import { requestLog } from './http/request-log.js'
import { SignedLinks } from './http/signed-links.js'
import { Repeated } from './jobs/repeated.js'
import { hours, minutes, seconds, type Clock } from './kernel/clock.js'
import { nobody } from './kernel/actor.js'
import type { OperationContext } from './kernel/context.js'
import type { Log } from './kernel/log.js'
import type { Metrics } from './kernel/metrics.js'
import type { Mail } from './kernel/mail.js'
import type { Outbound } from './kernel/outbound.js'
import type { Passwords, TokenValues } from './kernel/secrets.js'
import type { Keyring } from './kernel/signing.js'
import { longestUpload, type Storage } from './kernel/storage.js'
import type { Transactions } from './kernel/transaction.js'
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

/** Everything that lies outside the process or differs between a test and the real thing. */
export interface Surroundings {
  readonly config: Config
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly passwords: Passwords
  readonly tokenValues: TokenValues
  readonly keyring: Keyring
  readonly storage: Storage
  readonly readModuleSource: ReadModuleSource
  readonly clock: Clock
  readonly outbound: Outbound
  /** Undefined where no mail is sent. */
  readonly mail: Mail | undefined
  readonly log: Log
  readonly metrics: Metrics
  readonly drain: Drain
  readonly health: Health
  /** In tests: refuse to send what does not match its declared schema. */
  readonly isStrict: boolean
}

export type Services = ReturnType<typeof createServices>

/** The business, wired: each service gets its own store and the services it leans on. */
export function createServices(surroundings: Surroundings) {
  const { config, database, transactions, passwords, tokenValues, storage } = surroundings
  const audit = new AuditService(new AuditStore(database))
  const organizationRows = new OrganizationsStore(database)
  const removal = new OrganizationRemoval(organizationRows, transactions, audit, storage)
  const organizations = new OrganizationsService(organizationRows, removal, transactions, audit, {
    creators: config.organizationCreators,
    administratorsActAsOwners: config.administratorsActAsOwners,
  })
  const siteOrganizations = new SiteOrganizationsService(
    new SiteOrganizationsStore(database),
    removal,
    transactions,
    audit,
    { applyTimeout: config.applyTimeout, planTimeout: config.planTimeout },
  )
  const moduleSharing = new ModuleSharingService(
    new ModuleSharingStore(database),
    organizations,
    siteOrganizations,
    transactions,
    audit,
  )
  const engineVersionServices = createEngineVersionServices({
    database,
    transactions,
    audit,
    readFeed: releaseFeedReader(config.engineVersionsFeed, surroundings.outbound),
    openArchive: engineArchiveFiles(surroundings.outbound),
  })
  const providerServices = createProviderServices({
    providers: new RegistryProvidersStore(database),
    versions: new RegistryProviderVersionsStore(database),
    platforms: new RegistryProviderPlatformsStore(database),
    gpgKeys: new GpgKeysStore(database),
    transactions,
    audit,
    organizations,
    storage,
    readSigningKey,
    verifySignature: verifyDetachedSignature,
    providerUploadLimit: config.providerUploadLimit,
  })
  return {
    ...createIdentityServices({
      database,
      transactions,
      audit,
      organizations,
      passwords,
      tokenValues,
      mail: surroundings.mail,
      consoleUrl: config.consoleUrl,
      configuredToken: config.initialAdminToken,
    }),
    ...createModuleServices({
      modules: new ModulesStore(database),
      versions: new ModuleVersionsStore(database),
      catalogue: new ModuleCatalogueStore(database),
      listings: new ModuleListingsStore(database),
      lists: new ModuleListsStore(database),
      downloads: new ModuleDownloadsStore(database),
      transactions,
      audit,
      organizations,
      moduleSharing,
      storage,
      readModuleArchive,
      readModuleSource: surroundings.readModuleSource,
      publicUrl: config.publicUrl,
      moduleUploadLimit: config.moduleUploadLimit,
    }),
    ...providerServices,
    attention: new AttentionService(new AttentionStore(database), organizations),
    auditEvents: new AuditEventsService(new AuditEventsStore(database), organizations),
    ...engineVersionServices,
    moduleSharing,
    organizations,
    siteOrganizations,
    siteCounts: new SiteCountsService(new SiteCountsStore(database)),
    upkeep: new UpkeepService(new UpkeepTurnsStore(database), [
      new StoredFilesService(new StoredFilesStore(database), storage),
      providerServices.providerPublication,
    ]),
    workspaces: new WorkspacesService(
      new WorkspacesStore(database),
      organizations,
      engineVersionServices.engineVersions,
      transactions,
      audit,
    ),
  }
}

export interface App {
  readonly express: Express
  readonly services: Services
  /** What is done now and then as long as the process runs; to be started. */
  readonly upkeep: Repeated
  /** Looks for files to verify, likewise. */
  readonly verification: Repeated
  stop(): Promise<void>
}

/** The API answers data; whatever a browser makes of it may load and frame nothing. */
const nothingToRender = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

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
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: nothingToRender } }))
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
