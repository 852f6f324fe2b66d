import { scopesOf, type Actor, type UserActor } from './actor.js'
import type { OperationContext } from './context.js'
import { notFound, unauthenticated, type DomainError } from './errors.js'

/** The closed list of permissions, `area:action`, in alphabetical order. */
export const permissions = [
  'account:read',
  'account:write',
  'audit-events:read',
  'audit-trail:read',
  'authentication-tokens:read',
  'authentication-tokens:write',
  'ci-identities:read',
  'ci-identities:write',
  'engine-versions:read',
  'engine-versions:write',
  'memberships:read',
  'memberships:write',
  'module-consumers:read',
  'modules:publish',
  'modules:read',
  'modules:use',
  'modules:write',
  'organization-tokens:read',
  'organization-tokens:write',
  'organizations:create',
  'organizations:read',
  'organizations:write',
  'providers:publish',
  'providers:read',
  'providers:use',
  'providers:write',
  'public-providers:read',
  'public-providers:write',
  'sessions:read',
  'sessions:write',
  'signing-keys:write',
  'site-organizations:read',
  'site-organizations:write',
  'states:read',
  'states:write',
  'team-tokens:read',
  'team-tokens:write',
  'teams:read',
  'teams:write',
  'trusted-issuers:read',
  'trusted-issuers:write',
  'two-factor:write',
  'users:read',
  'users:write',
  'webhooks:read',
  'webhooks:write',
  'workspaces:read',
  'workspaces:write',
] as const

export type Permission = (typeof permissions)[number]

/** The role of a caller at the site as a whole; a service is the token of a team or an organization. */
export type SiteRole = 'site-administrator' | 'user' | 'service' | 'anonymous'

/**
 * The role of a caller in one organization. A manager is a member of a team with that right; a consumer belongs to
 * another organization that may use this one's modules, or its providers.
 */
export type OrganizationRole =
  | 'owner'
  | 'modules-manager'
  | 'providers-manager'
  | 'workspaces-manager'
  | 'workspaces-reader'
  | 'member'
  | 'organization-token'
  | 'module-consumer'
  | 'provider-consumer'
  | 'stranger'

const own = [
  'account:read',
  'account:write',
  'authentication-tokens:read',
  'authentication-tokens:write',
  'sessions:read',
  'sessions:write',
  'two-factor:write',
] as const

export const siteGrants: Record<SiteRole, readonly Permission[]> = {
  'site-administrator': [
    ...own,
    'audit-events:read',
    'engine-versions:read',
    'engine-versions:write',
    'organizations:create',
    'public-providers:read',
    'public-providers:write',
    'site-organizations:read',
    'site-organizations:write',
    'trusted-issuers:read',
    'trusted-issuers:write',
    'users:read',
    'users:write',
    'webhooks:read',
    'webhooks:write',
  ],
  user: [...own, 'organizations:create'],
  service: ['account:read'],
  anonymous: [],
}

/** The permissions of every member of an organization to read; tokens are visible to those who may make them. */
const looking = [
  'memberships:read',
  'modules:read',
  'modules:use',
  'organizations:read',
  'providers:read',
  'providers:use',
  'teams:read',
  'workspaces:read',
] as const

export const organizationGrants: Record<OrganizationRole, readonly Permission[]> = {
  owner: [
    ...looking,
    'audit-events:read',
    'ci-identities:read',
    'ci-identities:write',
    'memberships:write',
    'module-consumers:read',
    'modules:publish',
    'modules:write',
    'organization-tokens:read',
    'organization-tokens:write',
    'organizations:write',
    'providers:publish',
    'providers:write',
    'signing-keys:write',
    'states:read',
    'states:write',
    'team-tokens:read',
    'team-tokens:write',
    'teams:write',
    'webhooks:read',
    'webhooks:write',
    'workspaces:write',
  ],
  'modules-manager': [...looking, 'module-consumers:read', 'modules:publish', 'modules:write'],
  'providers-manager': [...looking, 'providers:publish', 'providers:write'],
  'workspaces-manager': [...looking, 'states:read', 'states:write', 'workspaces:write'],
  'workspaces-reader': [...looking, 'states:read'],
  member: looking,
  'organization-token': [...looking, 'audit-trail:read'],
  'module-consumer': ['modules:use'],
  'provider-consumer': ['providers:use'],
  stranger: [],
}

export const organizationRoles = Object.keys(organizationGrants) as readonly OrganizationRole[]

/** The scope of the token that reads the audit trail and nothing else; no other scope reads that (contract §10). */
export const auditTrailScope = 'audit-trails'

/**
 * True where the scopes allow it. A session that needs a second factor sets it up and nothing else. The scope `read`
 * allows reading, `registry` what the engine itself asks; none, everything but the audit trail. Making tokens is
 * allowed, since a token only ever makes one that may do no more than itself (contract §3).
 */
function scopesAllow(scopes: readonly string[], permission: Permission): boolean {
  const isForTrail = scopes.includes(auditTrailScope)
  if (isForTrail || permission === 'audit-trail:read') return isForTrail && permission === 'audit-trail:read'
  if (scopes.includes('two-factor')) return permission === 'account:read' || permission === 'two-factor:write'
  if (scopes.length === 0 || permission === 'authentication-tokens:write') return true
  if (permission === 'account:read') return true
  if (scopes.includes('read') && isReading(permission)) return true
  if (scopes.includes('registry') && askedByEngine.includes(permission)) return true
  if (isOfWorkspace(permission) && scopes.some((scope) => isForWorkspace(scope, permission))) return true
  if (scopes.includes('workspaces') && isOfWorkspaces(permission)) return true
  const parts = partsOfPublished[permission]
  return scopes.some((scope) => scope.startsWith('publish:') && scope.split('/').length === parts)
}

/** The words in a name: a module has three, a provider two (contract §10); its area looks at which one it is. */
const partsOfPublished: Partial<Record<Permission, number>> = { 'modules:publish': 3, 'providers:publish': 2 }

/** True for what a workspace's scope is about (contract §13); the workspace's area looks at which one it is. */
const isOfWorkspace = (permission: Permission): boolean => permission.startsWith('states:')

/** True for what the scope `workspaces` is about (contract §15). */
const isOfWorkspaces = (permission: Permission): boolean =>
  permission.startsWith('workspaces:') || isOfWorkspace(permission)

const isForWorkspace = (scope: string, permission: Permission): boolean =>
  scope.startsWith('workspace:') && (isReading(permission) || !scope.endsWith(':read'))

const askedByEngine: readonly Permission[] = [
  'modules:read',
  'modules:use',
  'providers:read',
  'providers:use',
]

const isReading = (permission: Permission): boolean =>
  permission.endsWith(':read') || permission.endsWith(':use')

export function siteRoleOf(actor: Actor): SiteRole {
  switch (actor.type) {
    case 'anonymous':
      return 'anonymous'
    case 'system':
      return 'site-administrator'
    case 'user':
      return actor.isSiteAdmin ? 'site-administrator' : 'user'
    case 'team':
    case 'organization':
      return 'service'
  }
}

/** True where the caller may do this on the site as a whole. */
export function allows(actor: Actor, permission: Permission): boolean {
  return scopesAllow(scopesOf(actor), permission) && siteGrants[siteRoleOf(actor)].includes(permission)
}

/** True for what a service token never does, not even that of the owners (contract §3); the log names tokens. */
const isAboutTokens = (permission: Permission): boolean =>
  permission.includes('-tokens:') ||
  permission.startsWith('ci-identities:') ||
  permission === 'audit-events:read'

/** True where the caller may do this in an organization in which it has these roles. */
export function allowsIn(roles: readonly OrganizationRole[], actor: Actor, permission: Permission): boolean {
  if (!scopesAllow(scopesOf(actor), permission)) return false
  if (siteRoleOf(actor) === 'service' && isAboutTokens(permission)) return false
  return roles.some((role) => organizationGrants[role].includes(permission))
}

/** True where the scopes of the caller's token allow this at all, wherever it has the right. */
export const hasScope = (actor: Actor, permission: Permission): boolean =>
  scopesAllow(scopesOf(actor), permission)

/** True where the scopes of the caller's token name things to publish in this namespace. */
export const publishesIn = (actor: Actor, namespace: string): boolean =>
  scopesOf(actor).some((scope) => scope.toLowerCase().startsWith(`publish:${namespace}/`.toLowerCase()))

/** Refuses a token whose scopes are for something else what every caller with a token may do. */
export function requireScope({ actor }: OperationContext, permission: Permission): void {
  if (!scopesAllow(scopesOf(actor), permission)) throw notFound({ denied: 'scopes' })
}

/** Requires a permission; the refusal is that of a missing thing, or `unauthenticated` for an anonymous caller. */
export function requirePermission(ctx: OperationContext, permission: Permission): void {
  if (ctx.actor.type === 'anonymous') throw unauthenticated()
  if (!allows(ctx.actor, permission)) throw denied(ctx, permission)
}

/** Requires a person: the token of a team or an organization is refused, with any permissions. */
export function requirePerson(ctx: OperationContext, permission: Permission): UserActor {
  requirePermission(ctx, permission)
  if (ctx.actor.type !== 'user') throw denied(ctx, permission)
  return ctx.actor
}

/** Makes `not-found` for a caller without the permission. The audit log records it where a thing would have changed. */
export function denied(ctx: OperationContext, permission: Permission, organizationId?: string): DomainError {
  if (!isReading(permission)) recordDenial(ctx, permission, organizationId)
  return notFound({ denied: permission })
}

/** Records in the audit log which right was lacking, where the caller gets a fault of the input instead. */
export function recordDenial(ctx: OperationContext, permission: Permission, organizationId?: string): void {
  const subject = { type: 'permission', id: permission, name: permission } as const
  ctx.refused?.(ctx, { action: 'access.deny', why: 'lacks the right', subject, organizationId })
}
