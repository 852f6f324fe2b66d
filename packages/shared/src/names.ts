/** Words that are path segments of the API and so cannot name an organization (contract §1). */
const reservedOrganizationNames = new Set([
  'account',
  'actions',
  'admin',
  'api',
  'audit-events',
  'audit-trail',
  'authentication-token',
  'authentication-tokens',
  'ci-identities',
  'comparison',
  'consumers',
  'create',
  'current-state-version',
  'current-state-version-outputs',
  'delete',
  'deliveries',
  'details',
  'disable_two_factor',
  'docs',
  'download',
  'downloads',
  'edit',
  'effective-tag-bindings',
  'engine-versions',
  'entitlement-set',
  'exchange',
  'force-unlock',
  'gpg-keys',
  'grant_admin',
  'identity',
  'invitations',
  'lock',
  'look',
  'module-consumers',
  'module-producers',
  'module-upgrades',
  'modules',
  'new',
  'organization',
  'organization-memberships',
  'organizations',
  'outputs',
  'password',
  'password_link',
  'ping',
  'platforms',
  'private',
  'projects',
  'provider-consumers',
  'provider-docs',
  'providers',
  'public',
  'public-provider-versions',
  'public-providers',
  'redeliver',
  'registry',
  'registry-modules',
  'registry-partnerships',
  'registry-providers',
  'relationships',
  'remote-state-consumers',
  'remote_state_consumers',
  'resources',
  'revoke_admin',
  'revoke_tokens',
  'rotate-secret',
  'runs',
  'safe-delete',
  'search',
  'settings',
  'ssh-key',
  'state-version-outputs',
  'state-versions',
  'states',
  'summary',
  'suspend',
  'tag-bindings',
  'tags',
  'team-projects',
  'team-tokens',
  'team-workspaces',
  'teams',
  'trusted-issuers',
  'unlock',
  'unsuspend',
  'update',
  'users',
  'vars',
  'vcs',
  'verify',
  'version',
  'versions',
  'webhook-deliveries',
  'webhooks',
  'workspaces',
])

export const organizationNameMaximumLength = 64

/** True for every name that an organization may have: one may have been there before its name was reserved. */
export const isOrganizationName = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/.test(text)

/** True for a name that an organization may be given. */
export const isNewOrganizationName = (text: string): boolean =>
  isOrganizationName(text) && !reservedOrganizationNames.has(text.toLowerCase())

export const isModuleName = (text: string): boolean =>
  /^[0-9A-Za-z](?:[0-9A-Za-z_-]{0,62}[0-9A-Za-z])?$/.test(text)

export const isModuleProvider = (text: string): boolean => /^[0-9a-z]{1,64}$/.test(text)

/** Names of providers and their namespaces. */
export const isProviderName = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text)

export const workspaceNameMaximumLength = 90

export const isWorkspaceName = (text: string): boolean => /^[A-Za-z0-9_-]{1,90}$/.test(text)

/** Tells whether a text is a name of a team: as those of providers, with blanks inside. */
export const isTeamName = (text: string): boolean => /^[A-Za-z0-9_-]+( +[A-Za-z0-9_-]+)*$/.test(text)

export const usernameMaximumLength = 64

export const isUsername = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(text)

export const emailMaximumLength = 254

/**
 * Good enough to find a typing error; only sending a mail proves one. Nothing that a mail server reads as several
 * addresses, a comment or a name. The host is a name, of an intranet too, and never
 * an IP address in any of its forms.
 */
export const isEmail = (text: string): boolean =>
  text.length <= emailMaximumLength &&
  /^[^\s@<>",;:()\\]{1,64}@(?:[^\s@.<>"[\],;:()\\]+\.)*(?!(?:\d+|0x[\da-f]*)$)[^\s@.<>"[\],;:()\\]+$/i.test(
    text,
  )

/** Long rather than complicated; the upper bound only keeps the hash from being fed a book. */
export const passwordMinimumLength = 10
export const passwordMaximumLength = 1000
