import { scopesOf, type Actor } from '../../kernel/actor.js'
import { hasScope, type Permission } from '../../kernel/permissions.js'
import type { Workspace } from './workspace.js'

/**
 * The name in which a scope is requested and shown, `workspace:<organization>/<name>`, or that with `:read`.
 */
export interface NamedScope {
  readonly organization: string
  readonly name: string
  readonly isReadOnly: boolean
}

const namedPattern = /^workspace:(?<organization>[^/:]+)\/(?<name>[^/:]+)(?<reading>:read)?$/
const storedPattern = /^workspace:(?<id>ws-[A-Za-z0-9]+)(?<reading>:read)?$/

const scope = (of: string, isReadOnly: boolean): string => `workspace:${of}${isReadOnly ? ':read' : ''}`

export function namedScope(word: string): NamedScope | undefined {
  const { organization = '', name = '', reading } = namedPattern.exec(word)?.groups ?? {}
  return name ? { organization, name, isReadOnly: reading !== undefined } : undefined
}

/** The scope as it is stored: by id, so that it follows the workspace's name and ends with the workspace (contract §18). */
export const storedScope = (id: string, { isReadOnly }: Pick<NamedScope, 'isReadOnly'>): string =>
  scope(id, isReadOnly)

/** The ids of the workspaces that these scopes are for. */
export const workspacesOf = (scopes: readonly string[]): readonly string[] =>
  scopes.flatMap((each) => storedPattern.exec(each)?.groups?.['id'] ?? [])

/** A scope with the name of its workspace; with its id if it was deleted, or is not for the reader to know. */
export function shownScope(word: string, nameOf: (id: string) => string | undefined): string {
  const { id = '', reading } = storedPattern.exec(word)?.groups ?? {}
  const name = nameOf(id)
  return name === undefined ? word : scope(name, reading !== undefined)
}

/** A token for one workspace alone reads that, and nothing else that members read (contract §13). */
export const permissionFor = (actor: Actor, permission: Permission): Permission =>
  permission === 'workspaces:read' && !hasScope(actor, permission) ? 'states:read' : permission

/**
 * Tells whether the scopes of the caller's token are for the states of this very workspace, or of every one.
 */
export function isInScope(actor: Actor, { id }: Pick<Workspace, 'id'>, permission: Permission): boolean {
  const scopes = scopesOf(actor)
  if (scopes.length === 0 || !permission.startsWith('states:')) return true
  if (scopes.includes('workspaces')) return true
  const isReadOnly = permission === 'states:read'
  if (isReadOnly && scopes.includes('read')) return true
  return scopes.includes(scope(id, false)) || (isReadOnly && scopes.includes(scope(id, true)))
}
