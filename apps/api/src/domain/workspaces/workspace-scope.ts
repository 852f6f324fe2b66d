import { scopesOf, type Actor } from '../../kernel/actor.js'
import { hasScope, type Permission } from '../../kernel/permissions.js'
import type { Workspace } from './workspace.js'

/** A token for one workspace alone reads that, and nothing else that members read (contract §13). */
export const permissionFor = (actor: Actor, permission: Permission): Permission =>
  permission === 'workspaces:read' && !hasScope(actor, permission) ? 'states:read' : permission

/** Whether the scopes of the caller's token are for the states of this very workspace; without scopes it is for all. */
export function isInScope(
  actor: Actor,
  { organization, name }: Pick<Workspace, 'organization' | 'name'>,
  permission: Permission,
): boolean {
  const scopes = scopesOf(actor)
  if (scopes.length === 0 || !permission.startsWith('states:')) return true
  const isReading = permission === 'states:read'
  if (isReading && scopes.includes('read')) return true
  const writes = `workspace:${organization}/${name}`.toLowerCase()
  const reads = `${writes}:read`
  return scopes.some((scope) => {
    const word = scope.toLowerCase()
    return word === writes || (isReading && word === reads)
  })
}
