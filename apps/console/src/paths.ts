/** Every address of the console. `paths.test.ts` shows them all on one page. */

type Query = Record<string, string | number | undefined>

function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

const organization = (name: string): string => `/organizations/${encodeURIComponent(name)}`

const engineVersion = (id: string): string => `/engine-versions/${encodeURIComponent(id)}`

export const paths = {
  overview: () => '/',
  engineVersions: (query?: Query) => withQuery('/engine-versions', query),
  engineVersionNew: () => '/engine-versions/new',
  releaseFeed: (query?: { page?: number }) => withQuery('/engine-versions/feed', query),
  engineVersion: (id: string, query?: { dialog?: 'deprecate'; page?: number }) =>
    withQuery(engineVersion(id), query),
  engineVersionEdit: (id: string) => `${engineVersion(id)}/edit`,
  organizations: (query?: Query) => withQuery('/organizations', query),
  organizationNew: () => '/organizations/new',
  organization: (name: string, query?: { page?: number }) => withQuery(organization(name), query),
  organizationSettings: (name: string) => `${organization(name)}/settings`,
  organizationSharing: (name: string) => `${organization(name)}/sharing`,
  moduleSharing: (query?: { page?: number }) => withQuery('/module-sharing', query),
  users: (query?: Query) => withQuery('/users', query),
  userNew: () => '/users/new',
  /** Fixed by the contract: the engine's CLI opens it. */
  tokens: (query?: { dialog?: 'create'; page?: number }) => withQuery('/app/settings/tokens', query),
  setUp: () => '/set-up',
  /** What invitations and links to a new password lead to. */
  invitation: (token?: string) =>
    token === undefined ? '/invitations' : `/invitations/${encodeURIComponent(token)}`,
  signIn: (query?: { next?: string }) => withQuery('/sign-in', query),
} as const

/** What the console's own server answers beside pages. */
export const endpoints = {
  health: '/healthz',
  graphql: '/console/graphql',
  invitation: '/console/invitation',
  setUp: '/console/set-up',
  signIn: '/console/sign-in',
  signOut: '/console/sign-out',
} as const

/** Pages and endpoints that must be reachable before anybody has signed in. */
const open = new Set<string>([paths.setUp(), paths.signIn(), ...Object.values(endpoints), '/icon.svg'])

export const needsSession = (pathname: string): boolean =>
  !open.has(pathname) && !/^\/invitations(\/[^/]+)?$/.test(pathname)
