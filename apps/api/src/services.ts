import { readModuleArchive } from '@engine/module-source/archive-reader'
import { engineArchiveFiles } from './adapters/engine-archives/engine-archive-files.js'
import { openidProvider } from './adapters/openid/openid-provider.js'
import { createOneTimeCodes } from './adapters/secrets/one-time-codes.js'
import { createSealer } from './adapters/secrets/sealer.js'
import { verifyDetachedSignature } from './adapters/signatures/detached-signatures.js'
import { readSigningKey } from './adapters/signatures/signing-keys.js'
import { releaseFeedReader } from './adapters/release-feed/release-feed.js'
import { AttentionService } from './domain/attention/attention.service.js'
import { AttentionStore } from './domain/attention/attention.store.js'
import { AuditEventsService } from './domain/audit/audit-events.service.js'
import { AuditEventsStore } from './domain/audit/audit-events.store.js'
import { AuditRetentionService } from './domain/audit/audit-retention.service.js'
import { AuditRetentionStore } from './domain/audit/audit-retention.store.js'
import { AuditService } from './domain/audit/audit.service.js'
import { AuditStore } from './domain/audit/audit.store.js'
import { RefusalsService } from './domain/audit/refusals.service.js'
import { createEngineVersionServices } from './domain/engine-versions/create-engine-version-services.js'
import { createIdentityServices } from './domain/identity/create-identity-services.js'
import { createModuleServices } from './domain/modules/create-module-services.js'
import { ModuleDownloadsStore } from './domain/modules/module-downloads.store.js'
import { ModuleCatalogueStore } from './domain/modules/module-catalogue.store.js'
import { ModuleFoldersStore } from './domain/modules/module-folders.store.js'
import { ModuleIndexStore } from './domain/modules/module-index.store.js'
import { ModuleReadmesStore } from './domain/modules/module-readmes.store.js'
import { ModuleVersionsStore } from './domain/modules/module-versions.store.js'
import { ModulesStore } from './domain/modules/modules.store.js'
import { ModuleSharingService } from './domain/module-sharing/module-sharing.service.js'
import { ModuleSharingStore } from './domain/module-sharing/module-sharing.store.js'
import { OrganizationRemoval } from './domain/organizations/organization-removal.js'
import { OrganizationsService } from './domain/organizations/organizations.service.js'
import { OrganizationsStore } from './domain/organizations/organizations.store.js'
import { SiteOrganizationsService } from './domain/organizations/site-organizations.service.js'
import { SiteOrganizationsStore } from './domain/organizations/site-organizations.store.js'
import { createProviderServices } from './domain/registry-providers/create-provider-services.js'
import { GpgKeysStore } from './domain/registry-providers/gpg-keys.store.js'
import { RegistryProviderPlatformsStore } from './domain/registry-providers/registry-provider-platforms.store.js'
import { RegistryProviderVersionsStore } from './domain/registry-providers/registry-provider-versions.store.js'
import { RegistryProvidersStore } from './domain/registry-providers/registry-providers.store.js'
import { TakenProviderPlatformsStore } from './domain/registry-providers/taken-provider-platforms.store.js'
import { SiteCountsService } from './domain/site-counts/site-counts.service.js'
import { SiteCountsStore } from './domain/site-counts/site-counts.store.js'
import { StoredFilesService } from './domain/maintenance/stored-files.service.js'
import { StoredFilesStore } from './domain/maintenance/stored-files.store.js'
import { MaintenanceService } from './domain/maintenance/maintenance.service.js'
import { JobLeasesStore } from './domain/maintenance/job-leases.store.js'
import { WorkspacesService } from './domain/workspaces/workspaces.service.js'
import { WorkspacesStore } from './domain/workspaces/workspaces.store.js'
import { auditLine } from './rest/audit-events.presenter.js'
import type { Infrastructure } from './infrastructure.js'

export type Services = ReturnType<typeof createServices>

/** The business, wired: each service gets its own store and the services it leans on. */
export function createServices(infrastructure: Infrastructure) {
  const { config, database, transactions, passwords, tokenValues, storage } = infrastructure
  const { singleSignOn } = config
  const redirectUri = `${config.consoleUrl}/sign-in/callback`
  const events = new AuditEventsStore(database)
  const { writeAuditLine } = infrastructure
  const audit = new AuditService(
    new AuditStore(database),
    writeAuditLine && { events, receive: (event) => writeAuditLine(auditLine(event)) },
  )
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
    readFeed: releaseFeedReader(config.engineVersionsFeed, infrastructure.outbound),
    openArchive: engineArchiveFiles(infrastructure.outbound),
  })
  const providerServices = createProviderServices({
    providers: new RegistryProvidersStore(database),
    versions: new RegistryProviderVersionsStore(database),
    platforms: new RegistryProviderPlatformsStore(database),
    taken: new TakenProviderPlatformsStore(database),
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
      invalidations: infrastructure.invalidations,
      clock: infrastructure.clock,
      audit,
      organizations,
      passwords,
      tokenValues,
      passwordStrength: infrastructure.passwordStrength,
      mail: infrastructure.mail,
      identityProvider:
        singleSignOn && openidProvider({ ...singleSignOn, redirectUri }, infrastructure.outbound),
      singleSignOn: {
        adminGroup: singleSignOn?.adminGroup,
        ownersByGroups: singleSignOn?.ownersByGroups ?? false,
      },
      hasPasswords: config.hasPasswords,
      lifetimes: config.tokenLifetimes,
      twoFactor: config.twoFactor,
      oneTimeCodes: createOneTimeCodes(`engine (${new URL(config.consoleUrl).host})`),
      sealers: {
        twoFactor: createSealer(infrastructure.keyring, 'two-factor secrets'),
        challenges: createSealer(infrastructure.keyring, 'sign-in challenges'),
      },
      consoleUrl: config.consoleUrl,
      configuredToken: config.initialAdminToken,
    }),
    ...createModuleServices({
      modules: new ModulesStore(database),
      versions: new ModuleVersionsStore(database),
      catalogue: new ModuleCatalogueStore(database),
      folders: new ModuleFoldersStore(database),
      readmes: new ModuleReadmesStore(database),
      index: new ModuleIndexStore(database),
      downloads: new ModuleDownloadsStore(database),
      transactions,
      clock: infrastructure.clock,
      audit,
      organizations,
      moduleSharing,
      storage,
      readModuleArchive,
      readModuleSource: infrastructure.readModuleSource,
      renderReadme: infrastructure.renderReadme,
      publicUrl: config.publicUrl,
      moduleUploadLimit: config.moduleUploadLimit,
    }),
    ...providerServices,
    attention: new AttentionService(new AttentionStore(database), organizations),
    auditEvents: new AuditEventsService(events, organizations, config.auditRetention),
    refusals: new RefusalsService(transactions, audit),
    ...engineVersionServices,
    moduleSharing,
    organizations,
    siteOrganizations,
    siteCounts: new SiteCountsService(new SiteCountsStore(database)),
    maintenance: new MaintenanceService(new JobLeasesStore(database), [
      new StoredFilesService(new StoredFilesStore(database), storage),
      new AuditRetentionService(
        new AuditRetentionStore(database),
        transactions,
        audit,
        config.auditRetention,
      ),
      providerServices.providerPublication,
      engineVersionServices.feedWatch,
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
