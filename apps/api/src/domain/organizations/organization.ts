import { interfacePolicies } from '@engine/module-source/verdict'
import {
  emailMaximumLength,
  isDuration,
  isEmail,
  isNewOrganizationName,
  organizationNameMaximumLength,
} from '@engine/shared'
import { z } from 'zod'
import { isPersonsToken, type Actor } from '../../kernel/actor.js'
import { inAnswers, only } from '../../kernel/declaration.js'
import { durationText, merged, text, type Parsed } from '../../kernel/input.js'
import type { AuditEntry } from '../audit/audit.js'
import { enginePolicies } from '../engine-sightings/engine-policy.js'
import {
  type KeptValues,
  changedKept,
  keptOfOrganizations,
  keptShape,
  keptValues,
  notOfferedToOrganizations,
} from '../kept-settings.js'
import type { OrganizationRole } from '../../kernel/permissions.js'

const largestInteger = 2 ** 31 - 1
const minutes = z
  .number()
  .int()
  .min(1)
  .max(largestInteger)
  .nullable()
  .register(inAnswers, { description: 'Minutes; kept for clients.' })
const duration = durationText()
  .nullable()
  .register(inAnswers, { description: "Null: the site's own.", example: '1h30m' })

/** Rules for public providers: all may be used, or the listed ones alone (contract §14). */
export const publicProvidersRules = ['open', 'listed'] as const
export type PublicProvidersRule = (typeof publicProvidersRules)[number]

/** Unlike other durations it may be none at all. */
const isCooldown = (value: string): boolean => value === '0s' || isDuration(value)

/** Maximum length of the name of a group of single sign-on. */
export const ssoGroupMaximumLength = 255

export const organization = z.object({
  id: z.string(),
  name: text(organizationNameMaximumLength, isNewOrganizationName),
  email: text(emailMaximumLength, isEmail),
  /** Hidden from all but site administrators on the admin API (contract §5). */
  isDisabled: z.boolean(),
  /** True where its workspaces may use beta versions of the engine. */
  accessBetaTools: z.boolean(),
  /** True where all other organizations may use its modules; then it has no list of consumers. */
  globalModuleSharing: z.boolean(),
  /** The same of its private providers. */
  globalProviderSharing: z.boolean(),
  workerSudoEnabled: z.boolean(),
  workspaceLimit: z
    .number()
    .int()
    .min(0)
    .max(largestInteger)
    .nullable()
    .register(inAnswers, { description: 'Null and 0 mean none.' }),
  applyTimeout: duration,
  planTimeout: duration,
  enginePolicy: z.enum(enginePolicies).nullable().register(inAnswers, {
    description:
      "What callers are answered whose version of the engine is disabled, deprecated or unknown. Null: the site's own.",
  }),
  publicProviders: z.enum(publicProvidersRules).nullable().register(inAnswers, {
    description: "Which public providers it may use: all, or those that are listed. Null: the site's own.",
  }),
  providerCooldown: durationText(isCooldown).nullable().register(inAnswers, {
    description: "For how long new versions of public providers are held. Null: the site's own.",
    example: '72h',
  }),
  moduleInterfacePolicy: z.enum(interfacePolicies).register(inAnswers, {
    description:
      'The policy for versions of its modules that break their callers by more than their number says, unless the module has its own policy.',
  }),
  ssoGroups: z
    .array(text(ssoGroupMaximumLength))
    .max(100)
    .transform((groups) => [...new Set(groups)])
    .register(inAnswers, { description: 'Groups of single sign-on that may fill its teams.' }),
  userTokensEnabled: z.boolean().register(inAnswers, {
    description:
      "Whether people's own tokens work here; sessions, and the tokens of teams and the organization, always do.",
  }),
  /** Kept for clients that set and compare them (contract §11). */
  allowForceDeleteWorkspaces: z.boolean(),
  speculativePlanManagementEnabled: z.boolean(),
  sessionTimeout: minutes,
  sessionRemember: minutes,
  /** The others of them, as `keptOfOrganizations` reads them. */
  kept: z.unknown(),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export type Organization = Readonly<z.output<typeof organization>>

/** The organizations by id, or all that are not disabled. */
export type Visibility = readonly string[] | 'all'

/** Users who may create organizations: the setting `ORG_CREATION` (contract §3). */
export type OrganizationCreators = 'users' | 'admins'

const keptColumns = organization.pick({
  allowForceDeleteWorkspaces: true,
  speculativePlanManagementEnabled: true,
  sessionTimeout: true,
  sessionRemember: true,
})

const facts = organization
  .pick({ name: true, email: true, userTokensEnabled: true, moduleInterfacePolicy: true })
  .extend(keptColumns.shape)

/** The attributes that its owners set. */
export const organizationChange = {
  ...facts.partial().shape,
  ...keptShape(keptOfOrganizations),
  ...notOfferedToOrganizations,
  // There are no others here, so nothing is stored.
  collaboratorAuthPolicy: z.literal('password').optional(),
  // Clients send `remote` where they no longer set one (contract §18).
  defaultExecutionMode: z.enum(['local', 'remote']).optional(),
}
export const organizationCreation = {
  ...organizationChange,
  ...organization.pick({ name: true, email: true }).shape,
}

export const newOrganization = (input: Parsed<typeof organizationCreation>) => ({
  ...only(facts.shape, input),
  kept: changedKept(keptOfOrganizations, {}, input),
})
/** Values of a new organization; absent attributes have the default of their column. */
export type NewOrganization = ReturnType<typeof newOrganization>

export const changedOrganization = (before: Organization, change: Parsed<typeof organizationChange>) => ({
  ...merged(facts.shape, before, change),
  kept: changedKept(keptOfOrganizations, before.kept, change),
})
export type OrganizationFacts = ReturnType<typeof changedOrganization>

/** Returns all settings that are stored for clients, also those in separate columns. */
export const allKeptOf = (
  organization: Pick<Organization, keyof typeof keptColumns.shape | 'kept'>,
): KeptValues => ({
  ...only(keptColumns.shape, organization),
  ...keptValues(keptOfOrganizations, organization.kept),
})

/** An empty text unsets, like null. */
const unsettable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.optional())

/** The attributes that site administrators set (contract §5). */
export const adminOrganizationChange = {
  ...organization
    .pick({
      accessBetaTools: true,
      globalModuleSharing: true,
      globalProviderSharing: true,
      isDisabled: true,
      workerSudoEnabled: true,
      workspaceLimit: true,
      applyTimeout: true,
      planTimeout: true,
      enginePolicy: true,
      publicProviders: true,
      providerCooldown: true,
      ssoGroups: true,
    })
    .partial().shape,
  applyTimeout: unsettable(duration),
  planTimeout: unsettable(duration),
  providerCooldown: unsettable(organization.shape.providerCooldown),
}

/** The entry of the audit log for an act on the organization. */
export const organizationEntry = (
  action: AuditEntry['action'],
  { id, name }: Pick<Organization, 'id' | 'name'>,
): AuditEntry => ({ action, subject: { type: 'organization', id, name }, organizationId: id })

/** Tells whether the caller may know of it: not of a disabled one, nor by a person's token where it refuses these. */
export const isOpenTo = (
  actor: Actor,
  { isDisabled, userTokensEnabled }: Pick<Organization, 'isDisabled' | 'userTokensEnabled'>,
): boolean => !isDisabled && (userTokensEnabled || !isPersonsToken(actor))

/** Key of an organization: its name, in any case, or its id. */
export type OrganizationKey = { readonly name: string } | { readonly id: string }

export type OrganizationKeys = { readonly names: readonly string[] } | { readonly ids: readonly string[] }

/** The caller's access: its roles, and whether it has them only as a site administrator. */
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
export const teamRights = z.object({
  nameKey: z.string(),
  manageModules: z.boolean(),
  manageProviders: z.boolean(),
  manageWorkspaces: z.boolean(),
  /** The right to read the states of workspaces. */
  readWorkspaces: z.boolean(),
})
export type TeamRights = Readonly<z.output<typeof teamRights>>

/** The role that each right of a team gives. */
export const roleOfRight = {
  manageModules: 'modules-manager',
  manageProviders: 'providers-manager',
  manageWorkspaces: 'workspaces-manager',
  readWorkspaces: 'workspaces-reader',
} as const satisfies Record<Exclude<keyof TeamRights, 'nameKey'>, OrganizationRole>

const rights = Object.keys(roleOfRight) as (keyof typeof roleOfRight)[]

/** The rights of teams that give one of these roles. */
export const rightsOf = (roles: readonly OrganizationRole[]): (keyof typeof roleOfRight)[] =>
  rights.filter((right) => roles.includes(roleOfRight[right]))

/** The roles that a user's membership and teams add up to. */
export function rolesOf(isMember: boolean, teams: readonly TeamRights[]): readonly OrganizationRole[] {
  const roles = teams.flatMap((team): OrganizationRole[] => [
    ...(team.nameKey === ownersTeam ? (['owner'] as const) : []),
    ...rights.filter((right) => team[right]).map((right) => roleOfRight[right]),
  ])
  return isMember || teams.length > 0 ? [...roles, 'member'] : ['stranger']
}
