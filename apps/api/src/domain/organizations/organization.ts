import {
  durationMaximumLength,
  emailMaximumLength,
  isDuration,
  isEmail,
  isOrganizationName,
  organizationNameMaximumLength,
} from '@engine/shared'
import { z } from 'zod'
import { isPersonsToken, type Actor } from '../../kernel/actor.js'
import { text, type Parsed } from '../../kernel/input.js'
import { enginePolicies, type EnginePolicy } from '../engine-sightings/engine-policy.js'
import { changedKept, keptOfOrganizations, keptShape, keptValues, type KeptValues } from '../kept-settings.js'
import type { OrganizationRole } from '../../kernel/permissions.js'

export interface Organization {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Hidden from all but site administrators on the admin API (contract §5). */
  readonly isDisabled: boolean
  /** Whether its workspaces may use beta versions of the engine. */
  readonly accessBetaTools: boolean
  /** Whether all other organizations may use its modules; then it has no list of consumers. */
  readonly globalModuleSharing: boolean
  /** The same of its private providers. */
  readonly globalProviderSharing: boolean
  readonly workerSudoEnabled: boolean
  /** Null and 0 mean none. */
  readonly workspaceLimit: number | null
  /** Durations as they were sent; null means the site's own. */
  readonly applyTimeout: string | null
  readonly planTimeout: string | null
  /** What its callers are answered who run a version of the engine that they should not; null means the site's own. */
  readonly enginePolicy: EnginePolicy | null
  /** Groups of single sign-on that may fill its teams (contract §10). */
  readonly ssoGroups: readonly string[]
  /** Whether people's own tokens work here; sessions, and the tokens of teams and the organization, always do. */
  readonly userTokensEnabled: boolean
  /** Kept for clients that set and compare them (contract §11). */
  readonly allowForceDeleteWorkspaces: boolean
  readonly speculativePlanManagementEnabled: boolean
  /** Minutes. */
  readonly sessionTimeout: number | null
  readonly sessionRemember: number | null
  /** The others of them, as `keptOfOrganizations` reads them. */
  readonly kept: unknown
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The organizations by id, or all that are not disabled. */
export type Visibility = readonly string[] | 'all'

/** Who may create organizations: the setting `ORG_CREATION` (contract §3). */
export type OrganizationCreators = 'users' | 'admins'

const name = text(organizationNameMaximumLength, isOrganizationName)
const email = text(emailMaximumLength, isEmail)

const flag = z.boolean().optional()
const largestInteger = 2 ** 31 - 1
const lasting = z.number().int().min(1).max(largestInteger).nullish()

const settings = {
  userTokensEnabled: flag,
  allowForceDeleteWorkspaces: flag,
  speculativePlanManagementEnabled: flag,
  sessionTimeout: lasting,
  sessionRemember: lasting,
  ...keptShape(keptOfOrganizations),
  // There are no others here, so nothing is stored.
  collaboratorAuthPolicy: z.literal('password').optional(),
  // Clients send `remote` where they set none any more (contract §18).
  defaultExecutionMode: z.enum(['local', 'remote']).optional(),
}

/** What its owners decide. */
export const organizationCreation = { name, email, ...settings }
export const organizationChange = { name: name.optional(), email: email.optional(), ...settings }

type KeptColumn =
  'allowForceDeleteWorkspaces' | 'speculativePlanManagementEnabled' | 'sessionTimeout' | 'sessionRemember'

export type OrganizationFacts = Pick<Organization, 'name' | 'email' | 'userTokensEnabled' | KeptColumn> & {
  readonly kept: KeptValues
}

const usualSettings = {
  userTokensEnabled: true,
  allowForceDeleteWorkspaces: false,
  speculativePlanManagementEnabled: true,
  sessionTimeout: null,
  sessionRemember: null,
  kept: {},
} as const

export function newOrganization({
  name,
  email,
  ...change
}: Parsed<typeof organizationCreation>): OrganizationFacts {
  return changedOrganization({ name, email, ...usualSettings }, change)
}

/** What is absent stays. */
export function changedOrganization(
  before: Omit<OrganizationFacts, 'kept'> & Pick<Organization, 'kept'>,
  change: Parsed<typeof organizationChange>,
): OrganizationFacts {
  return {
    name: changed(change.name, before.name),
    email: changed(change.email, before.email),
    userTokensEnabled: changed(change.userTokensEnabled, before.userTokensEnabled),
    allowForceDeleteWorkspaces: changed(change.allowForceDeleteWorkspaces, before.allowForceDeleteWorkspaces),
    speculativePlanManagementEnabled: changed(
      change.speculativePlanManagementEnabled,
      before.speculativePlanManagementEnabled,
    ),
    sessionTimeout: changed(change.sessionTimeout, before.sessionTimeout),
    sessionRemember: changed(change.sessionRemember, before.sessionRemember),
    kept: changedKept(keptOfOrganizations, before.kept, change),
  }
}

const changed = <T>(value: T | undefined, former: T): T => (value === undefined ? former : value)

/** Everything that is kept for clients, also in columns of its own. */
export const allKeptOf = (organization: Pick<Organization, KeptColumn | 'kept'>): KeptValues => ({
  allowForceDeleteWorkspaces: organization.allowForceDeleteWorkspaces,
  speculativePlanManagementEnabled: organization.speculativePlanManagementEnabled,
  sessionTimeout: organization.sessionTimeout,
  sessionRemember: organization.sessionRemember,
  ...keptValues(keptOfOrganizations, organization.kept),
})

/** Of what single sign-on calls a group. */
export const ssoGroupMaximumLength = 255

/** An empty text unsets, like null. */
const timeout = z.preprocess(
  (value) => (value === '' ? null : value),
  text(durationMaximumLength, isDuration).nullish(),
)

/** What site administrators decide (contract §5). */
export const adminOrganizationChange = {
  accessBetaTools: z.boolean().optional(),
  globalModuleSharing: z.boolean().optional(),
  globalProviderSharing: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
  workerSudoEnabled: z.boolean().optional(),
  workspaceLimit: z.number().int().min(0).max(largestInteger).nullish(),
  applyTimeout: timeout,
  planTimeout: timeout,
  enginePolicy: z.enum(enginePolicies).nullish(),
  ssoGroups: z
    .array(text(ssoGroupMaximumLength))
    .max(100)
    .transform((groups) => [...new Set(groups)])
    .optional(),
}

type Settings = Pick<Organization, keyof typeof adminOrganizationChange>

/** What is absent stays. */
export function changedSettings(before: Settings, change: Parsed<typeof adminOrganizationChange>): Settings {
  return {
    accessBetaTools: changed(change.accessBetaTools, before.accessBetaTools),
    globalModuleSharing: changed(change.globalModuleSharing, before.globalModuleSharing),
    globalProviderSharing: changed(change.globalProviderSharing, before.globalProviderSharing),
    isDisabled: changed(change.isDisabled, before.isDisabled),
    workerSudoEnabled: changed(change.workerSudoEnabled, before.workerSudoEnabled),
    workspaceLimit: changed(change.workspaceLimit, before.workspaceLimit),
    applyTimeout: changed(change.applyTimeout, before.applyTimeout),
    planTimeout: changed(change.planTimeout, before.planTimeout),
    enginePolicy: changed(change.enginePolicy, before.enginePolicy),
    ssoGroups: changed(change.ssoGroups, before.ssoGroups),
  }
}

/** Whether it is there for the caller at all: a disabled one is not, and one may keep people's tokens out. */
export const isOpenTo = (actor: Actor, { isDisabled, userTokensEnabled }: Organization): boolean =>
  !isDisabled && (userTokensEnabled || !isPersonsToken(actor))

/** By its name, in any case, or by its id. */
export type OrganizationKey = { readonly name: string } | { readonly id: string }

export type OrganizationKeys = { readonly names: readonly string[] } | { readonly ids: readonly string[] }

/** How the caller has access: in which roles, and whether only as a site administrator. */
export interface AccessDecision {
  readonly roles: readonly OrganizationRole[]
  readonly administratorOverride: boolean
}

export interface OrganizationAccess extends AccessDecision {
  readonly organization: Organization
}

/** The orders of a caller's own organizations. */
export type OrganizationOrder = 'name' | 'email' | 'created'

/** The team that may do everything and is there from the first moment. */
export const ownersTeam = 'owners'

/** The rights of a team and, on `owners`, everything. */
export interface TeamRights {
  readonly nameKey: string
  readonly manageModules: boolean
  readonly manageProviders: boolean
  readonly manageWorkspaces: boolean
  readonly readWorkspaces: boolean
}

/** The roles that a user's membership and teams add up to. */
export function rolesOf(isMember: boolean, teams: readonly TeamRights[]): readonly OrganizationRole[] {
  const roles = teams.flatMap((team): OrganizationRole[] => [
    ...(team.nameKey === ownersTeam ? (['owner'] as const) : []),
    ...(team.manageModules ? (['modules-manager'] as const) : []),
    ...(team.manageProviders ? (['providers-manager'] as const) : []),
    ...(team.manageWorkspaces ? (['workspaces-manager'] as const) : []),
    ...(team.readWorkspaces ? (['workspaces-reader'] as const) : []),
  ])
  return isMember || teams.length > 0 ? [...roles, 'member'] : ['stranger']
}
