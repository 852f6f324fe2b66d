import { isHttpUrl, isProviderName } from '@engine/shared'
import { z } from 'zod'
import { scopesOf, type Actor } from '../../kernel/actor.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { note, text, type Parsed, type Raw } from '../../kernel/input.js'
import {
  allowsIn,
  hasScope,
  publishesIn,
  type OrganizationRole,
  type Permission,
} from '../../kernel/permissions.js'
import { deprecationChange, type Deprecation } from '../lifecycle/deprecation.js'
import type { AccessDecision } from '../organizations/organization.js'

/** A public provider only points to the public registry; a private one is stored here. */
export const registryNames = ['private', 'public'] as const

export type RegistryName = (typeof registryNames)[number]

/** Address of a provider in the API; all of it without regard to case. */
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
  /** Address of its sources; empty if none is given, and of a public provider. */
  readonly sourceUrl: string
  /** Newest first; a public provider has none. */
  readonly versionIds: readonly string[]
  /** Deprecation of all its versions; a public provider has none. */
  readonly deprecation: Deprecation | null
  readonly createdAt: Date
  /** Time of the last change to it or to its versions. */
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

/** Orders of the list: by namespace and name; by registry, then in the list's usual order; by creation. */
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

const sourceUrl = note(2048)
  .refine((value) => value === '' || isHttpUrl(value))
  .nullish()

/** The attributes of contract §6, and the source of §16: null and an empty text unset it. */
export const providerCreation = {
  name: text(64, isProviderName),
  namespace: text(64, isProviderName),
  registryName,
  sourceUrl,
}

export const providerChange = { ...deprecationChange, sourceUrl }

/** A private provider is in the namespace of its organization; the public registry knows the sources of its providers. */
export function creationFaults(
  { registryName: kind, namespace, sourceUrl: source }: Partial<Parsed<typeof providerCreation>>,
  organization: string,
): readonly Fault[] {
  if (kind === 'public') return source ? [faults.invalid('sourceUrl')] : []
  const isHere = kind === undefined || namespace === undefined || namespace === organization
  return isHere ? [] : [faults.invalid('namespace')]
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

/** Tells whether the scopes of the caller's token name a provider to publish in this namespace. */
export const publishesProvidersIn = (actor: Actor, namespace: string): boolean =>
  scopesOf(actor).some((scope) => {
    const [start, , ...rest] = scope.toLowerCase().split('/')
    return start === `publish:${namespace.toLowerCase()}` && rest.length === 0
  })

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

/** Tells whether the caller may give the provider versions, platforms and files. */
export const mayPublish = (
  actor: Actor,
  roles: readonly OrganizationRole[],
  provider: RegistryProvider,
): boolean => allowsIn(roles, actor, 'providers:publish') && isInScope(actor, provider)

/** Tells whether its providers are only shared with the caller, who sees only what can be installed. */
export const isUsableOnly = (actor: Actor, roles: readonly OrganizationRole[]): boolean =>
  !allowsIn(roles, actor, 'providers:read') && !allowsIn(roles, actor, 'providers:publish')

/** Tells whether such a provider can exist at all; one that cannot is simply not found. */
export function isProviderAddress(
  address: ProviderAddress,
): address is ProviderAddress & { registryName: RegistryName } {
  return (
    isRegistryName(address.registryName) && isProviderName(address.namespace) && isProviderName(address.name)
  )
}
