import express, { type Express } from 'express'
import helmet from 'helmet'
import { readModuleArchive } from './adapters/archives/module-archive.js'
import { createLinkSigner } from './adapters/secrets/signed-links.js'
import type { Config } from './config.js'
import { AuditService } from './domain/audit/audit.service.js'
import { AuditStore } from './domain/audit/audit.store.js'
import { EngineVersionsService } from './domain/engine-versions/engine-versions.service.js'
import { EngineVersionsStore } from './domain/engine-versions/engine-versions.store.js'
import { AuthenticationService } from './domain/identity/authentication.service.js'
import { AuthenticationTokensService } from './domain/identity/authentication-tokens.service.js'
import { AuthenticationTokensStore } from './domain/identity/authentication-tokens.store.js'
import { CallersService } from './domain/identity/callers.service.js'
import { SessionsService } from './domain/identity/sessions.service.js'
import { SessionsStore } from './domain/identity/sessions.store.js'
import { SetUpService } from './domain/identity/set-up.service.js'
import { SetUpStore } from './domain/identity/set-up.store.js'
import { UsersService } from './domain/identity/users.service.js'
import { UsersStore } from './domain/identity/users.store.js'
import { createModuleServices } from './domain/modules/create-module-services.js'
import { ModuleVersionsStore } from './domain/modules/module-versions.store.js'
import { ModulesStore } from './domain/modules/modules.store.js'
import { OrganizationsService } from './domain/organizations/organizations.service.js'
import { OrganizationsStore } from './domain/organizations/organizations.store.js'
import type { StoreDatabase } from './domain/store.js'
import { WorkspacesService } from './domain/workspaces/workspaces.service.js'
import { WorkspacesStore } from './domain/workspaces/workspaces.store.js'
import { graphqlFace } from './graphql/server.js'
import { clientAddress } from './http/client-address.js'
import type { Drain } from './http/drain.js'
import { healthRoutes, type Health } from './http/health.js'
import { RateLimit } from './http/rate-limits.js'
import { requestContext } from './http/request-context.js'
import { requestLog } from './http/request-log.js'
import { SignedLinks } from './http/signed-links.js'
import type { Clock } from './kernel/clock.js'
import type { Log } from './kernel/log.js'
import type { Passwords, TokenValues } from './kernel/secrets.js'
import type { Keyring } from './kernel/signing.js'
import type { Storage } from './kernel/storage.js'
import type { Transactions } from './kernel/transaction.js'
import { archiveLinkLifetime, archiveRoutes, archivesPath } from './registry/archives.js'
import { discoveryRoutes } from './registry/discovery.js'
import { moduleRoutes } from './registry/modules.js'
import { registryFace } from './registry/registry.js'
import { initialAdministratorRoute } from './rest/initial-admin-user.js'
import { restFace } from './rest/rest.js'
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
  readonly clock: Clock
  readonly log: Log
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
  const userRows = new UsersStore(database)
  const tokenRows = new AuthenticationTokensStore(database)
  const sessionRows = new SessionsStore(database)
  const organizations = new OrganizationsService(new OrganizationsStore(database), transactions, audit, {
    creators: config.organizationCreators,
    administratorsActAsOwners: config.administratorsActAsOwners,
  })
  const engineVersions = new EngineVersionsService(new EngineVersionsStore(database), transactions, audit)
  return {
    ...createModuleServices({
      modules: new ModulesStore(database),
      versions: new ModuleVersionsStore(database),
      transactions,
      audit,
      organizations,
      storage,
      readModuleArchive,
      moduleUploadLimit: config.moduleUploadLimit,
    }),
    authentication: new AuthenticationService(tokenRows, sessionRows, tokenValues),
    callers: new CallersService(tokenRows, sessionRows, userRows),
    engineVersions,
    organizations,
    sessions: new SessionsService(sessionRows, userRows, transactions, audit, passwords, tokenValues),
    setUp: new SetUpService({
      setUp: new SetUpStore(database),
      users: userRows,
      tokens: tokenRows,
      transactions,
      audit,
      passwords,
      tokenValues,
      configuredToken: config.initialAdminToken,
    }),
    tokens: new AuthenticationTokensService(tokenRows, transactions, audit, tokenValues),
    users: new UsersService(userRows),
    workspaces: new WorkspacesService(
      new WorkspacesStore(database),
      organizations,
      engineVersions,
      transactions,
      audit,
    ),
  }
}

export interface App {
  readonly express: Express
  readonly services: Services
  stop(): Promise<void>
}

/** The API answers data; whatever a browser makes of it may load and frame nothing. */
const nothingToRender = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

/** The composition root: the only place that sees every room. */
export async function createApp(surroundings: Surroundings): Promise<App> {
  const { config, keyring, clock, log, drain, health, isStrict } = surroundings
  const services = createServices(surroundings)
  const limit = new RateLimit(config.apiRateLimit)
  const graphql = await graphqlFace(services, services.authentication, limit)
  const { publicUrl, aliases } = config
  const { authentication, callers, moduleAccess, moduleVersions, moduleUploads } = services
  const uploads = new SignedLinks(createLinkSigner(keyring, 'module uploads'), callers, uploadLinkLifetime)
  const archives = new SignedLinks(createLinkSigner(keyring, 'module archives'), callers, archiveLinkLifetime)
  const restServices = { ...services, uploadLink: uploadLinkOf(uploads, publicUrl) }
  const registryLimit = new RateLimit(config.registryRateLimit)
  const modules = moduleRoutes(moduleAccess, moduleVersions, archives, aliases)
  const app = express()
  app
    .disable('x-powered-by')
    .set('etag', false)
    .set('trust proxy', [...config.trustedProxies])
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: nothingToRender } }))
  app.use(drain.middleware)
  app.use(requestContext(clock, log, clientAddress(surroundings.keyring)))
  app.use(healthRoutes(health))
  app.use(requestLog())
  app.use('/graphql', graphql.router)
  app.use('/api/v2', restFace(restServices, authentication, limit, { publicUrl, aliases, isStrict }))
  app.use(uploadsPath, uploadRoutes(moduleUploads, uploads, limit))
  app.use(archivesPath, archiveRoutes(moduleVersions, archives, registryLimit))
  app.use(['/v1/modules', '/api/registry/v1/modules'], registryFace(authentication, registryLimit, modules))
  app.use('/admin/initial-admin-user', initialAdministratorRoute(services.setUp))
  app.use(discoveryRoutes(aliases))
  return { express: app, services, stop: () => graphql.stop() }
}
