import { isProviderName } from '@engine/shared'
import { z } from 'zod'
import { scopesOf, type Actor } from '../../kernel/actor.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { text, type Parsed, type Raw } from '../../kernel/input.js'
import {
  allowsIn,
  hasScope,
  publishesIn,
  type OrganizationRole,
  type Permission,
} from '../../kernel/permissions.js'
import type { Deprecation } from '../deprecation.js'
import type { AccessDecision } from '../organizations/organization.js'

/** A public provider only points to the public registry; a private one is stored here. */
export const registryNames = ['private', 'public'] as const

export type RegistryName = (typeof registryNames)[number]

/** How the API names a provider; all of it without regard to case. */
export interface ProviderAddress {
  /** The name of the organization of its registry. */
  readonly organization: string
  readonly registryName: string
  readonly namespace: string
  readonly name: string
}

export interface RegistryProvider extends ProviderAddress {
  readonly id: string
  readonly organizationId: string
  readonly registryName: RegistryName
  /** Newest first; a public provider has none. */
  readonly versionIds: readonly string[]
  /** Of all its versions; a public provider has none. */
  readonly deprecation: Deprecation | null
  readonly createdAt: Date
  /** Also of the last change to its versions. */
  readonly updatedAt: Date
}

export interface ProviderAccess extends AccessDecision {
  readonly provider: RegistryProvider
}

export interface ProviderFilter {
  /** A part of the name or the namespace, in any case. */
  readonly search?: string | undefined
  readonly registryName?: RegistryName | undefined
  /** The whole name of the organization that owns the provider. */
  readonly organization?: string | undefined
}

/** By namespace and name; by registry and then as the list lies by itself; by when it was made. */
export type ProviderOrder = 'name' | 'registry' | 'created'

const isRegistryName = (value: unknown): value is RegistryName => registryNames.some((name) => name === value)

/** Left out it has two faults: that it is missing, and that it must be one of two words (contract §2). */
const registryName = z
  .string()
  .optional()
  .transform((value, check): RegistryName => {
    if (isRegistryName(value)) return value
    if (!value) check.addIssue({ code: 'invalid_type', expected: 'string', input: undefined })
    check.addIssue({ code: 'invalid_value', values: [...registryNames], input: value })
    return z.NEVER
  })
  .meta({ description: '`public` or `private`.' })

/** The attributes of contract §6. */
export const providerCreation = {
  name: text(64, isProviderName),
  namespace: text(64, isProviderName),
  registryName,
}

/** A private provider is in the namespace of its organization. */
export function namespaceFaults(
  { registryName: kind, namespace }: Partial<Parsed<typeof providerCreation>>,
  organization: string,
): readonly Fault[] {
  return kind === 'private' && namespace !== undefined && namespace !== organization
    ? [faults.invalid('namespace')]
    : []
}

export function providerPath({ organization, registryName: kind, namespace, name }: ProviderAddress): string {
  return `/organizations/${organization}/registry-providers/${kind}/${namespace}/${name}`
}

/** A token with scopes publishes the very providers that they name (contract §10). */
export function isInScope(
  actor: Actor,
  { registryName: kind, namespace, name }: Pick<ProviderAddress, 'registryName' | 'namespace' | 'name'>,
): boolean {
  const scopes = scopesOf(actor)
  if (scopes.length === 0) return true
  const wanted = `publish:${namespace}/${name}`.toLowerCase()
  return kind === 'private' && scopes.some((scope) => scope.toLowerCase() === wanted)
}

/** The permission to make any provider at all in the organization; which one it may be is asked by `permissionToCreate`. */
export const permissionToCreateIn = (actor: Actor, organization: string): Permission =>
  !hasScope(actor, 'providers:write') && publishesIn(actor, organization)
    ? 'providers:publish'
    : 'providers:write'

/** The permission to make this provider: a token that publishes the very one makes it too (contract §15). */
export function permissionToCreate(
  actor: Actor,
  organization: string,
  { registryName: kind, name }: Raw<typeof providerCreation>,
): Permission {
  const isNamed = typeof kind === 'string' && typeof name === 'string'
  const isItsOwn = isNamed && isInScope(actor, { registryName: kind, namespace: organization, name })
  return isItsOwn ? permissionToCreateIn(actor, organization) : 'providers:write'
}

/** Whether the caller may give the provider versions, platforms and files. */
export const mayPublish = (
  actor: Actor,
  roles: readonly OrganizationRole[],
  provider: RegistryProvider,
): boolean => allowsIn(roles, actor, 'providers:publish') && isInScope(actor, provider)

/** Whether its providers are no more than shared with the caller: there is only what can be installed. */
export const isUsableOnly = (actor: Actor, roles: readonly OrganizationRole[]): boolean =>
  !allowsIn(roles, actor, 'providers:read') && !allowsIn(roles, actor, 'providers:publish')

/** Whether there can be such a provider at all; what cannot be is simply not found. */
export function isProviderAddress(
  address: ProviderAddress,
): address is ProviderAddress & { registryName: RegistryName } {
  return (
    isRegistryName(address.registryName) && isProviderName(address.namespace) && isProviderName(address.name)
  )
}
