import type { Actor } from './actor.js'
import type { OperationContext } from './context.js'
import { notFound, unauthenticated } from './errors.js'

/** The closed list of what can be allowed, `area:action`, in alphabetical order. */
export const permissions = [
  'account:read',
  'authentication-tokens:read',
  'authentication-tokens:write',
  'engine-versions:read',
  'engine-versions:write',
  'modules:publish',
  'modules:read',
  'modules:write',
  'organizations:create',
  'organizations:read',
  'organizations:write',
  'workspaces:read',
  'workspaces:write',
] as const

export type Permission = (typeof permissions)[number]

/** What a caller is to the site as a whole. */
export type SiteRole = 'site-administrator' | 'user' | 'nobody'

/** What a caller is to one organization. A manager is a member of a team with that right. */
export type OrganizationRole = 'owner' | 'modules-manager' | 'workspaces-manager' | 'member' | 'stranger'

export const siteGrants: Record<SiteRole, readonly Permission[]> = {
  'site-administrator': [
    'account:read',
    'authentication-tokens:read',
    'authentication-tokens:write',
    'engine-versions:read',
    'engine-versions:write',
    'organizations:create',
  ],
  user: ['account:read', 'authentication-tokens:read', 'authentication-tokens:write', 'organizations:create'],
  nobody: [],
}

export const organizationGrants: Record<OrganizationRole, readonly Permission[]> = {
  owner: [
    'modules:publish',
    'modules:read',
    'modules:write',
    'organizations:read',
    'organizations:write',
    'workspaces:read',
    'workspaces:write',
  ],
  'modules-manager': [
    'modules:publish',
    'modules:read',
    'modules:write',
    'organizations:read',
    'workspaces:read',
  ],
  'workspaces-manager': ['modules:read', 'organizations:read', 'workspaces:read', 'workspaces:write'],
  member: ['modules:read', 'organizations:read', 'workspaces:read'],
  stranger: [],
}

/**
 * The scope `read` lets through what reads, `registry` what the engine itself asks; none, everything. Making
 * tokens is let through, since a token only ever makes one that may do no more than itself (contract §3).
 */
function scopesAllow(scopes: readonly string[], permission: Permission): boolean {
  if (scopes.length === 0 || permission === 'authentication-tokens:write') return true
  if (permission === 'account:read') return true
  if (scopes.includes('read') && permission.endsWith(':read')) return true
  if (scopes.includes('registry') && permission === 'modules:read') return true
  return permission === 'modules:publish' && scopes.some((scope) => scope.startsWith('publish:'))
}

export function siteRoleOf(actor: Actor): SiteRole {
  if (actor.type === 'nobody') return 'nobody'
  if (actor.type === 'system' || actor.isSiteAdmin) return 'site-administrator'
  return 'user'
}

/** Whether the caller may do this on the site as a whole. */
export function allows(actor: Actor, permission: Permission): boolean {
  if (actor.type === 'user' && !scopesAllow(actor.credential.scopes, permission)) return false
  return siteGrants[siteRoleOf(actor)].includes(permission)
}

/** Whether the caller may do this in an organization where it has these roles. */
export function allowsIn(roles: readonly OrganizationRole[], actor: Actor, permission: Permission): boolean {
  if (actor.type === 'user' && !scopesAllow(actor.credential.scopes, permission)) return false
  return roles.some((role) => organizationGrants[role].includes(permission))
}

/** Lets the caller pass or answers as for a thing that is not there; nobody is asked to sign in. */
export function requirePermission(ctx: OperationContext, permission: Permission): void {
  if (ctx.actor.type === 'nobody') throw unauthenticated()
  if (!allows(ctx.actor, permission)) throw notFound({ denied: permission })
}
