/** Every address of the console. `paths.test.ts` shows them all on one page. */

type Query = Record<string, string | number | undefined>

function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

const organization = (name: string): string => `/organizations/${encodeURIComponent(name)}`

const engineVersion = (id: string): string => `/engine-versions/${encodeURIComponent(id)}`

const team = (name: string, id: string): string => `${organization(name)}/teams/${encodeURIComponent(id)}`

const workspace = (name: string, id: string): string =>
  `${organization(name)}/workspaces/${encodeURIComponent(id)}`

const provider = (name: string, id: string): string =>
  `${organization(name)}/providers/${encodeURIComponent(id)}`

/** Address of a public provider as the engine writes it: its host, and its name there. */
export type PublicProviderAddress = { origin: string; namespace: string; name: string }

/** Address of a module as the registry writes it. */
export type ModuleAddress = { namespace: string; name: string; provider: string }

const modulesOf = (organization: string): string => `/modules/${encodeURIComponent(organization)}`

const moduleAt = ({ namespace, name, provider }: ModuleAddress): string =>
  `${modulesOf(namespace)}/${encodeURIComponent(name)}/${encodeURIComponent(provider)}`

export const paths = {
  overview: (query?: { kind?: string; organization?: string }) => withQuery('/', query),
  inbox: (query?: { tab?: 'all' | 'following'; page?: number }) => withQuery('/inbox', query),
  audit: (query?: Query) => withQuery('/audit', query),
  connect: () => '/connect',
  engineVersions: (query?: Query) => withQuery('/engine-versions', query),
  engineVersionNew: (query?: { version?: string }) => withQuery('/engine-versions/new', query),
  enginesSeen: (query?: Query) => withQuery('/engine-versions/seen', query),
  releaseFeed: (query?: { page?: number }) => withQuery('/engine-versions/feed', query),
  engineConstraint: (query?: { constraint?: string; page?: number }) =>
    withQuery('/engine-versions/constraint', query),
  engineVersion: (id: string, query?: Query) => withQuery(engineVersion(id), query),
  engineVersionEdit: (id: string) => `${engineVersion(id)}/edit`,
  organizations: (query?: Query) => withQuery('/organizations', query),
  organizationNew: () => '/organizations/new',
  organization: (name: string, query?: { page?: number }) => withQuery(organization(name), query),
  organizationSettings: (name: string) => `${organization(name)}/settings`,
  /** Settings that the owners decide; site administrators decide the others. */
  organizationGeneral: (name: string) => `${organization(name)}/settings/general`,
  organizationLimits: (name: string) => `${organization(name)}/settings/limits`,
  organizationPolicies: (name: string) => `${organization(name)}/settings/policies`,
  /** Sharing settings, with another organization filled in. */
  organizationSharing: (name: string, query?: { with: string }) =>
    withQuery(`${organization(name)}/settings/sharing`, query),
  organizationWebhooks: (name: string, query?: { dialog?: 'create'; page?: number }) =>
    withQuery(`${organization(name)}/settings/webhooks`, query),
  organizationWebhook: (name: string, id: string) =>
    `${organization(name)}/settings/webhooks/${encodeURIComponent(id)}`,
  /** CI jobs that get tokens. */
  ciIdentities: (name: string, query?: { page?: number }) =>
    withQuery(`${organization(name)}/settings/ci-identities`, query),
  ciIdentityNew: (name: string) => `${organization(name)}/settings/ci-identities/new`,
  ciIdentity: (name: string, id: string) =>
    `${organization(name)}/settings/ci-identities/${encodeURIComponent(id)}`,
  ciIdentityEdit: (name: string, id: string) =>
    `${organization(name)}/settings/ci-identities/${encodeURIComponent(id)}/edit`,
  organizationModules: (name: string) => `${organization(name)}/modules`,
  members: (name: string, query?: Query) => withQuery(`${organization(name)}/members`, query),
  member: (name: string, id: string) => `${organization(name)}/members/${encodeURIComponent(id)}`,
  teams: (name: string, query?: Query) => withQuery(`${organization(name)}/teams`, query),
  teamNew: (name: string) => `${organization(name)}/teams/new`,
  team: (name: string, id: string, query?: Query) => withQuery(team(name, id), query),
  teamEdit: (name: string, id: string) => `${team(name, id)}/edit`,
  organizationTokens: (name: string, query?: { dialog?: 'create'; page?: number }) =>
    withQuery(`${organization(name)}/tokens`, query),
  workspaces: (name: string, query?: Query) => withQuery(`${organization(name)}/workspaces`, query),
  workspaceNew: (name: string) => `${organization(name)}/workspaces/new`,
  workspace,
  /** Fixed by the contract: clients print it, and it leads to the page of the workspace. */
  workspaceNamed: (organization: string, name: string) =>
    `/app/${encodeURIComponent(organization)}/workspaces/${encodeURIComponent(name)}`,
  workspaceEdit: (name: string, id: string) => `${workspace(name, id)}/edit`,
  providers: (name: string, query?: Query) => withQuery(`${organization(name)}/providers`, query),
  providerNew: (name: string) => `${organization(name)}/providers/new`,
  provider: (name: string, id: string, query?: Query) => withQuery(provider(name, id), query),
  providerEdit: (name: string, id: string) => `${provider(name, id)}/edit`,
  providerVersionNew: (name: string, id: string) => `${provider(name, id)}/new`,
  providerVersion: (name: string, id: string, version: string, query?: { dialog?: 'platform' }) =>
    withQuery(`${provider(name, id)}/${encodeURIComponent(version)}`, query),
  publicProviders: (name: string, query?: Query) =>
    withQuery(`${organization(name)}/public-providers`, query),
  /** Fixed by the contract: the CLI prints it where a provider is not approved. */
  publicProvider: (name: string, { origin, namespace, name: provider }: PublicProviderAddress) =>
    `${organization(name)}/public-providers/${[origin, namespace, provider].map(encodeURIComponent).join('/')}`,
  /** The versions of modules that it uses and has to leave. */
  moduleUpgrades: (name: string, query?: Query) => withQuery(`${organization(name)}/upgrades`, query),
  signingKeys: (name: string, query?: { dialog?: 'add'; page?: number }) =>
    withQuery(`${organization(name)}/signing-keys`, query),
  registrySharing: (query?: { page?: number }) => withQuery('/registry-sharing', query),
  modules: (query?: Query) => withQuery('/modules', query),
  modulesOf: (organization: string, query?: Query) => withQuery(modulesOf(organization), query),
  moduleNew: (query?: { organization?: string }) => withQuery('/modules/new', query),
  module: (address: ModuleAddress, query?: { version?: string; part?: string; tab?: string }) =>
    withQuery(moduleAt(address), query),
  /** Page of a version: its release notes and changes. */
  moduleVersion: (address: ModuleAddress, version: string) =>
    `${moduleAt(address)}/versions/${encodeURIComponent(version)}`,
  /** The files of a version's archive; `path` names one of them, or a folder. */
  moduleFiles: (address: ModuleAddress, query: { version: string; path?: string; page?: number }) =>
    withQuery(`${moduleAt(address)}/files`, query),
  moduleEdit: (address: ModuleAddress) => `${moduleAt(address)}/edit`,
  moduleCompare: (address: ModuleAddress, query?: { from?: string; to?: string }) =>
    withQuery(`${moduleAt(address)}/compare`, query),
  modulePublish: (address: ModuleAddress, query?: { version?: string }) =>
    withQuery(`${moduleAt(address)}/publish`, query),
  /** Workspaces of all organizations. */
  siteWorkspaces: (query?: Query) => withQuery('/workspaces', query),
  sharedProviders: (query?: Query) => withQuery('/shared-providers', query),
  sharedProvider: (id: string, query?: { page?: number }) =>
    withQuery(`/shared-providers/${encodeURIComponent(id)}`, query),
  /** Page of the documentation of a private provider; without one, the overview or else the first page. */
  providerDocs: (id: string, version: string, page?: { category: string; slug: string }) =>
    `/provider-docs/${[id, version, ...(page ? [page.category, page.slug] : [])].map(encodeURIComponent).join('/')}`,
  /** Public providers that site administrators decide on. */
  sitePublicProviders: (query?: Query) => withQuery('/public-providers', query),
  sitePublicProvider: (id: string, query?: Query) =>
    withQuery(`/public-providers/${encodeURIComponent(id)}`, query),
  siteProviders: (query?: Query) => withQuery('/providers', query),
  /** The CI systems whose jobs may get tokens. */
  trustedIssuers: (query?: { dialog?: 'create'; page?: number }) => withQuery('/trusted-issuers', query),
  webhooks: (query?: { dialog?: 'create'; page?: number }) => withQuery('/webhooks', query),
  webhook: (id: string, query?: { dialog?: 'edit'; page?: number }) =>
    withQuery(`/webhooks/${encodeURIComponent(id)}`, query),
  /** Acts on many things, and one of them. */
  bulkActs: (query?: { page?: number }) => withQuery('/bulk-acts', query),
  bulkAct: (id: string) => `/bulk-acts/${encodeURIComponent(id)}`,
  users: (query?: Query) => withQuery('/users', query),
  userNew: () => '/users/new',
  user: (id: string, query?: { page?: number }) => withQuery(`/users/${encodeURIComponent(id)}`, query),
  /** Leads to the first of its pages. */
  account: () => '/app/settings',
  /** Fixed by the contract: the engine's CLI opens it. */
  tokens: (query?: Query) => withQuery('/app/settings/tokens', query),
  /** Page that discovery names: the engine's CLI opens it with its own query. */
  cliLogin: (query?: Query) => withQuery('/oauth/authorization', query),
  email: () => '/app/settings/email',
  password: () => '/app/settings/password',
  twoFactor: () => '/app/settings/two-step-sign-in',
  sessions: (query?: { page?: number }) => withQuery('/app/settings/sessions', query),
  setUp: () => '/set-up',
  /** Page for invitations and for links to a new password. */
  invitation: (token?: string) =>
    token === undefined ? '/invitations' : `/invitations/${encodeURIComponent(token)}`,
  /** Page for the link in the mail to a new address. */
  emailConfirmation: (token: string) => `/email-confirmations/${encodeURIComponent(token)}`,
  signIn: (query?: { next?: string; problem?: string }) => withQuery('/sign-in', query),
} as const

/** The header that only the console's own pages send; a foreign page cannot without being asked first. */
export const consoleHeader = 'X-Engine-Console'

/** Endpoints of the console's server other than pages. */
export const endpoints = {
  auditExport: '/console/audit-export',
  health: '/healthz',
  graphql: '/console/graphql',
  invitation: '/console/invitation',
  listExport: '/console/list-export',
  logo: '/console/logo',
  moduleFile: '/console/module-file',
  setUp: '/console/set-up',
  signIn: '/console/sign-in',
  signInVerify: '/console/sign-in/verify',
  signOut: '/console/sign-out',
  singleSignOn: '/console/single-sign-on',
  /** The provider's configuration names it. */
  singleSignOnCallback: '/sign-in/callback',
  upload: '/console/upload',
} as const

/** A picture of a version's archive. */
export const modulePicture = (
  { namespace, name, provider }: ModuleAddress,
  { version, path }: { version: string; path: string },
): string => withQuery(endpoints.moduleFile, { namespace, name, provider, version, path })

/** The archive of a version as a whole. */
export const moduleArchive = ({ namespace, name, provider }: ModuleAddress, version: string): string =>
  withQuery(endpoints.moduleFile, { namespace, name, provider, version })

/** A list as a file: all that match, on all pages, by the variables of its query. */
export const listFile = (list: string, variables: object): string =>
  withQuery(endpoints.listExport, { list, variables: JSON.stringify(variables) })

/** Returns the address where single sign-on begins, and its return path. */
export const singleSignOnStart = (next: string, { asksAgain = false } = {}): string =>
  withQuery(endpoints.singleSignOn, {
    next: next === '/' ? undefined : next,
    again: asksAgain ? 1 : undefined,
  })

const pageless = new Set<string>([...Object.values(endpoints), '/icon.svg'])

/** Tells whether people open a path, rather than programs. */
export const isPage = (pathname: string): boolean => !pageless.has(pathname)

/** Pages and endpoints that are open without a session. */
const open = new Set<string>([paths.setUp(), paths.signIn(), ...pageless])

/** Open as well, and the return address of a sign-in to join. */
export const isInvitation = (pathname: string): boolean => /^\/invitations(\/[^/]+)?$/.test(pathname)

export const needsSession = (pathname: string): boolean => !open.has(pathname) && !isInvitation(pathname)
