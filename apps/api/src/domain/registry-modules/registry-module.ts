import { interfacePolicies, type InterfacePolicy } from '@engine/module-source/verdict'
import { isHttpUrl, isModuleName, isModuleProvider } from '@engine/shared'
import { z } from 'zod'
import { scopesOf, type Actor } from '../../kernel/actor.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { note, text, type Parsed, type Raw } from '../../kernel/input.js'
import { hasScope, publishesIn, type Permission } from '../../kernel/permissions.js'
import { keptOfModules, keptShape, notOfferedToModules } from '../kept-settings.js'
import type { AccessDecision } from '../organizations/organization.js'
import type { ModuleVersion } from './registry-module-version.js'

/**
 * Name of a module for the engine: `namespace/name/provider`. Namespaces and names are unique and found
 * without regard to case, and read in answers as they were created; providers are in lower case.
 */
export interface ModuleAddress {
  /** The name of the organization. */
  readonly namespace: string
  readonly name: string
  readonly provider: string
}

export interface Module extends ModuleAddress {
  readonly id: string
  readonly organizationId: string
  /** The name of who made it. */
  readonly publisher: string
  /** Address of its sources; empty if none is given. */
  readonly sourceUrl: string
  readonly description: string
  /** True if a site administrator vouches for it. */
  readonly verified: boolean
  /** Null: the organization's own. */
  readonly moduleInterfacePolicy: InterfacePolicy | null
  /** Policy of the module, or else that of the organization. */
  readonly effectiveModuleInterfacePolicy: InterfacePolicy
  /** Attributes that clients set and compare, as `keptOfModules` reads them (contract §18). */
  readonly kept: unknown
  readonly createdAt: Date
  /** Time of the last change to it or to its versions. */
  readonly updatedAt: Date
}

/** Filters of the list of an organization's modules. */
export interface RegistryModuleFilter {
  /** A part of the name or the provider, in any case. */
  readonly search?: string | undefined
  readonly provider?: string | undefined
  /** All modules are private ones. */
  readonly registryName?: 'private' | 'public' | undefined
  /** The whole name of the organization that owns the module. */
  readonly organization?: string | undefined
}

/** A module with what the caller may know of it. */
export interface VisibleModule extends Module {
  /** True if it is only shared with the caller, who sees only what is published. */
  readonly usableOnly: boolean
}

export interface ModuleAccess extends AccessDecision {
  readonly module: Module
}

export interface ModuleVersionAccess extends ModuleAccess {
  readonly version: ModuleVersion
}

const registryName = text(64)
  .pipe(z.enum(['private']))
  .optional()
const sourceUrl = note(2048)
  .refine((value) => value === '' || isHttpUrl(value))
  .nullish()
const description = note(1000).nullish()
const moduleInterfacePolicy = z.enum(interfacePolicies).nullish()

/** The attributes of contract §7, and the policy of §17. Null unsets; an empty text `sourceUrl` and `description`. */
export const moduleCreation = {
  name: text(64, isModuleName),
  provider: text(64, isModuleProvider),
  namespace: note(64).nullish(),
  registryName,
  sourceUrl,
  description,
  moduleInterfacePolicy,
  ...keptShape(keptOfModules),
  ...notOfferedToModules,
}
/** A module is in the namespace of its organization: naming another one asks for what is not here. */
export function namespaceFaults(
  { namespace }: Partial<Parsed<typeof moduleCreation>>,
  organization: string,
): Fault[] {
  const isHere = !namespace || namespace.toLowerCase() === organization.toLowerCase()
  return isHere ? [] : [faults.invalid('namespace')]
}

export const moduleChange = {
  sourceUrl,
  description,
  moduleInterfacePolicy,
  ...keptShape(keptOfModules),
  ...notOfferedToModules,
}

/** Attributes that site administrators decide. */
export const moduleVerification = { verified: z.boolean().optional() }

export function addressText({ namespace, name, provider }: ModuleAddress): string {
  return `${namespace}/${name}/${provider}`
}

/** A token with scopes publishes to the very modules that they name (contract §3). */
export function isInScope(actor: Actor, address: ModuleAddress): boolean {
  const scopes = scopesOf(actor)
  if (scopes.length === 0) return true
  const requiredScope = `publish:${addressText(address)}`.toLowerCase()
  return scopes.some((scope) => scope.toLowerCase() === requiredScope)
}

/** The permission to make any module at all in the namespace; which one it may be is asked by `permissionToCreate`. */
export const permissionToCreateIn = (actor: Actor, namespace: string): Permission =>
  !hasScope(actor, 'modules:write') && publishesIn(actor, namespace) ? 'modules:publish' : 'modules:write'

/**
 * The permission to create this module. A token that publishes this very module may create it too (contract
 * §15), and decides only its name and description.
 */
export function permissionToCreate(
  actor: Actor,
  namespace: string,
  { name, provider, moduleInterfacePolicy = null }: Raw<typeof moduleCreation>,
): Permission {
  const isNamed = typeof name === 'string' && typeof provider === 'string'
  const isItsOwn = isNamed && isInScope(actor, { namespace, name, provider })
  return isItsOwn && moduleInterfacePolicy === null ? permissionToCreateIn(actor, namespace) : 'modules:write'
}

/** Tells whether such a module can exist at all; one that cannot is simply not found. */
export function isModuleAddress({ name, provider }: ModuleAddress): boolean {
  return isModuleName(name) && isModuleProvider(provider)
}

/**
 * Module as a caller who may only use it sees it: waiting and refused versions, like policies, concern its
 * publishers alone.
 */
export const asShared = (module: Module): VisibleModule => ({
  ...module,
  moduleInterfacePolicy: null,
  usableOnly: true,
})
