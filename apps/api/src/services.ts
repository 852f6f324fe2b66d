import { allowedHosts } from './adapters/outbound/egress.js'
import { hostname } from 'node:os'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { makePlain } from '@engine/module-source/plain-archive'
import { engineArchiveFiles } from './adapters/engine-archives/engine-archive-files.js'
import { ciTokenReader } from './adapters/openid/ci-tokens.js'
import { openidProvider } from './adapters/openid/openid-provider.js'
import { releaseFeedReader } from './adapters/release-feed/release-feed.js'
import { createFileSealer } from './adapters/secrets/file-sealer.js'
import { createOneTimeCodes } from './adapters/secrets/one-time-codes.js'
import { sealedFor } from './adapters/secrets/purposes.js'
import { createSealer } from './adapters/secrets/sealer.js'
import { webhookSignatures } from './adapters/secrets/webhook-signatures.js'
import { verifyDetachedSignature } from './adapters/signatures/detached-signatures.js'
import { describeSigningKey, readSigningKey } from './adapters/signatures/signing-keys.js'
import { AttentionService } from './domain/attention/attention.service.js'
import { AttentionStore } from './domain/attention/attention.store.js'
import { createAuditServices } from './domain/audit/create-audit-services.js'
import { DueDatesService } from './domain/due-dates/due-dates.service.js'
import { DueDatesStore } from './domain/due-dates/due-dates.store.js'
import { createEngineSightingServices } from './domain/engine-sightings/create-engine-sighting-services.js'
import { createEngineVersionServices } from './domain/engine-versions/create-engine-version-services.js'
import { createCiIdentityServices } from './domain/ci-identities/create-ci-identity-services.js'
import type { KnownCaller } from './domain/tokens/bearer.js'
import { CallersService } from './domain/tokens/callers.service.js'
import { CallersStore } from './domain/tokens/callers.store.js'
import { LetterBudgets } from './domain/letters/letter-budgets.js'
import { LetterBudgetsStore } from './domain/letters/letter-budgets.store.js'
import { LetterQueue } from './domain/letters/letter-queue.js'
import { createInboxServices } from './domain/inbox/create-inbox-services.js'
import { InboxNotices } from './domain/inbox/inbox-notices.js'
import { InboxNoticesStore } from './domain/inbox/inbox-notices.store.js'
import { JobLeasesStore } from './domain/maintenance/job-leases.store.js'
import { MaintenanceService } from './domain/maintenance/maintenance.service.js'
import { ProcessKeysService } from './domain/maintenance/process-keys.service.js'
import { ProcessKeysStore } from './domain/maintenance/process-keys.store.js'
import { StorageReserveService } from './domain/storage-reserve/storage-reserve.service.js'
import { StoredFilesService } from './domain/maintenance/stored-files.service.js'
import { StoredFilesStore } from './domain/maintenance/stored-files.store.js'
import { FormerNamesService } from './domain/registry-sharing/former-names.service.js'
import { RegistryPartnershipsService } from './domain/registry-sharing/registry-partnerships.service.js'
import { RegistrySharingService } from './domain/registry-sharing/registry-sharing.service.js'
import { RegistrySharingStore } from './domain/registry-sharing/registry-sharing.store.js'
import { SharingAnswers } from './domain/sharing-requests/sharing-answers.js'
import { SharingRequestsService } from './domain/sharing-requests/sharing-requests.service.js'
import { SharingRequestsStore } from './domain/sharing-requests/sharing-requests.store.js'
import { createOrganizationServices } from './domain/organizations/create-organization-services.js'
import { createAccountServices } from './domain/accounts/create-account-services.js'
import { createPeopleParts } from './domain/people/people-parts.js'
import { createSignInServices } from './domain/sign-in/create-sign-in-services.js'
import { createSignInParts } from './domain/sign-in/sign-in-parts.js'
import { createTeamServices } from './domain/teams/create-team-services.js'
import { createTeamParts } from './domain/teams/team-parts.js'
import { createTokenServices } from './domain/tokens/create-token-services.js'
import { createTokenParts } from './domain/tokens/token-parts.js'
import { createModuleUpgradeServices } from './domain/module-upgrades/create-module-upgrade-services.js'
import { UpgradeNotices } from './domain/module-upgrades/upgrade-notices.js'
import { UpgradeNoticesStore } from './domain/module-upgrades/upgrade-notices.store.js'
import { createModuleServices } from './domain/registry-modules/create-module-services.js'
import { createProviderServices } from './domain/registry-providers/create-provider-services.js'
import { createPublicProviderServices } from './domain/public-providers/create-public-provider-services.js'
import { askedHosts, type ProviderOrigin } from './domain/public-providers/provider-origins.js'
import { QuotasService } from './domain/quotas/quotas.service.js'
import { QuotasStore } from './domain/quotas/quotas.store.js'
import { SearchService } from './domain/search/search.service.js'
import { SearchStore } from './domain/search/search.store.js'
import { SiteCountsService } from './domain/site-counts/site-counts.service.js'
import { SiteCountsStore } from './domain/site-counts/site-counts.store.js'
import { createStateServices } from './domain/states/create-state-services.js'
import { createWebhookServices } from './domain/webhooks/create-webhook-services.js'
import { WebhookDeliveriesStore } from './domain/webhooks/webhook-deliveries.store.js'
import { eventOfRefusal } from './domain/webhooks/webhook-event.js'
import { WebhookOutbox } from './domain/webhooks/webhook-outbox.js'
import { StateConsumersService } from './domain/workspaces/state-consumers.service.js'
import { VersionWordsService } from './domain/workspaces/version-words.service.js'
import { WorkspaceScopesService } from './domain/workspaces/workspace-scopes.service.js'
import { WorkspaceTagsService } from './domain/workspaces/workspace-tags.service.js'
import { WorkspacesService } from './domain/workspaces/workspaces.service.js'
import { WorkspacesStore } from './domain/workspaces/workspaces.store.js'
import type { Infrastructure } from './infrastructure.js'
import { fingerprintsOf } from './kernel/signing.js'
import { TaggedCache } from './kernel/tagged-cache.js'

/** The number of callers that are cached at a time. */
const mostKnown = 10_000

export type Services = ReturnType<typeof createServices>

/** Creates all services: each area makes its own, and gets the services of others that it builds on. */
export function createServices(
  infrastructure: Infrastructure,
  providerOrigins: readonly ProviderOrigin[] = [],
) {
  const { config, database, storage, storageReserve, outbound, log, registryDocuments } = infrastructure
  const knownCallers = new TaggedCache<KnownCaller>({ ...infrastructure, limit: mostKnown })
  const callers = new CallersService(new CallersStore(database), knownCallers, config.tokenLifetimes)
  const transactions = callers.asking(infrastructure.transactions)
  const outbox = new WebhookOutbox(new WebhookDeliveriesStore(database))
  const notices = new InboxNoticesStore(database)
  const inboxNotices = new InboxNotices(notices)
  const requestRows = new SharingRequestsStore(database)
  const upgradeNotices = new UpgradeNoticesStore(database)
  const { audit, auditEventsOf, auditRetention, refusals } = createAuditServices({
    database,
    transactions,
    writeLine: infrastructure.writeAuditLine,
    retention: config.auditRetention,
    followers: [
      outbox,
      inboxNotices,
      new SharingAnswers(requestRows, inboxNotices),
      new UpgradeNotices(upgradeNotices),
    ],
  })
  const quotas = new QuotasService(new QuotasStore(database), config.quotas, storageReserve)
  const { organizations, adminOrganizations } = createOrganizationServices({
    database,
    transactions,
    audit,
    storage,
    quotas,
    settings: {
      creators: config.organizationCreators,
      administratorsActAsOwners: config.administratorsActAsOwners,
    },
    timeouts: { applyTimeout: config.applyTimeout, planTimeout: config.planTimeout },
  })
  const shared = { database, transactions, audit, organizations, quotas }
  const sharingRows = new RegistrySharingStore(database)
  const registrySharing = new RegistrySharingService(sharingRows, organizations)
  const registryPartnerships = new RegistryPartnershipsService(
    sharingRows,
    adminOrganizations,
    transactions,
    audit,
  )
  const engineVersionServices = createEngineVersionServices({
    ...shared,
    readFeed: releaseFeedReader(config.engineVersionsFeed, outbound),
    openArchive: engineArchiveFiles(outbound),
  })
  const { engineVersions, releaseFeed } = engineVersionServices
  const engineSightingServices = createEngineSightingServices({
    database,
    transactions,
    followRefusals: (tx, refusals) => outbox.emit(tx, refusals.map(eventOfRefusal)),
    sitePolicy: config.enginePolicy,
  })
  const { engineSightings, enginePolicy } = engineSightingServices
  const providerServices = createProviderServices({
    ...shared,
    registrySharing,
    enginePolicy,
    storage,
    readSigningKey,
    describeSigningKey,
    verifySignature: verifyDetachedSignature,
    providerUploadLimit: config.providerUploadLimit,
  })
  const { providerPublication } = providerServices
  const publicProviderSite = { ...config.publicProviders, mainOrigin: mainOriginOf(config) }
  const publicProviderServices = createPublicProviderServices({
    ...{ ...shared, providerOrigins, outbound, log, readSigningKey },
    ...{ registryDocuments, invalidations: infrastructure.invalidations, clock: infrastructure.clock },
    emit: (tx, events) => outbox.emit(tx, events),
    verifySignature: verifyDetachedSignature,
    site: config.publicProviders,
    mainOrigin: mainOriginOf(config),
    watch: config.providerWatch,
    consoleUrl: config.consoleUrl,
  })
  const moduleServices = createModuleServices({
    ...shared,
    registrySharing,
    storage,
    readModuleArchive,
    makePlain,
    readModule: infrastructure.readModule,
    renderReadme: infrastructure.renderReadme,
    colorCode: infrastructure.colorCode,
    comparer: infrastructure.comparer,
    indexWords: infrastructure.indexWords,
    publicUrl: config.publicUrl,
    moduleUploadLimit: config.moduleUploadLimit,
  })
  const moduleUpgradeServices = createModuleUpgradeServices({
    ...{ ...shared, notices: upgradeNotices },
    comparison: moduleServices.moduleComparison,
    emit: (tx, events) => outbox.emit(tx, events),
  })
  const sharingRequests = new SharingRequestsService(requestRows, organizations, transactions, audit)
  const inboxServices = createInboxServices({
    ...{ ...shared, notices, registrySharing },
    moduleAccess: moduleServices.moduleAccess,
  })
  const workspaceRows = new WorkspacesStore(database)
  const workspaces = new WorkspacesService(
    workspaceRows,
    organizations,
    engineVersions,
    transactions,
    audit,
    storage,
  )
  const workspaceTags = new WorkspaceTagsService({ ...shared, rows: workspaceRows, workspaces })
  const stateConsumers = new StateConsumersService({ ...shared, rows: workspaceRows, workspaces })
  const stateServices = createStateServices({
    ...shared,
    ...{ workspaces, storage },
    sightings: engineSightingServices,
    sealers: {
      files: createFileSealer(infrastructure.keyring, sealedFor.stateFiles),
      outputs: createSealer(infrastructure.keyring, sealedFor.stateOutputs),
    },
    readState: infrastructure.readState,
    compareStates: infrastructure.compareStates,
    listStateResources: infrastructure.listStateResources,
    stateUploadLimit: config.stateUploadLimit,
    stateVersionsKept: config.stateVersionsKept,
    publicUrl: config.publicUrl,
  })
  const workspaceScopes = new WorkspaceScopesService(workspaceRows, workspaces, organizations)
  const letterQueue = new LetterQueue(infrastructure.mail)
  const letterBudgets = new LetterBudgets(new LetterBudgetsStore(database))
  const { clock, tokenValues } = infrastructure
  const peopleParts = createPeopleParts({
    ...{ ...shared, clock, tokenValues, letterQueue, letterBudgets },
    consoleUrl: config.consoleUrl,
  })
  const teamParts = createTeamParts({ ...peopleParts, workspaceScopes })
  const tokenParts = createTokenParts({ ...teamParts, knownCallers, lifetimes: config.tokenLifetimes })
  const signInParts = createSignInParts({ ...tokenParts, ...signInOf(infrastructure) })
  const teamServices = createTeamServices(teamParts)
  const tokenServices = createTokenServices(tokenParts)
  const signInServices = createSignInServices(signInParts, tokenServices)
  const below = { ...teamServices, ...tokenServices, ...signInServices }
  const identityServices = {
    ...below,
    ...createAccountServices(signInParts, below, config.initialAdminToken),
  }
  const { publicUrl } = config
  const isAllowedHost = allowedHosts(config.egressAllow)
  const ciIdentityServices = createCiIdentityServices({
    ...{ ...shared, ...tokenParts, isAllowedHost, workspaceScopes },
    revocations: tokenServices.revocations,
    reader: ciTokenReader({ outbound, clock, log: infrastructure.log, isAllowedHost }),
    audiences: [publicUrl, new URL(publicUrl).host],
    exchangeLimit: config.ciExchangeLimit,
  })
  const webhookServices = createWebhookServices({
    ...{ ...shared, outbox, outbound, letterQueue },
    letters: peopleParts.letters,
    consoleUrl: config.consoleUrl,
    signatures: webhookSignatures,
    sealer: createSealer(infrastructure.keyring, sealedFor.webhooks),
  })
  const jobLeases = new JobLeasesStore(database)
  return {
    callers,
    ...ciIdentityServices,
    ...webhookServices,
    ...identityServices,
    letterQueue,
    ...moduleServices,
    ...moduleUpgradeServices,
    ...providerServices,
    ...publicProviderServices,
    ...engineVersionServices,
    ...engineSightingServices,
    attention: new AttentionService(
      new AttentionStore(database, publicProviderSite, askedHosts(providerOrigins)),
      organizations,
      storageReserve,
    ),
    auditEvents: auditEventsOf(organizations),
    refusals,
    registrySharing,
    registryPartnerships,
    sharingRequests,
    ...inboxServices,
    dueDates: new DueDatesService(new DueDatesStore(database), (ctx) => registryPartnerships.end(ctx), {
      'engine-version': (ctx, id) => engineVersions.retire(ctx, id),
      'module-version': (ctx, id) => moduleServices.moduleVersions.retire(ctx, id),
      'provider-version': (ctx, id) => providerServices.providerVersions.retire(ctx, id),
    }),
    formerNames: new FormerNamesService(organizations, registrySharing),
    organizations,
    adminOrganizations,
    search: new SearchService(
      new SearchStore(database),
      organizations,
      moduleServices.moduleCatalogue,
      registrySharing,
    ),
    siteCounts: new SiteCountsService(new SiteCountsStore(database)),
    processKeys: new ProcessKeysService(new ProcessKeysStore(database), {
      name: `${hostname()}:${config.port} (process ${process.pid})`,
      fingerprints: fingerprintsOf(infrastructure.keyring),
    }),
    storageReserve: new StorageReserveService(storageReserve, jobLeases, transactions, audit),
    providerWatch: new MaintenanceService(jobLeases, [publicProviderServices.providerLooks]),
    maintenance: new MaintenanceService(jobLeases, [
      new StoredFilesService(new StoredFilesStore(database), storage),
      auditRetention,
      providerPublication,
      providerServices.packageHashes,
      releaseFeed,
      engineSightings,
      publicProviderServices.publicProviderUses,
      stateServices.stateRetention,
      webhookServices.webhookDeliveries,
      letterBudgets,
      inboxServices.inboxTelling,
      moduleUpgradeServices.upgradeTelling,
      sharingRequests,
      ciIdentityServices.usedCiTokens,
    ]),
    workspaces,
    versionWords: new VersionWordsService({
      rows: workspaceRows,
      engineVersions,
      invalidations: infrastructure.invalidations,
    }),
    workspaceScopes,
    workspaceTags,
    stateConsumers,
    ...stateServices,
  }
}

/** The host of the public registry, to whose providers organizations point; empty where there is none. */
export const mainOriginOf = ({ publicRegistryUrl, providerOrigins }: Infrastructure['config']): string =>
  publicRegistryUrl === undefined ? '' : (providerOrigins[0]?.host ?? '')

/** Collects what signing in needs of the world outside, and its configuration. */
function signInOf(infrastructure: Infrastructure) {
  const { config, keyring, outbound, passwords, passwordStrength } = infrastructure
  const { singleSignOn, consoleUrl } = config
  const redirectUri = `${consoleUrl}/sign-in/callback`
  return {
    passwords,
    passwordStrength,
    identityProvider: singleSignOn && openidProvider({ ...singleSignOn, redirectUri }, outbound),
    singleSignOn: {
      adminGroup: singleSignOn?.adminGroup,
      ownersByGroups: singleSignOn?.ownersByGroups ?? false,
      relinksVerified: singleSignOn?.relinksVerified ?? false,
    },
    hasPasswords: config.hasPasswords,
    twoFactorRule: config.twoFactor,
    oneTimeCodes: createOneTimeCodes(`engine (${new URL(consoleUrl).host})`),
    sealers: {
      twoFactor: createSealer(keyring, sealedFor.twoFactor),
      challenges: createSealer(keyring, 'sign-in challenges'),
    },
  }
}
