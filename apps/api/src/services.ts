import { hostname } from 'node:os'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { makePlain } from '@engine/module-source/plain-archive'
import { verifyDetachedSignature } from '@engine/provider-source/detached-signatures'
import { describeSigningKey, readSigningKey } from '@engine/provider-source/signing-keys'
import { allowedHosts } from './adapters/outbound/egress.js'
import { engineArchiveFiles } from './adapters/engine-archives/engine-archive-files.js'
import { ciTokenReader } from './adapters/openid/ci-tokens.js'
import { openidProvider } from './adapters/openid/openid-provider.js'
import { releaseFeedReader } from './adapters/release-feed/release-feed.js'
import { createFileSealer } from './adapters/secrets/file-sealer.js'
import { createOneTimeCodes } from './adapters/secrets/one-time-codes.js'
import { sealedFor } from './adapters/secrets/purposes.js'
import { createSealer } from './adapters/secrets/sealer.js'
import { webhookSignatures } from './adapters/secrets/webhook-signatures.js'
import { createAttentionServices } from './domain/attention/create-attention-services.js'
import { createAuditServices } from './domain/audit/create-audit-services.js'
import { DueDatesService } from './domain/lifecycle/due-dates.service.js'
import { DueDatesStore } from './domain/lifecycle/due-dates.store.js'
import { createEngineSightingServices } from './domain/engine-sightings/create-engine-sighting-services.js'
import { createEngineVersionServices } from './domain/engine-versions/create-engine-version-services.js'
import { createBulkActServices } from './domain/bulk-acts/create-bulk-act-services.js'
import { createCiIdentityServices } from './domain/ci-identities/create-ci-identity-services.js'
import type { KnownCaller } from './domain/tokens/bearer.js'
import { CallersService } from './domain/tokens/callers.service.js'
import { CallersStore } from './domain/tokens/callers.store.js'
import { MailRateLimits } from './domain/mail/mail-rate-limits.js'
import { MailRateLimitsStore } from './domain/mail/mail-rate-limits.store.js'
import { MailQueue } from './domain/mail/mail-queue.js'
import { createInboxServices } from './domain/inbox/create-inbox-services.js'
import { noticesOf } from './domain/inbox/inbox-notice.js'
import { InboxNoticesStore } from './domain/inbox/inbox-notices.store.js'
import { JobLeasesStore } from './domain/maintenance/job-leases.store.js'
import { createMaintenanceServices } from './domain/maintenance/create-maintenance-services.js'
import { StorageReserveService } from './domain/storage-reserve/storage-reserve.service.js'
import { createSharingServices } from './domain/registry-sharing/create-sharing-services.js'
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
import { upgradeNoticesOf } from './domain/module-upgrades/upgrade-notice.js'
import { UpgradeNoticesStore } from './domain/module-upgrades/upgrade-notices.store.js'
import { NotificationRecorder } from './domain/notifications/notification-recorder.js'
import { createModuleServices } from './domain/registry-modules/create-module-services.js'
import { createProviderServices } from './domain/registry-providers/create-provider-services.js'
import { createPublicModuleServices } from './domain/public-modules/create-public-module-services.js'
import { createPublicProviderServices } from './domain/public-providers/create-public-provider-services.js'
import { askedHosts, type ProviderOrigin } from './domain/public-providers/provider-origins.js'
import { QuotasService } from './domain/quotas/quotas.service.js'
import { QuotasStore } from './domain/quotas/quotas.store.js'
import { createSearchServices } from './domain/search/create-search-services.js'
import { SiteCountsService } from './domain/site-counts/site-counts.service.js'
import { SiteCountsStore } from './domain/site-counts/site-counts.store.js'
import { createStateServices } from './domain/states/create-state-services.js'
import { createWebhookServices } from './domain/webhooks/create-webhook-services.js'
import { WebhookDeliveriesStore } from './domain/webhooks/webhook-deliveries.store.js'
import { eventOfRefusal } from './domain/webhooks/webhook-event.js'
import { WebhookOutbox } from './domain/webhooks/webhook-outbox.js'
import { createWorkspaceServices } from './domain/workspaces/create-workspace-services.js'
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
  const { config, database, storage, storageReserve, keyring } = infrastructure
  const core = createCore(infrastructure)
  const { shared, organizationServices } = core
  const engineServices = createEngineServices(infrastructure, core)
  const registryServices = createRegistryServices(infrastructure, core, engineServices, providerOrigins)
  const workspaceServices = createWorkspaceAndStateServices(infrastructure, core, engineServices)
  const { identityServices, ...mailServices } = createIdentityServices(
    infrastructure,
    core,
    workspaceServices,
  )
  const bulkActServices = createBulkActServices({
    ...{ ...shared, ...organizationServices, ...registryServices },
    ...{ workspaces: workspaceServices.workspaces, users: identityServices.users },
  })
  const leases = new JobLeasesStore(database)
  const services = {
    ...{ callers: core.callers, refusals: core.refusals, auditEvents: core.auditEvents },
    ...organizationServices,
    ...engineServices,
    ...registryServices,
    ...workspaceServices,
    ...identityServices,
    ...bulkActServices,
    mailQueue: mailServices.mailQueue,
    dueDates: createDueDates(database, registryServices, engineServices),
    ...createSearchServices({ ...shared, ...registryServices }),
    ...createAttentionServices({
      ...shared,
      ...{ storageReserve, askedHosts: askedHosts(providerOrigins) },
      site: { ...config.publicProviders, mainOrigin: mainOriginOf(config) },
    }),
    siteCounts: new SiteCountsService(new SiteCountsStore(database)),
    storageReserve: new StorageReserveService(storageReserve, leases, shared.transactions, shared.audit),
  }
  return {
    ...services,
    ...createMaintenanceServices({
      ...{ database, storage, leases },
      process: {
        name: `${hostname()}:${config.port} (process ${process.pid})`,
        fingerprints: fingerprintsOf(keyring),
      },
      providerSync: services.providerSync,
      tasks: [
        core.auditRetention,
        services.providerPublication,
        services.packageHashes,
        services.releaseFeed,
        services.engineSightings,
        services.publicProviderUses,
        services.originFiles,
        services.publicModules,
        services.stateRetention,
        services.webhookDeliveries,
        mailServices.mailRateLimits,
        services.inboxDispatcher,
        services.upgradeDispatcher,
        services.sharingRequests,
        services.usedCiTokens,
        services.bulkActs,
      ],
    }),
  }
}

type Core = ReturnType<typeof createCore>
type EngineServices = ReturnType<typeof createEngineServices>
type RegistryServices = ReturnType<typeof createRegistryServices>
type WorkspaceServices = ReturnType<typeof createWorkspaceAndStateServices>

/** Creates the parts that all areas build on: callers, transactions, the audit log with its followers, organizations. */
function createCore(infrastructure: Infrastructure) {
  const { config, database, storage, storageReserve } = infrastructure
  const knownCallers = new TaggedCache<KnownCaller>({ ...infrastructure, limit: mostKnown })
  const callers = new CallersService(new CallersStore(database), knownCallers, config.tokenLifetimes)
  const transactions = callers.recheckingCaller(infrastructure.transactions)
  const outbox = new WebhookOutbox(new WebhookDeliveriesStore(database))
  const notices = new InboxNoticesStore(database)
  const inboxNotices = new NotificationRecorder(noticesOf, notices)
  const requestRows = new SharingRequestsStore(database)
  const upgradeNotices = new UpgradeNoticesStore(database)
  const { audit, auditEventsOf, auditRetention, refusals } = createAuditServices({
    ...{ database, transactions },
    writeLine: infrastructure.writeAuditLine,
    retention: config.auditRetention,
    followers: [
      outbox,
      inboxNotices,
      new SharingAnswers(requestRows, inboxNotices),
      new NotificationRecorder(upgradeNoticesOf, upgradeNotices),
    ],
  })
  const quotas = new QuotasService(new QuotasStore(database), config.quotas, storageReserve)
  const organizationServices = createOrganizationServices({
    ...{ database, transactions, audit, storage, quotas },
    settings: {
      creators: config.organizationCreators,
      administratorsActAsOwners: config.administratorsActAsOwners,
    },
    timeouts: { applyTimeout: config.applyTimeout, planTimeout: config.planTimeout },
  })
  const { organizations } = organizationServices
  return {
    ...{ callers, knownCallers, outbox, notices, requestRows, upgradeNotices },
    ...{ auditRetention, refusals, auditEvents: auditEventsOf(organizations) },
    shared: { database, transactions, audit, organizations, quotas },
    organizationServices,
  }
}

function createEngineServices({ config, outbound }: Infrastructure, { shared, outbox }: Core) {
  return {
    ...createEngineVersionServices({
      ...shared,
      readFeed: releaseFeedReader(config.engineVersionsFeed, outbound),
      openArchive: engineArchiveFiles(outbound),
    }),
    ...createEngineSightingServices({
      ...shared,
      followRefusals: (tx, refusals) => outbox.emit(tx, refusals.map(eventOfRefusal)),
      sitePolicy: config.enginePolicy,
    }),
  }
}

/** Creates the services of modules, providers and public providers, and of those who share and follow them. */
function createRegistryServices(
  infrastructure: Infrastructure,
  { shared, organizationServices, outbox, notices, requestRows, upgradeNotices }: Core,
  { enginePolicy }: EngineServices,
  providerOrigins: readonly ProviderOrigin[],
) {
  const { config, storage } = infrastructure
  const { organizations, transactions, audit } = shared
  const emit = outbox.emit.bind(outbox)
  const sharingServices = createSharingServices({ ...shared, ...organizationServices })
  const { registrySharing } = sharingServices
  const moduleServices = createModuleServices({
    ...{ ...infrastructure, ...shared, registrySharing, readModuleArchive, makePlain },
    publicUrl: config.publicUrl,
    moduleUploadLimit: config.moduleUploadLimit,
  })
  const publicProviderServices = createPublicProviderServices({
    ...{ ...infrastructure, ...shared, providerOrigins, readSigningKey, emit },
    verifySignature: verifyDetachedSignature,
    site: config.publicProviders,
    mainOrigin: mainOriginOf(config),
    watch: config.providerWatch,
    storesFiles: config.storesProviderFiles,
    storeLimit: config.providerStoreLimit,
    fileLimit: config.providerUploadLimit,
    consoleUrl: config.consoleUrl,
  })
  return {
    ...sharingServices,
    ...createProviderServices({
      ...{ ...shared, registrySharing, enginePolicy, storage, readSigningKey, describeSigningKey },
      ...{ readModuleArchive, renderReadme: infrastructure.renderReadme },
      verifySignature: verifyDetachedSignature,
      providerUploadLimit: config.providerUploadLimit,
    }),
    ...publicProviderServices,
    ...createPublicModuleServices({
      ...{ ...infrastructure, ...shared },
      origin: moduleOriginOf(config),
      registry: config.publicRegistryUrl === undefined ? undefined : providerOrigins[0]?.registry,
      files: publicProviderServices.originFiles,
      storesFiles: config.storesProviderFiles,
      limit: config.providerUploadLimit,
    }),
    ...moduleServices,
    ...createModuleUpgradeServices({
      ...{ ...shared, notices: upgradeNotices, emit },
      comparison: moduleServices.moduleComparison,
    }),
    sharingRequests: new SharingRequestsService(requestRows, organizations, transactions, audit),
    ...createInboxServices({
      ...{ ...shared, notices, registrySharing },
      moduleAccess: moduleServices.moduleAccess,
    }),
  }
}

function createWorkspaceAndStateServices(
  infrastructure: Infrastructure,
  { shared }: Core,
  engineServices: EngineServices,
) {
  const { config, keyring } = infrastructure
  const { engineVersions } = engineServices
  const workspaceServices = createWorkspaceServices({ ...infrastructure, ...shared, engineVersions })
  const { workspaces } = workspaceServices
  return {
    ...workspaceServices,
    ...createStateServices({
      ...{ ...infrastructure, ...shared, workspaces, sightings: engineServices },
      sealers: {
        files: createFileSealer(keyring, sealedFor.stateFiles),
        outputs: createSealer(keyring, sealedFor.stateOutputs),
      },
      stateUploadLimit: config.stateUploadLimit,
      stateVersionsKept: config.stateVersionsKept,
      publicUrl: config.publicUrl,
    }),
  }
}

/** Creates the services of who acts, of CI identities and of webhooks, with the mail that they send. */
function createIdentityServices(
  infrastructure: Infrastructure,
  { shared, knownCallers, outbox }: Core,
  { workspaceScopes }: WorkspaceServices,
) {
  const { config, clock, tokenValues, outbound, keyring } = infrastructure
  const { consoleUrl, publicUrl } = config
  const mailQueue = new MailQueue(infrastructure.mail)
  const mailRateLimits = new MailRateLimits(new MailRateLimitsStore(shared.database))
  const mailing = { mailQueue, mailRateLimits }
  const peopleParts = createPeopleParts({ ...shared, ...mailing, clock, tokenValues, consoleUrl })
  const teamParts = createTeamParts({ ...peopleParts, workspaceScopes })
  const tokenParts = createTokenParts({ ...teamParts, knownCallers, lifetimes: config.tokenLifetimes })
  const signInParts = createSignInParts({ ...tokenParts, ...signInOf(infrastructure) })
  const tokenServices = createTokenServices(tokenParts)
  const below = {
    ...createTeamServices(teamParts),
    ...tokenServices,
    ...createSignInServices(signInParts, tokenServices),
  }
  const isAllowedHost = allowedHosts(config.egressAllow)
  const identityServices = {
    ...below,
    ...createAccountServices(signInParts, below, config.initialAdminToken),
    ...createCiIdentityServices({
      ...{ ...shared, ...tokenParts, isAllowedHost, workspaceScopes },
      revocations: tokenServices.revocations,
      reader: ciTokenReader({ ...infrastructure, isAllowedHost }),
      audiences: [publicUrl, new URL(publicUrl).host],
      exchangeLimit: config.ciExchangeLimit,
    }),
    ...createWebhookServices({
      ...{ ...shared, outbox, outbound, mailQueue, consoleUrl },
      mail: peopleParts.mail,
      signatures: webhookSignatures,
      sealer: createSealer(keyring, sealedFor.webhooks),
    }),
  }
  return { ...mailing, identityServices }
}

/** Creates the job that ends shares and retires versions at their dates. */
const createDueDates = (
  database: Infrastructure['database'],
  { registryPartnerships, moduleVersions, providerVersions }: RegistryServices,
  { engineVersions }: EngineServices,
) =>
  new DueDatesService(new DueDatesStore(database), (ctx) => registryPartnerships.end(ctx), {
    'engine-version': (ctx, id) => engineVersions.retire(ctx, id),
    'module-version': (ctx, id) => moduleVersions.retire(ctx, id),
    'provider-version': (ctx, id) => providerVersions.retire(ctx, id),
  })

/** The host of the public registry, to whose providers organizations point; empty where there is none. */
export const mainOriginOf = ({ publicRegistryUrl, providerOrigins }: Infrastructure['config']): string =>
  publicRegistryUrl === undefined ? '' : (providerOrigins[0]?.host ?? '')

/** The origin of public modules: that of the public registry, or else the first that is offline. */
const moduleOriginOf = ({ publicRegistryUrl, providerOrigins }: Infrastructure['config']) =>
  publicRegistryUrl === undefined ? providerOrigins.find(({ url }) => url === undefined) : providerOrigins[0]

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
