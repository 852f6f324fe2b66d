import { scopesOf, type Actor } from '../../kernel/actor.js'
import { hasScope, type Permission } from '../../kernel/permissions.js'
import type { Workspace } from './workspace.js'

/** The name by which a scope is asked for and shown, `workspace:<organization>/<name>`, or that with `:read`. */
export interface NamedScope {
  readonly organization: string
  readonly name: string
  readonly isReading: boolean
}

const named = /^workspace:(?<organization>[^/:]+)\/(?<name>[^/:]+)(?<reading>:read)?$/
const kept = /^workspace:(?<id>ws-[A-Za-z0-9]+)(?<reading>:read)?$/

const scope = (of: string, isReading: boolean): string => `workspace:${of}${isReading ? ':read' : ''}`

export function namedScope(word: string): NamedScope | undefined {
  const { organization = '', name = '', reading } = named.exec(word)?.groups ?? {}
  return name ? { organization, name, isReading: reading !== undefined } : undefined
}

/** The scope as it is kept: by id, so that it follows the workspace's name and ends with the workspace (contract §18). */
export const keptScope = (id: string, { isReading }: Pick<NamedScope, 'isReading'>): string =>
  scope(id, isReading)

/** The ids of the workspaces that these scopes are for. */
export const workspacesOf = (scopes: readonly string[]): readonly string[] =>
  scopes.flatMap((each) => kept.exec(each)?.groups?.['id'] ?? [])

/** A scope with the name of its workspace; with its id where that is gone, or not for the reader to know. */
export function shownScope(word: string, nameOf: (id: string) => string | undefined): string {
  const { id = '', reading } = kept.exec(word)?.groups ?? {}
  const name = nameOf(id)
  return name === undefined ? word : scope(name, reading !== undefined)
}

/** A token for one workspace alone reads that, and nothing else that members read (contract §13). */
export const permissionFor = (actor: Actor, permission: Permission): Permission =>
  permission === 'workspaces:read' && !hasScope(actor, permission) ? 'states:read' : permission

/** Whether the scopes of the caller's token are for the states of this very workspace, or of every one. */
export function isInScope(actor: Actor, { id }: Pick<Workspace, 'id'>, permission: Permission): boolean {
  const scopes = scopesOf(actor)
  if (scopes.length === 0 || !permission.startsWith('states:')) return true
  if (scopes.includes('workspaces')) return true
  const isReading = permission === 'states:read'
  if (isReading && scopes.includes('read')) return true
  return scopes.includes(scope(id, false)) || (isReading && scopes.includes(scope(id, true)))
}
