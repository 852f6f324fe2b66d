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
 * How the engine names a module: `namespace/name/provider`. Namespaces and names are unique and found without regard
 * to case, and read in answers as they were created; providers are in lower case.
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
  /** Where its sources are; empty when none is given. */
  readonly sourceUrl: string
  readonly description: string
  /** Whether a site administrator vouches for it. */
  readonly verified: boolean
  /** Null: the organization's own. */
  readonly moduleInterfacePolicy: InterfacePolicy | null
  /** Its own, or else that of the organization. */
  readonly effectiveModuleInterfacePolicy: InterfacePolicy
  /** What clients set and compare, as `keptOfModules` reads it (contract §18). */
  readonly kept: unknown
  readonly createdAt: Date
  /** Also of the last change to its versions. */
  readonly updatedAt: Date
}

/** What narrows the list of an organization's modules. */
export interface RegistryModuleFilter {
  /** A part of the name or the provider, in any case. */
  readonly search?: string | undefined
  readonly provider?: string | undefined
  /** All modules are private ones. */
  readonly registryName?: 'private' | 'public' | undefined
  /** The whole name of the organization that owns the module. */
  readonly organization?: string | undefined
}

/** A module as far as the caller may know it. */
export interface VisibleModule extends Module {
  /** Whether it is only shared with the caller, who sees only what is published. */
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

/** What site administrators decide. */
export const moduleVerification = { verified: z.boolean().optional() }

export function addressText({ namespace, name, provider }: ModuleAddress): string {
  return `${namespace}/${name}/${provider}`
}

/** A token with scopes publishes to the very modules that they name (contract §3). */
export function isInScope(actor: Actor, address: ModuleAddress): boolean {
  const scopes = scopesOf(actor)
  if (scopes.length === 0) return true
  const wanted = `publish:${addressText(address)}`.toLowerCase()
  return scopes.some((scope) => scope.toLowerCase() === wanted)
}

/** The permission to make any module at all in the namespace; which one it may be is asked by `permissionToCreate`. */
export const permissionToCreateIn = (actor: Actor, namespace: string): Permission =>
  !hasScope(actor, 'modules:write') && publishesIn(actor, namespace) ? 'modules:publish' : 'modules:write'

/**
 * The permission to make this module. A token that publishes the very one makes it too (contract §15), and decides no
 * more about it than what it is called and described as.
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

/** Whether there can be such a module at all; what cannot be is simply not found. */
export function isModuleAddress({ name, provider }: ModuleAddress): boolean {
  return isModuleName(name) && isModuleProvider(provider)
}

/** What a caller who may only use it sees: a version that waits or was refused is its publisher's matter, as policies are. */
export const asShared = (module: Module): VisibleModule => ({
  ...module,
  moduleInterfacePolicy: null,
  usableOnly: true,
})
