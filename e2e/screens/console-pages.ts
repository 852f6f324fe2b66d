import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Roles of viewers: the site administrator, an owner, a member without rights, a user without an organization. */
export const roles = ['administrator', 'owner', 'member', 'outsider'] as const
export type Role = (typeof roles)[number]

/** The roles that see a page; for all others it is not found. */
type For = readonly Role[]

const everyRole: For = roles
const site: For = ['administrator']
const inside: For = ['administrator', 'owner', 'member']
const owners: For = ['administrator', 'owner']

/** One page of the console: its folder in the code, an address of it, whom it is for. */
export interface ConsolePage {
  readonly path: (known: Known) => string
  readonly for: For
}

/** Parts of addresses: ids of things in the organization of these tests. */
export interface Known {
  readonly organization: string
  readonly version: string
  readonly member: string
  readonly team: string
  readonly user: string
  readonly workspace: string
  readonly webhook: string
  readonly ciIdentity: string
  readonly provider: string
  readonly publicProvider: string
}

const below =
  (rest: string) =>
  ({ organization }: Known): string =>
    `/organizations/${organization}${rest}`

/** Address that the CLI opens. */
const cliLogin = `/oauth/authorization?${new URLSearchParams({
  client_id: 'engine-cli',
  redirect_uri: 'http://localhost:10000/login',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'of-the-cli',
}).toString()}`

/** Every page of those who are signed in, by its route. */
export const consolePages: Readonly<Record<string, ConsolePage>> = {
  '/': { path: () => '/', for: everyRole },
  '/app/[organization]/workspaces/[name]': {
    path: ({ organization }) => `/app/${organization}/workspaces/walked`,
    for: inside,
  },
  '/app/settings': { path: () => '/app/settings', for: everyRole },
  '/app/settings/email': { path: () => '/app/settings/email', for: everyRole },
  '/app/settings/password': { path: () => '/app/settings/password', for: everyRole },
  '/app/settings/sessions': { path: () => '/app/settings/sessions', for: everyRole },
  '/app/settings/tokens': { path: () => '/app/settings/tokens', for: everyRole },
  '/app/settings/two-step-sign-in': { path: () => '/app/settings/two-step-sign-in', for: everyRole },
  '/email-confirmations/[token]': { path: () => '/email-confirmations/none', for: everyRole },
  '/audit': { path: () => '/audit', for: site },
  '/bulk-acts': { path: () => '/bulk-acts', for: everyRole },
  // It is of a person, who has started one; `journeys/acts-on-many` looks at it.
  '/bulk-acts/[id]': { path: () => '/bulk-acts/none', for: [] },
  '/connect': { path: () => '/connect', for: everyRole },
  '/engine-versions': { path: () => '/engine-versions', for: everyRole },
  '/engine-versions/constraint': { path: () => '/engine-versions/constraint', for: site },
  '/engine-versions/seen': { path: () => '/engine-versions/seen', for: site },
  '/engine-versions/feed': { path: () => '/engine-versions/feed', for: site },
  '/engine-versions/new': { path: () => '/engine-versions/new', for: site },
  '/engine-versions/[id]': { path: ({ version }) => `/engine-versions/${version}`, for: site },
  '/engine-versions/[id]/edit': { path: ({ version }) => `/engine-versions/${version}/edit`, for: site },
  '/inbox': { path: () => '/inbox', for: everyRole },
  '/public-providers': { path: () => '/public-providers', for: site },
  '/public-providers/[id]': {
    path: ({ publicProvider }) => `/public-providers/${publicProvider}`,
    for: site,
  },
  '/registry-sharing': { path: () => '/registry-sharing', for: site },
  '/provider-docs/[id]/[version]/[[...page]]': {
    path: ({ provider }) => `/provider-docs/${provider}/1.0.0`,
    for: inside,
  },
  '/shared-providers': { path: () => '/shared-providers', for: everyRole },
  '/shared-providers/[id]': { path: ({ provider }) => `/shared-providers/${provider}`, for: inside },
  '/modules': { path: () => '/modules', for: everyRole },
  '/modules/new': { path: () => '/modules/new', for: everyRole },
  '/modules/[organization]': { path: ({ organization }) => `/modules/${organization}`, for: inside },
  '/modules/[organization]/[name]/[provider]': {
    path: ({ organization }) => `/modules/${organization}/walked/aws`,
    for: inside,
  },
  '/modules/[organization]/[name]/[provider]/compare': {
    path: ({ organization }) => `/modules/${organization}/walked/aws/compare`,
    for: inside,
  },
  '/modules/[organization]/[name]/[provider]/files': {
    path: ({ organization }) => `/modules/${organization}/walked/aws/files?version=1.1.0`,
    for: inside,
  },
  '/modules/[organization]/[name]/[provider]/versions/[version]': {
    path: ({ organization }) => `/modules/${organization}/walked/aws/versions/1.1.0`,
    for: inside,
  },
  '/modules/[organization]/[name]/[provider]/edit': {
    path: ({ organization }) => `/modules/${organization}/walked/aws/edit`,
    for: owners,
  },
  '/modules/[organization]/[name]/[provider]/publish': {
    path: ({ organization }) => `/modules/${organization}/walked/aws/publish`,
    for: owners,
  },
  '/oauth/authorization': { path: () => cliLogin, for: everyRole },
  '/organizations': { path: () => '/organizations', for: everyRole },
  '/organizations/new': { path: () => '/organizations/new', for: everyRole },
  '/organizations/[name]': { path: below(''), for: inside },
  '/organizations/[name]/members': { path: below('/members'), for: inside },
  '/organizations/[name]/members/[id]': {
    path: (known) => below(`/members/${known.member}`)(known),
    for: inside,
  },
  '/organizations/[name]/modules': { path: below('/modules'), for: inside },
  '/organizations/[name]/public-providers': { path: below('/public-providers'), for: inside },
  // Without an origin there is none; `journeys/connect-cli` looks at it.
  '/organizations/[name]/public-providers/[origin]/[namespace]/[provider]': {
    path: below('/public-providers/registry.example.com/someone/cloud'),
    for: [],
  },
  '/organizations/[name]/providers': { path: below('/providers'), for: inside },
  '/organizations/[name]/providers/new': { path: below('/providers/new'), for: owners },
  '/organizations/[name]/providers/[id]': {
    path: (known) => below(`/providers/${known.provider}`)(known),
    for: inside,
  },
  '/organizations/[name]/providers/[id]/edit': {
    path: (known) => below(`/providers/${known.provider}/edit`)(known),
    for: owners,
  },
  '/organizations/[name]/providers/[id]/new': {
    path: (known) => below(`/providers/${known.provider}/new`)(known),
    for: owners,
  },
  '/organizations/[name]/providers/[id]/[version]': {
    path: (known) => below(`/providers/${known.provider}/1.0.0`)(known),
    for: inside,
  },
  '/organizations/[name]/settings': { path: below('/settings'), for: owners },
  '/organizations/[name]/settings/ci-identities': { path: below('/settings/ci-identities'), for: owners },
  '/organizations/[name]/settings/ci-identities/new': {
    path: below('/settings/ci-identities/new'),
    for: owners,
  },
  '/organizations/[name]/settings/ci-identities/[id]': {
    path: (known) => below(`/settings/ci-identities/${known.ciIdentity}`)(known),
    for: owners,
  },
  '/organizations/[name]/settings/ci-identities/[id]/edit': {
    path: (known) => below(`/settings/ci-identities/${known.ciIdentity}/edit`)(known),
    for: owners,
  },
  '/organizations/[name]/settings/general': { path: below('/settings/general'), for: owners },
  '/organizations/[name]/settings/limits': { path: below('/settings/limits'), for: site },
  '/organizations/[name]/settings/policies': { path: below('/settings/policies'), for: site },
  '/organizations/[name]/settings/sharing': { path: below('/settings/sharing'), for: site },
  '/organizations/[name]/settings/webhooks': { path: below('/settings/webhooks'), for: owners },
  '/organizations/[name]/settings/webhooks/[id]': {
    path: (known) => below(`/settings/webhooks/${known.webhook}`)(known),
    for: owners,
  },
  '/organizations/[name]/signing-keys': { path: below('/signing-keys'), for: inside },
  '/organizations/[name]/teams': { path: below('/teams'), for: inside },
  '/organizations/[name]/teams/new': { path: below('/teams/new'), for: owners },
  '/organizations/[name]/teams/[id]': { path: (known) => below(`/teams/${known.team}`)(known), for: inside },
  '/organizations/[name]/teams/[id]/edit': {
    path: (known) => below(`/teams/${known.team}/edit`)(known),
    for: owners,
  },
  '/organizations/[name]/tokens': { path: below('/tokens'), for: owners },
  '/organizations/[name]/upgrades': { path: below('/upgrades'), for: inside },
  '/organizations/[name]/workspaces': { path: below('/workspaces'), for: inside },
  '/organizations/[name]/workspaces/new': { path: below('/workspaces/new'), for: owners },
  '/organizations/[name]/workspaces/[id]': {
    path: (known) => below(`/workspaces/${known.workspace}`)(known),
    for: inside,
  },
  '/organizations/[name]/workspaces/[id]/edit': {
    path: (known) => below(`/workspaces/${known.workspace}/edit`)(known),
    for: owners,
  },
  '/trusted-issuers': { path: () => '/trusted-issuers', for: site },
  '/webhooks': { path: () => '/webhooks', for: site },
  '/webhooks/[id]': { path: ({ webhook }) => `/webhooks/${webhook}`, for: owners },
  '/workspaces': { path: () => '/workspaces', for: site },
  '/providers': { path: () => '/providers', for: site },
  '/users': { path: () => '/users', for: site },
  '/users/[id]': { path: ({ user }) => `/users/${user}`, for: site },
  '/users/new': { path: () => '/users/new', for: site },
}

/** The routes that the code of the console has, without the one that stands for all others. */
export function routesOfTheConsole(): string[] {
  const folder = fileURLToPath(new URL('../../apps/console/src/app/(signed-in)', import.meta.url))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('/page.tsx'))
    .map((file) => file.replace(/\/page\.tsx$/, '').replaceAll(/\/\([^)]*\)/g, '') || '/')
    .filter((route) => route !== '/[...missing]')
    .sort()
}
